// @ts-check
// The strong players of Dots and Boxes: playouts and chains first, then exact values.
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
import { Playouts } from "./dots_playouts.js";
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
/** With more lines left than this, more playouts say more than the solver in the same time. */
const SOLVABLE = 36;

/**
 * Propose a line at once, and better ones until the best is known or the time is over.
 * @param {Turn} turn
 */
export async function chooseExact(turn) {
  const { ratings } = await begin(turn);
  await improveByValues(turn, ratings());
}

/**
 * Do the same where few lines are left; else propose what playouts and chains rate highest, for
 * grids of every size.
 * @param {Turn} turn
 */
export async function chooseByChains(turn) {
  const { playouts, ratings } = await begin(turn);
  if (turn.state.free().length <= SOLVABLE) await improveByValues(turn, ratings());
  while (turn.proposal.proven === null && turn.secondsLeft() > 0) {
    playouts.play(PLAYOUTS);
    turn.propose(bestRated(ratings()));
    await turn.task.pause();
  }
}

/**
 * Propose a line at once, and the one that some playouts and long chains rate highest.
 * @param {Turn} turn
 */
async function begin(turn) {
  const position = new DotsScratch(turn.state);
  turn.propose(firstMove(position, turn.random));
  await turn.task.pause();
  const playouts = new Playouts(position, turn.random);
  playouts.play(PLAYOUTS);
  const ratings = () => ratingsOf(position, playouts.means());
  turn.propose(bestRated(ratings()));
  return { playouts, ratings };
}

/**
 * Propose the line that is rated highest of those that may still be best, until the best is known.
 * @param {Turn} turn
 * @param {Map<number, number>} ratings
 */
async function improveByValues(turn, ratings) {
  const { state, task } = turn;
  if (!fits(state.grid) || ratings.size > MOST_FREE) return;
  const best = (/** @type {Bounds} */ known) => bestRated(ratings, unrefuted(known));
  const look = (/** @type {Bounds} */ known) => turn.propose(best(known));
  const found = await solve(state, task, { seconds: turn.secondsLeft(), look });
  turn.propose(best(found), found.done ? found.high : null);
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
 * Return the edge that is rated highest, of all or of some.
 * @param {Map<number, number>} ratings
 * @param {number[]} [edges]
 */
function bestRated(ratings, edges = [...ratings.keys()]) {
  const rating = (/** @type {number} */ edge) => ratings.get(edge) ?? -Infinity;
  return edges.reduce((best, edge) => (rating(edge) > rating(best) ? edge : best));
}

/**
 * Rate each edge by playouts and by chains; third sides are rated lowest.
 * @param {DotsScratch} position
 * @param {Map<number, number>} means
 */
function ratingsOf(position, means) {
  const { boxes } = position.grid;
  const sound = new Set([...position.scoring().keys(), ...position.safe()]);
  /** @type {Map<number, number>} */
  const ratings = new Map();
  for (const edge of position.edges()) {
    const points = position.play(edge);
    const ahead = chainEstimate(position);
    const chains = points + (position.isMover ? ahead : -ahead);
    position.undo();
    ratings.set(edge, (means.get(edge) ?? -boxes) + chains + (sound.has(edge) ? 3 * boxes : 0));
  }
  return ratings;
}
