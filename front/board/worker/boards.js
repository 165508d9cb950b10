// @ts-check
// Questions about a board itself, whose turn it is and what is taboo being no matter.

import { solverFor } from "../solvers/boards.js";

/**
 * @typedef {import("./task.js").Task} Task
 */

/**
 * Answer the first solution of a position's board, as rows; null if it has none.
 *
 * @param {{position: {m: number, n: number, cells: number[][]}}} params
 * @param {Task} task
 * @returns {Promise<{solution: number[][] | null, final: boolean}>}
 */
export async function solution({ position: { m, n, cells } }, task) {
  const found = await solverFor(task.kernel, { m, n }).solution(cells.flat(), task);
  if (!found) return { solution: null, final: true };
  const rows = cells.map((row, at) => [...found.subarray(at * row.length, (at + 1) * row.length)]);
  return { solution: rows, final: true };
}
