// @ts-check
// One board as people draw it with characters: bars between the boxes, or a sign for empty cells.
//
//     +-------+-------+-------+        53.|.7.|...        5 3 _ _ 7 _ _ _ _
//     | 5 3 . | . 7 . | . . . |        6..|195|...        6 _ _ 1 9 5 _ _ _
//     ...                              ---+---+---        ...
//
// Empty is `.`, or one other sign throughout: `_ - * ? x` or a middle dot; where bars fence the
// columns, it may also be a blank. The bars and the lines between them tell the shape; lines of
// dashes between rows are no rows, unless rows would be missing. Drawings of Bombe are read, too:
// drawing.js.

import { MAX_SIZE, Shape } from "../../../shape.js";
import { SudokuState } from "../../../sudoku_state.js";
import { agreedShape, limited } from "../../spans.js";
import { drawnState, looksDrawn, withoutColour } from "./drawing.js";
import { BARS, rowsOf } from "./grid_rows.js";
import { cellsIn, shapeTold, valuesIn } from "./grid_cells.js";

const RULE = /^(?=.*[-─━=═]{3})[-─━=═+*|│┃║┼┬┴├┤┌┐└┘╔╗╚╝╠╣╦╩╬╪╫.:' \t]+$/;
const SYMBOLS = /^[0-9A-Za-z@._*?·-]+$/;
const CELL_SIGN = /[_*?·-]|(?<![a-wyz])x(?![a-wyz])/g;
const SHAPE = /^[ \t]*#[ \t]*shape[ \t]+([0-9]{1,3})x([0-9]{1,3})[ \t]*$/;
/** The smallest N for which x is a symbol of a value. */
const LEAST_WITH_X = 24;
const LEAST_SYMBOLS = 4;

/** @type {import("../formats.js").Format} */
export const GRID = {
  name: "grid",
  suffixes: [],
  summary: "rows with bars between the boxes, as people draw them; Bombe's own drawings",
  keeps: "board",

  looksLike(head) {
    const first = withoutColour(head.line(0) ?? "");
    return RULE.test(first) || isBarred(first) || isOther(head) || looksDrawn(head);
  },

  *read(lines, options) {
    const spans = [...limited(lines.map(withoutColour))].filter((line) => !line.isBlank);
    if (!spans.length) return;
    const drawn = drawnState(spans, options.shape);
    if (drawn) {
      yield { state: drawn, line: spans[0].line };
      return;
    }
    let { shape } = options;
    for (const line of spans) {
      const found = SHAPE.exec(line.text);
      if (found) shape = agreedShape(Number(found[1]), Number(found[2]), line, shape);
    }
    const rows = rowsOf(framed(spans.filter((line) => !line.isComment)), RULE);
    if (!rows.length) return;
    yield { state: stateOf(rows, shape, options.symbols), line: rows[0].line.line };
  },

  write({ shape, values }) {
    const width = `${shape.size}`.length;
    const rule = `+${`${"-".repeat((width + 1) * shape.n + 1)}+`.repeat(shape.m)}`;
    const isTold = shape === Shape.ofSize(shape.size) || (shape.m > 1 && shape.n > 1);
    const drawn = isTold ? [] : [`# shape ${shape}`];
    for (const [i, row] of shape.rows.entries()) {
      if (i % shape.m === 0) drawn.push(rule);
      const cells = row.map((cell) => `${values[cell] || "."}`.padStart(width));
      const boxes = cells.flatMap((_, c) =>
        c % shape.n ? [] : [cells.slice(c, c + shape.n).join(" ")],
      );
      drawn.push(`| ${boxes.join(" | ")} |`);
    }
    return `${[...drawn, rule].join("\n")}\n`;
  },
};

/** @typedef {import("../../spans.js").Span} Span */
/** @typedef {import("./grid_rows.js").Row} Row */

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
 * @param {import("../../spans.js").Head} head
 */
function isOther(head) {
  const rows = head.telling.slice(0, MAX_SIZE).map(({ text }) => text.split(/[ \t]+/).join(""));
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
 * @param {Shape | null} wanted
 * @param {string | null} symbols
 */
function stateOf(rows, wanted, symbols) {
  const { cells, size, perPiece, from } = cellsIn(rows);
  const shape = shapeTold(from, size, perPiece, wanted);
  if (shape.size !== size) {
    const problem = `a ${shape} board has ${shape.size} rows, not ${size}`;
    throw from[from.length - 1].line.error(problem, "write N rows of N cells");
  }
  return new SudokuState({ shape, values: valuesIn(cells, size, symbols, LEAST_WITH_X) });
}
