// @ts-check
// What was found out about positions of earlier questions: a game is judged anew with each move that
// is added to it, and most of its positions are known by then.

/**
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 */

/** How many positions are kept: some long games. */
const MOST = 1000;

/**
 * Keeps what is known of positions, the latest ones; how they came about makes no difference.
 * @template T
 */
export class Kept {
  constructor() {
    /** @type {Map<string, T>} the oldest first */
    this._known = new Map();
  }

  /**
   * @param {SudokuState} state
   * @returns {T | null}
   */
  of(state) {
    return this._known.get(keyOf(state)) ?? null;
  }

  /**
   * @param {SudokuState} state
   * @param {T} found
   */
  keep(state, found) {
    const key = keyOf(state);
    this._known.delete(key);
    this._known.set(key, found);
    const [oldest] = this._known.keys();
    if (this._known.size > MOST) this._known.delete(oldest);
  }
}

/** @param {SudokuState} state */
function keyOf(state) {
  return JSON.stringify(state.with({ scores: [0, 0], history: [] }).toJson());
}
