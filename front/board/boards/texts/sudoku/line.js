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
import { shapeAt } from "../spans.js";
import { quoted, shown } from "../words.js";
import { SYMBOL, decode } from "./decoding.js";
import { isSurelySdk } from "./sdk.js";

/** @typedef {import("../spans.js").Span} Span */

const LINE = new RegExp(`^[ \\t]*(?:([0-9]{1,3})[xX]([0-9]{1,3}):)?(${SYMBOL}*)`);
const END = /^[ \t]*(?:[ \t]#.*)?$/;
const TOKEN = /^([^ \t,;=]+)[ \t]*(?![^#])/;

/** @type {import("./formats.js").Reader} */
export const LINES = {
  looksLike(head) {
    const { length } = LINE.exec(head[0])?.[3] ?? "";
    const isBoard = length >= 16 && shapeOf(length) !== null;
    return (isBoard || TOKEN.test(head[0])) && !isSurelySdk(head);
  },

  read(lines) {
    const alphabets = new Alphabets();
    const boards = lines.filter((line) => line.isTelling);
    for (const { text } of boards) {
      const match = LINE.exec(text);
      if (match && match[1] === undefined) alphabets.take(match[3]);
    }
    return boards.map((line) => boardOf(line, alphabets));
  },
};

/**
 * Write the board of a position.
 * @param {SudokuState} state
 */
export function lineText({ shape, values }) {
  const isPlain = shape === Shape.ofSize(shape.size) && saysItsAlphabet(values, shape.size);
  return `${isPlain ? "" : `${shape}:`}${boardLine(values)}\n`;
}

/**
 * @param {Span} line
 * @param {Alphabets} alphabets
 */
function boardOf(line, alphabets) {
  const match = /** @type {RegExpExecArray} */ (LINE.exec(line.text));
  const end = match[0].length;
  const row = line.part(end - match[3].length, end);
  const isNamed = match[1] !== undefined;
  const named = isNamed ? shapeAt(Number(match[1]), Number(match[2]), line) : null;
  const rest = line.part(end);
  if (rest.text && !/^[ \t,;:|]/.test(rest.text)) {
    throw rest.error("symbol", { text: quoted(Array.from(rest.text)[0]) });
  }
  const count = row.text.length;
  const shape = named ?? shapeOf(count);
  if (!shape) throw row.error("line-length", { count, near: nearLengths(count) });
  if (count !== shape.cells) throw row.error("line-shape", { count, shape, cells: shape.cells });
  if (!END.test(rest.text)) throw rest.error("line-rest", { text: shown(rest.text), end });
  return new SudokuState({ shape, values: decode([row], shape.size, isNamed, alphabets) });
}

/**
 * Return the shape of a board of so many cells; null where there is none.
 * @param {number} length
 */
function shapeOf(length) {
  const size = Math.sqrt(length);
  return Number.isInteger(size) && size >= 1 && size <= MAX_SIZE ? Shape.ofSize(size) : null;
}

/** @param {number} length */
function nearLengths(length) {
  const low = Math.min(Math.max(Math.floor(Math.sqrt(length)), 1), MAX_SIZE);
  const near = [...new Set([low, Math.min(low + 1, MAX_SIZE)])];
  return near.map((size) => `${size * size} (N = ${size})`).join(" and ");
}
