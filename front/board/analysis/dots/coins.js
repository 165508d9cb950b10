// @ts-check
// Strings and coins: the undrawn lines of a position as strings, its open boxes as coins.
//
// Drawing a line cuts a string. A position here is mutable, for searches: `cut` draws a line and
// `tie` takes it back. The order in which boxes are taken does not matter: a line that completes a
// box completes it later as well.

/** @typedef {import("../../boards/dots_state.js").Grid} Grid */
/** @typedef {import("../../boards/dots_state.js").DotsState} DotsState */

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
   * The first undrawn side of a box that is not `but`; -1 if there is none.
   * @param {number} box
   * @param {number} [but]
   */
  side(box, but = -1) {
    for (const edge of this.grid.sidesOf[box]) if (this.free[edge] && edge !== but) return edge;
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

  /** An undrawn edge that completes a box; -1 if there is none. */
  capturable() {
    const box = this.left.indexOf(1);
    return box < 0 ? -1 : this.side(box);
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

  /**
   * Complete boxes as long as possible: their number, and the edges that were drawn for it.
   * @returns {{taken: number, drawn: number[]}}
   */
  takeAll() {
    /** @type {number[]} */
    const drawn = [];
    let taken = 0;
    for (let box = this.left.indexOf(1); box >= 0; box = this.left.indexOf(1, box)) {
      // A box that is completed may leave its neighbour with one side, and so on along a chain.
      for (let at = box; at >= 0 && this.left[at] === 1;) {
        const edge = this.side(at),
          next = this.across(edge, at);
        taken += this.cut(edge);
        drawn.push(edge);
        at = next;
      }
    }
    return { taken, drawn };
  }

  /**
   * Whether the mover may choose between taking boxes and leaving the last ones.
   *
   * A move that creates such a position is a loony move.
   */
  isLoony() {
    for (let box = this.left.indexOf(1); box >= 0; box = this.left.indexOf(1, box + 1))
      if (this.offersChoice(box)) return true;
    return false;
  }

  /**
   * Whether this box can be completed and gives the mover that choice.
   *
   * So it is if it is connected to a box with two strings, whose other string can be cut without
   * completing a box: the opponent then has to take both boxes and move elsewhere.
   * @param {number} box
   */
  offersChoice(box) {
    if (this.left[box] !== 1) return false;
    const edge = this.side(box),
      other = this.across(edge, box);
    if (other < 0 || this.left[other] !== 2) return false;
    const far = this.across(this.side(other, edge), other);
    return far < 0 || this.left[far] !== 1;
  }
}
