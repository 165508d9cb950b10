// @ts-check
// One board in N rows of N numbers with blanks between them: what `print(board)` shows.
//
//     # shape 3x2
//     1 . . . 5 .
//     ...
//
// `.` and `0` are empty cells; blank lines and lines that begin with `#` are skipped, except that the
// first line above says the shape where the boxes are not as square as can be.
// What `print(state)` shows has a line more, which says how a game stands: of one that has not begun
// it is read, of others refused.

import { BoardError } from "../../errors.js";
import { MAX_SIZE, Shape } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { agreedShape, limited, stripped } from "../spans.js";
import { shown } from "../words.js";
import { cellValue } from "./cells.js";
import { printed } from "./printed.js";

/** @typedef {import("../spans.js").Head} Head */
/** @typedef {import("../spans.js").Span} Span */

const ROW = /^(?:\.|[0-9]{1,2})(?:[ \t]+(?:\.|[0-9]{1,2}))+$/;
const STATUS = /^[ \t]*(?:classic|rows|border|random), [0-9]/;
const SHAPE = /^[ \t]*#[ \t]*shape[ \t]+([0-9]{1,3})x([0-9]{1,3})[ \t]*$/;

/** @type {import("./formats.js").Format} */
export const ROWS = {
  name: "rows",
  suffixes: [],
  summary: "what print(board) shows: N rows of N numbers, '.' for an empty cell",
  keeps: "board",
  looksLike,

  *read(lines, options) {
    /** @type {Span[]} */
    const rows = [];
    let { shape } = options;
    for (const line of limited(lines)) {
      const found = SHAPE.exec(line.text);
      if (found) shape = agreedShape(Number(found[1]), Number(found[2]), line, shape);
      else if (line.isTelling) rows.push(line);
    }
    const last = rows[rows.length - 1];
    const status = rows.length > 1 && STATUS.test(last.text) ? rows.pop() : null;
    if (!rows.length) return;
    const state = boardOf(rows, shape);
    if (status && stripped(status.text) !== statusOf(state)) {
      const problem = `${shown(status.text)} is of a game in play`;
      throw status.error(problem, "write the game as json, or drop the line");
    }
    yield { state, line: rows[0].line };
  },

  write(state) {
    const { shape } = state;
    const comment = shape === Shape.ofSize(shape.size) ? [] : [`# shape ${shape}`];
    return `${[...comment, ...printed(state)].join("\n")}\n`;
  },
};

/**
 * Return whether the text has N lines of N cells: m, n and the cells are never that many.
 * @param {Head} head
 */
function looksLike(head) {
  const size = wordsIn(head.line(0) ?? "");
  const last = head.line(size);
  const count = last !== null && STATUS.test(last) ? size + 1 : size;
  if (size < 2 || size > MAX_SIZE || head.telling.length !== count) return false;
  return head.telling.slice(0, size).every(({ text }) => ROW.test(text) && wordsIn(text) === size);
}

/**
 * Return what Python prints below the board of a game that has not begun.
 * @param {SudokuState} state
 */
function statusOf(state) {
  return `classic, 0 to 0, ${state.isOver ? "the game is over" : "player 1 to move"}`;
}

/** @param {string} text */
function wordsIn(text) {
  return text.split(/[ \t]+/).filter(Boolean).length;
}

/**
 * @param {Span[]} rows
 * @param {Shape | null} wanted
 */
function boardOf(rows, wanted) {
  const shape = wanted ?? shapeOf(rows);
  if (rows.length !== shape.size) {
    const problem = `a ${shape} board has ${shape.size} rows, not ${rows.length}`;
    throw rows[rows.length - 1].error(problem, "write N rows of N cells");
  }
  return new SudokuState({ shape, values: rows.flatMap((row) => valuesOf(row, shape.size)) });
}

/** @param {Span[]} rows */
function shapeOf(rows) {
  try {
    return Shape.ofSize(rows.length);
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    throw rows[rows.length - 1].error(error.message, "write N rows of N cells");
  }
}

/**
 * @param {Span} row
 * @param {number} size
 */
function valuesOf(row, size) {
  const words = row.words();
  if (words.length !== size) {
    const problem = `a row of ${words.length} cells, but there are ${size} rows`;
    throw row.error(problem, "write N rows of N cells, '.' where one is empty");
  }
  return words.map((word) => cellValue(word, size));
}
