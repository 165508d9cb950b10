// @ts-check
// The long chain rule: who will have to open the first long chain, judged by parity.
//
// Every line that completes no box passes the turn. The player in control leaves two boxes of each
// long chain but the last to the opponent, who takes them with one line, a double-cross; a loop has
// two double-crosses and does not change the parity. The number of remaining turns, and the player
// of the last one, therefore follow from the number of long chains there will be.

import { longChains } from "./strings.js";

/** @typedef {import("./coins.js").Coins} Coins */
/** @typedef {import("./strings.js").Strings} Strings */
/**
 * What the rule says if the current long chains are those of the end.
 * @typedef {{longChains: number, moverControls: boolean, moverWantsOdd: boolean}} Forecast
 */

/**
 * Apply the rule to the rest: the mover wants lines + open boxes + long chains to be odd.
 *
 * The position must have no box that can be taken.
 * @param {Coins} rest
 * @param {Strings} found  its strings
 * @returns {Forecast}
 */
export function forecast(rest, found) {
  const chains = longChains(found).length;
  const moverControls = (rest.edges().length + rest.open() + chains) % 2 === 1;
  return { longChains: chains, moverControls, moverWantsOdd: moverControls === (chains % 2 === 1) };
}
