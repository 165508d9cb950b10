// @ts-check
// One puzzle in rows of symbols, as .sdk files hold it, with or without [Puzzle] above it.
//
// Other sections ([State] and the like) are skipped. Boxes are as square as can be, unless a comment
// line of our own, `#Cshape 3x2`, says otherwise; it also says that the symbols are in the alphabet
// that we write.

import { MAX_SIZE, Shape } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { shapeAt } from "../spans.js";
import { quoted } from "../words.js";
import { SYMBOL, decode } from "./decoding.js";

/** @typedef {import("../spans.js").Span} Span */

const SECTION = /^\[([A-Za-z][A-Za-z0-9 ]*)\]$/;
const SHAPE = /^#[ \t]*C[ \t]*shape[ \t]+([0-9]{1,3})x([0-9]{1,3})[ \t]*$/i;
const ROW = new RegExp(`^${SYMBOL}+$`);
/** Nobody has puzzles of so few values, but boards of 4x4 and 9x9 cells are written in rows. */
const NO_PUZZLES = 3;

/** @type {import("./formats.js").Reader} */
export const SDK = {
  looksLike: ([first]) => (SECTION.test(first) || ROW.test(first)) && first.length <= MAX_SIZE,

  read(lines) {
    /** @type {Span[]} */
    const rows = [];
    /** @type {Shape | null} */
    let named = null;
    let isInside = true;
    for (const line of lines) {
      const section = SECTION.exec(line.bare);
      const comment = SHAPE.exec(line.bare);
      if (section) {
        isInside = section[1].toLowerCase() === "puzzle";
        if (isInside && rows.length) throw line.error("sdk-second");
      } else if (comment) {
        if (rows.length) throw line.error("sdk-shape");
        named = shapeAt(Number(comment[1]), Number(comment[2]), line);
      } else if (line.isTelling && isInside) rows.push(rowOf(line, rows, named));
    }
    if (!rows.length) return [];
    const shape = named ?? Shape.ofSize(rows[0].text.length);
    const { size } = shape;
    if (rows.length < size) throw rows[rows.length - 1].error("sdk-ends", { count: rows.length, size });
    return [new SudokuState({ shape, values: decode(rows, size, named !== null) })];
  },
};

/**
 * Return whether L lines of L symbols are the rows of one board, not a small board each.
 *
 * Only where L is a square can both be meant. Then symbols that are too large for a small board
 * decide: one of them if small boards have 3 values at most, else such lines must be the most, so
 * that a typing error in one of many small boards does not make them a large one. Without such
 * symbols exactly L empty lines are one board, and all others are small boards.
 * @param {readonly string[]} head
 */
export function isSurelySdk(head) {
  const first = head[0] ?? "";
  if (SECTION.test(first)) return true;
  const { length } = first;
  if (length < 2 || length > MAX_SIZE || !ROW.test(first)) return false;
  const rows = firstRows(head, length);
  const root = Math.floor(Math.sqrt(length));
  if (root * root !== length) return rows.length > 1;
  const filled = rows.filter((row) => /[^.0]/.test(row));
  if (!filled.length) return rows.length === length;
  const small = ".0123456789".slice(0, root + 2);
  const large = filled.filter((row) => !Array.from(row).every((each) => small.includes(each)));
  if (root <= NO_PUZZLES) return large.length > 0;
  return rows.length > 1 && large.length > filled.length - large.length;
}

/**
 * Return the first lines of L symbols, L + 1 at most.
 * @param {readonly string[]} head
 * @param {number} length
 */
function firstRows(head, length) {
  const rows = head.slice(0, length + 1);
  const end = rows.findIndex((row) => row.length !== length || !ROW.test(row));
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * Return whether a text has L rows of L symbols: where one board is expected, that is it.
 *
 * 16, 25 or 36 such lines may be as many puzzles; `isSurelySdk` tells them from one large board.
 * @param {readonly string[]} rows
 */
export function isSquareText(rows) {
  if (rows.length < 2 || !rows.every((row) => row.length === rows.length && ROW.test(row))) {
    return false;
  }
  const root = Math.sqrt(rows.length);
  return root > NO_PUZZLES && Number.isInteger(root) ? isSurelySdk(rows) : true;
}

/**
 * Return the row of symbols on a line of a puzzle.
 * @param {Span} line
 * @param {readonly Span[]} rows those above it
 * @param {Shape | null} shape
 */
function rowOf(line, rows, shape) {
  const [row, rest] = line.pieces();
  if (rest) throw rest.error("sdk-follows", { text: quoted(Array.from(rest.text)[0]) });
  const count = Array.from(row.text).length;
  const size = shape?.size ?? Array.from((rows[0] ?? row).text).length;
  if (count !== size || size > MAX_SIZE) {
    const expected = size <= MAX_SIZE ? `rows here have ${size}` : `rows have up to ${MAX_SIZE}`;
    throw row.error("sdk-row", { count, expected });
  }
  if (rows.length === size) throw row.error("sdk-more", { size });
  return row;
}
