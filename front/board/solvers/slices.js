// @ts-check
// Long calls of the kernel, in slices of time: between two slices messages come in, and a task
// that nobody waits for ends.

import { Structure } from "./structure.js";

/**
 * Who waits for the answer: `pause` lets others work, and throws if the answer is not wanted
 * any more.
 * @typedef {{pause(): Promise<void>}} Pausing
 */

/** What a call answers. */
export const DONE = 0;
export const FULL = 1;
export const INTERRUPTED = 2;

/** Seconds in the kernel between two pauses. */
export const SLICE = 0.02;

/** Milliseconds in a second. */
const MILLI = 1000;

/** The head of a call that can be interrupted: what it may use, and what was used. */
export const BombeSlice = new Structure("BombeSlice", {
  nodes: "i64",
  seconds: "f64",
  stop: "pointer",
  nodes_used: "i64",
  in_work: "i64",
});

/** What a binding of a part with slices states beyond its own. */
export const SLICE_NUMBERS = {
  kDone: DONE,
  kLimit: FULL,
  kOutOfBudget: INTERRUPTED,
  kTooLarge: -1,
  kTooManyMoves: -2,
  kTooLittleMemory: -3,
  kNotFromHere: -4,
};

/**
 * Call the kernel until it is done or the seconds are used up; return its last answer, which is
 * INTERRUPTED only if they are.
 *
 * @param {() => number} run the call
 * @param {{seconds: number}} call what it may use; `nodes` is set by the caller
 * @param {Pausing} task
 * @param {{seconds?: number, look?: () => void}} [options] `look` is called after each slice
 * @returns {Promise<number>}
 */
export async function runInSlices(run, call, task, { seconds = Infinity, look } = {}) {
  const end = performance.now() + MILLI * seconds;
  for (;;) {
    // Before the first slice, too: many short calls take long together.
    await task.pause();
    const left = (end - performance.now()) / MILLI;
    call.seconds = Math.max(Math.min(SLICE, left), 1e-6);
    const answer = run();
    look?.();
    if (answer !== INTERRUPTED || performance.now() >= end) return answer;
  }
}
