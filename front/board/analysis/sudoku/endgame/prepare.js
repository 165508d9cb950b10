// @ts-check
// What must be known of a position before it is solved: its solutions, and that it makes sense.

import { TooLarge } from "./kernel.js";
import { UsageError } from "../../../boards/errors.js";
import { moveText } from "../../../boards/moves.js";
import { POINTS, SudokuState } from "../../../boards/sudoku_state.js";
import { solverFor } from "../../../solvers/boards.js";
import { plainMove } from "../words.js";

/** @typedef {import("../pace.js").Task} Task */

/** A board with more solutions is not an endgame. */
const MOST_SOLUTIONS = 4096;

/**
 * Return the most points that can be left, whoever gets them.
 *
 * A fill completes a row, a column and a box at most, and three at once score the most.
 * @param {SudokuState} state
 * @returns {number}
 */
export function mostPoints({ shape, values }) {
  const open = [shape.rows, shape.columns, shape.boxes].map(
    (regions) => regions.filter((region) => region.some((cell) => !values[cell])).length,
  );
  const [few, more, most] = open.sort((a, b) => a - b);
  return POINTS[3] * few + POINTS[2] * (more - few) + POINTS[1] * (most - more);
}

/**
 * Return all solutions of a board that can be an endgame, or null if the time is over before; throw
 * TooLarge if there are too many, and UsageError if there is none.
 * @param {SudokuState} state
 * @param {Task} task
 * @param {number} [seconds]
 * @returns {Promise<Uint8Array[] | null>}
 */
export async function solutionsOf({ shape, values }, task, seconds) {
  const found = [];
  let isAll = false;
  const limits = { seconds, onEnd: (/** @type {boolean} */ all) => void (isAll = all) };
  for await (const solution of solverFor(task.kernel, shape).solutions(values, task, limits)) {
    found.push(solution);
    if (found.length > MOST_SOLUTIONS) {
      throw new TooLarge(
        `a board with over ${MOST_SOLUTIONS} solutions is not an endgame: fill some cells first`,
      );
    }
  }
  if (!isAll) return null;
  if (!found.length) {
    throw new UsageError("the board has no solution, so no move is safe and the game cannot end");
  }
  return found;
}

/**
 * Return whether a solution has all values of a position.
 * @param {SudokuState} state
 * @param {Uint8Array} solution
 * @returns {boolean}
 */
export function isSolvedBy({ values }, solution) {
  return values.every((value, cell) => !value || value === solution[cell]);
}

/**
 * Throw UsageError if a taboo move is safe: only bombs become taboo.
 * @param {SudokuState} state
 * @param {Uint8Array} isTrue for each candidate whether it is true
 */
export function checkTaboo(state, isTrue) {
  const wrong = [...state.taboo].filter((candidate) => isTrue[candidate]);
  if (!wrong.length) return;
  throw new UsageError(
    `${moveText(plainMove(state, Math.min(...wrong)))} is taboo but safe, and only bombs become ` +
      "taboo: correct the position",
  );
}
