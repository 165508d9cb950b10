// @ts-check
// A turn of a player in the page: the position, the time, and the move that is proposed so far.

/**
 * @typedef {import("../boards/draws.js").Draws} Draws
 *
 * A move as plain data, the mover's margin if it is proven to be a best one, or to win by so much,
 * and what else is said of the move; null: that is not known.
 * @typedef {{move: any, proven: number | null, bomb?: boolean | null}} Proposal
 */

const MILLI = 1000;

/**
 * One turn.
 *
 * @template State, Move, Working
 */
export class Turn {
  /**
   * @param {State} state
   * @param {Draws} random
   * @param {number} seconds
   * @param {Working} task
   * @param {(proposal: Proposal) => void} report is told every better move
   */
  constructor(state, random, seconds, task, report) {
    this.state = state;
    this.random = random;
    this.task = task;
    /** How many moves a search looks ahead at most. */
    this.depth = Infinity;
    this._report = report;
    this._end = performance.now() + MILLI * seconds;
    /** @type {Proposal} */
    this.proposal = { move: null, proven: null };
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
   * Play this move unless a better one is found.
   * @param {Move | null} move
   * @param {number | null} [proven]
   */
  propose(move, proven = null) {
    if (move === null) return;
    const proposal = { ...this.plain(move), proven };
    if (JSON.stringify(proposal) === JSON.stringify(this.proposal)) return;
    this.proposal = proposal;
    this._report(proposal);
  }

  /**
   * Return a move as plain data, with what is known of it.
   * @param {Move} move
   * @returns {Omit<Proposal, "proven">}
   */
  plain(move) {
    return { move };
  }
}
