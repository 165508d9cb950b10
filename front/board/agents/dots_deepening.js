// @ts-check
// The player of Dots and Boxes for boards of every size: it looks ahead line by line, judges by
// long chains, and plays exact values where the solver finds them in time.

import { bestRated, improveByValues, ratingsOf } from "./dots_exact.js";
import { DotsScratch } from "./dots_scratch.js";
import { ChainSearch } from "./dots_search.js";
import { firstMove } from "./dots_simple.js";

/** @typedef {import("./dots_turn.js").Turn} Turn */

/** The solver is asked first if at most so many lines are left: that takes less than a second. */
const SOLVABLE = 28;
/** Milliseconds of a search between two pauses. */
const SLICE = 20;

/**
 * Propose a line at once, and better ones until the time is over.
 * @param {Turn} turn
 */
export async function chooseByChains(turn) {
  const position = new DotsScratch(turn.state);
  turn.propose(firstMove(position, turn.random));
  const ratings = ratingsOf(position, turn.random);
  turn.propose(bestRated([...ratings.keys()], ratings));
  if (ratings.size <= SOLVABLE) await improveByValues(turn, ratings);
  if (turn.proposal.proven === null) await deepen(turn, position, ratings);
}

/**
 * Search one line deeper each time, the best edges of the last search first.
 * @param {Turn} turn
 * @param {DotsScratch} position
 * @param {Map<number, number>} ratings
 */
async function deepen(turn, position, ratings) {
  const search = new ChainSearch(position);
  const rating = (/** @type {number} */ edge) => ratings.get(edge) ?? 0;
  let roots = [...ratings.keys()].sort((a, b) => rating(b) - rating(a));
  for (let depth = 1; depth <= roots.length && turn.secondsLeft() > 0;) {
    const slice = Math.min(SLICE, 1000 * turn.secondsLeft());
    const best = search.best(roots, depth, performance.now() + slice);
    await turn.task.pause();
    if (best === null) continue;
    turn.propose(best);
    roots = [best, ...roots.filter((edge) => edge !== best)];
    depth++;
  }
}
