// @ts-check
// The page's worker: the desk behind messages. The page sends the kernel's bytes, then questions.

import { Desk } from "./desk.js";

/**
 * What a worker's scope has that a page's has not.
 * @typedef {{
 *   postMessage(message: any): void,
 *   onmessage: ((event: MessageEvent) => void) | null,
 * }} Scope
 */

/**
 * Answer the messages that come to a worker.
 *
 * @param {Scope} scope its globalThis
 */
export function serve(scope) {
  const desk = new Desk((reply) => scope.postMessage(reply));
  scope.onmessage = ({ data }) => void desk.take(data);
}

if ("WorkerGlobalScope" in globalThis) serve(/** @type {any} */ (globalThis));
