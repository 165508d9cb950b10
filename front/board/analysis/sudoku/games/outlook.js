// @ts-check
// The law's verdict on the player to move, as soon as it is known: equal to bombe's `outlook`.
//
// In the newer play modes the law of reach is believed only where it is hardly ever wrong.

import { Kept } from "./kept.js";
import { UsableBombs } from "../tempo/effects.js";
import { agreement, outlookOf } from "../tempo/law.js";
import { tempoOf } from "../tempo/tempo.js";
import { legalCandidates, legalMoves, truthOf } from "../truth.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../../worker/task.js").Task} Task
 * @typedef {import("../tempo/law.js").Outlook} Outlook
 *
 * The verdict, and the numbers that the tempo law goes by.
 * @typedef {{verdict: Outlook, empties: number, bombs: number}} Verdict
 */

/** The percentage from which on the law of reach is believed. */
const SURE = 90;
const MILLI = 1000;

/** @type {Kept<Verdict>} */
const KEPT = new Kept();

/**
 * Return the law's verdict; null if it is not known in time.
 * @param {SudokuState} state
 * @param {Task} task
 * @param {number} seconds
 * @returns {Promise<Verdict | null>}
 */
export async function verdictOn(state, task, seconds) {
  const found = KEPT.of(state) ?? (await judged(state, task, seconds));
  if (found) KEPT.keep(state, found);
  return found;
}

/**
 * @param {SudokuState} state
 * @param {Task} task
 * @param {number} seconds
 * @returns {Promise<Verdict | null>}
 */
async function judged(state, task, seconds) {
  const end = performance.now() + MILLI * seconds;
  const truth = await truthOf(state, task, { seconds });
  if (!truth.isKnown) return null;
  const legal = legalCandidates(state);
  const bombs = new UsableBombs(state.shape, legal, truth.isTrue);
  const empties = state.values.filter((value) => !value).length;
  const found = { empties, bombs: bombs.count };
  if (!truth.hasTrue || state.isOver) return { ...found, verdict: "open" };
  if (state.rules !== "classic") return { ...found, verdict: await byReach(state, task) };
  if (empties % 2 === 0) return { ...found, verdict: outlookOf(empties, bombs.count, [], true) };
  const left = [];
  for (const fill of legalMoves(state, legal).filter((move) => truth.isTrue[move])) {
    if (performance.now() > end) return null;
    left.push(bombs.isProper ? bombs.properEffect(fill).left : await bombsAfter(state, fill, task));
    // One fill that keeps the tempo is enough.
    if (left[left.length - 1] % 2 === 0) break;
  }
  return { ...found, verdict: outlookOf(empties, bombs.count, left, true) };
}

/**
 * Return how many bombs are usable after a fill.
 * @param {SudokuState} state
 * @param {number} fill
 * @param {Task} task
 * @returns {Promise<number>}
 */
export async function bombsAfter(state, fill, task) {
  const { cell, value } = state.moveOf(fill);
  const values = state.values.map((held, at) => (at === cell ? value : held));
  const after = state.with({ values });
  const truth = await truthOf(after, task);
  await task.pause();
  return new UsableBombs(state.shape, legalCandidates(after), truth.isTrue).count;
}

/**
 * Return the verdict of the law of reach, where that is sure enough.
 * @param {SudokuState} state
 * @param {Task} task
 * @returns {Promise<Outlook>}
 */
async function byReach(state, task) {
  const { verdict, reach } = await tempoOf(state, task);
  const measured = reach?.measured;
  return measured && agreement(measured, verdict) >= SURE ? verdict : "open";
}
