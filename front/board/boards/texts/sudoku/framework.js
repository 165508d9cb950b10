// @ts-check
// The course framework's board text, up to v13: `m n`, then the cells row by row.
//
// `.` and `0` are empty cells; lines may be broken anywhere, and lines that begin with `#` are
// skipped.

import { MAX_SIZE } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { shapeAt, whole } from "../spans.js";
import { shown } from "../words.js";

/** @typedef {import("../spans.js").Span} Span */

/** @type {import("./formats.js").Reader} */
export const FRAMEWORK = {
  looksLike: ([first]) => /^[0-9]+[ \t]+[0-9]+(?![^ \t])/.test(first),

  read(lines) {
    const [first, second, ...words] = lines.filter((line) => !line.isComment).flatMap((line) => line.pieces());
    if (!first) return [];
    if (!second) throw first.error("framework-m");
    const shape = shapeAt(whole(first, "m", 1, MAX_SIZE), whole(second, "n", 1, MAX_SIZE), first);
    const { cells } = shape;
    const values = words.slice(0, cells).map((word) => cellValue(word, shape.size));
    if (words.length > cells) throw words[cells].error("framework-more", { cells, shape });
    if (values.length === cells) return [new SudokuState({ shape, values })];
    const last = words[words.length - 1] ?? second;
    throw last.error("framework-ends", { count: values.length, cells, shape });
  },
};

/**
 * Return the value of a cell, a number, or `.` or 0 for an empty one.
 * @param {Span} word
 * @param {number} size
 */
export function cellValue(word, size) {
  const isCell = /^(?:\.|[0-9]{1,2})$/.test(word.text);
  const value = word.text === "." ? 0 : Number(word.text);
  if (isCell && value <= size) return value;
  throw word.error(isCell ? "cell-over" : "cell", { text: shown(word.text), value, size });
}
