// @ts-check
// Asks the server that the page came from: the same questions as the worker, answered by Python.
// An answer comes as lines of JSON: reports, then the answer or an error.

/** @typedef {import("../worker/client.js").Asking} AskOptions */

/** @implements {import("../worker/client.js").Engines} */
export class ServerEngines {
  /**
   * Return the answer to a question; throw an Error with the server's words if there is none.
   * @param {string} name
   * @param {any} params
   * @param {AskOptions} [options]
   */
  ask(name, params, options) {
    return askServer("ask", { ask: name, params }, options);
  }
}

/**
 * Post a question to an address of the server, and return its answer.
 * @param {string} path    relative to the page, whose address holds the token
 * @param {any} body
 * @param {AskOptions} [options]
 */
export async function askServer(path, body, { onReport, signal } = {}) {
  const response = await fetch(new URL(path, location.href), {
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal,
  });
  if (!response.ok || !response.body) throw new Error(await problemOf(response));
  for await (const line of linesOf(response.body)) {
    const { report, answer, error } = JSON.parse(line);
    if (error !== undefined) throw new Error(error);
    if (answer !== undefined) return answer;
    onReport?.(report);
  }
  throw new Error("the server ended before it had answered");
}

/**
 * @param {Response} response
 */
async function problemOf(response) {
  const text = await response.text();
  try {
    return JSON.parse(text).error ?? text;
  } catch {
    return text;
  }
}

/**
 * Yield the lines of a stream.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 */
async function* linesOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter(Boolean);
  }
  if (rest) yield rest;
}
