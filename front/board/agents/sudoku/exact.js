// @ts-check
// Exact endgames for the champion: the best move as soon as it is known, from a table that is kept
// between turns; and in a game that is solved but not won, the moves that are hardest to answer.

import { skipRatesOf } from "./skip_rates.js";
import { Endgames } from "../../analysis/sudoku/endgame/endgames.js";
import { opponent } from "../../boards/players.js";

/**
 * @typedef {import("../../analysis/sudoku/endgame/kernel.js").MoveBounds} MoveBounds
 * @typedef {import("../../analysis/sudoku/endgame/result.js").Endgame} Endgame
 * @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../solvers/kernel.js").Kernel} Kernel
 * @typedef {import("./knowledge.js").Knowledge} Knowledge
 * @typedef {import("./skip_rates.js").SkipRates} SkipRates
 * @typedef {import("./turn.js").SudokuTurn} Turn
 */

/** Bytes of a table: there may be others in the page. */
const MEMORY = 2 ** 27;
/** The most empty cells for a try: of boards with one solution, and with several. */
const MOST_PROPER = 30;
const MOST_SEVERAL = 18;
/** The same in the newer play modes, where positions are searched, on boards with one solution. */
const MOST_REACH = 24;
/** The seconds for the values of the replies to one move: they are in the table. */
const REPLY_SECONDS = 0.05;

/** @type {WeakMap<Kernel, Endgames>} The table that the champion keeps between its turns. */
const KEPT = new WeakMap();

/**
 * Return whether an exact answer may be within reach.
 * @param {Knowledge} known
 */
export function canSolve({ position, empties, isProper, isComplete }) {
  if (!isComplete) return false;
  if (!isProper) return empties <= MOST_SEVERAL;
  return empties <= (position.isUnrestricted ? MOST_PROPER : MOST_REACH);
}

/**
 * Propose the best move if all values are known in time, or one that is sure to win the game; return
 * whether that was so. If no move wins, go on to those that the opponent answers wrongly most likely.
 * @param {Turn} turn
 * @param {number} seconds
 */
export async function chooseExactly(turn, seconds) {
  const { state } = turn;
  const found = await solved(turn, state, seconds);
  if (!found?.moves.length) return false;
  const best = found.moves.reduce((one, other) => (other.low > one.low ? other : one));
  const final = leadOf(state) + best.low;
  const isKnown = found.moves.every((move) => move.low === move.high);
  if (final <= 0 && !isKnown) return false;
  turn.propose(state.moveOf(best.move), final);
  if (final <= 0 && found.final) await swindle(turn, found, final);
  return true;
}

/**
 * Return what is known of a position; null where it makes no sense as an endgame.
 * @param {Turn} turn
 * @param {SudokuState} state
 * @param {number} seconds
 * @returns {Promise<Endgame | null>}
 */
async function solved({ task }, state, seconds) {
  const endgames = KEPT.get(task.kernel) ?? new Endgames();
  KEPT.set(task.kernel, endgames);
  try {
    return await endgames.solve(state, task, { seconds, memory: MEMORY });
  } catch (error) {
    // Taboo moves that are safe, and the like: there are other ways to choose.
    if (/** @type {Error} */ (error).name === "UsageError") return null;
    throw error;
  }
}

/**
 * Propose moves that make an error ever more likely, and keep the result.
 * @param {Turn} turn
 * @param {Endgame} found
 * @param {number} final
 */
async function swindle(turn, found, final) {
  const { state } = turn;
  const rates = skipRatesOf(state);
  const result = Math.sign(final);
  const moves = [...found.moves].sort((one, other) => other.low - one.low);
  let highest = -1;
  for (const move of moves) {
    if (turn.isOver || Math.sign(leadOf(state) + move.low) < result) return;
    const chance = await errorChance(turn, move, result, rates);
    if (chance <= highest) continue;
    highest = chance;
    turn.propose(state.moveOf(move.move), leadOf(state) + move.low);
  }
}

/**
 * Estimate the probability that the reply to a move improves the result.
 * @param {Turn} turn
 * @param {MoveBounds} move
 * @param {number} result
 * @param {SkipRates} rates
 */
async function errorChance(turn, move, result, rates) {
  const { state } = turn;
  const played = state.moveOf(move.move);
  const after = move.isSkip ? state.reject(played) : state.play(played);
  if (after.isOver || after.toMove === state.toMove) return 0;
  const replies = (await solved(turn, after, REPLY_SECONDS))?.moves ?? [];
  const isError = (/** @type {MoveBounds} */ reply) =>
    Math.sign(-leadOf(after) - reply.high) > result;
  const skips = replies.filter((reply) => reply.isSkip).map(isError);
  const fills = replies
    .filter((reply) => !reply.isSkip)
    .map((reply) => ({ points: after.points(after.moveOf(reply.move)), isError: isError(reply) }));
  const isEven = after.values.filter((value) => !value).length % 2 === 0;
  const rate = isEven ? rates.even : rates.odd;
  return errorRate(skips, fills, skips.length ? rate : 0);
}

/**
 * Return the share of errors; of the fills half are random, half the most points at once.
 * @param {boolean[]} skips
 * @param {{points: number, isError: boolean}[]} fills
 * @param {number} skipRate
 */
function errorRate(skips, fills, skipRate) {
  const most = Math.max(0, ...fills.map(({ points }) => points));
  const greedy = fills.filter(({ points }) => points === most).map(({ isError }) => isError);
  const byFill = (mean(greedy) + mean(fills.map(({ isError }) => isError))) / 2;
  return skipRate * mean(skips) + (1 - skipRate) * byFill;
}

/** @param {boolean[]} errors */
function mean(errors) {
  return errors.filter(Boolean).length / Math.max(1, errors.length);
}

/**
 * Return the mover's score less the opponent's.
 * @param {SudokuState} state
 */
function leadOf({ scores, toMove }) {
  return scores[toMove - 1] - scores[opponent(toMove) - 1];
}
