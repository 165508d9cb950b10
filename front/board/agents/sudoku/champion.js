// @ts-check
// The champion: it counts tempo from the first move, and plays endgames exactly.
//
// It proposes the best move that it knows at once, and improves it until the time is over: first a
// move that keeps the tempo, then the one of these that a search prefers, then an exact one. In the
// newer play modes a search for territory takes the place of the first two.

import { canSolve, chooseExactly } from "./exact.js";
import { drawGreedy } from "./greedy.js";
import { Knowledge } from "./knowledge.js";
import { canSearchTerritory, searchTempo, searchTerritory } from "./lookahead.js";
import { Scratch } from "./scratch.js";

/**
 * @typedef {import("./knowledge.js").Choice} Choice
 * @typedef {import("./scratch.js").Action} Action
 * @typedef {import("./turn.js").SudokuTurn} Turn
 */

/** The share of a turn that the search gets before an exact answer is tried. */
const SEARCH_SHARE = 0.15;
/** The share of what is left that an exact answer may take. */
const EXACT_SHARE = 0.8;
/** The most skips to compare; they differ by the fills that remove the bomb. */
const MAX_SKIPS = 32;
/** The most fills that keep the tempo to find on a board with several solutions, an audit each. */
const MAX_AUDITED_FILLS = 8;

/**
 * Propose a move at once, and better ones until the time is over or the best is known.
 * @param {Turn} turn
 */
export async function chooseAsChampion(turn) {
  const truth = await turn.truth();
  const safe = await turn.safeState();
  turn.propose(drawGreedy(new Scratch(safe), turn.random));
  const known = new Knowledge(turn, new Scratch(turn.state), truth);
  const search = await searchFor(known);
  if (!canSolve(known)) {
    await search(turn.secondsLeft);
    return;
  }
  await search(SEARCH_SHARE * turn.secondsLeft);
  const isKnown = await chooseExactly(turn, EXACT_SHARE * turn.secondsLeft);
  if (!isKnown && !turn.isOver) await search(turn.secondsLeft);
}

/**
 * Return what searches a position for so many seconds, and proposes what it prefers.
 * @param {Knowledge} known
 * @returns {Promise<(seconds: number) => Promise<void>>}
 */
async function searchFor(known) {
  const { turn } = known;
  const tell = (/** @type {Action} */ action) => turn.propose(action);
  if (canSearchTerritory(known)) return (seconds) => searchTerritory(known, seconds, tell);
  const choices = await tempoMoves(known);
  if (choices.length) turn.propose(choices[0].action);
  if (choices.length < 2) return () => Promise.resolve();
  return (seconds) => searchTempo(known, choices, seconds, tell);
}

/**
 * Return the moves to compare: those that keep the tempo, or may regain it.
 * @param {Knowledge} known
 * @returns {Promise<Choice[]>}
 */
async function tempoMoves(known) {
  const { random } = known.turn;
  const fills = known.rankedFills();
  const skips = random.sample(known.skips, Math.min(MAX_SKIPS, known.skips.length));
  if (known.wantsSkip) return skips.map((action) => ({ action, isSkip: true, bonus: 0 }));
  if (fills.length) known.turn.propose(fills[0]);
  if (known.isLost) return known.swindles(fills, skips.slice(0, 1));
  const keeping = await tempoKeepingFills(known, fills);
  return (keeping.length ? keeping : fills).map((action) => ({ action, isSkip: false, bonus: 0 }));
}

/**
 * Return fills that keep the tempo; propose the first one at once, since audits are slow.
 * @param {Knowledge} known
 * @param {readonly Action[]} fills
 */
async function tempoKeepingFills(known, fills) {
  /** @type {Action[]} */
  const found = [];
  const most = known.isProper ? Infinity : MAX_AUDITED_FILLS;
  if (!known.isComplete) return found;
  for await (const fill of known.tempoKeeping(fills)) {
    if (!found.length) known.turn.propose(fill);
    found.push(fill);
    if (found.length >= most) break;
  }
  return found;
}
