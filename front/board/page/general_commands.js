// @ts-check
// The commands of every game: undo, steps through the moves, modes, the look, help, files.

import { showHelp } from "./frame/help.js";
import { copyText, saveJson, showExport } from "./files/exporting.js";
import { showOpen } from "./files/opening.js";
import { showSettings } from "./frame/settings_dialog.js";
import { commandsOf } from "./commands.js";
import { lineAfter, ROOT } from "./study.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
const hasNext = (app) => app.store.node.children.length > 0;
/** @param {App} app */
const hasBefore = (app) => app.store.node.parent !== null;

const isPlaying = (/** @type {App} */ app) => app.store.screen.mode === "play";

/** @type {import("./commands.js").CommandRow[]} */
const STUDY = [
  ["undo", "Undo", ["Ctrl+Z"], ({ store }) => store.undo(), { when: ({ store }) => store.past.length > 0 }],
  [
    "redo", "Redo", ["Ctrl+Shift+Z", "Ctrl+Y"], ({ store }) => store.redo(),
    { when: ({ store }) => store.future.length > 0 },
  ],
  ["open", "Open a board or a game", ["Ctrl+O"], showOpen],
  ["share", "Share and export", ["Ctrl+E"], showExport],
  ["save", "Save the study as JSON", ["Ctrl+S"], saveJson],
  ["copy", "Copy the position as text", ["Ctrl+C"], copyText],
];

/** @type {import("./commands.js").CommandRow[]} */
const MOVES = [
  ["back", "Back one move", [",", "PageUp", "ArrowLeft"], visitParent, { when: hasBefore }],
  ["forward", "Forward one move", [".", "PageDown", "ArrowRight"], visitChild, { when: hasNext }],
  ["first", "To the start", ["Ctrl+Home"], ({ store }) => store.visit(ROOT), { when: hasBefore }],
  ["last", "To the end of the line", ["Ctrl+End"], visitEnd, { when: hasNext }],
];

/** @type {import("./commands.js").CommandRow[]} */
const SCREEN = [
  ["mode", "Change between play and set up", ["e"], (app) => setMode(app, isPlaying(app) ? "setup" : "play")],
  ["mode-play", "Play: what you enter is a move", [], (app) => setMode(app, "play"), { pressed: isPlaying }],
  [
    "mode-setup", "Set up: what you enter is put on the board", [], (app) => setMode(app, "setup"),
    { pressed: (app) => !isPlaying(app) },
  ],
  ["settings", "Settings", [], showSettings],
  ["theme", "Light, dark or as the system", ["m"], nextTheme],
  ["notation", "Count from 1 (r1c1) or from 0", ["i"], nextNotation],
  ["help", "Show the keys", ["?"], showHelp],
  ["escape", "Leave what is chosen", ["Escape"], leave],
];

export const GENERAL = [
  ...commandsOf("Study", STUDY),
  ...commandsOf("Moves", MOVES),
  ...commandsOf("Screen", SCREEN),
];

/** @param {App} app */
function visitChild(app) {
  app.store.visit(app.store.node.children[0]);
}

/**
 * @param {App} app
 */
function visitParent(app) {
  const { parent } = app.store.node;
  if (parent !== null) app.store.visit(parent);
}

/**
 * @param {App} app
 */
function visitEnd(app) {
  const end = lineAfter(app.store.study, app.store.study.current).at(-1);
  if (end) app.store.visit(end.id);
}

/**
 * @param {App} app
 * @param {"play" | "setup"} mode
 */
function setMode(app, mode) {
  app.store.show({ mode, taboo: false });
  app.say(
    mode === "play" ? "Play: what you enter is a move." : "Set up: what you enter is put on the board.",
  );
}

/**
 * @param {App} app
 */
function nextTheme(app) {
  const themes = /** @type {const} */ (["system", "light", "dark"]);
  const theme = themes[(themes.indexOf(app.store.settings.theme) + 1) % themes.length];
  app.store.set({ theme });
  app.say(`Theme: ${theme}`);
}

/**
 * @param {App} app
 */
function nextNotation(app) {
  app.store.set({ notation: app.store.settings.notation === "r1c1" ? "framework" : "r1c1" });
}

/**
 * Close what is open, from the inside out: the explanation, the chosen value, the chosen cell.
 * @param {App} app
 */
function leave(app) {
  const { why, value, taboo } = app.store.screen;
  app.calm();
  if (why) app.store.show({ why: null });
  else if (taboo) app.store.show({ taboo: false });
  else if (value !== null) app.store.show({ value: null });
  else {
    app.store.show({ cell: null });
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
  }
}
