// @ts-check
// Nimstring: who has to open the first long chain, as the value of a nim heap; its rules are in
// analysis/dots/nimstring.py.
//
// The values of parts are kept. So a search that is paused is simply made again, and goes on where
// it was.

import { capturesOf, edgesIn, setsOf } from "./captures.js";

/**
 * @typedef {import("../../boards/grid.js").Grid} Grid
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
   * @param {number} nodes  the parts that may be valued in all
   */
  constructor(grid, nodes) {
    this.nodes = nodes;
    this._grid = grid;
    this._twins = twinsOf(grid);
    /** @type {Map<string, Heap>} */
    this._known = new Map();
    /** The parts that are being valued, one inside the other, and how deep their moves go. */
    this._open = 0;
    this._depth = 0;
    this._looks = 0;
    this._until = Infinity;
  }

  /**
   * Return the heap that a position is worth.
   *
   * Throw OutOfNodes, or OutOfSlice once performance.now() is beyond `until`.
   * @param {bigint} free  the undrawn edges
   * @param {number} [until]
   */
  value(free, until = Infinity) {
    this._until = until;
    this._open = this._depth = 0;
    return this._sum(free);
  }

  /**
   * @param {bigint} free
   * @param {number[]} [open] the boxes that can be taken, if they are known
   * @returns {Heap}
   */
  _sum(free, open) {
    let total = 0;
    for (const part of partsOf(this._grid, free)) {
      const heap = this._part(this._settled(part), open);
      if (heap === null) return null;
      total ^= heap;
    }
    return total;
  }

  /**
   * @param {bigint} free  one settled part
   * @param {number[]} [open]
   * @returns {Heap}
   */
  _part(free, open) {
    const key = free.toString(32); // engines hash the lowest digits of a BigInt only
    const known = this._known.get(key);
    if (known !== undefined) return known;
    if (this._known.size + this._open >= this.nodes) throw new OutOfNodes("no nodes are left");
    if (++this._looks % LOOK === 0 && performance.now() > this._until) throw new OutOfSlice();
    this._open++;
    const { taken, rest, mayLeave } = capturesOf(this._grid, free, open);
    // Captures are free here: every move that was possible before is still possible after.
    const heap = mayLeave ? null : taken ? this._sum(rest) : this._mex(free);
    this._open--;
    this._known.set(key, heap);
    return heap;
  }

  /**
   * Return the least heap that no move leads to; no box can be taken now.
   * @param {bigint} free
   */
  _mex(free) {
    if (this._depth === DEEPEST) throw new OutOfNodes(`over ${DEEPEST} lines ahead`);
    const { boxesOf, sidesOf } = this._grid,
      { bits } = setsOf(this._grid);
    const edges = edgesIn(free);
    const left = new Set(edges),
      heaps = new Set();
    this._depth++;
    for (const edge of edges) {
      const after = free ^ bits[edge];
      // Of edges that are alike, the last leaves a settled part.
      if (this._settled(after) !== after) continue;
      left.delete(edge);
      const open = boxesOf[edge].filter(
        (box) => sidesOf[box].filter((side) => left.has(side)).length === 1,
      );
      if (!open.length || !capturesOf(this._grid, after, open).mayLeave) {
        const isApart = isDivided(this._grid, left, edge);
        heaps.add(isApart ? this._sum(after, open) : this._part(after, open));
      }
      left.add(edge);
    }
    this._depth--;
    let heap = 0;
    while (heaps.has(heap)) heap++;
    return heap;
  }

  /**
   * Keep the first free edge of those from one box to the ground, which are alike.
   * @param {bigint} free
   */
  _settled(free) {
    for (const [first, both] of this._twins) if ((free & both) === (both ^ first)) free ^= both;
    return free;
  }
}

/**
 * Return each pair of edges from one box to the ground, as sets: the first, and both.
 * @param {Grid} grid
 */
function twinsOf(grid) {
  const { bits } = setsOf(grid);
  return grid.sidesOf.flatMap((sides) => {
    const rim = sides.filter((edge) => grid.boxesOf[edge].length === 1);
    return rim.flatMap((one, at) =>
      rim.slice(at + 1).map((other) => [bits[one], bits[one] | bits[other]]),
    );
  });
}

/**
 * Return whether the boxes beside an edge, which has just been drawn, hang together no more.
 * @param {Grid} grid
 * @param {Set<number>} left  the undrawn edges
 * @param {number} edge
 */
function isDivided({ boxesOf, sidesOf }, left, edge) {
  const [start, goal] = boxesOf[edge];
  const reached = new Set([start]);
  for (const box of goal === undefined ? [] : reached) {
    if (box === goal) return false;
    for (const side of sidesOf[box])
      if (left.has(side)) for (const next of boxesOf[side]) reached.add(next);
  }
  return goal !== undefined;
}

/**
 * Split a set of undrawn edges into parts that have no box in common.
 * @param {Grid} grid
 * @param {bigint} free
 */
function partsOf(grid, free) {
  /** @type {bigint[]} */
  let found = [];
  for (const sides of setsOf(grid).sides) {
    let part = sides & free;
    if (!part) continue;
    const apart = found.filter((other) => !(other & part));
    for (const other of found) if (other & part) part |= other;
    found = [...apart, part];
  }
  return found;
}
