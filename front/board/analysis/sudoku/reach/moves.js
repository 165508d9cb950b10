// @ts-check
// What the law of reach says of every move: the balance after it.

import { has } from "./cells.js";
import { countOn } from "./bounds.js";
import { balanceOf, estimateOf, leadOf, verdictOf } from "./law.js";
import { opponent } from "../../../boards/players.js";

/** @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("./cells.js").Player} Player */
/** @typedef {import("./cells.js").Reach} Reach */
/** @typedef {import("../tempo/effects.js").FillEffect} FillEffect */
/** @typedef {import("../tempo/law.js").Outlook} Outlook */
/**
 * What the law of reach counts in a position, for the player to move; the balance is 0 if the game
 * is over.
 * @typedef {{toMove: Player, lead: number, fills: number, bombs: number, balance: number}} Standing
 */
/**
 * A candidate as a move, its points, and the balance after it for its player, 0 if all is over.
 * @typedef {{move: number, isSkip: boolean, points: number, balance: number, after: Standing}}
 *   BalancedMove
 */

/** The balance of a position and of those after its moves. */
export class Balances {
  /** @type {Map<number, Reach>} who can reach what after a fill of each cell */
  #after = new Map();

  /**
   * @param {SudokuState} state
   * @param {Reach} reach
   * @param {Uint8Array} bombs
   */
  constructor(state, reach, bombs) {
    this._state = state;
    this._reach = reach;
    this.bombs = countOn(reach.live, bombs, reach);
  }

  /** The balance of the position; 0 if the game is over. */
  get now() {
    return standing(this._reach, this._state.toMove, this.bombs).balance;
  }

  /**
   * Return the balance after a fill.
   * @param {FillEffect} effect
   * @returns {BalancedMove}
   */
  fill(effect) {
    const { cell } = this._state.moveOf(effect.fill);
    const reach = this.#after.get(cell) ?? this._reach.after(this._state.toMove, cell);
    this.#after.set(cell, reach);
    const bombs = this.bombs - this.#live(effect.kills) + this.#live(effect.makes);
    const points = this._state.points(this._state.moveOf(effect.fill));
    return this.#moved(effect.fill, this.#next(reach, bombs), points, false);
  }

  /**
   * Return the balances after skips.
   * @param {readonly number[]} skips
   * @returns {BalancedMove[]}
   */
  skips(skips) {
    const after = this.#next(this._reach, this.bombs - 1);
    return skips.map((move) => this.#moved(move, after, 0, true));
  }

  /**
   * @param {number} move
   * @param {Standing} after
   * @param {number} points
   * @param {boolean} isSkip
   */
  #moved(move, after, points, isSkip) {
    const balance = after.toMove === this._state.toMove ? after.balance : -after.balance;
    return { move, isSkip, points, balance, after };
  }

  /**
   * Return what counts once the turn has passed, if the other has a cell to play on.
   * @param {Reach} after
   * @param {number} bombs
   */
  #next(after, bombs) {
    const other = opponent(this._state.toMove);
    return standing(after, after.open[other - 1] ? other : this._state.toMove, bombs);
  }

  /** @param {readonly number[]} candidates */
  #live(candidates) {
    const cells = this._reach.live;
    return candidates.filter((each) => has(cells, this._state.moveOf(each).cell)).length;
  }
}

/**
 * Return the law's verdict for the player after its move.
 * @param {BalancedMove} move
 * @returns {Outlook}
 */
export function verdictAfter(move) {
  return move.balance ? verdictOf(move.balance) : "open";
}

/**
 * Return the points of a move, and those that the law expects from then on.
 * @param {BalancedMove} move
 * @returns {number}
 */
export function worthOf(move) {
  return move.points + (move.balance ? estimateOf(move.balance) : 0);
}

/**
 * @param {Reach} reach
 * @param {Player} mover
 * @param {number} bombs
 * @returns {Standing}
 */
function standing(reach, mover, bombs) {
  const fills = reach.fills;
  const balance = fills ? balanceOf(reach, mover, bombs) : 0;
  return { toMove: mover, lead: leadOf(reach, mover), fills, bombs, balance };
}
