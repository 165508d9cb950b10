// @ts-check
// Nimstring: who has to open the first long chain, as the value of a nim heap.
//
// Nimstring is Dots and Boxes without the score: a player who completes a box moves again, and a
// player who cannot move loses. Its winner can keep control in Dots and Boxes: the opponent has to
// open the first long chain. A position without boxes to take is worth a nim heap, by the mex rule
// over the moves that are not loony; parts without a common box add up like heaps.
//
// The values of parts are kept. So a search that is paused is simply made again, and goes on where
// it was.

import { KeyedCoins } from "./keyed_coins.js";

/**
 * @typedef {import("../../boards/dots_state.js").Grid} Grid
 *
 * A nim heap; null is loony: the player who moves there chooses who moves next, and therefore wins
 * whatever else is left.
 * @typedef {number | null} Heap
 */

/** The depth limit of the search, in lines: that of the command. */
const DEEPEST = 150;
/** How many parts are looked up between two looks at the clock. */
const LOOK = 256;

/** Thrown where the nodes are used up: the value will not be known. */
export class OutOfNodes extends Error {}

/** Thrown where the time of a slice is over: ask again. */
export class OutOfSlice extends Error {}

/** The values of the positions of one grid, each part computed once. */
export class Nimstring {
  /**
   * @param {Grid} grid
   * @param {number} nodes  the parts that may be valued
   */
  constructor(grid, nodes) {
    this._most = nodes;
    /** @type {Map<string, Heap>} */
    this._known = new Map();
    this._coins = new KeyedCoins(grid);
    /** The parts that are being valued, one inside the other, and how deep their moves go. */
    this._open = 0;
    this._depth = 0;
    this._looks = 0;
    this._until = Infinity;
  }

  /**
   * Let so many parts be valued in all.
   * @param {number} nodes
   */
  allow(nodes) {
    this._most = nodes;
  }

  /**
   * Return the heap that a position is worth.
   *
   * Throw OutOfNodes, or OutOfSlice once performance.now() is beyond `until`.
   * @param {Iterable<number>} free  the undrawn edges
   * @param {number} [until]
   */
  value(free, until = Infinity) {
    this._until = until;
    this._open = this._depth = 0;
    this._coins.load(free);
    return this._sum();
  }

  /**
   * Return the heap of what is undrawn now, in however many parts, and leave it as it was.
   * @returns {Heap}
   */
  _sum() {
    const coins = this._coins;
    const all = coins.edges();
    let total = 0;
    for (const part of coins.parts()) {
      coins.load(part);
      coins.settle();
      const heap = this._part();
      coins.load(all);
      if (heap === null) return null;
      total ^= heap;
    }
    return total;
  }

  /**
   * Return the heap of what is undrawn now, which is one settled part, and leave it as it was.
   * @returns {Heap}
   */
  _part() {
    const key = this._coins.key();
    const known = this._known.get(key);
    if (known !== undefined) return known;
    if (this._known.size + this._open >= this._most) throw new OutOfNodes("no nodes are left");
    if (++this._looks % LOOK === 0 && performance.now() > this._until) throw new OutOfSlice();
    this._open++;
    const heap = this._compute();
    this._open--;
    this._known.set(key, heap);
    return heap;
  }

  /** @returns {Heap} */
  _compute() {
    const coins = this._coins;
    // Captures are free here: every move that was possible before is still possible after.
    const { drawn, mayLeave } = coins.takeAll();
    const heap = mayLeave ? null : drawn.length ? this._sum() : this._mex();
    for (const edge of drawn) coins.tie(edge);
    return heap;
  }

  /** Return the least heap that no move leads to; no box can be taken now. */
  _mex() {
    if (this._depth === DEEPEST) throw new OutOfNodes(`over ${DEEPEST} lines ahead`);
    const coins = this._coins;
    /** @type {Set<Heap>} */
    const heaps = new Set();
    this._depth++;
    for (const edge of coins.edges()) {
      // Edges from one box to the ground are alike: a settled part keeps the first of them.
      if (coins.hasLaterTwin(edge)) continue;
      coins.cut(edge);
      const near = coins.grid.boxesOf[edge];
      if (!coins.captures(near).mayLeave) heaps.add(this._afterCut(edge));
      coins.tie(edge);
    }
    this._depth--;
    let heap = 0;
    while (heaps.has(heap)) heap++;
    return heap;
  }

  /**
   * Return the heap of what an edge leaves, which may have divided the part that it was in.
   * @param {number} edge
   */
  _afterCut(edge) {
    const apart = this._coins.dividedBy(edge);
    return apart ? this._sum() : this._part();
  }
}
