// @ts-check
// Alpha-beta over the lines of Dots and Boxes, one line deeper each time; long chains judge what is
// not searched.
//
// Captures do not count as a line of the depth. A box that can be taken without a choice is taken,
// which is never wrong with the extra turn; where there is the choice to leave the last boxes, both
// are tried. A search that is paused is made again: the table leads it back to where it was.

import { chainEstimate } from "./dots_chains.js";

/** @typedef {import("./dots_scratch.js").DotsScratch} DotsScratch */
/**
 * What is known of the mover's margin in a position searched to a depth, and the best edge.
 * @typedef {{depth: number, low: number, high: number, best: number}} Entry
 */

/** A full table is cleared. */
const MOST_ENTRIES = 200_000;
/** How many positions are searched between two looks at the clock. */
const LOOK = 64;

/** Thrown where the time of a slice is over: search again. */
class OutOfTime extends Error {}

export class ChainSearch {
  /** @param {DotsScratch} position */
  constructor(position) {
    this.position = position;
    /** @type {Map<string, Entry>} */
    this.table = new Map();
    this.until = Infinity;
    this.visited = 0;
  }

  /**
   * Return the best edge so many lines ahead; null if the time is over first.
   * @param {number[]} roots
   * @param {number} depth
   * @param {number} until milliseconds, as performance.now() counts them
   */
  best(roots, depth, until) {
    this.until = until;
    const before = this.position.taken;
    try {
      return this.searchRoots(roots, depth);
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      while (this.position.taken > before) this.position.undo();
      return null;
    }
  }

  /**
   * @param {number[]} roots
   * @param {number} depth
   */
  searchRoots(roots, depth) {
    let best = roots[0],
      alpha = -Infinity;
    for (const edge of roots) {
      const value = this.valueOf(edge, depth, alpha, Infinity);
      if (value > alpha) [best, alpha] = [edge, value];
    }
    return best;
  }

  /**
   * Return what an edge is worth to the mover, within the window.
   * @param {number} edge
   * @param {number} depth
   * @param {number} alpha
   * @param {number} beta
   */
  valueOf(edge, depth, alpha, beta) {
    const { position } = this,
      { isMover } = position;
    const points = position.play(edge),
      left = points ? depth : depth - 1;
    const value =
      position.isMover === isMover
        ? points + this.value(left, alpha - points, beta - points)
        : points - this.value(left, points - beta, points - alpha);
    position.undo();
    return value;
  }

  /**
   * Return the mover's margin: exact inside the window, else a bound on that side.
   * @param {number} depth
   * @param {number} alpha
   * @param {number} beta
   * @returns {number}
   */
  value(depth, alpha, beta) {
    if (++this.visited % LOOK === 0 && performance.now() > this.until) throw new OutOfTime();
    const { position } = this;
    const edges = position.edges();
    if (!edges.length) return 0;
    const captures = captureOptions(position);
    if (depth <= 0 && !captures.length) return chainEstimate(position);
    const key = String.fromCharCode(...edges),
      known = this.table.get(key);
    if (known && known.depth >= depth) {
      if (known.low >= beta || known.low === known.high) return known.low;
      if (known.high <= alpha) return known.high;
    }
    const options = captures.length ? captures : quietFirst(position, edges);
    return this.tryAll(preferred(options, known?.best), key, depth, alpha, beta);
  }

  /**
   * @param {number[]} options
   * @param {string} key
   * @param {number} depth
   * @param {number} alpha
   * @param {number} beta
   */
  tryAll(options, key, depth, alpha, beta) {
    let most = -Infinity,
      best = options[0];
    for (const edge of options) {
      const value = this.valueOf(edge, depth, Math.max(alpha, most), beta);
      if (value > most) [most, best] = [value, edge];
      if (most >= beta) break;
    }
    if (this.table.size >= MOST_ENTRIES) this.table.clear();
    const low = most > alpha ? most : -Infinity,
      high = most < beta ? most : Infinity;
    this.table.set(key, { depth, low, high, best });
    return most;
  }
}

/**
 * Return the edges to try where a box can be taken; none where there is no such box.
 * @param {DotsScratch} position
 */
function captureOptions(position) {
  const { left } = position;
  /** @type {number[]} */
  const options = [];
  for (let box = left.indexOf(1); box >= 0; box = left.indexOf(1, box + 1)) {
    const edge = position.side(box);
    if (!position.extraTurn) return position.edges();
    if (!position.offersChoice(box)) return [edge];
    // The box beyond it has one more side: drawing that leaves both boxes to the opponent.
    options.push(edge, position.side(position.across(edge, box), edge));
  }
  return options;
}

/**
 * Return edges, those that give nothing away first.
 * @param {DotsScratch} position
 * @param {number[]} edges
 */
function quietFirst(position, edges) {
  const safe = new Set(position.safe());
  return [...safe, ...edges.filter((edge) => !safe.has(edge))];
}

/**
 * @param {number[]} options
 * @param {number | undefined} first
 */
function preferred(options, first) {
  if (first === undefined) return options;
  return [first, ...options.filter((edge) => edge !== first)];
}
