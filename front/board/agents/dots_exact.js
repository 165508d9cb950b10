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

import { completed, edgesIn, freeOf, openBoxes } from "../analysis/dots/captures.js";
import { MOST_FREE } from "../analysis/dots/kernel.js";
import { LONG, stringsOf } from "../analysis/dots/strings.js";
import { fits, solve } from "../analysis/dots/values.js";
import { Playouts } from "./dots_playouts.js";
import { firstLine, soundEdges } from "./dots_simple.js";
import { Turn } from "./turn.js";

/**
 * @typedef {import("../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("../boards/grid.js").Grid} Grid
 * @typedef {import("../analysis/dots/kernel.js").Bounds} Bounds
 * @typedef {import("../analysis/dots/values.js").Working} Working
 */

/** @extends {Turn<DotsState, number, Working>} */
export class DotsTurn extends Turn {
  /**
   * @override
   * @param {number} edge
   */
  plain(edge) {
    return { move: this.state.grid.lines[edge] };
  }
}

/** Playouts that rate the lines: some milliseconds. */
const PLAYOUTS = 1000;
/** With more lines left than this, more playouts say more than the solver in the same time. */
const SOLVABLE = 36;

/**
 * Propose a line at once, and better ones until the best is known or the time is over.
 * @param {DotsTurn} turn
 */
export async function chooseExact(turn) {
  const { ratings } = await begin(turn);
  await improveByValues(turn, ratings());
}

/**
 * Do the same where few lines are left; else propose what playouts and chains rate highest, for
 * grids of every size.
 * @param {DotsTurn} turn
 */
export async function chooseByChains(turn) {
  const { playouts, ratings } = await begin(turn);
  if (turn.state.free().length <= SOLVABLE) await improveByValues(turn, ratings());
  while (turn.proposal.proven === null && !turn.isOver) {
    playouts.play(PLAYOUTS);
    turn.propose(bestRated(ratings()));
    await turn.task.pause();
  }
}

/**
 * Propose a line at once, and the one that some playouts and long chains rate highest.
 * @param {DotsTurn} turn
 */
async function begin(turn) {
  const { state, random } = turn;
  turn.propose(firstLine(state, random));
  await turn.task.pause();
  const playouts = new Playouts(state, random);
  playouts.play(PLAYOUTS);
  const ratings = () => ratingsOf(state, playouts.means());
  turn.propose(bestRated(ratings()));
  return { playouts, ratings };
}

/**
 * Propose the line that is rated highest of those that may still be best, until the best is known.
 * @param {DotsTurn} turn
 * @param {Map<number, number>} ratings
 */
async function improveByValues(turn, ratings) {
  const { state, task } = turn;
  if (!fits(state.grid) || ratings.size > MOST_FREE) return;
  const best = (/** @type {Bounds} */ known) => bestRated(ratings, unrefuted(known));
  const look = (/** @type {Bounds} */ known) => turn.propose(best(known));
  const found = await solve(state, task, { seconds: turn.secondsLeft, look });
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
 * @param {DotsState} state
 * @param {Map<number, number>} means
 */
function ratingsOf(state, means) {
  const { grid, extraTurn } = state,
    free = freeOf(state);
  const { scoring, safe } = soundEdges(state),
    sound = new Set([...scoring, ...safe]);
  return new Map(
    state.free().map((edge) => {
      const points = completed(grid, free, edge);
      const worth = extraTurn ? chainEstimate(grid, free & ~(1n << BigInt(edge))) : 0;
      const chains = points + (points && extraTurn ? worth : -worth);
      const bonus = sound.has(edge) ? 3 * grid.boxes : 0;
      return [edge, (means.get(edge) ?? -grid.boxes) + chains + bonus];
    }),
  );
}

/**
 * Estimate the mover's margin by the long chain rule; 0 without long chains and loops.
 *
 * The player who has to open the first long chain loses control: the opponent takes all but two
 * boxes of each chain, all but four of each loop, and all boxes of the last one. If nobody errs, the
 * number of turns until then is the lines left less the boxes left, and one more for each long chain
 * but the last: its parity decides who opens it.
 * @param {Grid} grid
 * @param {bigint} free
 */
function chainEstimate(grid, free) {
  const { strings } = stringsOf(grid, free);
  const isLoop = (/** @type {typeof strings[0]} */ { kind, opened }) => kind === "loop" && !opened;
  const loops = strings.filter(isLoop).map(({ boxes }) => boxes.length);
  // A box that can be completed at once ends a chain.
  const chains = strings
    .filter((one) => !isLoop(one))
    .map(({ boxes, ends }) => boxes.length - ends.filter((end) => end === "open").length)
    .filter((length) => length >= LONG);
  if (!chains.length && !loops.length) return 0;
  const turns = edgesIn(free).length - openBoxes(grid, free) + chains.length;
  const sum = (/** @type {number[]} */ lengths, /** @type {number} */ less) =>
    lengths.reduce((total, length) => total + length - less, 0);
  const worth = sum(chains, 4) + sum(loops, 8) + (chains.length ? 4 : 8);
  return turns % 2 ? worth : -worth;
}
