// @ts-check
// The question `values`: what every move of a position is worth, growing from bounds to exact.

import { Endgames } from "./endgames.js";
import { endgameFields } from "./result.js";
import { Pace } from "../pace.js";
import { SudokuState } from "../../../boards/sudoku_state.js";

/** @typedef {import("../pace.js").Task} Task */
/** @typedef {import("../../../solvers/kernel.js").Kernel} Kernel */

/** @type {WeakMap<Kernel, Endgames>} the endgames of this question */
const ENDGAMES = new WeakMap();

/**
 * Answer the margin and the value of every legal move: bombe.endgame/1, in reports with `progress`.
 *
 * `seconds` and `nodes` limit the work, `memory` the table, in bytes.
 * @param {{position: unknown, seconds?: number, nodes?: number, memory?: number}} params
 * @param {Task} task
 */
export async function values({ position, seconds, nodes, memory }, task) {
  const state = SudokuState.fromJson(position);
  const pace = new Pace(task);
  const found = await endgamesFor(task.kernel).solve(state, task, {
    seconds,
    nodes,
    memory,
    report: (make) =>
      pace.report(() => {
        const { found: partial, progress } = make();
        return { ...endgameFields(partial), final: false, progress };
      }),
  });
  return endgameFields(found);
}

/**
 * Return the endgames that are kept for a kernel.
 * @param {Kernel} kernel
 * @returns {Endgames}
 */
function endgamesFor(kernel) {
  const endgames = ENDGAMES.get(kernel) ?? new Endgames();
  ENDGAMES.set(kernel, endgames);
  return endgames;
}
