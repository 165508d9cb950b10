// @ts-check
// A game as it was played: the position before each move, whether the move was a bomb, and when the
// board was last solvable.

import { solvableCount } from "../why/history.js";
import { solverFor } from "../../../solvers/boards.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../../worker/task.js").Task} Task
 *
 * The positions, the first one first, one more than moves; a bomb was refused, and null stands where
 * it is not known whether the move was one, and it was placed.
 * @typedef {{states: SudokuState[], moves: Move[], bombs: (boolean | null)[]}} Game
 */

/** The seconds for one question about one board: most take less than a millisecond. */
const SECONDS = 0.5;

/**
 * Play a game again; throw IllegalMoveError if the rules refuse a move.
 * @param {SudokuState} start
 * @param {readonly [number, number, number][]} moves
 * @param {readonly (boolean | null)[]} bombs what is known of them; the solver says the rest
 * @param {Task} task
 * @returns {Promise<Game>}
 */
export async function replayed(start, moves, bombs, task) {
  /** @type {Game} */
  const game = { states: [start], moves: [], bombs: [] };
  let state = start;
  for (const [at, [row, column, value]] of moves.entries()) {
    const move = { cell: state.shape.cell(row, column), value };
    const isBomb = bombs[at] ?? (await foundBomb(state, move, task));
    state = isBomb ? state.reject(move) : state.play(move);
    game.states.push(state);
    game.moves.push(move);
    game.bombs.push(isBomb);
    await task.pause();
  }
  return game;
}

/**
 * Return whether a move is a bomb; null if that takes too long, or the rules refuse it.
 * @param {SudokuState} state
 * @param {Move} move
 * @param {Task} task
 */
async function foundBomb(state, move, task) {
  if (state.reasons(move).length) return null;
  const values = state.values.map((value, cell) => (cell === move.cell ? move.value : value));
  const isSolvable = await solverFor(task.kernel, state.shape).solvable(values, task, {
    seconds: SECONDS,
  });
  return isSolvable === undefined ? null : !isSolvable;
}

/**
 * Return after how many moves the board had a solution last: -1 if it never had one, null if that is
 * not known.
 * @param {Game} game
 * @param {Task} task
 * @returns {Promise<number | null>}
 */
export async function lastSolvableOf({ states }, task) {
  const solver = solverFor(task.kernel, states[0].shape);
  const boards = states.map(({ values }) => values);
  const count = await solvableCount(solver, boards, task, { seconds: SECONDS });
  return count === undefined ? null : count - 1;
}
