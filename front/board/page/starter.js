// @ts-check
// The only script of the file that is not packed: unpacks the page's and runs it.

import { unpacked } from "./unpacking.js";

if ("DecompressionStream" in window) {
  start();
} else {
  document.body.prepend("This page needs a browser of 2023 or later.");
}

async function start() {
  const archive = document.getElementById("scripts");
  if (!archive) throw new Error("the page holds no scripts");
  const unpacking = unpacked(archive).text();
  const kernel = document.getElementById("kernel");
  const bytes = kernel && unpacked(kernel).arrayBuffer();
  const [opening, page, worker, end] = (await unpacking).split("\0");
  try {
    if (bytes) startWorker(`${opening}${worker}${end}`, bytes);
  } catch {
    // page/engines.js says why there are no engines
  }
  const script = document.createElement("script");
  script.textContent = `${opening}${page}${end}`;
  document.body.append(script);
}

/**
 * Start the engines' worker while the page's own scripts are read: page/engines.js takes it.
 * @param {string} code
 * @param {Promise<ArrayBuffer>} kernel
 */
function startWorker(code, kernel) {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const start = () => new Worker(address);
  Object.assign(window, { workers: { first: start(), start, kernel } });
}
