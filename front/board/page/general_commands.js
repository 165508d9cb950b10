// @ts-check
// The commands of every game: undo, steps through the moves, modes, the look, help, files.

import { showHelp } from "./frame/help.js";
import { copyText, saveJson, showExport } from "./files/exporting.js";
import { showOpen } from "./files/opening.js";
import { showSettings } from "./frame/settings_dialog.js";
import { lineAfter, ROOT } from "./study.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./commands.js").Command} Command */

/** @param {App} app */
const hasNext = (app) => app.store.node.children.length > 0;
/** @param {App} app */
const hasBefore = (app) => app.store.node.parent !== null;

/** @type {readonly Command[]} */
const STUDY = [
  {
    id: "undo",
    title: "Undo",
    group: "Study",
    keys: ["Ctrl+Z"],
    when: (app) => app.store.past.length > 0,
    run: (app) => app.store.undo(),
  },
  {
    id: "redo",
    title: "Redo",
    group: "Study",
    keys: ["Ctrl+Shift+Z", "Ctrl+Y"],
    when: (app) => app.store.future.length > 0,
    run: (app) => app.store.redo(),
  },
  { id: "open", title: "Open a board or a game", group: "Study", keys: ["Ctrl+O"], run: showOpen },
  { id: "share", title: "Share and export", group: "Study", keys: ["Ctrl+E"], run: showExport },
  { id: "save", title: "Save the study as JSON", group: "Study", keys: ["Ctrl+S"], run: saveJson },
  { id: "copy", title: "Copy the position as text", group: "Study", keys: ["Ctrl+C"], run: copyText },
];

/** @type {readonly Command[]} */
const MOVES = [
  {
    id: "back",
    title: "Back one move",
    group: "Moves",
    keys: [",", "PageUp", "ArrowLeft"],
    when: hasBefore,
    run: (app) => visitParent(app),
  },
  {
    id: "forward",
    title: "Forward one move",
    group: "Moves",
    keys: [".", "PageDown", "ArrowRight"],
    when: hasNext,
    run: (app) => app.store.visit(app.store.node.children[0]),
  },
  {
    id: "first",
    title: "To the start",
    group: "Moves",
    keys: ["Ctrl+Home"],
    when: hasBefore,
    run: (app) => app.store.visit(ROOT),
  },
  {
    id: "last",
    title: "To the end of the line",
    group: "Moves",
    keys: ["Ctrl+End"],
    when: hasNext,
    run: (app) => visitEnd(app),
  },
];

/** @type {readonly Command[]} */
const SCREEN = [
  {
    id: "mode",
    title: "Change between play and set up",
    group: "Screen",
    keys: ["e"],
    run: (app) => setMode(app, app.store.screen.mode === "play" ? "setup" : "play"),
  },
  {
    id: "mode-play",
    title: "Play: what you enter is a move",
    group: "Screen",
    pressed: (app) => app.store.screen.mode === "play",
    run: (app) => setMode(app, "play"),
  },
  {
    id: "mode-setup",
    title: "Set up: what you enter is put on the board",
    group: "Screen",
    pressed: (app) => app.store.screen.mode === "setup",
    run: (app) => setMode(app, "setup"),
  },
  { id: "settings", title: "Settings", group: "Screen", run: showSettings },
  { id: "theme", title: "Light, dark or as the system", group: "Screen", keys: ["m"], run: nextTheme },
  { id: "notation", title: "Count from 1 (r1c1) or from 0", group: "Screen", keys: ["i"], run: nextNotation },
  { id: "help", title: "Show the keys", group: "Screen", keys: ["?"], run: showHelp },
  { id: "escape", title: "Leave what is chosen", group: "Screen", keys: ["Escape"], run: leave },
];

export const GENERAL = [...STUDY, ...MOVES, ...SCREEN];

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
