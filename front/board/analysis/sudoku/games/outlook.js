// @ts-check
// The law's verdict on the player to move, as soon as it is known: equal to bombe's `outlook`.
//
// In the newer play modes the law of reach is believed only where it is hardly ever wrong.

import { moveFacts } from "./facts.js";
import { Kept } from "./kept.js";
import { agreement, outlookOf } from "../tempo/law.js";
import { tempoOf } from "../tempo/tempo.js";

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
  const facts = await moveFacts(state, task, seconds);
  if (!facts) return null;
  const { empties, bombs } = facts;
  const verdict = (/** @type {Verdict["verdict"]} */ verdict) => ({ empties, bombs, verdict });
  if (!facts.hasSolution || state.isOver) return verdict("open");
  if (state.rules !== "classic") return verdict(await byReach(state, task));
  /** @type {number[]} */
  const left = [];
  for (const fill of facts.isEven ? [] : facts.fills) {
    const after = await facts.bombsAfter(fill, task, (end - performance.now()) / MILLI);
    if (after === null) return null;
    left.push(after);
    if (after % 2 === 0) break;
  }
  return verdict(outlookOf(empties, bombs, left, true));
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
