// @ts-check
// Pencil marks: N characters for each cell, one for each value, '.' or 0 where it is crossed out.
//
//     1.........2.3456789...
//
// A position holds values only: a cell with one mark is filled with it, and in all others a value
// may be crossed out only if it stands in a row, column or box of the cell. Anything else is
// refused.

import { UsageError } from "../../../errors.js";
import { MAX_SIZE, Shape, listed } from "../../../shape.js";
import { candidatesOf } from "../../../sudoku_board.js";
import { SudokuState } from "../../../sudoku_state.js";
import { ALPHABETS } from "../../../symbols.js";
import { numbered } from "../../spans.js";
import { quoted } from "../../words.js";

/** @typedef {import("../../spans.js").Head} Head */
/** @typedef {import("../../spans.js").Span} Span */

const SIZES = new Map(listed(MAX_SIZE, (i) => [(i + 1) ** 3, i + 1]));
const CROSSED = ".0";
const LEAST = 2;
/** @type {Map<number, RegExp>} */
const PATTERNS = new Map();

/** @type {import("../formats.js").Format} */
export const PENCILMARKS = {
  name: "pencilmarks",
  suffixes: [],
  summary: "N * N * N characters on a line: the values left in each cell, as tdoku has them",
  keeps: "board",
  looksLike: isPencilmarks,

  *read(lines, { shape }) {
    for (const line of numbered(lines)) {
      if (line.isTelling) yield { state: stateOf(line, shape), line: line.line };
    }
  },

  write({ shape, values }) {
    if (shape !== Shape.ofSize(shape.size) || shape.size < LEAST) {
      throw new UsageError(
        `pencil marks do not tell that a board is ${shape}: use line, json or framework`,
      );
    }
    const every = ALPHABETS.numbers.slice(0, shape.size);
    const cells = values.map((value) =>
      value ? every.replace(/./g, (mark, i) => (i === value - 1 ? mark : ".")) : every,
    );
    return `${cells.join("")}\n`;
  },
};

/**
 * Return whether the first line has a mark in each cell, and no other value in its place.
 *
 * Where N is a square, such a line has as many characters as a board of that many columns; but then
 * one of its columns has a value twice.
 * @param {Head} head
 */
export function isPencilmarks(head) {
  const first = head.line(0) ?? "";
  const size = SIZES.get(first.length) ?? 0;
  return size >= LEAST && patternOf(size).test(first);
}

/**
 * Return the pattern of a line of which every cell has at least one mark.
 * @param {number} size
 */
function patternOf(size) {
  const marks = Array.from(ALPHABETS.numbers.slice(0, size), (mark) => `[.0${mark}]`).join("");
  const pattern =
    PATTERNS.get(size) ?? new RegExp(`^(?:(?![.0]{${size}})${marks}){${size * size}}$`, "i");
  PATTERNS.set(size, pattern);
  return pattern;
}

/**
 * @param {Span} line
 * @param {Shape | null} wanted
 */
function stateOf(line, wanted) {
  const [start, end] = [line.text.search(/[^ \t]/), line.text.replace(/[ \t]+$/, "").length];
  const row = line.part(start, end);
  const length = Array.from(row.text).length;
  const size = SIZES.get(length);
  if (!size || (wanted && wanted.size !== size)) {
    const sizes = wanted ? wanted.size : "N";
    throw row.error(
      `${length} characters, but pencil marks have ${sizes} * ${sizes} * ${sizes}`,
      "give one character for each value of each cell, '.' where it is crossed out",
    );
  }
  const shape = wanted ?? Shape.ofSize(size);
  const cells = listed(shape.cells, (cell) =>
    marksIn(row.part(cell * size, (cell + 1) * size), size),
  );
  const values = cells.map((marks) => (marks.length === 1 ? marks[0] : 0));
  refuseCrossed(row, shape, values, cells);
  return new SudokuState({ shape, values });
}

/**
 * Return the values that are left in a cell.
 * @param {Span} piece
 * @param {number} size
 */
function marksIn(piece, size) {
  const marks = Array.from(piece.text);
  const wrong = marks.findIndex(
    (mark, i) => !CROSSED.includes(mark) && mark.toUpperCase() !== ALPHABETS.numbers[i],
  );
  if (wrong >= 0) {
    const right = ALPHABETS.numbers[wrong];
    throw piece.error(
      `${quoted(marks[wrong])} in the place of ${right}`,
      `write ${right}, or '.' where it is crossed out`,
      wrong,
    );
  }
  const found = listed(size, (i) => i + 1).filter((value) => !CROSSED.includes(marks[value - 1]));
  if (!found.length)
    throw piece.error("every value of a cell is crossed out", "leave at least one");
  return found;
}

/**
 * Refuse marks that are crossed out where no value forbids them.
 * @param {Span} row
 * @param {Shape} shape
 * @param {readonly number[]} values
 * @param {readonly (readonly number[])[]} cells
 */
function refuseCrossed(row, shape, values, cells) {
  for (const [cell, marks] of cells.entries()) {
    const wrong = candidatesOf(shape, values, cell).find((value) => !marks.includes(value));
    if (wrong === undefined) continue;
    throw row.error(
      `${wrong} is crossed out at (${shape.coordinates(cell)}), where no value forbids it`,
      "Bombe holds values only: give the puzzle without marks, or put the value back",
      cell * shape.size + wrong - 1,
    );
  }
}
