// @ts-check
// Starts the engines. A linked page holds its scripts and the kernel packed; while we develop they
// are files beside it; a page from `bombe board --serve` asks its server.

import { WorkerEngines } from "../worker/client.js";
import { ownServer, SharedEngines } from "./serving/server.js";
import { inflated } from "./unpacking.js";

/** @typedef {import("../worker/client.js").Engines} Engines */
/** @typedef {{engines: Engines | null, why: string}} Started */
/** @typedef {{first: Worker | null, start: () => Worker, kernel: Promise<ArrayBuffer>}} Workers */

/**
 * Return the engines that the document names, or why there are none; questions wait until they run.
 * @param {Record<string, any>} page
 * @returns {Started}
 */
export function startEngines(page) {
  if (page.engines === "none") {
    return { engines: null, why: page.why_no_engines ?? "This page holds no engines." };
  }
  if (page.engines === "server") return { engines: ownServer(), why: "" };
  if (typeof WebAssembly === "undefined") {
    return { engines: null, why: "This browser runs no WebAssembly, which the engines need." };
  }
  const own = new LateEngines();
  return { engines: page.server ? new SharedEngines(own, ownServer()) : own, why: "" };
}

/** Engines in a worker that is still starting: questions wait for it. One that ended is replaced. */
class LateEngines {
  constructor() {
    this.engines = this.start();
  }

  start() {
    const engines = startWorker();
    engines.catch(() => {}); // told to everyone who asks
    return engines;
  }

  /**
   * @param {string} name
   * @param {any} params
   * @param {import("../worker/client.js").Asking} [asking]
   */
  async ask(name, params, asking) {
    const known = this.engines;
    const { isOver } = await known.catch(neverStarted);
    if (isOver && this.engines === known) this.engines = this.start();
    return (await this.engines.catch(neverStarted)).ask(name, params, asking);
  }
}

/**
 * @param {Error} error
 * @returns {never}
 */
function neverStarted({ message }) {
  throw new Error(`the engines did not start (${message}): open the page again`);
}

/**
 * Take the worker that the starter has started, or start another one.
 * @returns {Promise<WorkerEngines>}
 */
async function startWorker() {
  /** @type {Workers | undefined} */
  const workers = Reflect.get(window, "workers");
  if (!workers) return startFromFiles();
  const { first, start, kernel } = workers;
  workers.first = null;
  return new WorkerEngines(first ?? start(), new Uint8Array(await kernel));
}

/** @returns {Promise<WorkerEngines>} */
async function startFromFiles() {
  const worker = new Worker("worker/worker.js", { type: "module" });
  const answer = await fetch("kernel.wasm.gz");
  if (!answer.ok || !answer.body) throw new Error("kernel.wasm.gz is not there");
  return new WorkerEngines(worker, await bytesIn(inflated(answer.body)));
}

/**
 * @param {Response} response
 */
async function bytesIn(response) {
  return new Uint8Array(await response.arrayBuffer());
}
