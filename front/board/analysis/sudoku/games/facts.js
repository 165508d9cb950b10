// @ts-check
// What is known of the moves of a position, as the law counts them: safe fills, and bombs as skips.

import { UsableBombs } from "../tempo/effects.js";
import { legalCandidates, legalMoves, truthOf } from "../truth.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../../worker/task.js").Task} Task
 * @typedef {import("../truth.js").Truth} Truth
 */

/** The empty cells, the usable bombs, and the legal moves divided into `fills` and `skips`. */
export class MoveFacts {
  /**
   * @param {SudokuState} state
   * @param {Truth} truth
   */
  constructor(state, truth) {
    const legal = legalCandidates(state);
    const moves = legalMoves(state, legal);
    const movesIn = (/** @type {Uint8Array} */ set) =>
      moves.filter((move) => set[move]).map((move) => state.moveOf(move));
    this.state = state;
    this.usable = new UsableBombs(state.shape, legal, truth.isTrue);
    this.isComplete = truth.isKnown;
    this.hasSolution = truth.hasTrue;
    this.empties = state.values.filter((value) => !value).length;
    this.bombs = this.usable.count;
    this.fills = movesIn(truth.isTrue);
    this.skips = movesIn(this.usable.bombs);
  }

  /** Whether the number of empty cells is even: then the law asks for a skip. */
  get isEven() {
    return this.empties % 2 === 0;
  }

  /**
   * Return how many bombs a fill leaves; null if that is not known in time.
   * @param {Move} fill
   * @param {Task} task
   * @param {number} seconds
   */
  async bombsAfter(fill, task, seconds) {
    const { state, usable } = this;
    if (usable.isProper && this.isComplete) return usable.properEffect(state.candidate(fill)).left;
    if (seconds <= 0) return null;
    const values = state.values.map((value, cell) => (cell === fill.cell ? fill.value : value));
    const after = state.with({ values });
    const truth = await truthOf(after, task, { seconds });
    await task.pause();
    return truth.isKnown ? new MoveFacts(after, truth).bombs : null;
  }
}

/**
 * Return what is known of the moves of a position; null if that takes too long.
 * @param {SudokuState} state
 * @param {Task} task
 * @param {number} seconds
 */
export async function moveFacts(state, task, seconds) {
  const truth = await truthOf(state, task, { seconds });
  return truth.isKnown ? new MoveFacts(state, truth) : null;
}
