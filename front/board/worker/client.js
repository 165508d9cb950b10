// @ts-check
// The page's side of the worker: asks questions, hands reports on, cancels.

/**
 * @typedef {import("./desk.js").Reply} Reply
 *
 * @typedef {{onReport?: (partial: any) => void, signal?: AbortSignal}} Asking
 *
 * What answers questions: engines in a worker of the page, or a server.
 * @typedef {{ask(name: string, params: any, asking?: Asking): Promise<any>}} Engines
 *
 * What of a Worker is used.
 * @typedef {{
 *   postMessage(message: any): void,
 *   onmessage: ((event: any) => void) | null,
 *   onerror: ((event: any) => void) | null,
 *   terminate(): void,
 * }} Port
 */

/** What WebAssembly calls a fault of the kernel, whose memory nobody can trust any more. */
const TRAP = "RuntimeError";

/** An engine answered with an error; `name` is the kind, as the engine calls it. */
export class EngineError extends Error {
  /** @param {{name: string, message: string}} error */
  constructor({ name, message }) {
    super(message);
    this.name = name;
  }
}

/**
 * @typedef {{resolve: (answer: any) => void, reject: (error: Error) => void,
 *   onReport?: (partial: any) => void, forget: () => void}} Waiting
 */

/** Asks a worker, any number of questions at a time. */
export class WorkerEngines {
  /**
   * @param {Port} worker
   * @param {Uint8Array<ArrayBuffer>} kernel the bytes of its file
   */
  constructor(worker, kernel) {
    this._worker = worker;
    this._id = 0;
    /** @type {Map<number, Waiting>} */
    this._waiting = new Map();
    /** Whether the worker has ended: what is asked then needs another one. */
    this.isOver = false;
    worker.onmessage = ({ data }) => this._take(data);
    worker.onerror = ({ message }) => this._end(message || "the worker ended");
    worker.postMessage({ kernel });
  }

  /**
   * Return the answer to a question; throw EngineError with the engine's message, or an error
   * named Cancelled if the signal said so.
   *
   * @param {string} name
   * @param {any} params plain data
   * @param {Asking} [asking]
   * @returns {Promise<any>}
   */
  ask(name, params, { onReport, signal } = {}) {
    if (signal?.aborted) return Promise.reject(cancelled());
    const id = ++this._id;
    const cancel = () => this._worker.postMessage({ id, cancel: true });
    return new Promise((resolve, reject) => {
      const stop = () => {
        cancel();
        this._leave(id)?.reject(cancelled());
      };
      const forget = () => signal?.removeEventListener("abort", stop);
      this._waiting.set(id, { resolve, reject, onReport, forget });
      signal?.addEventListener("abort", stop, { once: true });
      this._worker.postMessage({ id, ask: name, params });
    });
  }

  /** @param {Reply} reply */
  _take({ id, report, answer, error }) {
    if (report !== undefined) this._waiting.get(id)?.onReport?.(report);
    else if (error?.name === TRAP) this._end(error.message);
    else if (error) this._leave(id)?.reject(new EngineError(error));
    else this._leave(id)?.resolve(answer);
  }

  /**
   * Return who waits for an answer, and wait no longer.
   *
   * @param {number} id
   * @returns {Waiting | undefined}
   */
  _leave(id) {
    const waiting = this._waiting.get(id);
    waiting?.forget();
    this._waiting.delete(id);
    return waiting;
  }

  /**
   * End the worker; what is asked fails.
   *
   * @param {string} why
   */
  _end(why) {
    this.isOver = true;
    this._worker.terminate();
    const message = `the engines stopped (${why}): go to another position and back to ask again`;
    for (const id of [...this._waiting.keys()]) {
      this._leave(id)?.reject(new EngineError({ name: "EngineError", message }));
    }
  }
}

/** @returns {EngineError} */
function cancelled() {
  return new EngineError({ name: "Cancelled", message: "cancelled" });
}
