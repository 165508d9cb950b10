// @ts-check
// Nimstring: who has to open the first long chain, as the value of a nim heap; its rules are in
// analysis/dots/nimstring.py.
//
// The values of parts are kept. So a search that is paused is simply made again, and goes on where
// it was.

import { edgesIn } from "./captures.js";

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
    /** Which edges are undrawn, and how many such sides each box has. */
    this._isFree = new Uint8Array(grid.edges);
    this._sides = new Uint8Array(grid.boxes);
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
    this._isFree.fill(0);
    this._sides.fill(0);
    for (const edge of edgesIn(free)) {
      // Of twins, the first ones are kept free.
      this._erase(this._twins[edge].find((twin) => twin < edge && !this._isFree[twin]) ?? edge);
    }
    return this._sum([...this._isFree.keys()].filter((edge) => this._isFree[edge]));
  }

  /** @param {number} edge */
  _erase(edge) {
    this._isFree[edge] = 1;
    for (const box of this._grid.boxesOf[edge]) this._sides[box]++;
  }

  /** @param {number} edge */
  _draw(edge) {
    this._isFree[edge] = 0;
    for (const box of this._grid.boxesOf[edge]) this._sides[box]--;
  }

  /**
   * Return the heap of free edges that have no box in common with others.
   * @param {number[]} edges
   * @returns {Heap}
   */
  _sum(edges) {
    let total = 0;
    for (const part of this._parts(edges)) {
      const heap = this._part(part);
      if (heap === null) return null;
      total ^= heap;
    }
    return total;
  }

  /**
   * Split free edges into parts that have no box in common, in the order of their last boxes.
   * @param {number[]} edges
   */
  _parts(edges) {
    const { boxesOf } = this._grid;
    /** @type {Map<number, {last: number, edges: number[]}>} */
    const partOf = new Map();
    for (const edge of edges) {
      const [box] = boxesOf[edge];
      if (!partOf.has(box)) {
        const boxes = this._connected(box);
        const part = { last: Math.max(...boxes), edges: [] };
        for (const each of boxes) partOf.set(each, part);
      }
      partOf.get(box)?.edges.push(edge);
    }
    const parts = [...new Set(partOf.values())];
    return parts.sort((one, other) => one.last - other.last).map((part) => part.edges);
  }

  /**
   * Return the boxes that are connected to one, at least until `goal` is among them.
   * @param {number} start
   * @param {number} [goal]
   */
  _connected(start, goal) {
    const { boxesOf, sidesOf } = this._grid;
    const reached = new Set([start]);
    for (const box of reached) {
      if (box === goal) break;
      for (const side of sidesOf[box])
        if (this._isFree[side]) for (const next of boxesOf[side]) reached.add(next);
    }
    return reached;
  }

  /**
   * @param {number[]} edges  one part
   * @returns {Heap}
   */
  _part(edges) {
    const key = String.fromCharCode(...edges);
    const known = this._known.get(key);
    if (known !== undefined) return known;
    if (this._known.size + this._open >= this.nodes) throw new OutOfNodes("no nodes are left");
    if (++this._looks % LOOK === 0 && performance.now() > this._until) throw new OutOfSlice();
    this._open++;
    const taken = edges.filter((edge) => this._isLastOf(edge));
    // Captures are free here: every move that was possible before is still possible after.
    const rest = () => this._sum(edges.filter((edge) => this._isFree[edge]));
    const heap = taken.length
      ? this._with(taken, () => (this._opens(taken) ? null : rest()))
      : this._mex(edges);
    this._open--;
    this._known.set(key, heap);
    return heap;
  }

  /**
   * Return the least heap that no move leads to; no box can be taken now.
   * @param {number[]} edges  one part
   */
  _mex(edges) {
    if (this._depth === DEEPEST) throw new OutOfNodes(`over ${DEEPEST} lines ahead`);
    const { boxesOf, sidesOf } = this._grid;
    const heaps = new Set();
    this._depth++;
    for (const edge of edges) {
      // Twins lead to the same part: only the last free one is drawn.
      if (this._twins[edge].some((twin) => twin > edge && this._isFree[twin])) continue;
      this._with([edge], () => {
        const open = boxesOf[edge].filter((box) => this._sides[box] === 1);
        const given = open.flatMap((box) => sidesOf[box].filter((side) => this._isFree[side]));
        if (this._with(given, () => this._opens(given))) return; // a loony move
        const after = edges.filter((each) => each !== edge);
        heaps.add(this._isDivided(edge) ? this._sum(after) : this._part(after));
      });
    }
    this._depth--;
    let heap = 0;
    while (heaps.has(heap)) heap++;
    return heap;
  }

  /**
   * Return what `ask` returns while some free edges are drawn.
   * @template T
   * @param {number[]} edges
   * @param {() => T} ask
   */
  _with(edges, ask) {
    for (const edge of edges) this._draw(edge);
    const answer = ask();
    for (const edge of edges) this._erase(edge);
    return answer;
  }

  /**
   * Return whether a box beside an edge has one undrawn side.
   * @param {number} edge
   */
  _isLastOf(edge) {
    for (const box of this._grid.boxesOf[edge]) if (this._sides[box] === 1) return true;
    return false;
  }

  /**
   * Return whether another box can be taken, now that all edges are drawn that completed one.
   *
   * Its last edge completed none before, so boxes can be left to the opponent there: that is loony.
   * @param {number[]} drawn
   */
  _opens(drawn) {
    return drawn.some((edge) => this._isLastOf(edge));
  }

  /**
   * Return whether the boxes beside an edge that was drawn last are not connected any more.
   * @param {number} drawn
   */
  _isDivided(drawn) {
    const [start, goal] = this._grid.boxesOf[drawn];
    return goal !== undefined && !this._connected(start, goal).has(goal);
  }
}

/**
 * Return the twins of each edge: if it is on the rim, the other edges of its box that are.
 * @param {Grid} grid
 */
function twinsOf({ boxesOf, sidesOf }) {
  const isRim = (/** @type {number} */ edge) => boxesOf[edge].length === 1;
  return boxesOf.map(([box], edge) =>
    sidesOf[box].filter((side) => side !== edge && isRim(side) && isRim(edge)),
  );
}
