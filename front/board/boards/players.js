// @ts-check
// The two players of every game: 1, who begins, and 2.

/** @typedef {1 | 2} Player */

/**
 * Return the other player.
 * @param {Player} player
 * @returns {Player}
 */
export function opponent(player) {
  return player === 1 ? 2 : 1;
}
