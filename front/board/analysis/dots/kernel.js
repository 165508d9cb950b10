// @ts-check
// Exact Dots and Boxes in the kernel: what is declared in solvers/native/src/dots/dots.h.
//
// A search begins with little memory, since clearing much of it takes time; what lasts longer goes
// on with several times as much.

import { UsageError } from "../../boards/errors.js";
import { OutOfMemory } from "../../solvers/memory.js";
import {
  DONE,
  TOO_LARGE,
  TOO_LITTLE_MEMORY,
  TOO_MANY_MOVES,
  runInSlices,
} from "../../solvers/slices.js";

/**
 * @typedef {import("../../solvers/kernel.js").Kernel} Kernel
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {{pause(): Promise<void>}} Pausing
 *
 * What is known of a position: bounds of its margin and of each edge's value, for the mover.
 * @typedef {{low: number, high: number, moves: {edge: number, low: number, high: number}[]}} Bounds
 *
 * @typedef {object} Limits
 * @property {number} [seconds]
 * @property {number} [nodes]
 * @property {boolean} [wantsAll] the value of every edge, not just the margin
 * @property {(known: Bounds) => void} [look] is shown what is known, after each slice
 */

/** What can be solved: `kMostDots` and `kMostFree` in C++. */
export const MOST_DOTS = 64;
export const MOST_FREE = 64;
const ALL_IDEAS = -1;

/** Bytes of the first table, and how many nodes go far to fill them. */
const FIRST_MEMORY = 2 ** 24;
const FIRST_NODES = 1_250_000;
/** How many times as much the next table has, and the most bytes that one may have. */
const GROWTH = 16;
const MOST_MEMORY = 2 ** 28;

/** @type {Record<number, string>} */
const MESSAGES = {
  [TOO_LARGE]: `only grids of up to ${MOST_DOTS} dots can be solved: take a smaller grid`,
  [TOO_MANY_MOVES]:
    `over ${MOST_FREE} lines are left, which is too many to solve: draw some first, or take a ` +
    "smaller grid, such as 5x5",
  [TOO_LITTLE_MEMORY]: "the table is too small for this position: allow more memory",
};

/** The solver of a position and of those that come from it, with all that it has found out. */
export class DotsSolver {
  /**
   * Throws UsageError for a position that is too large.
   *
   * @param {Kernel} kernel
   * @param {DotsState} state
   */
  constructor(kernel, state) {
    this.kernel = kernel;
    this.start = state;
    this._question = kernel.room();
    this._table = kernel.room();
    const dots = this._question.make("BombeDots", {
      drawn: this._question.copy(drawnBytes(state)),
      rows: state.grid.rows,
      columns: state.grid.columns,
      extra_turn: Number(state.extraTurn),
      ideas: ALL_IDEAS,
      workers: 1,
    });
    this._dots = dots.address;
    this._solver = 0;
    this._bytes = 0;
    this._before = 0;
    try {
      this._begin(FIRST_MEMORY);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /**
   * Return whether a position can follow from the one that the solver was made for.
   *
   * @param {DotsState} state
   */
  covers(state) {
    const { grid, extraTurn } = this.start;
    if (grid !== state.grid || extraTurn !== state.extraTurn) return false;
    return (this.start.edges & ~state.edges) === 0n;
  }

  /** The positions that were searched so far. */
  get nodes() {
    return this._before + this.kernel.functions.bombe_dots_nodes(this._solver);
  }

  /**
   * Search until all is known or a limit is reached; return what is known, and whether it is all.
   *
   * @param {DotsState} state that can follow from the solver's
   * @param {Pausing} task
   * @param {Limits} [limits]
   * @returns {Promise<Bounds & {done: boolean}>}
   */
  async ask(state, task, { seconds = Infinity, nodes = Infinity, wantsAll = true, look } = {}) {
    const room = this.kernel.room();
    try {
      const call = this._callFor(room, state, wantsAll);
      const before = this.nodes;
      const used = () => this.nodes - before;
      const run = () => this._slice(call, nodes - used());
      const told = look && (() => look(this._read(call)));
      const answer = await runInSlices(run, call, task, { seconds, nodes, used, look: told });
      return { ...this._read(call), done: answer === DONE };
    } finally {
      room.release();
    }
  }

  /** Give the memory back; the solver cannot be asked any more. */
  release() {
    this._table.release();
    this._question.release();
  }

  /**
   * Call the kernel once, with more memory first if what there is may be full.
   *
   * @param {import("../../solvers/structure.js").Fields} call
   * @param {number} nodes
   */
  _slice(call, nodes) {
    const room = (FIRST_NODES * this._bytes) / FIRST_MEMORY;
    if (this.nodes >= room && this._bytes < MOST_MEMORY) this._grow();
    call.nodes = Math.max(nodes, 1);
    const answer = this.kernel.functions.bombe_dots_ask(this._solver, call.address);
    if (answer < 0) throw new UsageError("the position cannot follow: make a new table");
    return answer;
  }

  /** Go on with more memory, or with what there is where no more can be had. */
  _grow() {
    try {
      this._begin(Math.min(GROWTH * this._bytes, MOST_MEMORY));
    } catch (error) {
      if (!(error instanceof OutOfMemory)) throw error;
      this._bytes = MOST_MEMORY;
    }
  }

  /**
   * Take a table of so many bytes, and copy what was found out with less.
   *
   * @param {number} table
   */
  _begin(table) {
    const { functions } = this.kernel;
    const bytes = functions.bombe_dots_bytes(this._dots, table);
    if (bytes === TOO_LITTLE_MEMORY && table < MOST_MEMORY) {
      this._begin(2 * table);
      return;
    }
    if (bytes < 0) throw new UsageError(MESSAGES[bytes]);
    const larger = this.kernel.room();
    const solver = larger.takeZeroed(bytes);
    const begun = functions.bombe_dots_begin(solver, bytes, this._dots);
    if (begun < 0) throw new UsageError(MESSAGES[begun]);
    if (this._solver) {
      this._before = this.nodes;
      functions.bombe_dots_adopt(solver, this._solver);
    }
    this._table.release();
    [this._table, this._solver, this._bytes] = [larger, solver, table];
  }

  /**
   * @param {import("../../solvers/memory.js").Room} room
   * @param {DotsState} state
   * @param {boolean} wantsAll
   */
  _callFor(room, state, wantsAll) {
    const [moves, lows, highs] = [1, 2, 3].map(() => room.take(4 * MOST_FREE));
    const drawn = room.copy(drawnBytes(state));
    return room.make("BombeDotsCall", { drawn, wants_all: Number(wantsAll), moves, lows, highs });
  }

  /**
   * @param {import("../../solvers/structure.js").Fields} call
   * @returns {Bounds}
   */
  _read(call) {
    const { view } = this.kernel.memory;
    const number = (/** @type {number} */ from, /** @type {number} */ index) =>
      view.getInt32(from + 4 * index, true);
    const moves = Array.from({ length: call.count }, (_, i) => ({
      edge: number(call.moves, i),
      low: number(call.lows, i),
      high: number(call.highs, i),
    }));
    // No move is worth less than what one of them is known to be.
    return { low: Math.max(call.low, ...moves.map(({ low }) => low)), high: call.high, moves };
  }
}

/**
 * Return for each edge 1 if it is drawn.
 *
 * @param {DotsState} state
 */
function drawnBytes(state) {
  return Uint8Array.from({ length: state.grid.edges }, (_, edge) => Number(state.isDrawn(edge)));
}
