// @ts-check
// Long calls of the kernel, in slices of time: between two slices messages come in, and a task
// that nobody waits for ends.

/**
 * Who waits for the answer: `pause` lets others work, and throws if the answer is not wanted
 * any more.
 * @typedef {{pause(): Promise<void>}} Pausing
 *
 * @typedef {object} Slicing
 * @property {number} [seconds] that all slices may take
 * @property {number} [nodes] that all slices may use
 * @property {() => void} [look] is called after each slice but the last
 * @property {number} [slice] the seconds of the first slice
 * @property {number} [growth] how much longer the next slice is: 2 where it begins anew
 */

/** What a call answers: `Status` in C++. */
export const DONE = 0;
export const FULL = 1;
export const INTERRUPTED = 2;

/** Why the kernel refuses a position: `Trouble` in C++. */
export const TOO_LARGE = -1;
export const TOO_MANY_MOVES = -2;
export const TOO_LITTLE_MEMORY = -3;
export const NOT_FROM_HERE = -4;

/** Seconds in the kernel between two pauses. */
export const SLICE = 0.02;

/** Milliseconds in a second. */
const MILLI = 1000;

/**
 * Call the kernel until it is done or a limit comes; return its last answer, which is INTERRUPTED
 * only if a limit came.
 *
 * @param {() => number} run the call
 * @param {import("./structure.js").Fields} call what it may use
 * @param {Pausing} task
 * @param {Slicing & {used?: () => number}} [limits] `used` counts the nodes; without it the call is
 *   a BombeSlice, whose nodes are set and counted here
 * @returns {Promise<number>}
 */
export async function runInSlices(run, call, task, limits = {}) {
  const { seconds = Infinity, nodes = Infinity, look, slice = SLICE, growth = 1 } = limits;
  const end = performance.now() + MILLI * seconds;
  const used = limits.used ?? (() => call.nodes_used);
  for (let most = slice; ; most *= growth) {
    // Before the first slice, too: many short calls take long together.
    await task.pause();
    const left = (end - performance.now()) / MILLI;
    call.seconds = Math.max(Math.min(most, left), 1e-6);
    if (!limits.used) call.nodes = growth > 1 ? nodes : nodes - call.nodes_used;
    const answer = run();
    if (answer !== INTERRUPTED || performance.now() >= end || used() >= nodes) return answer;
    look?.();
  }
}
