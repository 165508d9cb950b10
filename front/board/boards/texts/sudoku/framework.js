// @ts-check
// The course framework's board text, up to v13: `m n`, then the cells row by row.
//
// `.` and `0` are empty cells; lines may be broken anywhere, and lines that begin with `#` are
// skipped.

import { MAX_SIZE } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { agreedShape, limited, whole } from "../spans.js";
import { cellValue } from "./cells.js";
import { printed } from "./printed.js";

/** @typedef {import("../../shape.js").Shape} Shape */
/** @typedef {import("../spans.js").Span} Span */

/** @type {import("./formats.js").Format} */
export const FRAMEWORK = {
  name: "framework",
  suffixes: [],
  summary: "the course framework's board text (up to v13): `3 3`, then the cells",
  keeps: "board",
  looksLike: (head) => /^[0-9]+[ \t]+[0-9]+(?![^ \t])/.test(head.line(0) ?? ""),

  *read(lines, { shape }) {
    const words = wordsOf(lines);
    const first = words.next();
    if (first.done) return;
    yield { state: boardOf(first.value, words, shape), line: first.value.line };
  },

  write: (state) => `${state.shape.m} ${state.shape.n}\n${printed(state).join("\n")}\n`,
};

/**
 * @param {readonly string[]} lines
 * @returns {Generator<Span, void>}
 */
function* wordsOf(lines) {
  for (const line of limited(lines)) {
    if (!line.isComment) yield* line.words();
  }
}

/**
 * @param {Span} first
 * @param {Generator<Span, void>} words
 * @param {Shape | null} wanted
 */
function boardOf(first, words, wanted) {
  const second = words.next();
  if (second.done) {
    throw first.error("the text ends after m", "begin with m and n, rows and columns of a box");
  }
  let word = second.value;
  const [m, n] = [whole(first, "m", 1, MAX_SIZE), whole(word, "n", 1, MAX_SIZE)];
  const shape = agreedShape(m, n, first, wanted);
  const values = [];
  for (word of words) {
    if (values.length === shape.cells) {
      throw word.error(
        `more than the ${shape.cells} cells of a ${shape} board`,
        "give each board a file, or correct m and n on the first line",
      );
    }
    values.push(cellValue(word, shape.size));
  }
  if (values.length < shape.cells) {
    throw word.error(
      `the text ends after ${values.length} of the ${shape.cells} cells of a ${shape} board`,
      "add the rest, or correct m and n on the first line",
    );
  }
  return new SudokuState({ shape, values });
}
