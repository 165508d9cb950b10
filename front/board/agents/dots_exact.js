// @ts-check
// The exact player of Dots and Boxes: playouts and chains first, then exact values.
//
//     at once      complete a box, or avoid drawing a third side
//     then         the line that playouts and long chains rate highest
//     then         the solver is asked; lines that it refutes are excluded, and of those that may
//                  still be best the one rated highest is played
//
// So a won endgame stays won, and among lines of equal value the one is played after which errors
// are most likely.

import { fits, solve } from "../analysis/dots/values.js";
import { MOST_FREE } from "../analysis/dots/kernel.js";
import { chainEstimate } from "./dots_chains.js";
import { meanMargins } from "./dots_playouts.js";
import { DotsScratch } from "./dots_scratch.js";
import { firstMove } from "./dots_simple.js";

/**
 * @typedef {import("../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("../analysis/dots/kernel.js").Bounds} Bounds
 * @typedef {import("../analysis/dots/values.js").Working} Working
 * @typedef {import("./dots_turn.js").Turn} Turn
 */

/** Playouts that rate the lines: some milliseconds. */
const PLAYOUTS = 1000;

/**
 * Propose a line at once, and better ones until the best is known or the time is over.
 * @param {Turn} turn
 */
export async function chooseExact(turn) {
  const { state, random } = turn;
  const position = new DotsScratch(state);
  turn.propose(firstMove(position, random));
  await turn.task.pause();
  const ratings = ratingsOf(position, random);
  turn.propose(bestRated([...ratings.keys()], ratings));
  await improveByValues(turn, ratings);
}

/**
 * Propose the line that is rated highest of those that may still be best, until the best is known.
 * @param {Turn} turn
 * @param {Map<number, number>} ratings
 */
export async function improveByValues(turn, ratings) {
  const { state, task } = turn;
  if (!fits(state.grid) || ratings.size > MOST_FREE) return;
  const look = (/** @type {Bounds} */ known) => turn.propose(bestRated(unrefuted(known), ratings));
  const found = await solve(state, task, { seconds: turn.secondsLeft(), look });
  turn.propose(bestRated(unrefuted(found), ratings), found.done ? found.high : null);
}

/**
 * Return the edges that no other edge is known to beat.
 * @param {Bounds} known
 */
function unrefuted({ moves }) {
  const least = Math.max(...moves.map(({ low }) => low));
  return moves.filter(({ high }) => high >= least).map(({ edge }) => edge);
}

/**
 * @param {number[]} edges
 * @param {Map<number, number>} ratings
 */
export function bestRated(edges, ratings) {
  const rating = (/** @type {number} */ edge) => ratings.get(edge) ?? -Infinity;
  return edges.reduce((best, edge) => (rating(edge) > rating(best) ? edge : best));
}

/**
 * Rate each edge by playouts and by chains; third sides are rated lowest.
 * @param {DotsScratch} position
 * @param {import("../boards/python_random.js").PythonRandom} random
 */
export function ratingsOf(position, random) {
  const means = meanMargins(position, PLAYOUTS, random),
    { boxes } = position.grid;
  const sound = new Set([...position.scoring().keys(), ...position.safe()]);
  /** @type {Map<number, number>} */
  const ratings = new Map();
  for (const edge of position.edges()) {
    const points = position.play(edge),
      ahead = chainEstimate(position);
    const chains = points + (position.isMover ? ahead : -ahead);
    position.undo();
    ratings.set(edge, (means.get(edge) ?? -boxes) + chains + (sound.has(edge) ? 3 * boxes : 0));
  }
  return ratings;
}
