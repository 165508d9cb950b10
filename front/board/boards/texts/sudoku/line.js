// @ts-check
// A board per line: N * N symbols, as in collections of puzzles (.sdm) and on a command line.
//
//     1...2..3....4...
//     1...2..3....4...    # a comment
//     4x2:......          boxes of 4 rows by 2 columns; without it they are as square as can be
//
// That prefix is Bombe's own, so that what follows it is in the alphabet that we write; we write it
// where the symbols alone would not tell the shape or the alphabet.

import { MAX_SIZE, Shape } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { Alphabets, boardLine, saysItsAlphabet } from "../../symbols.js";
import { agreedShape, numbered } from "../spans.js";
import { quoted, shown } from "../words.js";
import { SYMBOL, decode } from "./decoding.js";
import { isPencilmarks } from "./pasted/pencilmarks.js";
import { isSurelySdk } from "./sdk.js";

/** @typedef {import("../spans.js").Span} Span */

const LINE = new RegExp(`^[ \\t]*(?:([0-9]{1,3})[xX]([0-9]{1,3}):)?(${SYMBOL}*)`);
const END = /^[ \t]*(?:[ \t]#.*)?$/;
const TOKEN = /^([^ \t,;=]+)[ \t]*(?![^#])/;

/** @type {import("./formats.js").Format} */
export const LINES = {
  name: "line",
  suffixes: [".sdm"],
  summary: "N * N symbols on a line, one board per line; 3x2: before them where N is not enough",
  keeps: "board",

  looksLike(head) {
    const first = head.line(0) ?? "";
    const { length } = LINE.exec(first)?.[3] ?? "";
    const isBoard = length >= 16 && shapeOf(length) !== null;
    return (isBoard || TOKEN.test(first)) && !isSurelySdk(head) && !isPencilmarks(head);
  },

  *read(lines, { shape, symbols }) {
    const alphabets = new Alphabets();
    for (const line of lines) {
      const match = LINE.exec(line);
      if (match && match[1] === undefined) alphabets.take(match[3]);
    }
    for (const line of numbered(lines)) {
      if (line.isTelling) yield { state: boardOf(line, shape, symbols, alphabets), line: line.line };
    }
  },

  write({ shape, values }) {
    const isPlain = shape === Shape.ofSize(shape.size) && saysItsAlphabet(values, shape.size);
    return `${isPlain ? "" : `${shape}:`}${boardLine(values)}\n`;
  },
};

/**
 * @param {Span} line
 * @param {Shape | null} asked
 * @param {string | null} symbols
 * @param {Alphabets} alphabets
 */
function boardOf(line, asked, symbols, alphabets) {
  const match = /** @type {RegExpExecArray} */ (LINE.exec(line.text));
  const end = match[0].length;
  const row = line.part(end - match[3].length, end);
  const isNamed = match[1] !== undefined;
  const wanted = isNamed ? agreedShape(Number(match[1]), Number(match[2]), line, asked) : asked;
  const rest = line.part(end);
  if (rest.text && !/^[ \t,;:|]/.test(rest.text)) {
    throw rest.error(
      `${quoted(Array.from(rest.text)[0])} is not a symbol`,
      "write '.' for an empty cell, a digit or letter for a value",
    );
  }
  const shape = wanted ?? shapeOf(row.text.length);
  if (!shape || row.text.length !== shape.cells) throw wrongLength(row, wanted);
  if (!END.test(rest.text)) {
    throw rest.error(
      `${shown(rest.text)} follows the board`,
      `cut the line after column ${end}, or put ' # ' there to make the rest a comment`,
    );
  }
  const values = decode([row], shape.size, symbols, isNamed, alphabets);
  return new SudokuState({ shape, values });
}

/**
 * Return the shape of a board of so many cells; null where there is none.
 * @param {number} length
 */
function shapeOf(length) {
  const size = Math.floor(Math.sqrt(length));
  return size >= 1 && size <= MAX_SIZE && size * size === length ? Shape.ofSize(size) : null;
}

/**
 * @param {Span} row
 * @param {Shape | null} shape
 */
function wrongLength(row, shape) {
  const { length } = row.text;
  const low = Math.min(Math.max(Math.floor(Math.sqrt(length)), 1), MAX_SIZE);
  const near = [...new Set([low, Math.min(low + 1, MAX_SIZE)])];
  const lengths = near.map((size) => `${size * size} (N = ${size})`).join(" and ");
  const problem = shape
    ? `${length} symbols, but a ${shape} board has ${shape.cells}`
    : `${length} symbols make no board; the nearest lengths are ${lengths}`;
  return row.error(problem, "give one symbol for each cell, '.' where it is empty");
}
