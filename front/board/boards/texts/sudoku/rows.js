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

import { RULES } from "../../play_modes.js";
import { MAX_SIZE, Shape } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { readable, shapeAt } from "../spans.js";
import { shown } from "../words.js";
import { cellValue } from "./framework.js";

/** @typedef {import("../spans.js").Span} Span */

const ROW = /^(?:\.|[0-9]{1,2})(?:[ \t]+(?:\.|[0-9]{1,2}))+$/;
const STATUS = new RegExp(`^[ \\t]*(?:${RULES.join("|")}), [0-9]`);
const SHAPE = /^[ \t]*#[ \t]*shape[ \t]+([0-9]{1,3})x([0-9]{1,3})[ \t]*$/;

/** @type {import("./formats.js").Reader} */
export const ROWS = {
  // m, n and the cells are never N lines of N cells.
  looksLike(head) {
    const size = wordsIn(head[0]);
    const count = STATUS.test(head[size] ?? "") ? size + 1 : size;
    if (size < 2 || size > MAX_SIZE || head.length !== count) return false;
    return head.slice(0, size).every((row) => ROW.test(row) && wordsIn(row) === size);
  },

  read(lines) {
    const rows = lines.filter((line) => line.isTelling);
    const last = rows[rows.length - 1];
    const status = rows.length > 1 && STATUS.test(last.text) ? rows.pop() : null;
    const state = boardOf(rows, shapeIn(lines));
    const told = `classic, 0 to 0, ${state.isOver ? "the game is over" : "player 1 to move"}`;
    if (status && status.bare !== told) throw status.error("rows-play", { text: shown(status.text) });
    return [state];
  },
};

/**
 * Return the shape that a comment names; null if there is none.
 * @param {readonly Span[]} lines
 */
export function shapeIn(lines) {
  for (const line of lines) {
    const found = SHAPE.exec(line.text);
    if (found) return shapeAt(Number(found[1]), Number(found[2]), line);
  }
  return null;
}

/** @param {string} text */
function wordsIn(text) {
  return text.split(/[ \t]+/).filter(Boolean).length;
}

/**
 * @param {Span[]} rows
 * @param {Shape | null} named
 */
function boardOf(rows, named) {
  const last = rows[rows.length - 1];
  const shape = named ?? readable(() => Shape.ofSize(rows.length), last, "rows-size");
  const { size } = shape;
  if (rows.length !== size) throw last.error("rows-count", { shape, size, count: rows.length });
  const values = rows.flatMap((row) => {
    const words = row.pieces();
    if (words.length !== size) throw row.error("rows-cells", { count: words.length, size });
    return words.map((word) => cellValue(word, size));
  });
  return new SudokuState({ shape, values });
}
