// @ts-check
// The text formats of Sudoku boards, positions and games, in the order in which a text of unknown
// format is compared with them: that of boards/facts.json, where their names and suffixes are.
//
// A reader recognizes a text by its telling lines, neither blank nor comments and without the blanks
// around them, and returns the positions of its lines. What nobody pastes into a page is recognized,
// and left to `bombe convert`.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };
import { partsOfDocument } from "../../sudoku_document.js";
import { MAX_SIZE, listed } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { ALPHABETS } from "../../symbols.js";
import { objectsIn } from "../value.js";
import { FRAMEWORK } from "./framework.js";
import { GAME } from "./game.js";
import { GRID, frameIn } from "./grid.js";
import { LINES } from "./line.js";
import { LINKS } from "./links.js";
import { ROWS } from "./rows.js";
import { SDK } from "./sdk.js";

/** @typedef {import("../spans.js").Span} Span */
/**
 * @typedef {Object} Reader
 * @property {(head: readonly string[]) => boolean} looksLike
 * @property {(lines: readonly Span[]) => SudokuState[]} read
 */

const DRAWN = /^ *r?[0-9]{1,2} *[│|]/;
const CUBES = new Map(listed(MAX_SIZE - 1, (i) => [(i + 2) ** 3, i + 2]));

/** @type {Reader} */
const JSON_POSITIONS = {
  looksLike: ([first]) => /^(?:\{|\[(?![A-Za-z]))/.test(first),
  read: (lines) => {
    const objects = objectsIn(lines.map(({ text }) => text).join("\n"));
    return objects.map((each) => new SudokuState(partsOfDocument(each)));
  },
};

/** @type {Record<string, Reader>} */
const READERS = {
  json: JSON_POSITIONS,
  "f-puzzles": LINKS,
  sudokupad: LINKS,
  game: GAME,
  opensudoku: converted("a file of OpenSudoku", ([first]) => /^<(?:\?xml\b|!--|opensudoku2?\b)/i.test(first)),
  pencilmarks: converted("a line of pencil marks", ([first]) => isPencilmarks(first)),
  quizzes: converted("a table of quizzes and solutions", ([first]) => isQuiz(first)),
  codecup: converted("a game of CodeCup", ([first]) => /^(?:Start|[A-I][a-i][1-9]!?)(?:[ \t,]|$)/.test(first)),
  drawing: converted("a drawing by Bombe", (head) => isDrawing(head)),
  grid: GRID,
  rows: ROWS,
  framework: FRAMEWORK,
  line: LINES,
  sdk: SDK,
};

/** The readers in order, with the suffixes of files that they are for. */
export const FORMATS = Object.entries(READERS).map(([name, reader]) => {
  const { suffixes = [] } = FACTS.formats.find((each) => each.name === name) ?? {};
  return { name, suffixes: /** @type {readonly string[]} */ (suffixes), ...reader };
});

/**
 * Return a reader that says how to convert its texts into one that the page reads.
 * @param {string} format
 * @param {Reader["looksLike"]} looksLike
 * @returns {Reader}
 */
function converted(format, looksLike) {
  return {
    looksLike,
    read: ([first]) => {
      throw first.error("not-in-page", { format });
    },
  };
}

/**
 * Return whether a line has N characters for each cell, each the mark of its value, '.' or 0.
 * @param {string} line
 */
function isPencilmarks(line) {
  const size = CUBES.get(line.length) ?? 0;
  const isMark = (/** @type {string} */ mark, /** @type {number} */ i) =>
    ".0".includes(mark) || mark === ALPHABETS.numbers[i % size];
  if (!size || !Array.from(line.toUpperCase()).every(isMark)) return false;
  return listed(size ** 2, (cell) => line.slice(cell * size, (cell + 1) * size)).every((marks) => /[^.0]/.test(marks));
}

/**
 * Return whether a line names the columns of quizzes, or has two boards of one size.
 * @param {string} line
 */
function isQuiz(line) {
  const columns = line.split(/[ \t]*[,;\t][ \t]*/).map((each) => each.replace(/^"|"$/g, ""));
  const [quiz, solution] = columns;
  if (columns.length !== 2) return false;
  if (/^(?:quiz(?:zes)?|puzzles?)$/i.test(quiz) && /^solutions?$/i.test(solution)) return true;
  const isBoard = /^[.0-9A-Za-z@]{16,}$/;
  return isBoard.test(quiz) && isBoard.test(solution) && quiz.length === solution.length;
}

/**
 * Return whether a frame with named rows is among the first lines.
 * @param {readonly string[]} head
 */
function isDrawing(head) {
  const top = frameIn(head);
  return top >= 0 && head.slice(top, top + 8).some((line) => DRAWN.test(line));
}
