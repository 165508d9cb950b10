// @ts-check
// What is true of a position in the newer play modes: who can reach which cells, how many fills and
// skips each player has left, and where the bombs are; as plain values and in words.

import { fillBounds, skipCounts } from "./bounds.js";
import { Reach, cellGrid, listOf, setOf, size } from "./cells.js";
import SENTENCES from "../../../../../analysis/reach/sentences.json" with { type: "json" };
import { fill } from "../../../boards/templates.js";
import { emptyCells } from "../../../boards/sudoku_board.js";

/** @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("./cells.js").Cells} Cells */
/** @typedef {import("./bounds.js").FillBounds} FillBounds */

/** The cells, the bounds of fills, and the bombs if they are counted. */
export class ReachFacts {
  /**
   * @param {SudokuState} state
   * @param {Uint8Array} legal the candidates that C0 and the taboo moves leave
   * @param {Uint8Array | null} bombs the usable ones; null if they are not counted
   */
  constructor(state, legal, bombs) {
    this.reach = reachOf(state);
    this.bounds = fillBounds(this.reach, state.toMove, legal);
    this.skips = bombs && skipCounts(this.reach, bombs);
    this._size = state.shape.size;
  }

  /**
   * Whether each player has no cell left to play on, which is final.
   * @returns {[boolean, boolean]}
   */
  get shutOut() {
    const [first, second] = this.reach.open;
    return [!first, !second];
  }

  /** Return plain values, ready for JSON. */
  toJson() {
    return {
      shared: this.places(this.reach.shared),
      dead: this.places(this.reach.dead),
      fills_left: this.reach.fills,
      players: [this._player(0), this._player(1)],
      shared_skips: this.skips && this.skips.shared,
    };
  }

  /**
   * Return rows and columns of a set of cells.
   * @param {bigint} cells
   * @returns {[number, number][]}
   */
  places(cells) {
    return listOf(cells).map((cell) => [Math.floor(cell / this._size), cell % this._size]);
  }

  /** @param {number} at */
  _player(at) {
    const { skips, reach, bounds } = this;
    return {
      open: this.places(reach.open[at]),
      ever: this.places(reach.ever[at]),
      private: this.places(reach.private[at]),
      shut_out: this.shutOut[at],
      fills: [bounds.low[at], bounds.high[at]],
      forced: bounds.forced[at],
      skips: skips && { now: skips.now[at], ever: skips.ever[at], private: skips.private[at] },
    };
  }

  /**
   * Return the facts in words: one line for both players, and one for each.
   * @returns {string[]}
   */
  lines() {
    const { reach, skips } = this;
    const [shared, dead] = [size(reach.shared), size(reach.dead)];
    const both = fill(SENTENCES.both, {
      fills: reach.fills,
      shared,
      bombs: skips && shared ? fill(SENTENCES.bombs, { bombs: skips.shared }) : "",
      dead: dead ? fill(SENTENCES.dead, { cells: dead }) : "",
    });
    if (this.shutOut.every(Boolean)) return [both, SENTENCES.over];
    return [both, this.#words(0), this.#words(1)];
  }

  /** @param {number} at */
  #words(at) {
    const { skips, reach, bounds } = this;
    const player = at + 1;
    if (this.shutOut[at]) return fill(SENTENCES["shut out"], { player });
    const [low, high, forced] = [bounds.low[at], bounds.high[at], bounds.forced[at]];
    const fields = { now: skips?.now[at], private: skips?.private[at] };
    return fill(SENTENCES.player, {
      player,
      open: size(reach.open[at]),
      private: size(reach.private[at]),
      fills: fill(SENTENCES[low < high ? "fills between" : "fills"], { low, high, forced }),
      skips: skips ? fill(SENTENCES.skips, fields) : "",
    });
  }
}

/**
 * Return who can reach what in a position.
 * @param {SudokuState} state
 * @returns {Reach}
 */
export function reachOf(state) {
  return new Reach(cellGrid(state.shape.size), setOf(emptyCells(state.values)), near(state));
}

/**
 * Return for each player the cells on which it may play while they are empty.
 * @param {SudokuState} state
 * @returns {Cells}
 */
function near(state) {
  const { allowed, occupied } = state;
  const grid = cellGrid(state.shape.size);
  if (!allowed || !occupied) return [grid.full, grid.full];
  /** @param {0 | 1} at */
  const of = (at) => setOf(allowed[at]) | grid.spread(setOf(occupied[at]));
  return [of(0), of(1)];
}
