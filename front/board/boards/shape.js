// @ts-check
// The geometry of a Sudoku board: which cells form a region, and which cells are peers.
//
// A shape m x n has boxes of m rows by n columns and N = m * n; this one, 2 x 3, has N = 6:
//
//         columns 0 1 2   3 4 5
//     row 0     [ box 0 | box 1 ]     cell = row * N + column
//     row 1     [       |       ]     regions: rows 0..N-1, then columns, then boxes
//     row 2     [ box 2 | box 3 ]
//     ...
//
// Everything is counted from 0. A shape is made once and shared: shapes are equal if they are the
// same object.

import FACTS from "../../../boards/facts.json" with { type: "json" };
import { BoardError } from "./errors.js";
import { sentence } from "./refusals.js";

export const MAX_SIZE = FACTS.sudoku.largest;

/** @type {Map<string, Shape>} */
const KNOWN = new Map();
const REGION_KINDS = ["row", "column", "box"];

/** Boxes of `m` rows by `n` columns; the board has N = `size` rows, columns, boxes and values. */
export class Shape {
  /** @type {readonly (readonly number[])[] | null} */
  #peers = null;

  /**
   * Use `Shape.of`, which returns the same shape for the same numbers.
   * @param {number} m
   * @param {number} n
   */
  constructor(m, n) {
    this.m = m;
    this.n = n;
    this.size = m * n;
    this.cells = this.size * this.size;
    const size = this.size;
    /** @type {readonly (readonly number[])[]} */
    this.rows = listed(size, (row) => listed(size, (column) => row * size + column));
    /** @type {readonly (readonly number[])[]} */
    this.columns = listed(size, (column) => listed(size, (row) => row * size + column));
    /** @type {readonly (readonly number[])[]} */
    this.boxes = listed(size, (box) => listed(size, (i) => this.#cellOfBox(box, i)));
    /** The rows, then the columns, then the boxes. */
    this.regions = [...this.rows, ...this.columns, ...this.boxes];
    /** For each cell its row, its column and its box, as indices of `regions`. */
    this.regionsOf = listed(this.cells, (cell) => this.#regionsOf(cell));
    /** For each cell the up to eight cells around it, diagonals included. */
    this.neighbours = listed(this.cells, (cell) => this.#neighbours(cell));
  }

  /**
   * Return the shape of boxes of m rows by n columns.
   * @param {number} m
   * @param {number} n
   */
  static of(m, n) {
    const whole = Number.isInteger(m) && Number.isInteger(n);
    if (!whole || m < 1 || n < 1 || m * n > MAX_SIZE) {
      throw new BoardError(sentence("no-shape", { m, n, largest: MAX_SIZE }));
    }
    const name = `${m}x${n}`;
    const shape = KNOWN.get(name) ?? new Shape(m, n);
    KNOWN.set(name, shape);
    return shape;
  }

  /**
   * Return the shape with the most nearly square boxes for N, wide rather than tall.
   * @param {number} size
   */
  static ofSize(size) {
    if (!Number.isInteger(size) || size < 1 || size > MAX_SIZE) {
      throw new BoardError(sentence("no-size", { size, largest: MAX_SIZE }));
    }
    let m = Math.floor(Math.sqrt(size));
    while (size % m) m -= 1;
    return Shape.of(m, size / m);
  }

  /**
   * Return the shape that a text such as "2x3" names; null if it names none.
   * @param {string} text
   */
  static parse(text) {
    const match = /^\s*([0-9]{1,2})\s*[xX]\s*([0-9]{1,2})\s*$/.exec(text);
    return match ? Shape.of(Number(match[1]), Number(match[2])) : null;
  }

  /** For each cell the cells that share a region with it, in order. */
  get peers() {
    this.#peers ??= listed(this.cells, (cell) => this.#peersOf(cell));
    return this.#peers;
  }

  /**
   * Turn a row and a column into a cell.
   * @param {number} row
   * @param {number} column
   */
  cell(row, column) {
    return row * this.size + column;
  }

  /**
   * Return the row of a cell.
   * @param {number} cell
   */
  row(cell) {
    return Math.floor(cell / this.size);
  }

  /**
   * Return the column of a cell.
   * @param {number} cell
   */
  column(cell) {
    return cell % this.size;
  }

  /**
   * Turn a cell into its row and column.
   * @param {number} cell
   * @returns {[number, number]}
   */
  coordinates(cell) {
    return [this.row(cell), this.column(cell)];
  }

  /**
   * Name a region for people: "row 0", "column 3", "box 5".
   * @param {number} region
   */
  regionName(region) {
    return `${REGION_KINDS[Math.floor(region / this.size)]} ${region % this.size}`;
  }

  /** Render as the glossary writes shapes: 2x3. */
  toString() {
    return `${this.m}x${this.n}`;
  }

  /**
   * @param {number} box
   * @param {number} i
   */
  #cellOfBox(box, i) {
    const top = Math.floor(box / this.m) * this.m;
    const left = (box % this.m) * this.n;
    return this.cell(top + Math.floor(i / this.n), left + (i % this.n));
  }

  /**
   * @param {number} cell
   * @returns {readonly [number, number, number]}
   */
  #regionsOf(cell) {
    const [row, column] = this.coordinates(cell);
    const box = Math.floor(row / this.m) * this.m + Math.floor(column / this.n);
    return [row, this.size + column, 2 * this.size + box];
  }

  /** @param {number} cell */
  #peersOf(cell) {
    const found = new Set(this.regionsOf[cell].flatMap((region) => this.regions[region]));
    found.delete(cell);
    return [...found].sort((a, b) => a - b);
  }

  /** @param {number} cell */
  #neighbours(cell) {
    const [row, column] = this.coordinates(cell);
    const found = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(this.size - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(this.size - 1, column + 1); c++) {
        if (r !== row || c !== column) found.push(this.cell(r, c));
      }
    }
    return found;
  }
}

/**
 * Return what a function makes of 0, 1, ... length - 1.
 * @template T
 * @param {number} length
 * @param {(index: number) => T} make
 * @returns {T[]}
 */
export function listed(length, make) {
  return Array.from({ length }, (_, index) => make(index));
}
