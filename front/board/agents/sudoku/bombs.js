// @ts-check
// The usable bombs of a board with one solution, as a search counts them: what a fill removes.

/** @typedef {import("../../boards/shape.js").Shape} Shape */
/** @typedef {import("./scratch.js").Action} Action */

/** A byte for each candidate, 1 for a usable bomb. */
export class Bombs {
  /**
   * @param {Shape} shape
   * @param {Uint8Array} bombs
   */
  constructor(shape, bombs) {
    this.shape = shape;
    this._bombs = bombs;
  }

  /**
   * Count the bombs that a fill removes: those of its cell, and its value on its peers.
   * @param {Action} fill
   */
  removedBy({ cell, value }) {
    const { size, peers } = this.shape;
    let count = 0;
    for (let at = cell * size; at < (cell + 1) * size; at++) count += this._bombs[at];
    for (const peer of peers[cell]) count += this._bombs[peer * size + value - 1];
    return count;
  }

  /**
   * Return the bombs that remain after a fill.
   * @param {Action} fill
   */
  after({ cell, value }) {
    const { size, peers } = this.shape;
    const left = this._bombs.slice();
    left.fill(0, cell * size, (cell + 1) * size);
    for (const peer of peers[cell]) left[peer * size + value - 1] = 0;
    return new Bombs(this.shape, left);
  }
}
