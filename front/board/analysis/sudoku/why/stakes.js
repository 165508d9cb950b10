// @ts-check
// What a bomb is worth as a skip, and the fills that kill it.

import { tempoOf } from "../tempo/tempo.js";
import { truthOf } from "../truth.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../../solvers/boards.js").Limits} Limits
 * @typedef {import("../../../worker/task.js").Task} Task
 * @typedef {import("./explanation.js").Stakes} Stakes
 */

/**
 * Return what a bomb is worth, where the board has one solution, so that this is known at once; null
 * on other boards, and for moves that the mover may not play.
 * @param {Task} task
 * @param {SudokuState} state
 * @param {Move} move
 * @param {Limits} limits
 * @returns {Promise<Stakes | null>}
 */
export async function stakesOf(task, state, move, limits) {
  const truth = await truthOf(state, task, limits);
  if (!truth.isKnown || !truth.isProper || !truth.hasTrue) return null;
  const { skips, empties, bombs } = await tempoOf(state, task);
  const skip = skips.find((each) => each.move === state.candidate(move));
  if (!skip || bombs === null) return null;
  const killers = skip.killers.map((killer) => state.moveOf(killer));
  return { verdict: skip.verdict, killers, empties, bombs };
}
