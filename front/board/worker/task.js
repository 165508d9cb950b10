// @ts-check
// A question in work: it reports what it knows so far, lets others work, and ends when it is
// cancelled.

/**
 * @typedef {import("../solvers/kernel.js").Kernel} Kernel
 */

/** Nobody waits for the answer any more. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
    this.name = "Cancelled";
  }
}

/** Milliseconds of work that need no pause. */
const NO_PAUSE = 4;

/** A question in work. */
export class Task {
  /** @param {(partial: any) => void} report */
  constructor(report) {
    /** @type {Kernel | undefined} */
    this._kernel = undefined;
    /** Tell the asker what is known so far: plain data. */
    this.report = report;
    this.isCancelled = false;
    this._last = performance.now();
  }

  /** The engines; a task that has begun has them. */
  get kernel() {
    if (!this._kernel) throw new Error("the engines are not loaded");
    return this._kernel;
  }

  set kernel(kernel) {
    this._kernel = kernel;
  }

  /** Let the work end at its next pause. */
  cancel() {
    this.isCancelled = true;
  }

  /**
   * Let messages in and other tasks work; throw Cancelled if nobody waits any more. It costs
   * nothing if the last pause was a few milliseconds ago.
   *
   * @returns {Promise<void>}
   */
  async pause() {
    if (performance.now() - this._last >= NO_PAUSE) {
      await nextTurn();
      this._last = performance.now();
    }
    if (this.isCancelled) throw new Cancelled();
  }
}

/** @type {(() => void)[]} Who waits for the next turn. */
const waiting = [];

/** @type {MessagePort | undefined} */
let door;

/**
 * Return when all messages that were there have been read. A message to oneself takes some
 * microseconds, and a timer in a browser up to four milliseconds.
 *
 * @returns {Promise<void>}
 */
function nextTurn() {
  const immediately = /** @type {any} */ (globalThis).setImmediate;
  return new Promise((resolve) => {
    if (immediately) {
      immediately(resolve);
      return;
    }
    waiting.push(resolve);
    door ??= opened();
    door.postMessage(null);
  });
}

/**
 * Return a port; each message to it lets the one who waits longest go on.
 *
 * @returns {MessagePort}
 */
function opened() {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => waiting.shift()?.();
  return port1;
}
