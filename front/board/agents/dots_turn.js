// @ts-check
// A turn of a player in the page: the position, the time, and the line that is proposed so far.

/**
 * @typedef {import("../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("../boards/draws.js").Draws} Draws
 * @typedef {import("../analysis/dots/values.js").Working} Working
 *
 * An edge, and the mover's margin from here on if it is proven to be a best one.
 * @typedef {{edge: number, proven: number | null}} Proposal
 */

export class Turn {
  /**
   * @param {DotsState} state
   * @param {Draws} random
   * @param {number} seconds
   * @param {Working} task
   * @param {(proposal: Proposal) => void} report is told every better line
   */
  constructor(state, random, seconds, task, report) {
    this.state = state;
    this.random = random;
    this.task = task;
    this._report = report;
    this._end = performance.now() + 1000 * seconds;
    /** @type {Proposal} */
    this.proposal = { edge: -1, proven: null };
  }

  /** The seconds that remain, never below 0. */
  secondsLeft() {
    return Math.max(0, this._end - performance.now()) / 1000;
  }

  /**
   * Play this edge unless a better one is found.
   *
   * @param {number} edge
   * @param {number | null} [proven]
   */
  propose(edge, proven = null) {
    const isNew = edge !== this.proposal.edge;
    this.proposal = { edge, proven };
    if (isNew) this._report(this.proposal);
  }
}
