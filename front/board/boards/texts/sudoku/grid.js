// @ts-check
// One board as people draw it with characters: bars between the boxes, or a sign for empty cells.
//
//     +-------+-------+-------+        53.|.7.|...        5 3 _ _ 7 _ _ _ _
//     | 5 3 . | . 7 . | . . . |        6..|195|...        6 _ _ 1 9 5 _ _ _
//     ...                              ---+---+---        ...
//
// Empty is `.`, or one other sign throughout: `_ - * ? x` or a middle dot; where bars fence the
// columns, it may also be a blank. The bars and the lines between them tell the shape; lines of
// dashes between rows are no rows, unless rows would be missing.

import { MAX_SIZE } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { cellsIn, shapeTold, valuesIn } from "./grid_cells.js";
import { BARS, rowsOf } from "./grid_rows.js";
import { shapeIn } from "./rows.js";

const RULE = /^(?=.*[-─━=═]{3})[-─━=═+*|│┃║┼┬┴├┤┌┐└┘╔╗╚╝╠╣╦╩╬╪╫.:' \t]+$/;
const SYMBOLS = /^[0-9A-Za-z@._*?·-]+$/;
const CELL_SIGN = /[_*?·-]|(?<![a-wyz])x(?![a-wyz])/g;
const FRAME = /^ *[┌+](?:[─-]+[┬+])*[─-]+[┐+] *$/;
const FIRST_LINES = 80;
/** Longer words begin lines of symbols, which are a board each. */
const TITLE = /^[^ \t]{1,15}(?:[ \t]|$)/;
/** The smallest N for which x is a symbol of a value. */
const LEAST_WITH_X = 24;
const LEAST_SYMBOLS = 4;

/** @type {import("./formats.js").Reader} */
export const GRID = {
  looksLike: (head) =>
    RULE.test(head[0]) || isBarred(head[0]) || isOther(head) || (TITLE.test(head[0]) && frameIn(head) > 0),

  read(lines) {
    const telling = lines.filter((line) => line.isTelling);
    const rows = rowsOf(framed(telling), RULE);
    return rows.length ? [stateOf(rows, shapeIn(lines))] : [];
  },
};

/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("./grid_rows.js").Row} Row */

/**
 * Return which of the first lines is the top of a frame; -1 if there is none.
 * @param {readonly string[]} head
 */
export function frameIn(head) {
  return head.slice(0, FIRST_LINES).findIndex((line) => FRAME.test(line));
}

/**
 * Return whether a line is a row with bars, and nothing else.
 * @param {string} text
 */
function isBarred(text) {
  const pieces = text.split(BARS);
  const words = pieces.flatMap((piece) => piece.split(/[ \t]+/).filter(Boolean));
  return pieces.length > 1 && words.every((word) => word.length <= MAX_SIZE && SYMBOLS.test(word));
}

/**
 * Return whether one of the first rows has another sign for empty, and none before it a dot.
 * @param {readonly string[]} head
 */
function isOther(head) {
  const rows = head.slice(0, MAX_SIZE).map((text) => text.split(/[ \t]+/).join(""));
  const length = rows[0]?.length ?? 0;
  for (const [i, row] of rows.entries()) {
    if (hasOtherBlanks(row)) return true;
    const isFull = /^[1-9A-Za-z@]+$/.test(row) && row.length === length && length <= MAX_SIZE;
    if (!isFull || i + 1 === length) return false;
  }
  return false;
}

/**
 * Return whether a line is a row or a board of symbols with one sign for empty, no dot.
 * @param {string} text
 */
function hasOtherBlanks(text) {
  const symbols = text.split(/[ \t]+/).join("");
  const { length } = symbols;
  const size = length <= MAX_SIZE ? length : Math.floor(Math.sqrt(length));
  const signs = new Set(symbols.toLowerCase().match(CELL_SIGN));
  if (length < LEAST_SYMBOLS || signs.size !== 1 || symbols.includes(".")) return false;
  return (!signs.has("x") || size < LEAST_WITH_X) && SYMBOLS.test(symbols);
}

/**
 * Return the lines of a frame without the words above and below it; all if there is none.
 * @param {Span[]} lines
 */
function framed(lines) {
  const first = lines.findIndex((line) => RULE.test(line.text));
  if (first <= 0 || /^[-|│┃║ \t]+$/.test(lines[first].text) || isBarred(lines[0].text))
    return lines;
  const last = lines.length - 1 - [...lines].reverse().findIndex((line) => RULE.test(line.text));
  return lines.slice(first, last + 1);
}

/**
 * @param {Row[]} rows
 * @param {import("../../shape.js").Shape | null} named
 */
function stateOf(rows, named) {
  const { cells, size, perPiece, from } = cellsIn(rows);
  const shape = shapeTold(from, size, perPiece, named);
  if (shape.size !== size) {
    throw from[from.length - 1].line.error("rows-count", { shape, size: shape.size, count: size });
  }
  return new SudokuState({ shape, values: valuesIn(cells, size, LEAST_WITH_X) });
}
