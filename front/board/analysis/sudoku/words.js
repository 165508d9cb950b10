// @ts-check
// Numbers and positions in words, as Bombe's sentences write them: equal to bombe.analysis.results
// and to the formats of Python's numbers.

import { counted } from "../../boards/templates.js";

/** @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState */

/** The symbols of one-line texts, a dot for an empty cell. */
const SYMBOLS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@";

/**
 * Return a number rounded to so many digits after the point; of two as near, the even one.
 * @param {number} number
 * @param {number} [digits]
 * @returns {number}
 */
export function rounded(number, digits = 0) {
  return Number(fixed(number, digits));
}

/**
 * Write a number with so many digits after the point; of two as near, the even one, as Python does.
 * @param {number} number
 * @param {number} digits
 * @returns {string}
 */
export function fixed(number, digits) {
  const text = number.toFixed(digits);
  // Only multiples of 1/2, 1/4 ... can lie exactly in the middle of two such decimals.
  const isDyadic = (number * 2 ** (digits + 1)) % 1 === 0;
  const isMiddle = isDyadic && number.toFixed(digits + 1).endsWith("5");
  if (!isMiddle) return text;
  const step = 10 ** digits;
  const low = Math.floor(number * step);
  return ((low % 2 ? low + 1 : low) / step).toFixed(digits);
}

/**
 * Write a number with its sign.
 * @param {number} number
 * @param {number} [digits]
 * @returns {string}
 */
export function signed(number, digits = 0) {
  const text = fixed(number, digits);
  return text.startsWith("-") ? text : `+${text}`;
}

/**
 * Return the JSON fields of a position's board.
 * @param {SudokuState} state
 */
export function boardFields({ shape, values }) {
  return { board: values.map((value) => SYMBOLS[value]).join(""), m: shape.m, n: shape.n };
}

/**
 * Return the number of filled cells.
 * @param {SudokuState} state
 * @returns {number}
 */
export function givensOf({ values }) {
  return values.filter(Boolean).length;
}

/**
 * Return the shape of a board and the number of its givens.
 * @param {SudokuState} state
 * @returns {string}
 */
export function boardHeading(state) {
  return `${state.shape} board, ${counted(givensOf(state), "given")}`;
}

/**
 * Return the shape of a board and its givens, or its filled cells if players filled some.
 * @param {SudokuState} state
 * @returns {string}
 */
export function stateHeading(state) {
  if (!state.filled.some((cells) => cells.size)) return boardHeading(state);
  return `${state.shape} board, ${counted(givensOf(state), "filled cell")}`;
}

/**
 * Return candidates as rows, columns and values.
 * @param {SudokuState} state
 * @param {readonly number[]} candidates
 * @returns {[number, number, number][]}
 */
export function plainMoves(state, candidates) {
  return candidates.map((candidate) => plainMove(state, candidate));
}

/**
 * Return a candidate as row, column and value.
 * @param {SudokuState} state
 * @param {number} candidate
 * @returns {[number, number, number]}
 */
export function plainMove({ shape }, candidate) {
  const cell = Math.floor(candidate / shape.size);
  return [...shape.coordinates(cell), (candidate % shape.size) + 1];
}
