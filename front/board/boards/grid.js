// @ts-check
// The grid of Dots and Boxes: its dots, edges and boxes.
//
// A grid of r x c boxes has (r + 1) x (c + 1) dots. Its edges are numbered, horizontal ones first;
// this grid, 1 x 2, has 7 edges:
//
//     •--0--•--1--•       h 0 0, h 0 1
//     4     5     6       v 0 0, v 0 1, v 0 2       edge of h r c = r * columns + c
//     •--2--•--3--•       h 1 0, h 1 1              edge of v r c = horizontals + r * (columns+1) + c
//
// A grid is made once and shared: grids are equal if they are the same object.

import FACTS from "../../../boards/facts.json" with { type: "json" };
import { BoardError } from "./errors.js";
import { sentence } from "./refusals.js";
import { listed } from "./shape.js";

/** @typedef {"h" | "v"} Kind */
/** @typedef {readonly [Kind, number, number]} Line the line from the dot in that row and column */

export const MAX_SIDE = FACTS.dots.largest;
const LINE = /^[ \t]*([hv])[ \t]+([0-9]{1,3})[ \t]+([0-9]{1,3})[ \t]*$/;
/** @type {Map<string, Grid>} */
const KNOWN = new Map();

/** A grid of `rows` x `columns` boxes; box = row * columns + column. */
export class Grid {
  /**
   * Use `Grid.of`, which returns the same grid for the same numbers.
   * @param {number} rows
   * @param {number} columns
   */
  constructor(rows, columns) {
    this.rows = rows;
    this.columns = columns;
    this.boxes = rows * columns;
    /** The number of horizontal edges, which come first. */
    this.horizontals = (rows + 1) * columns;
    /** The number of edges. */
    this.edges = this.horizontals + rows * (columns + 1);
    /** The set of all edges, a bit for each. */
    this.allEdges = (1n << BigInt(this.edges)) - 1n;
    /** The lines in the order of their edges. */
    this.lines = listed(this.edges, (edge) => this.#lineOf(edge));
    /** For each box its edges: the top, the bottom, the left and the right one. */
    this.sidesOf = listed(this.boxes, (box) => this.#sidesOf(box));
    /** For each edge the box or the two boxes beside it. */
    this.boxesOf = listed(this.edges, () => /** @type {number[]} */ ([]));
    this.sidesOf.forEach((sides, box) => sides.forEach((edge) => this.boxesOf[edge].push(box)));
  }

  /**
   * Return the grid of so many boxes.
   * @param {number} rows
   * @param {number} columns
   */
  static of(rows, columns) {
    const isSide = (/** @type {number} */ n) => Number.isInteger(n) && n >= 1 && n <= MAX_SIDE;
    if (!isSide(rows) || !isSide(columns)) {
      throw new BoardError(sentence("no-grid", { rows, columns, largest: MAX_SIDE }));
    }
    const name = `${rows}x${columns}`;
    const grid = KNOWN.get(name) ?? new Grid(rows, columns);
    KNOWN.set(name, grid);
    return grid;
  }

  /**
   * Return the grid that a text such as "3x4" names; null if it names none.
   * @param {string} text
   */
  static parse(text) {
    const match = /^\s*([0-9]{1,9})\s*[xX]\s*([0-9]{1,9})\s*$/.exec(text);
    return match ? Grid.of(Number(match[1]), Number(match[2])) : null;
  }

  /**
   * Turn a line into its edge; throw BoardError for one that is not on the grid.
   * @param {Line} line
   */
  edge([kind, row, column]) {
    const reason = this.whyNot([kind, row, column]);
    if (reason) throw new BoardError(reason);
    if (kind === "h") return row * this.columns + column;
    return this.horizontals + row * (this.columns + 1) + column;
  }

  /**
   * Return why a line is not on the grid; null if it is.
   * @param {Line} line
   */
  whyNot([kind, row, column]) {
    const line = lineText([kind, row, column]);
    if (kind !== "h" && kind !== "v") return sentence("no-kind", { line });
    const lastRow = this.rows - Number(kind === "v");
    const lastColumn = this.columns - Number(kind === "h");
    if (row >= 0 && row <= lastRow && column >= 0 && column <= lastColumn) return null;
    return sentence("no-line", { line, grid: this, kind, row: lastRow, column: lastColumn });
  }

  /**
   * Return the text of an edge: "h 0 1".
   * @param {number} edge
   */
  lineText(edge) {
    return lineText(this.lines[edge]);
  }

  /**
   * Turn a box into its row and column.
   * @param {number} box
   * @returns {[number, number]}
   */
  place(box) {
    return [Math.floor(box / this.columns), box % this.columns];
  }

  /** Render as rows x columns of boxes: 3x4. */
  toString() {
    return `${this.rows}x${this.columns}`;
  }

  /**
   * @param {number} edge
   * @returns {Line}
   */
  #lineOf(edge) {
    const isAcross = edge < this.horizontals;
    const width = isAcross ? this.columns : this.columns + 1;
    const at = isAcross ? edge : edge - this.horizontals;
    return [isAcross ? "h" : "v", Math.floor(at / width), at % width];
  }

  /** @param {number} box */
  #sidesOf(box) {
    const [row, column] = this.place(box);
    const left = this.horizontals + row * (this.columns + 1) + column;
    return [box, box + this.columns, left, left + 1];
  }
}

/**
 * Return the text of a line: "h 0 1".
 * @param {Line} line
 */
export function lineText([kind, row, column]) {
  return `${kind} ${row} ${column}`;
}

/**
 * Read "h 0 1": a horizontal line, its row and its column; null for anything else.
 * @param {string} text
 * @returns {Line | null}
 */
export function lineOf(text) {
  const match = LINE.exec(text);
  return match && [match[1] === "h" ? "h" : "v", Number(match[2]), Number(match[3])];
}
