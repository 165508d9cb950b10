// @ts-check
// Writes the cells and the regions of a board in a notation: r3c4 and box 6, counted from 1, or
// (2,3) and box 5, counted from 0.

import { cellText, moveText } from "./moves.js";

/** @typedef {import("./moves.js").Notation} Notation */
/** @typedef {import("./shape.js").Shape} Shape */

export class Spelling {
  /**
   * @param {Shape} shape
   * @param {Notation} [notation]
   */
  constructor(shape, notation = "r1c1") {
    this.shape = shape;
    this.notation = notation;
  }

  /** @param {number} cell */
  cell(cell) {
    return cellText(this.shape.coordinates(cell), this.notation);
  }

  /** @param {readonly number[]} cells */
  cells(cells) {
    return cells.map((cell) => this.cell(cell));
  }

  /** @param {number | null} region */
  region(region) {
    const [name, number] = this.shape.regionName(region ?? 0).split(" ");
    return `${name} ${Number(number) + Number(this.notation === "r1c1")}`;
  }

  /** @param {{cell: number, value: number}} move */
  move({ cell, value }) {
    return moveText([...this.shape.coordinates(cell), value], this.notation);
  }
}
