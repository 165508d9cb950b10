// @ts-check
// How many fills and how many skips each player has left, whatever the players do.
//
// A set of candidates is a byte for each of them, at cell * N + value - 1. The proofs are in
// bombe.analysis.reach.bounds.

import { listOf, size } from "./cells.js";

/** @typedef {import("./cells.js").Player} Player */
/** @typedef {import("./cells.js").Reach} Reach */
/** @typedef {[number, number]} Pair a number for each player */
/**
 * The fewest and the most fills that each player can make until the game ends; it can be sure of
 * `forced`, whatever the opponent does.
 * @typedef {{low: Pair, high: Pair, forced: Pair}} FillBounds
 */
/**
 * The usable bombs: `now` and `ever` playable for each player, `private` to one, `shared`.
 * @typedef {{now: Pair, ever: Pair, private: Pair, shared: number}} SkipCounts
 */

/**
 * Return how many fills each player makes at least and at most, in every way to play.
 * @param {Reach} reach
 * @param {Player} mover
 * @param {Uint8Array} legal the candidates that C0 and the taboo moves leave, whoever may play them
 * @returns {FillBounds}
 */
export function fillBounds(reach, mover, legal) {
  const [first, second] = forBoth((player) =>
    least(reach, player, mover, mostSkips(reach, player, legal)),
  );
  const total = reach.fills;
  return {
    low: [first, second],
    high: [total - second, total - first],
    forced: forBoth((player) => forced(reach, player, mover)),
  };
}

/**
 * Return what a function says of each player.
 * @param {(player: Player) => number} say
 * @returns {Pair}
 */
function forBoth(say) {
  return [say(1), say(2)];
}

/**
 * Return the private cells of a player, and how many shared ones are open to it.
 * @param {Reach} reach
 * @param {Player} player
 */
function own(reach, player) {
  const at = player - 1;
  return { cells: size(reach.private[at]), shared: size(reach.open[at] & reach.shared) };
}

/**
 * @param {Reach} reach
 * @param {Player} player
 * @param {Player} mover
 * @param {number} skips
 */
function least(reach, player, mover, skips) {
  const { cells, shared } = own(reach, player);
  return cells + Math.max(0, half(shared - cells - skips - Number(player !== mover)));
}

/**
 * @param {Reach} reach
 * @param {Player} player
 * @param {Player} mover
 */
function forced(reach, player, mover) {
  const { cells, shared } = own(reach, player);
  return cells + half(shared - Number(shared > 0 && player !== mover));
}

/**
 * Return the half, rounded up.
 * @param {number} number
 */
function half(number) {
  return Math.floor((number + 1) / 2);
}

/**
 * Return a number of skips that a player can never exceed.
 * @param {Reach} reach
 * @param {Player} player
 * @param {Uint8Array} legal
 */
function mostSkips(reach, player, legal) {
  const cells = reach.ever[player - 1];
  return countOn(cells, legal, reach) - size(cells);
}

/**
 * Return where the usable bombs are.
 * @param {Reach} reach
 * @param {Uint8Array} bombs
 * @returns {SkipCounts}
 */
export function skipCounts(reach, bombs) {
  /** @param {bigint} cells */
  const count = (cells) => countOn(cells, bombs, reach);
  /** @param {[bigint, bigint]} pair @returns {Pair} */
  const both = ([first, second]) => [count(first), count(second)];
  return {
    now: both(reach.open),
    ever: both(reach.ever),
    private: both(reach.private),
    shared: count(reach.shared),
  };
}

/**
 * Return how many candidates of a set stand on these cells.
 * @param {bigint} cells
 * @param {Uint8Array} candidates
 * @param {Reach} reach
 * @returns {number}
 */
export function countOn(cells, candidates, reach) {
  const rows = reach.grid.size;
  let count = 0;
  for (const cell of listOf(cells)) {
    for (let at = cell * rows; at < (cell + 1) * rows; at++) count += candidates[at];
  }
  return count;
}
