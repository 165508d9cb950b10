// @ts-check
// The keys of a Sudoku board: move between cells, enter values, clear, choose a candidate.

import { commandsOf } from "../commands.js";
import { arrowRows } from "../frame/arrows.js";
import { stateOf } from "./states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../commands.js").Command} Command */
/** @typedef {import("../commands.js").CommandRow} CommandRow */
/** @typedef {import("./sudoku_view.js").SudokuView} SudokuView */

/** @param {App} app */
const onBoard = (app) =>
  app.store.screen.cell !== null && Boolean(document.activeElement?.closest(".sudoku"));
/** @param {App} app */
const hasCell = (app) => app.store.screen.cell !== null;
/** @param {App} app */
const isSetUp = (app) => hasCell(app) && app.store.screen.mode === "setup";

/**
 * Return the commands of the board.
 * @param {App} app
 * @param {SudokuView} view
 * @returns {Command[]}
 */
export function boardCommands(app, view) {
  const digits = Array.from({ length: 10 }, (_, digit) => /** @type {CommandRow} */ ([
    `digit-${digit}`, `Type ${digit}`, [String(digit)], () => typeDigit(app, view, digit), { quiet: true, when: hasCell },
  ]));
  const rows = /** @type {CommandRow[]} */ ([
    ...arrowRows("cell", onBoard, (_, down, right) => moveFocus(app, view, down, right)),
    ...digits,
    ["clear-cell", "Clear the cell", ["Delete", "Backspace"], () => clear(view), { when: isSetUp }],
    ["enter-value", "Play the chosen candidate, or end a number", ["Enter"], () => enterChosen(app, view), { when: onBoard }],
    ["next-value", "Choose the next candidate of the cell", [" "], nextValue, { when: onBoard }],
  ]);
  return commandsOf("Board", rows, { game: "sudoku" });
}

/**
 * @param {App} app
 * @param {SudokuView} view
 * @param {number} down
 * @param {number} right
 */
function moveFocus(app, view, down, right) {
  const { shape } = stateOf(app.store.node.position);
  const last = shape.size - 1;
  view.entry?.finish();
  const [row, column] = shape.coordinates(app.store.screen.cell ?? 0);
  const to = (/** @type {number} */ at, /** @type {number} */ by) => Math.max(0, Math.min(last, at + by));
  view.drawing?.cells[shape.cell(to(row, down), to(column, right))].group.focus();
}

/**
 * @param {App} app
 * @param {SudokuView} view
 * @param {number} digit
 */
function typeDigit(app, view, digit) {
  const isClearing = digit === 0 && !view.entry?.pending;
  if (isClearing && isSetUp(app)) clear(view);
  else view.entry?.type(digit);
}

/**
 * @param {SudokuView} view
 */
function clear(view) {
  if (!view.entry?.forget()) view.entry?.enter(0);
}

/**
 * @param {App} app
 * @param {SudokuView} view
 */
function enterChosen(app, view) {
  if (view.entry?.pending) view.entry.finish();
  else if (app.store.screen.value) view.entry?.enter(app.store.screen.value);
}

/**
 * @param {App} app
 */
function nextValue(app) {
  const { cell, value } = app.store.screen;
  if (cell === null) return;
  const values = stateOf(app.store.node.position).candidates(cell);
  app.store.show({ value: values[(values.indexOf(value ?? 0) + 1) % values.length] ?? null });
}
