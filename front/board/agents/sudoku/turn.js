// @ts-check
// A turn of a player in the page: the position, what is true of its moves, the time, and the move
// that is proposed so far.

import { NO, NOT_CANDIDATE, YES } from "../../solvers/workspace.js";
import { truthOf } from "../../analysis/sudoku/truth.js";

/**
 * @typedef {import("../../analysis/sudoku/truth.js").Truth} Truth
 * @typedef {import("../../boards/draws.js").Draws} Draws
 * @typedef {import("../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../worker/task.js").Task} Task
 *
 * A move, the mover's final margin if it is proven to be a best one, or to win by so much, and
 * whether it is a bomb; null: that is not known.
 * @typedef {{move: Move | null, proven: number | null, isBomb: boolean | null}} Proposal
 */

const MILLI = 1000;
/** The share of a turn that an audit may take: of most boards it takes milliseconds. */
const AUDIT_SHARE = 0.5;

/** One turn. */
export class Turn {
  /**
   * @param {SudokuState} state
   * @param {Draws} random
   * @param {number} seconds
   * @param {Task} task
   * @param {(proposal: Proposal) => void} report is told every better move
   */
  constructor(state, random, seconds, task, report) {
    this.state = state;
    this.random = random;
    this.task = task;
    /** How many moves a search looks ahead at most. */
    this.depth = Infinity;
    this._report = report;
    this._seconds = seconds;
    this._end = performance.now() + MILLI * seconds;
    /** @type {Truth | null} */
    this._truth = null;
    /** @type {Proposal} */
    this.proposal = { move: null, proven: null, isBomb: null };
  }

  /** The seconds that remain, never below 0. */
  get secondsLeft() {
    return Math.max(0, this._end - performance.now()) / MILLI;
  }

  /** Whether the time is over. */
  get isOver() {
    return performance.now() >= this._end;
  }

  /**
   * Return what is true of the moves; what is not known in time stays undecided.
   * @returns {Promise<Truth>}
   */
  async truth() {
    const limits = { seconds: Math.max(AUDIT_SHARE * this._seconds, 0.001) };
    this._truth ??= await truthOf(this.state, this.task, limits);
    return this._truth;
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
   * Play this move unless a better one is found.
   * @param {Move | null} move
   * @param {number | null} [proven]
   */
  propose(move, proven = null) {
    if (!move) return;
    const { proposal } = this;
    const isSame = proposal.move?.cell === move.cell && proposal.move?.value === move.value;
    if (isSame && proposal.proven === proven) return;
    this.proposal = { move, proven, isBomb: this.#isBomb(move) };
    this._report(this.proposal);
  }

  /**
   * Return whether a move is a bomb, as far as the audit knows.
   * @param {Move} move
   */
  #isBomb(move) {
    const verdict = this._truth?.verdicts[this.state.candidate(move)];
    if (verdict === YES) return false;
    return verdict === NO ? true : null;
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
