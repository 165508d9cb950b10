// @ts-check
// The cells of a drawn grid: how a row falls into cells, what its bars say of the shape, and which
// values the cells hold.

import { MAX_SIZE, Shape, listed } from "../../shape.js";
import { Span, readable, shapeAt } from "../spans.js";
import { quoted } from "../words.js";
import { decode } from "./decoding.js";
import { cellValue } from "./framework.js";
import { Row } from "./grid_rows.js";

/** @typedef {{cells: Span[], size: number, perPiece: number, from: Row[]}} Cells N * N, in order */

const OTHER_BLANKS = "_-*?·x";
/** Widths of a fenced box of n cells: a * n + b, in which cells stand from c on every d columns. */
const FENCES = [
  [1, 0, 0, 1],
  [2, 1, 1, 2],
  [2, -1, 0, 2],
  [3, 0, 1, 3],
];

/**
 * Return the cells of rows, and how many stand between two bars, 0 where that tells nothing.
 * @param {Row[]} drawn
 * @returns {Cells}
 */
export function cellsIn(drawn) {
  const from = folded(drawn);
  const size = from.length;
  const splits = [
    (/** @type {Row} */ row) => row.words(),
    (/** @type {Row} */ row) => row.characters(),
  ];
  for (const split of splits) {
    const found = from.map(split);
    if (!found.every((cells) => cells.length === size)) continue;
    return { cells: found.flat(), size, perPiece: perPieceOf(from, split), from };
  }
  if (size > 1 && from.every((row) => row.pieces.length === size)) {
    return { cells: from.flatMap((row) => row.fenced()), size, perPiece: 0, from };
  }
  const count = from[0].pieces.length;
  const isSplit = count > 1 && count <= size && size % count === 0;
  const cells = isSplit ? spaced(from, size / count) : null;
  if (!cells) throw uneven(from, size);
  return { cells, size, perPiece: size / count, from };
}

/**
 * Return how many cells every piece has.
 * @param {Row[]} rows
 * @param {(row: Row) => Span[]} split
 */
function perPieceOf(rows, split) {
  const counts = rows.flatMap(({ line, pieces }) =>
    pieces.map((piece) => split(new Row(line, [piece], 0)).length),
  );
  if (counts.every((count) => count === counts[0])) return counts[0];
  throw rows[0].line.error("grid-bars");
}

/**
 * Return the rows of a board that stands on one line.
 * @param {Row[]} rows
 */
function folded(rows) {
  const characters = rows[0].characters();
  const size = Math.floor(Math.sqrt(characters.length));
  if (rows.length > 1 || size < 2 || size > MAX_SIZE || size * size !== characters.length)
    return rows;
  return listed(size, (i) => new Row(rows[0].line, characters.slice(i * size, (i + 1) * size), 0));
}

/**
 * Return the error for the first row that has not as many cells as there are rows.
 * @param {Row[]} rows
 * @param {number} size
 */
function uneven(rows, size) {
  const row = rows.find((each) => each.words().length !== size) ?? rows[0];
  const [words, characters] = [row.words().length, row.characters().length];
  const isFarther =
    words === size || (characters !== size && Math.abs(characters - size) < Math.abs(words - size));
  const count = isFarther ? characters : words;
  return row.line.error("rows-cells", { count, size });
}

/**
 * Return the cells of boxes fenced by bars, in which blanks are empty cells; null if unsure.
 * @param {Row[]} rows
 * @param {number} n
 */
function spaced(rows, n) {
  const [first] = rows[0].pieces;
  const width = first.text.length;
  const pieces = rows.flatMap((row) => row.pieces);
  if (rows.some((row) => row.pieces.length !== rows[0].pieces.length)) return null;
  for (const [factor, more, start, step] of FENCES) {
    const places = listed(n, (i) => start + i * step);
    if (width !== factor * n + more || !pieces.every((piece) => isFenced(piece, width, places)))
      continue;
    return pieces.flatMap((piece) => places.map((at) => piece.part(at, at + 1)));
  }
  return null;
}

/**
 * Return whether a piece has characters in these places only; its end may be cut off.
 * @param {Span} piece
 * @param {number} width
 * @param {readonly number[]} places
 */
function isFenced({ text }, width, places) {
  const isInside = (/** @type {string} */ sign, /** @type {number} */ at) =>
    sign === " " || places.includes(at);
  return text.length <= width && Array.from(text).every(isInside);
}

/**
 * Return the shape that bars and lines tell; where they fence every cell, the usual one.
 * @param {Row[]} rows
 * @param {number} size
 * @param {number} perPiece
 * @param {Shape | null} named
 */
export function shapeTold(rows, size, perPiece, named) {
  const { line } = rows[0];
  const n = perPiece > 1 && perPiece < size ? perPiece : 0;
  const bands = [...new Set(rows.map((row) => row.rules))].map(
    (rule) => rows.filter((row) => row.rules === rule).length,
  );
  const isEven = bands[0] > 1 && bands[0] < size && new Set(bands).size === 1;
  const m = isEven ? bands[0] : 0;
  if ((n && size % n) || (m && size % m) || (n && m && n * m !== size)) {
    throw line.error("grid-boxes", { m: m || "?", n: n || "?", size });
  }
  if (n || m) return agreedShape(shapeAt(m || size / n, n || size / m, line), line, named);
  return named ?? readable(() => Shape.ofSize(size), rows[rows.length - 1].line, "rows-size");
}

/**
 * Return the shape that the bars tell, if a comment names no other one.
 * @param {Shape} shape
 * @param {Span} line
 * @param {Shape | null} named
 */
function agreedShape(shape, line, named) {
  if (named && named !== shape) throw line.error("other-shape", { shape, wanted: named });
  return shape;
}

/**
 * Return the values: numbers where one has two digits, else symbols.
 * @param {Span[]} cells
 * @param {number} size
 * @param {number} leastWithX
 */
export function valuesIn(cells, size, leastWithX) {
  const blank = blankOf(cells, size < leastWithX ? OTHER_BLANKS : OTHER_BLANKS.replace("x", ""));
  const read = cells.map((cell) =>
    blank.has(cell.text.toLowerCase()) ? new Span(".", cell.line, cell.column) : cell,
  );
  if (read.every((cell) => cell.text.length === 1)) return decode(read, size);
  const zero = read.find((cell) => cell.text === "0");
  if (zero && read.some((cell) => cell.text === ".")) throw zero.error("grid-zero");
  return read.map((cell) => cellValue(cell, size));
}

/**
 * Return what empty cells look like, which is one sign, and a blank.
 * @param {Span[]} cells
 * @param {string} known
 */
function blankOf(cells, known) {
  /** @type {Map<string, Span>} */
  const used = new Map();
  for (const cell of cells) {
    const sign = cell.text.toLowerCase();
    if (sign.length === 1 && `${known}.`.includes(sign) && !used.has(sign)) used.set(sign, cell);
  }
  const [first, second] = used.values();
  if (second) {
    throw second.error("grid-blanks", { first: quoted(first.text), second: quoted(second.text) });
  }
  return new Set(["", " ", ...used.keys()]);
}
