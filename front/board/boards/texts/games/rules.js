// @ts-check
// What records need of a game: its start, its moves as plain values, and the position after a move.

import { dotsPartsOfDocument } from "../../dots_document.js";
import { DotsState } from "../../dots_state.js";
import { UsageError } from "../../errors.js";
import { lineText } from "../../grid.js";
import { moveText } from "../../moves.js";
import { partsOfDocument } from "../../sudoku_document.js";
import { SudokuState } from "../../sudoku_state.js";
import { boardLine } from "../../symbols.js";
import { kindOf, quoted } from "../words.js";

/** @typedef {import("../value.js").Value} Value */
/** @typedef {SudokuState | DotsState} State */
/** @typedef {[number, number, number] | [string, number, number]} PlainMove */
/**
 * @typedef {Object} Rules
 * @property {(parts: unknown) => PlainMove} move the move of plain values
 * @property {(given: Value) => State} start
 * @property {(state: any, move: any, isBomb: boolean) => State} after
 * @property {(state: any, move: any) => number} points
 * @property {(move: any) => string} moveText
 * @property {(start: any) => Record<string, unknown>} facts fields that a record has of its start
 */

/** @type {Rules} */
const SUDOKU = {
  move(parts) {
    if (isWholes(parts, 3)) return [parts[0], parts[1], parts[2]];
    throw notAMove("row, column and value, such as [0, 3, 5]", parts);
  },
  start: (given) => new SudokuState(partsOfDocument(given)),
  after: (state, move, isBomb) => (isBomb ? state.reject(move) : state.play(move)),
  points: (state, move) => state.points(move),
  moveText,
  facts: ({ rules, shape, values }) => ({
    rules,
    m: shape.m,
    n: shape.n,
    board: boardLine(values),
  }),
};

/** @type {Rules} */
const DOTS = {
  move(parts) {
    const isLine = Array.isArray(parts) && ["h", "v"].includes(parts[0]);
    if (isLine && isWholes(parts.slice(1), 2)) return [parts[0], parts[1], parts[2]];
    throw notAMove('h or v, row and column, such as ["h", 0, 1]', parts);
  },

  start: (given) => new DotsState(dotsPartsOfDocument(given)),

  after(state, move, isBomb) {
    if (isBomb) throw new UsageError(`${lineText(move)} cannot be a bomb: dots has none`);
    return state.play(move);
  },

  points: (state, move) => state.points(move),
  moveText: lineText,
  facts: ({ grid, extraTurn }) => ({
    rows: grid.rows,
    columns: grid.columns,
    extra_turn: extraTurn,
  }),
};

/** @type {ReadonlyMap<string, Rules>} */
const GAMES = new Map([
  ["sudoku", SUDOKU],
  ["dots", DOTS],
]);

/**
 * Return the rules of a game; throw UsageError for one that is not known.
 * @param {unknown} name
 */
export function rulesNamed(name) {
  const found = GAMES.get(String(name));
  if (found) return found;
  const known = [...GAMES.keys()].sort().join(", ");
  throw new UsageError(`unknown game ${quoted(String(name))}: known are ${known}`);
}

/**
 * Return the name of the game of a position.
 * @param {State} state
 * @returns {"sudoku" | "dots"}
 */
export function gameOf(state) {
  return state instanceof DotsState ? "dots" : "sudoku";
}

/**
 * @param {string} expected
 * @param {unknown} parts
 */
function notAMove(expected, parts) {
  return new UsageError(`a move is ${expected}, not ${kindOf(parts)}`);
}

/**
 * @param {unknown} parts
 * @param {number} count
 * @returns {parts is number[]}
 */
function isWholes(parts, count) {
  return Array.isArray(parts) && parts.length === count && parts.every(Number.isInteger);
}
