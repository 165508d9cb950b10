// @ts-check
// The law of reach: who is ahead in the newer play modes, told from a few counts.
//
// It is measured, not proved; docs/theory/modes.md has the figures. The *lead* of the mover is what
// it can force beyond the opponent, in half fills: half a fill for every shared cell that is open
// to it, and a whole one for every private cell. Who leads wins; only if nobody leads does the
// tempo decide. The *balance* puts this into one number: twice the lead, and 3, 1 or -1 for the
// tempo. It is never 0, and the mover wins by the law if it is positive.

import SENTENCES from "../../../../../analysis/reach/sentences.json" with { type: "json" };
import { size } from "./cells.js";

/** @typedef {import("./cells.js").Player} Player */
/** @typedef {import("./cells.js").Reach} Reach */
/** @typedef {import("../tempo/law.js").Outlook} Outlook */

/** What the tempo is worth: fills odd; fills even and bombs odd; both even. */
const ODD = 3;
const EVEN_ODD = 1;
const EVEN_EVEN = -1;

/**
 * Return the worth of the tempo for the mover.
 * @param {number} fills
 * @param {number} bombs
 * @returns {number}
 */
function tempoOf(fills, bombs) {
  if (fills % 2) return ODD;
  return bombs % 2 ? EVEN_ODD : EVEN_EVEN;
}

/**
 * Return in words what is odd and what is even.
 * @param {number} fills
 * @param {number} bombs
 */
export function tempoWords(fills, bombs) {
  if (fills % 2) return SENTENCES.tempo.odd;
  return SENTENCES.tempo[bombs % 2 ? "even, odd" : "even, even"];
}

/**
 * Return the half fills that the mover can force beyond those of the opponent.
 * @param {Reach} reach
 * @param {Player} mover
 * @returns {number}
 */
export function leadOf(reach, mover) {
  const [mine, others] = reach.private;
  const [one, two] = reach.open;
  const [first, second] = reach.ever;
  const lead = 2 * (size(mine) - size(others)) + size(one & second) - size(two & first);
  return mover === 1 ? lead : -lead;
}

/**
 * Return the balance of a position.
 * @param {Reach} reach
 * @param {Player} mover
 * @param {number} bombs those on cells that somebody can reach
 * @returns {number}
 */
export function balanceOf(reach, mover, bombs) {
  return 2 * leadOf(reach, mover) + tempoOf(reach.fills, bombs);
}

/**
 * Return the law's verdict on the mover.
 * @param {number} balance
 * @returns {Outlook}
 */
export function verdictOf(balance) {
  return balance > 0 ? "won" : "lost";
}

/**
 * Return about how many points more than the opponent the mover gets from here on.
 * @param {number} balance
 * @returns {number}
 */
export function estimateOf(balance) {
  const points = 4 + 0.75 * Math.abs(balance);
  return balance > 0 ? points : -points;
}
