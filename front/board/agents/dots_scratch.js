// @ts-check
// Dots and Boxes for searches: a small, mutable position whose lines can be taken back.

import { Coins } from "../analysis/dots/coins.js";

/** @typedef {import("../boards/dots_state.js").DotsState} DotsState */

/** The undrawn edges, the undrawn sides of each box, and whose turn it is. */
export class DotsScratch extends Coins {
  /** @param {DotsState} state */
  constructor(state) {
    super(state.grid, state.free());
    this.extraTurn = state.extraTurn;
    /** Whether the player who was to move in `state` is to move. */
    this.isMover = true;
    /** @type {{edge: number, isMover: boolean}[]} */
    this._trail = [];
  }

  /**
   * Draw an edge for who is to move; return the number of boxes that it completes.
   * @param {number} edge
   */
  play(edge) {
    this._trail.push({ edge, isMover: this.isMover });
    const points = this.cut(edge);
    if (!(points && this.extraTurn)) this.isMover = !this.isMover;
    return points;
  }

  /** Take the last line back. */
  undo() {
    const last = this._trail.pop();
    if (!last) throw new Error("there is no line to take back");
    this.tie(last.edge);
    this.isMover = last.isMover;
  }

  /** Return the edges that complete a box, each with the number of boxes. */
  scoring() {
    /** @type {Map<number, number>} */
    const found = new Map();
    for (let box = this.left.indexOf(1); box >= 0; box = this.left.indexOf(1, box + 1)) {
      const edge = this.side(box);
      found.set(edge, (found.get(edge) ?? 0) + 1);
    }
    return found;
  }

  /** Return the undrawn edges that neither complete a box nor draw its third side. */
  safe() {
    const { grid, left } = this;
    return this.edges().filter((edge) => grid.boxesOf[edge].every((box) => left[box] > 2));
  }
}
