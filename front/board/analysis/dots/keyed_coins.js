// @ts-check
// Coins with a name for every set of undrawn edges, and what nimstring asks about their parts.

import { Coins } from "./coins.js";

/** @typedef {import("../../boards/dots_state.js").Grid} Grid */

/** Edges in a letter of a key. */
const BITS = 16;

export class KeyedCoins extends Coins {
  /** @param {Grid} grid */
  constructor(grid) {
    super(grid, []);
    /** The undrawn edges as bits. */
    this._words = new Uint16Array(Math.ceil(grid.edges / BITS));
    /** For each edge those after it that lead from the same box to the ground. */
    this._laterTwins = twinsOf(grid);
    /** Boxes that were reached by the walk of that number. */
    this._reached = new Int32Array(grid.boxes);
    this._walks = 0;
  }

  /**
   * @override
   * @param {Iterable<number>} free
   */
  load(free) {
    this._words?.fill(0);
    super.load(free);
  }

  /**
   * @override
   * @param {number} edge
   */
  cut(edge) {
    this._words[edge >> 4] &= ~(1 << (edge & 15));
    return super.cut(edge);
  }

  /**
   * @override
   * @param {number} edge
   */
  tie(edge) {
    this._words[edge >> 4] |= 1 << (edge & 15);
    super.tie(edge);
  }

  /** Return the name of the set of undrawn edges. */
  key() {
    return String.fromCharCode(...this._words);
  }

  /** Keep the first edges of those from one box to the ground: these are alike. */
  settle() {
    this._laterTwins.forEach((twins, edge) => {
      const later = this.free[edge] ? undefined : twins.find((twin) => this.free[twin]);
      if (later === undefined) return;
      this.cut(later);
      this.tie(edge);
    });
  }

  /**
   * Return whether an edge after this one, from the same box to the ground, is undrawn, too.
   * @param {number} edge
   */
  hasLaterTwin(edge) {
    return this._laterTwins[edge].some((twin) => this.free[twin]);
  }

  /**
   * Return the undrawn edges in parts that have no box in common, each by its last box.
   *
   * In this order the command values them, so that both use the same number of nodes.
   */
  parts() {
    const { left } = this;
    this._walks++;
    /** @type {number[][]} */
    const found = [];
    for (let box = left.length - 1; box >= 0; box--) {
      if (left[box] && this._reached[box] !== this._walks) found.push(this._edgesAround(box));
    }
    return found.reverse();
  }

  /**
   * Return whether the boxes beside an edge, which has just been drawn, hang together no more.
   * @param {number} edge
   */
  dividedBy(edge) {
    const [start, goal] = this.grid.boxesOf[edge];
    if (goal === undefined) return false;
    this._walks++;
    for (const box of this._walk(start)) if (box === goal) return false;
    return true;
  }

  /** @param {number} box */
  _edgesAround(box) {
    /** @type {Set<number>} */
    const edges = new Set();
    for (const each of this._walk(box)) for (const edge of this.sides(each)) edges.add(edge);
    return [...edges];
  }

  /**
   * Yield the boxes that undrawn edges connect to this one, but for those reached before.
   * @param {number} start
   */
  *_walk(start) {
    const { grid, free } = this,
      reached = [start];
    this._reached[start] = this._walks;
    for (const box of reached) {
      yield box;
      for (const edge of grid.sidesOf[box]) {
        const next = free[edge] ? this.across(edge, box) : -1;
        if (next < 0 || this._reached[next] === this._walks) continue;
        this._reached[next] = this._walks;
        reached.push(next);
      }
    }
  }
}

/**
 * Return for each edge those after it that lead from the same box to the ground.
 * @param {Grid} grid
 */
function twinsOf(grid) {
  const isRim = (/** @type {number} */ edge) => grid.boxesOf[edge].length === 1;
  return grid.lines.map((_, edge) => {
    const [box] = grid.boxesOf[edge];
    return isRim(edge) ? grid.sidesOf[box].filter((twin) => twin > edge && isRim(twin)) : [];
  });
}
