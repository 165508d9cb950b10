// @ts-check
// A turn of a player of Competitive Sudoku, with what is true of the moves.

import { NO, NOT_CANDIDATE, YES } from "../../solvers/workspace.js";
import { Turn } from "../turn.js";
import { truthOf } from "../../analysis/sudoku/truth.js";

/**
 * @typedef {import("../../analysis/sudoku/truth.js").Truth} Truth
 * @typedef {import("../../boards/draws.js").Draws} Draws
 * @typedef {import("../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../worker/task.js").Task} Task
 */

/** The share of a turn that an audit may take: of most boards it takes milliseconds. */
const AUDIT_SHARE = 0.5;

/** @extends {Turn<SudokuState, Move, Task>} */
export class SudokuTurn extends Turn {
  /** @type {Truth | null} */
  #truth = null;
  #seconds = this.secondsLeft;

  /**
   * Return what is true of the moves; what is not known in time stays undecided.
   * @returns {Promise<Truth>}
   */
  async truth() {
    const limits = { seconds: Math.max(AUDIT_SHARE * this.#seconds, 0.001) };
    this.#truth ??= await truthOf(this.state, this.task, limits);
    return this.#truth;
  }

  /**
   * Return the position with every move taboo that is not known to be safe; the position itself if
   * the mover has no safe move.
   */
  async safeState() {
    const { verdicts } = await this.truth();
    const taboo = new Set(this.state.taboo);
    verdicts.forEach((verdict, candidate) => {
      if (verdict !== YES && verdict !== NOT_CANDIDATE) taboo.add(candidate);
    });
    const safe = this.state.with({ taboo });
    return safe.moves().length ? safe : this.state;
  }

  /**
   * @override
   * @param {Move} move
   */
  plain(move) {
    const verdict = this.#truth?.verdicts[this.state.candidate(move)];
    const bomb = verdict === YES ? false : verdict === NO ? true : null;
    return { move: this.state.plain(move), bomb };
  }
}

/**
 * Put items in random order, as Python's random.shuffle does.
 * @template T
 * @param {T[]} items
 * @param {Draws} random
 */
export function shuffle(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
}
