// @ts-check
// How many solutions of a board hold each candidate.
//
// Solutions come in the kernel's order, which is no sample of them: only if all were counted do the
// counts say anything about shares. So `solutions` says whether they were.

import { Pace } from "./pace.js";
import { solverFor } from "../../solvers/boards.js";
import { SudokuState } from "../../boards/sudoku_state.js";

/** @typedef {import("./pace.js").Task} Task */

/**
 * Answer how many of the solutions found hold each candidate, for each cell a list of N numbers,
 * all 0 where it is filled. If their kind is "at_least", there are more than were counted.
 * @param {{position: unknown, limit?: number}} params
 * @param {Task} task
 */
export async function shares({ position, limit = 10000 }, task) {
  const { shape, values } = SudokuState.fromJson(position);
  const counts = new Uint32Array(shape.cells * shape.size);
  const pace = new Pace(task);
  let value = 0;
  let isAll = false;
  const limits = { onEnd: (/** @type {boolean} */ all) => void (isAll = all) };
  for await (const solution of solverFor(task.kernel, shape).solutions(values, task, limits)) {
    addTo(counts, solution, values, shape.size);
    value += 1;
    if (value === limit) break;
    pace.report(() => answerOf(counts, shape.size, value, false, false));
  }
  return answerOf(counts, shape.size, value, isAll, true);
}

/**
 * Count the candidates of a solution on empty cells.
 * @param {Uint32Array} counts
 * @param {Uint8Array} solution
 * @param {readonly number[]} values
 * @param {number} size
 */
function addTo(counts, solution, values, size) {
  for (let cell = 0; cell < solution.length; cell++) {
    if (!values[cell]) counts[cell * size + solution[cell] - 1] += 1;
  }
}

/**
 * @param {Uint32Array} counts
 * @param {number} size
 * @param {number} value
 * @param {boolean} isAll
 * @param {boolean} final
 */
function answerOf(counts, size, value, isAll, final) {
  const cells = Array.from({ length: counts.length / size }, (_, cell) => [
    ...counts.subarray(cell * size, (cell + 1) * size),
  ]);
  return { solutions: { value, kind: isAll ? "exact" : "at_least" }, counts: cells, final };
}
