// @ts-check
// An estimate of a position by its long chains, fast enough for every leaf of a search.
//
// Chains and loops run through boxes that lack two sides, from box to box across the undrawn lines.
// The player who has to open the first long one loses control: the opponent takes all but two boxes
// of each chain, all but four of each loop, and all boxes of the last one. What can be proved is in
// analysis/dots/control.js.

import { LONG } from "../analysis/dots/strings.js";

/** @typedef {import("./dots_scratch.js").DotsScratch} DotsScratch */

/**
 * Return the numbers of boxes of the long chains, and of the loops; a joint, a box that lacks more
 * sides, ends a chain.
 * @param {DotsScratch} position
 */
function chainsOf(position) {
  const { left } = position;
  /** @type {number[]} */
  const chains = [];
  /** @type {number[]} */
  const loops = [];
  const seen = new Uint8Array(left.length);
  for (let box = left.indexOf(2); box >= 0; box = left.indexOf(2, box + 1)) {
    if (seen[box]) continue;
    const { boxes, ends } = measured(position, box, seen);
    // In a loop, every side leads to another box of it.
    if (!ends) loops.push(boxes);
    else if (boxes >= LONG) chains.push(boxes);
  }
  return { chains, loops };
}

/**
 * Return how many boxes the string of a box has, and how many of its sides lead out of it.
 * @param {DotsScratch} position
 * @param {number} start
 * @param {Uint8Array} seen
 */
function measured(position, start, seen) {
  const { grid, left, free } = position;
  const reached = [start];
  let ends = 0;
  seen[start] = 1;
  for (const box of reached) {
    for (const edge of grid.sidesOf[box]) {
      if (!free[edge]) continue;
      const other = position.across(edge, box);
      if (other < 0 || left[other] !== 2) {
        ends++;
      } else if (!seen[other]) {
        seen[other] = 1;
        reached.push(other);
      }
    }
  }
  return { boxes: reached.length, ends };
}

/**
 * Estimate the mover's margin by the long chain rule; 0 without long chains and loops.
 *
 * If nobody errs, the number of turns until the first chain must be opened is the lines left less
 * the boxes left, and one more for each long chain but the last: its parity decides who opens it.
 * @param {DotsScratch} position
 */
export function chainEstimate(position) {
  if (!position.extraTurn) return 0;
  const { chains, loops } = chainsOf(position);
  if (!chains.length && !loops.length) return 0;
  const turns = position.edges().length - position.open() + chains.length;
  const sum = (/** @type {number[]} */ lengths, /** @type {number} */ less) =>
    lengths.reduce((total, length) => total + length - less, 0);
  const worth = sum(chains, 4) + sum(loops, 8) + (chains.length ? 4 : 8);
  return turns % 2 ? worth : -worth;
}
