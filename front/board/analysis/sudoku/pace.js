// @ts-check
// Tells the asker what is known so far, some times a second and no more often; nothing where the
// answer comes at once.

/** @typedef {import("../../solvers/slices.js").Pausing} Pausing */
/** @typedef {import("../../solvers/kernel.js").Kernel} Kernel */
/**
 * Who asks: what is known so far is reported to it.
 * @typedef {Pausing & {kernel: Kernel, report: (partial: unknown) => void}} Task
 */

/** Milliseconds before the first report, and between two. */
const FIRST = 15;
const STEP = 100;

/** Reports of one question. */
export class Pace {
  #next = performance.now() + FIRST;

  /** @param {Task} task */
  constructor(task) {
    this._task = task;
  }

  /**
   * Report what is made, if the last report was some time ago.
   * @param {() => unknown} make
   */
  report(make) {
    if (performance.now() < this.#next) return;
    this._task.report(make());
    this.#next = performance.now() + STEP;
  }
}
