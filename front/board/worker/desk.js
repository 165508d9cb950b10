// @ts-check
// Takes questions as messages and answers them, several at once: what a worker, a test in Node.js
// and a page have in common.

import { Kernel } from "../solvers/kernel.js";
import { answer } from "./questions.js";
import { Task } from "./task.js";

/**
 * What comes in: the kernel first, then questions, and cancellations by the same id.
 * @typedef {{kernel: BufferSource, mostBytes?: number}
 *   | {id: number, ask: string, params: any}
 *   | {id: number, cancel: true}} Message
 *
 * What goes out: reports while a question is in work, then one answer or one error.
 * @typedef {{id: number, report?: any, answer?: any, error?: {name: string, message: string}}} Reply
 */

/** Holds the questions in work. */
export class Desk {
  /** @param {(reply: Reply) => void} send */
  constructor(send) {
    this._send = send;
    /** @type {Promise<Kernel>} */
    this._kernel = new Promise((resolve) => {
      this._open = resolve;
    });
    /** @type {Map<number, Task>} */
    this._tasks = new Map();
  }

  /**
   * Take a message; return when what it asks is answered.
   *
   * @param {Message} message
   * @returns {Promise<void>}
   */
  async take(message) {
    if ("kernel" in message) this._open?.(Kernel.from(message.kernel, message.mostBytes));
    else if ("cancel" in message) this._tasks.get(message.id)?.cancel();
    else await this._answer(message);
  }

  /** @param {{id: number, ask: string, params: any}} question */
  async _answer({ id, ask, params }) {
    const task = new Task((report) => this._send({ id, report }));
    this._tasks.set(id, task);
    try {
      task.kernel = await this._kernel;
      await task.pause();
      this._send({ id, answer: await answer(ask, params, task) });
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      this._send({ id, error: { name, message } });
    } finally {
      this._tasks.delete(id);
    }
  }
}
