// @ts-check
// Starts the engines. A linked page holds its scripts and the kernel packed; while we develop they
// are files beside it; a page from `bombe board --serve` asks its server.

import { WorkerEngines } from "../worker/client.js";
import { ownServer, SharedEngines } from "./serving/server.js";
import { inflated, unpacked } from "./unpacking.js";

/** @typedef {import("../worker/client.js").Engines} Engines */
/** @typedef {{engines: Engines | null, why: string}} Started */

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

/** @returns {Promise<WorkerEngines>} */
async function startWorker() {
  await new Promise((resolve) => setTimeout(resolve)); // the board is drawn first
  const scripts = document.getElementById("scripts");
  const kernel = document.getElementById("kernel");
  if (!scripts || !kernel) return startFromFiles();
  const [archive, bytes] = await Promise.all([unpacked(scripts).text(), bytesIn(unpacked(kernel))]);
  const code = workerScript(archive);
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return new WorkerEngines(new Worker(address), bytes);
}

/**
 * Return the worker's script: what it shares with the page, its own part, and the end.
 * @param {string} archive  as bombe.pages.document packs it
 */
function workerScript(archive) {
  const [opening, , worker, end] = archive.split("\0");
  return `${opening}${worker}${end}`;
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
