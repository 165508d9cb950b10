// @ts-check
// Where a game text contradicts itself: its signs and its lists of squares, its board and its moves.

import { shown } from "../words.js";

/** @typedef {import("../../sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("./game.js").BoardCells} BoardCells */

/**
 * Refuse lists of occupied squares that cannot be, or that the signs contradict.
 * @param {readonly [Span, Span]} keys of the lists
 * @param {BoardCells} cells
 * @param {SudokuState} state
 */
export function checkOccupied(keys, cells, state) {
  const hasSigns = cells.signs.some((sign) => sign !== " ");
  cells.words.forEach((word, cell) => {
    const owners = [0, 1].filter((player) => state.occupied?.[player].has(cell));
    const isTwice = owners.length === 2;
    if (isTwice || (owners.length && !cells.values[cell])) {
      const problem = isTwice ? "is in both lists" : "is empty on the board";
      throw keys[owners[0]].error(
        `square ${place(state, cell)} ${problem}`,
        "take it out of the list",
      );
    }
    const owner = owners.length ? "+-"[owners[0]] : " ";
    const sign = cells.signs[cell];
    // The framework writes '-' on every filled cell that is not player 1's, givens too.
    if (hasSigns && sign !== owner && !(sign === "-" && owner === " ")) {
      throw word.error(
        `${shown(word.text)} does not agree with the occupied squares`,
        "correct the sign or the lists, or drop one of the two",
      );
    }
  });
}

/**
 * Refuse an initial board that board and moves do not imply.
 * @param {BoardCells} initial
 * @param {SudokuState} state
 */
export function checkInitialBoard(initial, state) {
  const implied = state.initialValues;
  const cell = initial.values.findIndex((value, each) => value !== implied[each]);
  if (cell < 0) return;
  throw initial.words[cell].error(
    `initial-board has ${initial.values[cell] || "nothing"} at ${place(state, cell)}, but board and ` +
      `moves imply ${implied[cell] || "nothing"}`,
    "drop initial-board and its lines",
  );
}

/**
 * @param {SudokuState} state
 * @param {number} cell
 */
function place({ shape }, cell) {
  return `(${shape.row(cell)},${shape.column(cell)})`;
}
