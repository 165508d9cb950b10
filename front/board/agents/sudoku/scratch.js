// @ts-check
// The position that searches play on: small, mutable, and equivalent to SudokuState.
//
// Points depend only on which cells are empty, so its core is a byte for each cell and a count for
// each region. An action is a cell and a value, or 0 where the value does not matter. Bombs are not
// detected: `play` fills the cell in any case, and `skip` plays a bomb.

import { opponent } from "../../boards/players.js";
import { POINTS } from "../../boards/sudoku_state.js";

/**
 * @typedef {import("../../boards/players.js").Player} Player
 * @typedef {import("../../boards/draws.js").Draws} Draws
 * @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState
 *
 * @typedef {{cell: number, value: number}} Action
 *
 * What to undo: the cell, -1 for a skip, its value, who moved, and what it reached first.
 * @typedef {{cell: number, value: number, mover: Player, reached: number[]}} Played
 */


/**
 * The empty cells, the values that C0 rules out, and the player to move. `left` counts the empty
 * cells of each region; `reach` is for each player the cells on which it may play while they are
 * empty, null where all are open to both.
 */
export class Scratch {
  /** @param {SudokuState} state */
  constructor(state) {
    const { shape, values } = state;
    this.shape = shape;
    this.width = shape.size + 1;
    this.toMove = state.toMove;
    this.empty = Uint8Array.from(values, (value) => Number(!value));
    this.emptyCount = this.empty.reduce((sum, is) => sum + is, 0);
    this.left = Uint8Array.from(shape.regions, (region) => countOf(region, this.empty));
    /** How often each region has each value. */
    this.used = new Uint8Array(shape.regions.length * this.width);
    values.forEach((value, cell) => value && this.#use(cell, value, 1));
    this.taboo = new Uint8Array(shape.cells * shape.size);
    for (const candidate of state.taboo) this.taboo[candidate] = 1;
    this.reach = reachOf(state);
    /** @type {Played[]} */
    this.trail = [];
  }

  /** Whether every cell is open to both players. */
  get isUnrestricted() {
    return this.reach === null;
  }

  /**
   * Return whether a player, by default the mover, may play on a cell.
   * @param {number} cell
   * @param {Player} [player]
   */
  isPlayable(cell, player = this.toMove) {
    return this.empty[cell] === 1 && (!this.reach || this.reach[player - 1][cell] === 1);
  }

  /** Return the cells on which the mover may play, in order. */
  playable() {
    const cells = [];
    for (let cell = 0; cell < this.empty.length; cell++) {
      if (this.isPlayable(cell)) cells.push(cell);
    }
    return cells;
  }

  /**
   * Return the values that C0 and the taboo moves leave for an empty cell.
   * @param {number} cell
   */
  candidates(cell) {
    const { used, width, taboo } = this;
    const [row, column, box] = this.shape.regionsOf[cell];
    const first = cell * this.shape.size - 1;
    const values = [];
    for (let value = 1; value < width; value++) {
      const isUsed =
        used[row * width + value] | used[column * width + value] | used[box * width + value];
      if (!isUsed && !taboo[first + value]) values.push(value);
    }
    return values;
  }

  /**
   * Return the points of a move on an empty cell.
   * @param {number} cell
   */
  points(cell) {
    const { left } = this;
    const [row, column, box] = this.shape.regionsOf[cell];
    return POINTS[Number(left[row] === 1) + Number(left[column] === 1) + Number(left[box] === 1)];
  }

  /** Return the mover's cells that complete a region, each with its points. */
  scoring() {
    /** @type {Map<number, number>} */
    const found = new Map();
    for (let region = 0; region < this.left.length; region++) {
      if (this.left[region] !== 1) continue;
      const last = this.shape.regions[region].find((cell) => this.empty[cell]);
      if (last !== undefined && this.isPlayable(last)) found.set(last, this.points(last));
    }
    return found;
  }

  /** The most points that the mover can score at once. */
  get bestPoints() {
    return Math.max(0, ...this.scoring().values());
  }

  /**
   * Return for each cell whether a region of it has so many empty cells.
   * @param {number} left
   */
  inRegionsWith(left) {
    const found = new Uint8Array(this.empty.length);
    for (let region = 0; region < this.left.length; region++) {
      if (this.left[region] === left) for (const cell of this.shape.regions[region]) found[cell] = 1;
    }
    return found;
  }

  /**
   * Fill a cell for the mover, pass the turn, and return the points.
   * @param {number} cell
   * @param {number} [value]
   */
  play(cell, value = 0) {
    const points = this.points(cell);
    const mover = this.toMove;
    this.empty[cell] = 0;
    this.emptyCount--;
    for (const region of this.shape.regionsOf[cell]) this.left[region]--;
    if (value) this.#use(cell, value, 1);
    this.trail.push({ cell, value, mover, reached: this.#reachFrom(cell, mover) });
    this.#passTurn();
    return points;
  }

  /** Undo the last `play`. */
  undo() {
    const last = this.trail.pop();
    if (!last) throw new Error("there is nothing to undo");
    const { cell, value, mover, reached } = last;
    this.toMove = mover;
    this.empty[cell] = 1;
    this.emptyCount++;
    for (const region of this.shape.regionsOf[cell]) this.left[region]++;
    if (value) this.#use(cell, value, -1);
    for (const near of reached) if (this.reach) this.reach[mover - 1][near] = 0;
  }

  /**
   * Draw a legal move on these cells, all equally likely; null if there is none.
   * @param {Iterable<number>} cells
   * @param {Draws} random
   * @returns {Action | null}
   */
  draw(cells, random) {
    const moves = [...cells].flatMap((cell) =>
      this.candidates(cell).map((value) => ({ cell, value })),
    );
    return moves[random.below(moves.length || 1)] ?? null;
  }

  /**
   * @param {number} cell
   * @param {number} value
   * @param {number} times
   */
  #use(cell, value, times) {
    for (const region of this.shape.regionsOf[cell]) this.used[region * this.width + value] += times;
  }

  /**
   * Let a player reach the neighbours of a cell; return those that are new.
   * @param {number} cell
   * @param {Player} player
   */
  #reachFrom(cell, player) {
    if (!this.reach) return [];
    const reach = this.reach[player - 1];
    const reached = this.shape.neighbours[cell].filter((near) => !reach[near]);
    for (const near of reached) reach[near] = 1;
    return reached;
  }

  /** Pass the turn to the opponent, unless only the mover has a cell to play on. */
  #passTurn() {
    const other = opponent(this.toMove);
    if (!this.reach || this.#hasPlayable(other) || !this.#hasPlayable(this.toMove)) {
      this.toMove = other;
    }
  }

  /** @param {Player} player */
  #hasPlayable(player) {
    for (let cell = 0; cell < this.empty.length; cell++) {
      if (this.isPlayable(cell, player)) return true;
    }
    return false;
  }
}

/**
 * Return how many of some cells are in a set.
 * @param {readonly number[]} cells
 * @param {Uint8Array} set
 */
function countOf(cells, set) {
  return cells.reduce((count, cell) => count + set[cell], 0);
}

/**
 * Return for each player the cells that it was given, or that touch one of its own; null if all are
 * open to both.
 * @param {SudokuState} state
 * @returns {[Uint8Array, Uint8Array] | null}
 */
function reachOf({ shape, allowed, occupied }) {
  if (!allowed || !occupied) return null;
  /** @param {number} at */
  const reach = (at) => {
    const cells = new Uint8Array(shape.cells);
    for (const cell of allowed[at]) cells[cell] = 1;
    for (const cell of occupied[at]) for (const near of shape.neighbours[cell]) cells[near] = 1;
    return cells;
  };
  return [reach(0), reach(1)];
}
