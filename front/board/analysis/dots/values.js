// @ts-check
// Exact Dots and Boxes: the margin of a position and the value of every line, or bounds of them.
//
// The margin is the number of boxes that the mover gets from here on less those of the opponent,
// with best play. What one question finds out about a game is kept for the next one.

import { DotsSolver, MOST_DOTS } from "./kernel.js";

/**
 * @typedef {import("../../solvers/kernel.js").Kernel} Kernel
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("./kernel.js").Bounds} Bounds
 * @typedef {import("./kernel.js").Limits} Limits
 *
 * A question in work, as far as the analysis needs one.
 * @typedef {{kernel: Kernel, pause(): Promise<void>}} Working
 */

/** A solver, and how many questions are at it; it is released when another has taken its place. */
class Shared {
  /** @param {DotsSolver} solver */
  constructor(solver) {
    this.solver = solver;
    this.users = 0;
    this.isKept = true;
  }

  leave() {
    this.users--;
    this.releaseUnused();
  }

  releaseUnused() {
    if (!this.users && !this.isKept) this.solver.release();
  }
}

/** @type {WeakMap<Kernel, Shared>} The solver that was asked last. */
const latest = new WeakMap();

/**
 * Return what is known of a position after a search, and whether it is all.
 *
 * Throws UsageError for a position that is too large.
 * @param {DotsState} state
 * @param {Working} task
 * @param {Limits & {root?: DotsState}} [limits] `root` is where a new table begins: what is found
 *   out is kept for all that follows from it
 * @returns {Promise<Bounds & {done: boolean}>}
 */
export async function solve(state, task, { root = state, ...limits } = {}) {
  const shared = sharedFor(task.kernel, state, root);
  shared.users++;
  try {
    return await shared.solver.ask(state, task, limits);
  } finally {
    shared.leave();
  }
}

/**
 * @param {Kernel} kernel
 * @param {DotsState} state
 * @param {DotsState} root
 */
function sharedFor(kernel, state, root) {
  const last = latest.get(kernel);
  if (last?.solver.covers(state)) return last;
  if (last) {
    latest.delete(kernel);
    last.isKept = false;
    last.releaseUnused();
  }
  const shared = new Shared(new DotsSolver(kernel, root));
  latest.set(kernel, shared);
  return shared;
}

/**
 * Return the margin of a position and its best lines; null if that takes more than so many nodes,
 * or if the grid is too large.
 * @param {DotsState} state
 * @param {Working} task
 * @param {number} nodes
 */
export async function marginWithin(state, task, nodes) {
  if (!fits(state.grid)) return null;
  const { done, high, moves } = await solve(state, task, { nodes });
  return done ? { margin: high, best: bestOf(state, { high, moves }) } : null;
}

/**
 * Return whether a grid is small enough for the solver.
 * @param {import("../../boards/grid.js").Grid} grid
 */
export function fits(grid) {
  return (grid.rows + 1) * (grid.columns + 1) <= MOST_DOTS;
}

/**
 * Return the lines that are known to reach the margin.
 * @param {DotsState} state
 * @param {Pick<Bounds, "high" | "moves">} known
 */
export function bestOf({ grid }, { high, moves }) {
  return moves.filter(({ low }) => low >= high).map(({ edge }) => grid.lineText(edge));
}

/**
 * Return what is known as the fields of bombe.dots/1.
 * @param {DotsState} state
 * @param {Bounds & {done: boolean}} known
 */
export function valuesJson(state, known) {
  const { grid } = state,
    { low, high, done } = known;
  const exact = low === high;
  return {
    schema: "bombe.dots/1",
    final: done,
    rows: grid.rows,
    columns: grid.columns,
    extra_turn: state.extraTurn,
    edges: state.drawn().map((edge) => grid.lineText(edge)),
    to_move: state.toMove,
    margin: exact ? low : null,
    exact,
    ...(exact ? {} : { low, high }),
    moves: known.moves.map((move) => ({ move: grid.lineText(move.edge), ...valueJson(move) })),
    best: bestOf(state, known),
  };
}

/**
 * Return a value, or null and its bounds.
 * @param {{low: number, high: number}} bounds
 */
function valueJson({ low, high }) {
  return low === high ? { value: low } : { value: null, low, high };
}
