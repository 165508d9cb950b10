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

/** @type {WeakMap<Kernel, {solver: DotsSolver, users: number}>} The solver that was asked last. */
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
  const { kernel } = task,
    last = latest.get(kernel);
  const covers = last?.solver.covers(state);
  if (last && !covers) {
    latest.delete(kernel);
    if (!last.users) last.solver.release();
  }
  const shared = last && covers ? last : { solver: new DotsSolver(kernel, root), users: 0 };
  latest.set(kernel, shared);
  shared.users++;
  try {
    return await shared.solver.ask(state, task, limits);
  } finally {
    // Another solver may have taken its place, which releases one that nobody asks.
    if (--shared.users === 0 && latest.get(kernel) !== shared) shared.solver.release();
  }
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
