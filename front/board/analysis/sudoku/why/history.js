// @ts-check
// The last ply of a game at which its board was still solvable, and the move that ended that.
//
// A board that is unsolvable stays so: the move is found by halving.

import { solverFor } from "../../../solvers/boards.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../../solvers/boards.js").Limits} Limits
 * @typedef {import("../../../solvers/kernel.js").Kernel} Kernel
 * @typedef {import("../../../solvers/slices.js").Pausing} Pausing
 *
 * The board after `ply` moves was solvable; with `move`, the next one placed, it was not. `move` is
 * null, and `ply` 0, where the board was unsolvable before any move.
 * @typedef {{ply: number, values: number[], move: Move | null}} LastSolvable
 */

/**
 * Return when a game's board was last solvable, by its history; null if it still is, undefined if a
 * limit came first.
 * @param {Kernel} kernel
 * @param {SudokuState} state
 * @param {Pausing} task
 * @param {Limits} [limits]
 * @returns {Promise<LastSolvable | null | undefined>}
 */
export async function lastSolvable(kernel, state, task, limits) {
  const plies = placedPlies(state);
  const boards = boardsOf(state, plies);
  const count = await solvableCount(solverFor(kernel, state.shape), boards, task, limits);
  if (count === undefined) return undefined;
  if (count === boards.length) return null;
  if (!count) return { ply: 0, values: boards[0], move: null };
  const { ply, move } = plies[count - 1];
  return { ply: ply - 1, values: boards[count - 1], move };
}

/**
 * Return how many boards, the first ones, have a solution, where each has all values of the one
 * before; undefined if a limit came first.
 * @param {import("../../../solvers/boards.js").BoardSolver} solver
 * @param {readonly (readonly number[])[]} boards
 * @param {Pausing} task
 * @param {Limits} [limits]
 */
export async function solvableCount(solver, boards, task, limits) {
  let [low, high] = [0, boards.length];
  while (low < high) {
    // Most games are solvable to the end.
    const middle = high === boards.length ? high - 1 : Math.floor((low + high) / 2);
    const isSolvable = await solver.solvable(boards[middle], task, limits);
    if (isSolvable === undefined) return undefined;
    if (isSolvable) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Return the moves of the history that stand on the board, with the numbers of their plies.
 * @param {SudokuState} state
 * @returns {{ply: number, move: Move}[]}
 */
function placedPlies(state) {
  const { history, values } = state;
  const last = new Map(history.map((move, index) => [move.cell, index]));
  return history
    .map((move, index) => ({ ply: index + 1, move }))
    .filter(({ ply, move }) => {
      const isLast = last.get(move.cell) === ply - 1;
      return isLast && values[move.cell] === move.value && !state.isTaboo(move);
    });
}

/**
 * Return the board before these moves, and after each of them.
 * @param {SudokuState} state
 * @param {readonly {move: Move}[]} plies
 */
function boardsOf(state, plies) {
  const values = [...state.values];
  for (const { move } of plies) values[move.cell] = 0;
  const boards = [[...values]];
  for (const { move } of plies) {
    values[move.cell] = move.value;
    boards.push([...values]);
  }
  return boards;
}
