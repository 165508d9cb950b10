// @ts-check
// The keys of a grid of Dots and Boxes: arrows go from line to line, Enter draws.

import { commandsOf } from "../commands.js";
import { arrowRows } from "../frame/arrows.js";
import { clearLine, enterLine, giveBoxes, turnOver } from "./dots_entry.js";
import { stateOf } from "./dots_states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../commands.js").Command} Command */
/** @typedef {import("../commands.js").CommandRow} CommandRow */
/** @typedef {import("../../boards/grid.js").Grid} Grid */
/** @typedef {import("./dots_view.js").DotsView} DotsView */

/** @param {App} app */
const onGrid = (app) =>
  app.store.screen.cell !== null && Boolean(document.activeElement?.closest(".drawing.dots"));
/** @param {App} app */
const isSetUp = (app) => app.store.screen.cell !== null && app.store.screen.mode === "setup";

/**
 * Return the commands of the grid.
 * @param {DotsView} view
 * @returns {Command[]}
 */
export function dotsCommands(view) {
  const owners = /** @type {const} */ ([0, 1, 2]).map((owner) => /** @type {CommandRow} */ ([
    `give-${owner}`,
    owner ? `Give the boxes beside the line to player ${owner}` : "Take the boxes beside the line from both players",
    [String(owner)], (app) => giveBoxes(app, chosenLine(app), owner), { when: isSetUp },
  ]));
  const rows = /** @type {CommandRow[]} */ ([
    ...arrowRows("line", onGrid, (app, down, right) => move(app, view, down, right)),
    ["line-draw", "Draw the line", ["Enter", " "], (app) => enterLine(app, chosenLine(app)), { when: onGrid }],
    ["line-clear", "Take the line away", ["Delete", "Backspace"], (app) => clearLine(app, chosenLine(app)), { when: isSetUp }],
    ["dots-turn", "Give the turn to the other player", ["u"], turnOver, { when: (app) => app.store.screen.mode === "setup" }],
    ...owners,
  ]);
  return commandsOf("Grid", rows, { game: "dots" });
}

/** @param {App} app */
function chosenLine(app) {
  return app.store.screen.cell ?? 0;
}

/**
 * Choose and focus the next line in a direction.
 * @param {App} app
 * @param {DotsView} view
 * @param {number} down
 * @param {number} right
 */
function move(app, view, down, right) {
  const { grid } = stateOf(app.store.node.position);
  const edge = neighbour(grid, chosenLine(app), down, right, view.column);
  if (down === 0) view.column = null;
  else view.column ??= placeOf(grid, chosenLine(app))[1];
  view.choose(edge);
}

/**
 * Return the line beside another one. Lines stand in rows, horizontal ones and vertical ones in
 * turn; `wanted` is the column to which ways up and down keep.
 * @param {Grid} grid
 * @param {number} edge
 * @param {number} down
 * @param {number} right
 * @param {number | null} wanted
 */
function neighbour(grid, edge, down, right, wanted) {
  const [row, column] = placeOf(grid, edge);
  const rows = 2 * grid.rows,
    next = Math.max(0, Math.min(rows, row + down));
  const shift = 1 - (next % 2);
  const target = down ? (wanted ?? column) : column + 2 * right;
  const last = 2 * grid.columns - shift;
  // Of two lines as near, the left one.
  const at = Math.max(shift, Math.min(last, target - ((target - shift) % 2 === 0 ? 0 : 1)));
  return edgeAt(grid, next, Math.max(shift, at));
}

/**
 * Return the row and column of a line in the lattice of half boxes.
 * @param {Grid} grid
 * @param {number} edge
 * @returns {[number, number]}
 */
function placeOf(grid, edge) {
  const [kind, row, column] = grid.lines[edge];
  return kind === "h" ? [2 * row, 2 * column + 1] : [2 * row + 1, 2 * column];
}

/**
 * @param {Grid} grid
 * @param {number} row
 * @param {number} column
 */
function edgeAt(grid, row, column) {
  return row % 2
    ? grid.edge(["v", (row - 1) / 2, column / 2])
    : grid.edge(["h", row / 2, (column - 1) / 2]);
}
