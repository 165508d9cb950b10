// @ts-check
// Strings and coins: the undrawn lines of a position as strings, its open boxes as coins.
//
// Drawing a line cuts a string. A position here is mutable, for searches: `cut` draws a line and
// `tie` takes it back. The order in which boxes are taken does not matter: a line that completes a
// box completes it later as well.

/** @typedef {import("../../boards/dots_state.js").Grid} Grid */
/** @typedef {import("../../boards/dots_state.js").DotsState} DotsState */
/** @typedef {{taken: number, drawn: number[], mayLeave: number, leaving: number[]}} Captures */

export class Coins {
  /**
   * @param {Grid} grid
   * @param {Iterable<number>} free  the edges that are not drawn
   */
  constructor(grid, free) {
    this.grid = grid;
    /** For each edge 1 if it is not drawn. */
    this.free = new Uint8Array(grid.edges);
    /** For each box the number of its sides that are not drawn. */
    this.left = new Uint8Array(grid.boxes);
    this.load(free);
  }

  /**
   * The coins of a position.
   * @param {DotsState} state
   */
  static of(state) {
    return new Coins(state.grid, state.free());
  }

  /**
   * Let these edges, and no others, be undrawn.
   * @param {Iterable<number>} free
   */
  load(free) {
    this.free.fill(0);
    this.left.fill(0);
    for (const edge of free) this.tie(edge);
  }

  /**
   * Draw an edge; the number of boxes that this completes.
   * @param {number} edge
   */
  cut(edge) {
    let taken = 0;
    this.free[edge] = 0;
    for (const box of this.grid.boxesOf[edge]) if (--this.left[box] === 0) taken++;
    return taken;
  }

  /**
   * Take an edge back.
   * @param {number} edge
   */
  tie(edge) {
    this.free[edge] = 1;
    for (const box of this.grid.boxesOf[edge]) this.left[box]++;
  }

  /** The edges that are not drawn, in order. */
  edges() {
    /** @type {number[]} */
    const found = [];
    for (let edge = 0; edge < this.free.length; edge++) if (this.free[edge]) found.push(edge);
    return found;
  }

  /** The number of boxes that are not complete. */
  open() {
    return this.left.reduce((count, sides) => count + (sides > 0 ? 1 : 0), 0);
  }

  /**
   * The undrawn sides of a box, in the order of their edges.
   * @param {number} box
   */
  sides(box) {
    return this.grid.sidesOf[box].filter((edge) => this.free[edge]);
  }

  /**
   * The first undrawn side of a box; -1 if there is none.
   * @param {number} box
   */
  side(box) {
    for (const edge of this.grid.sidesOf[box]) if (this.free[edge]) return edge;
    return -1;
  }

  /**
   * The box on the other side of an edge; -1 for the ground.
   * @param {number} edge
   * @param {number} box
   */
  across(edge, box) {
    const [first, second = -1] = this.grid.boxesOf[edge];
    return first === box ? second : first;
  }

  /**
   * How many boxes an undrawn edge would complete.
   * @param {number} edge
   */
  completes(edge) {
    let count = 0;
    for (const box of this.grid.boxesOf[edge]) if (this.left[box] === 1) count++;
    return count;
  }

  /** The boxes that one edge completes. */
  completable() {
    /** @type {number[]} */
    const found = [];
    for (let box = this.left.indexOf(1); box >= 0; box = this.left.indexOf(1, box + 1))
      found.push(box);
    return found;
  }

  /**
   * Take boxes until there are none to take; `drawn` are the edges that were drawn for it.
   *
   * The mover has a choice if one of them completes no box yet. Drawn while only the last boxes
   * beside it are left, it ends the turn: the opponent has no choice, takes those boxes and has to
   * move in the same rest. It leaves 2 boxes if it lies between a box that is taken and the rest or
   * the ground, and 4 if it lies between two boxes that are taken. `mayLeave` is the least number
   * of boxes that can be left so, 0 if there is no choice, and `leaving` are the edges that do it. A
   * position with this choice is loony: it is worth no nim heap.
   *
   * Only the boxes in `near`, and those that are connected to them, are looked at.
   * @param {number[]} [near]
   * @returns {Captures}
   */
  takeAll(near) {
    const { left, grid } = this;
    const open = near ? near.filter((box) => left[box] === 1) : this.completable();
    if (!open.length) return { taken: 0, drawn: [], mayLeave: 0, leaving: [] };
    const completing = open.map((box) => this.side(box));
    /** @type {number[]} */
    const drawn = [];
    let taken = 0;
    for (const box of open) {
      // A box that is completed may leave its neighbour with one side, and so on along a chain.
      for (let at = box; at >= 0 && left[at] === 1;) {
        const edge = this.side(at),
          next = this.across(edge, at);
        taken += this.cut(edge);
        drawn.push(edge);
        at = next;
      }
    }
    let mayLeave = 0;
    /** @type {number[]} */
    let leaving = [];
    for (const edge of drawn) {
      if (completing.includes(edge)) continue;
      const boxes = 2 * grid.boxesOf[edge].filter((box) => left[box] === 0).length;
      if (mayLeave && boxes > mayLeave) continue;
      if (boxes < mayLeave) leaving = [];
      mayLeave = boxes;
      leaving.push(edge);
    }
    return { taken, drawn, mayLeave, leaving: leaving.sort((a, b) => a - b) };
  }

  /**
   * Return the same, and leave the position as it was.
   * @param {number[]} [near]
   */
  captures(near) {
    const found = this.takeAll(near);
    for (const edge of found.drawn) this.tie(edge);
    return found;
  }
}

/**
 * Return the mover's margin if the rest is worth so much to the player who moves there.
 * @param {Captures} captures
 * @param {number} worth
 */
export function marginWith({ taken, mayLeave }, worth) {
  const whole = taken + worth;
  return mayLeave ? Math.max(whole, taken - 2 * mayLeave - worth) : whole;
}
