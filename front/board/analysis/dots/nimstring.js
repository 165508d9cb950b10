// @ts-check
// Nimstring: who has to open the first long chain, as the value of a nim heap.
//
// Nimstring is Dots and Boxes without the score: a player who completes a box moves again, and a
// player who cannot move loses. Its winner can keep control in Dots and Boxes: the opponent has to
// open the first long chain. A position without boxes to take is worth a nim heap, by the mex rule
// over the moves that are not loony; parts without a common box add up like heaps.
//
// A part is the list of its undrawn edges in order; as a text of these numbers it is the key under
// which its value is kept. So a search that is paused is simply made again, and goes on where it
// was.

import { Coins } from "./coins.js";

/** @typedef {import("../../boards/dots_state.js").Grid} Grid */

/** The depth limit of the search, in lines: the same as that of the command. */
const DEEPEST = 150;

/** Thrown where the nodes are used up: the value will not be known. */
export class OutOfNodes extends Error {}

/** Thrown where the time of a slice is over: ask again. */
export class OutOfSlice extends Error {}

export class Nimstring {
  /**
   * The values of the positions of one grid, each part computed once.
   * @param {Grid} grid
   * @param {number} nodes  the parts that may be valued
   */
  constructor(grid, nodes) {
    this.most = nodes;
    /** @type {Map<string, number|null>} */
    this.known = new Map();
    this.coins = new Coins(grid, []);
    this.twins = twinsOf(grid);
    /** The parts that are being computed, one inside the other, and how deep their moves go. */
    this.open = 0;
    this.depth = 0;
    this.until = Infinity;
    /** For each box the number of the part that it is in, while parts are found. */
    this.partOf = new Int32Array(grid.boxes);
  }

  /**
   * The heap that a position is worth; null if it is loony: the player who moves there chooses who
   * moves next, and therefore wins whatever else is left.
   *
   * Throws OutOfNodes, or OutOfSlice once `performance.now()` is beyond `until`.
   * @param {number[]} free  the undrawn edges, in order
   * @param {number} [until]
   */
  value(free, until = Infinity) {
    this.until = until;
    this.open = this.depth = 0;
    return this.sum(free);
  }

  /**
   * @param {number[]} free
   * @returns {number|null}
   */
  sum(free) {
    let total = 0;
    for (const part of this.parts(free)) {
      const heap = this.part(part);
      if (heap === null) return null;
      total ^= heap;
    }
    return total;
  }

  /**
   * Split undrawn edges into parts that have no box in common.
   * @param {number[]} free
   */
  parts(free) {
    const { coins, partOf } = this;
    coins.load(free);
    partOf.fill(-1);
    let count = 0;
    // The order, by the last box of each part, is that of the command: both use as many nodes.
    for (let box = partOf.length - 1; box >= 0; box--)
      if (partOf[box] < 0 && coins.left[box]) flood(coins, partOf, box, count++);
    /** @type {number[][]} */
    const found = Array.from({ length: count }, () => []);
    for (const edge of free) found[partOf[coins.grid.boxesOf[edge][0]]].push(edge);
    return found.reverse();
  }

  /**
   * @param {number[]} free  one part
   * @returns {number|null}
   */
  part(free) {
    this.coins.load(free);
    return this.lookUp(this.settled());
  }

  /**
   * @param {string} key  of one part, settled
   * @returns {number|null}
   */
  lookUp(key) {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.known.size + this.open >= this.most) throw new OutOfNodes("the nodes are used up");
    if (performance.now() > this.until) throw new OutOfSlice("the slice is over");
    this.open++;
    const heap = this.compute(edgesOf(key));
    this.open--;
    this.known.set(key, heap);
    return heap;
  }

  /**
   * The key of the edges that are loaded, which keeps the first free edge of those from one box to
   * the ground: these are equivalent.
   */
  settled() {
    const { free } = this.coins;
    for (const [first, second] of this.twins) {
      if (!free[first] && free[second]) {
        free[first] = 1;
        free[second] = 0;
      }
    }
    return keyOf(this.coins.edges());
  }

  /**
   * @param {number[]} free
   * @returns {number|null}
   */
  compute(free) {
    const { coins } = this;
    coins.load(free);
    let isQuiet = true;
    for (;;) {
      if (coins.isLoony()) return null;
      const edge = coins.capturable();
      if (edge < 0) break;
      // Captures are free here: every move that was possible before is still possible after.
      coins.cut(edge);
      isQuiet = false;
    }
    return isQuiet ? this.mex(free) : this.sum(coins.edges());
  }

  /**
   * The least heap that no move leads to.
   * @param {number[]} free
   */
  mex(free) {
    if (this.depth === DEEPEST) throw new OutOfNodes(`more than ${DEEPEST} lines ahead`);
    const options = this.options(free);
    this.depth++;
    /** @type {Set<number|null>} */
    const heaps = new Set();
    for (const key of options) heaps.add(this.sum(edgesOf(key)));
    this.depth--;
    let heap = 0;
    while (heaps.has(heap)) heap++;
    return heap;
  }

  /**
   * The positions after moves that are not loony; no box can be taken before them.
   * @param {number[]} free
   */
  options(free) {
    const { coins } = this;
    /** @type {Set<string>} */
    const found = new Set();
    for (const edge of free) {
      coins.load(free);
      coins.cut(edge);
      const near = coins.grid.boxesOf[edge];
      if (!near.some((box) => coins.offersChoice(box))) found.add(this.settled());
    }
    return found;
  }
}

/**
 * Number the boxes that undrawn edges connect to this one.
 * @param {Coins} coins
 * @param {Int32Array} partOf
 * @param {number} start
 * @param {number} number
 */
function flood({ grid, free }, partOf, start, number) {
  const reached = [start];
  partOf[start] = number;
  for (const box of reached) {
    for (const edge of grid.sidesOf[box]) {
      if (!free[edge]) continue;
      for (const other of grid.boxesOf[edge]) {
        if (partOf[other] < 0) {
          partOf[other] = number;
          reached.push(other);
        }
      }
    }
  }
}

/** @param {number[]} edges */
function keyOf(edges) {
  return String.fromCharCode(...edges);
}

/** @param {string} key */
function edgesOf(key) {
  return Array.from(key, (letter) => letter.charCodeAt(0));
}

/**
 * Each pair of edges from one box to the ground.
 * @param {Grid} grid
 * @returns {[number, number][]}
 */
function twinsOf(grid) {
  /** @type {[number, number][]} */
  const found = [];
  for (const sides of grid.sidesOf) {
    const rim = sides.filter((edge) => grid.boxesOf[edge].length === 1);
    rim.forEach((first, i) => {
      for (const second of rim.slice(i + 1)) found.push([first, second]);
    });
  }
  return found;
}
