// @ts-check
// The panels that set up a position: a new board of any size, the rules and whose turn it is, and
// the boards that came with the page.

import { commandsOf } from "../commands.js";
import { actionRow, fill, h, makeButton, mark, quiet } from "../dom.js";
import { emptyBoard, openText } from "../files/opening.js";
import { choiceField, controlRow, field, moverField } from "../frame/controls.js";
import { positionOf, stateOf } from "./states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").Panel} Panel */

const SIDES = [1, 2, 3, 4, 5];
/** @type {readonly (readonly [string, string])[]} */
const RULES = [
  ["classic", "Classic: every cell is open"],
  ["rows", "Rows: from the first and the last row"],
  ["border", "Border: from the border"],
  ["random", "Random: from drawn cells"],
];

/** @type {Panel} */
export const newBoardPanel = {
  id: "new",
  tab: "setup",
  order: 10,
  title: "New board",
  build(host, app) {
    const rows = sideChooser("new-m", "Rows of a box", 3);
    const columns = sideChooser("new-n", "Columns of a box", 3);
    const make = () =>
      app.begin("sudoku", emptyBoard(Number(rows.select.value), Number(columns.select.value)));
    fill(
      host,
      quiet(
        "Type numbers on the board, paste any board or game (Ctrl+V), drop a file, or choose a board below.",
      ),
      controlRow(rows.label, columns.label, makeButton("Empty board", make, { id: "new-board" })),
    );
    return { draw() {} };
  },
};

/**
 * @param {string} id
 * @param {string} title
 * @param {number} usual
 */
function sideChooser(id, title, usual) {
  const select = choiceField(id, SIDES.map((side) => [side, side]));
  select.value = String(usual);
  return { select, label: field(title, select) };
}

/** @type {Panel} */
export const rulesPanel = {
  id: "rules",
  tab: "setup",
  order: 30,
  title: "Position",
  game: "sudoku",
  build(host, app) {
    const rules = choiceField("rules", RULES, (name) => setRules(app, /** @type {any} */ (name)));
    const mover = moverField("to-move", (toMove) => change(app, { toMove }));
    const points = [0, 1].map((at) => pointsField(app, at));
    const taboo = makeButton("Enter taboo moves", null, { id: "taboo", dataset: { command: "taboo" } });
    fill(
      host,
      field("Play mode", rules),
      field("To move", mover),
      controlRow(...points.map((input, at) => field(`Points of player ${at + 1}`, input))),
      actionRow(taboo, makeButton("Clear the board", null, { dataset: { command: "clear-board" } })),
    );
    app.commands.add(setupCommands());
    return { draw: (scene) => drawRules(scene, rules, mover, points) };
  },
};

/**
 * @param {Scene} scene
 * @param {HTMLSelectElement} rules
 * @param {HTMLSelectElement} mover
 * @param {readonly HTMLInputElement[]} points
 */
function drawRules(scene, rules, mover, points) {
  const state = stateOf(scene.position);
  rules.value = state.rules;
  mover.value = String(state.toMove);
  points.forEach((input, at) => {
    if (document.activeElement !== input) input.value = String(state.scores[at]);
  });
}

/** @returns {import("../commands.js").Command[]} */
function setupCommands() {
  const isSetUp = (/** @type {App} */ app) => app.store.screen.mode === "setup";
  const turnOver = (/** @type {App} */ app) =>
    change(app, { toMove: stateOf(app.store.node.position).toMove === 1 ? 2 : 1 });
  const enterTaboo = (/** @type {App} */ app) => app.store.show({ taboo: !app.store.screen.taboo, mode: "setup" });
  return commandsOf("Board", [
    ["taboo", "Enter taboo moves", ["x"], enterTaboo, { pressed: (app) => app.store.screen.taboo }],
    ["turn", "Give the turn to the other player", ["u"], turnOver, { when: isSetUp }],
    ["clear-board", "Clear the board", [], clearBoard],
  ], { game: "sudoku" });
}

/**
 * @param {App} app
 * @param {any} parts  of the state
 */
function change(app, parts) {
  const state = stateOf(app.store.node.position).with({ ...parts, history: [] });
  app.begin("sudoku", positionOf(state), { players: app.store.study.players });
}

/**
 * @param {App} app
 * @param {import("../../boards/sudoku_state.js").Rules} rules
 */
function setRules(app, rules) {
  const seed = app.store.past.length; // chosen again, a mode draws other cells; undone and chosen, the same
  try {
    change(app, partsOf(stateOf(app.store.node.position).under(rules, seed)));
  } catch (error) {
    app.warn(`This play mode does not fit: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * @param {import("../../boards/sudoku_state.js").SudokuState} state
 */
function partsOf({ rules, allowed, occupied, toMove }) {
  return { rules, allowed, occupied, toMove };
}

/**
 * @param {App} app
 */
function clearBoard(app) {
  const { m, n } = stateOf(app.store.node.position).shape;
  app.begin("sudoku", emptyBoard(m, n));
}

/**
 * @param {App} app
 * @param {number} at
 */
function pointsField(app, at) {
  const input = h("input", {
    type: "number",
    min: 0,
    max: 9999,
    id: `points-${at + 1}`,
    class: "num",
    onchange: () => {
      if (app.store.study.game !== "sudoku") return; // typed before a grid of Dots was opened
      const points = Math.max(0, Math.min(9999, Math.trunc(Number(input.value)) || 0));
      const scores = [...stateOf(app.store.node.position).scores];
      scores[at] = points;
      change(app, { scores });
    },
  });
  return input;
}

/** @type {Panel} */
export const bundledPanel = {
  id: "bundled",
  tab: "setup",
  order: 20,
  title: "Boards of Bombe",
  build(host, app) {
    /** @type {{name: string, text: string}[]} */
    const boards = app.document.bundled ?? [];
    const list = h(
      "ul",
      { class: "boards" },
      ...boards.map(({ name, text }) =>
        h(
          "li",
          {},
          makeButton(name, () => openText(app, text, name), { class: "plain", dataset: { board: name } }),
        ),
      ),
    );
    fill(host, boards.length ? list : quiet("This page came without boards."));
    mark(host, "data-count", boards.length);
    return { draw() {} };
  },
};
