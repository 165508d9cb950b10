// @ts-check
// The page's side of `bombe board --serve`: the same questions over HTTP, and what only Python has:
// agents as opponents, matches that are watched, logs. It speaks to the address of the page alone.

import { EngineError } from "../../worker/client.js";

/** @typedef {import("../../worker/client.js").Asking} Asking */
/** @typedef {import("../../worker/client.js").Engines} Engines */

/** Questions that Python answers faster, with the machine's memory and all its cores. */
const LONG = new Set(["values", "dots_values"]);

/** The server behind the page. */
export class Server {
  /** @param {string} home the address of the page, which holds the token */
  constructor(home) {
    this._home = home;
  }

  /**
   * Return the answer to a question; throw EngineError with the server's message.
   *
   * @param {string} name
   * @param {any} params
   * @param {Asking} [asking]
   * @returns {Promise<any>}
   */
  ask(name, params, asking) {
    return this.stream("ask", { ask: name, params }, asking);
  }

  /**
   * Return what an address answers; throw EngineError.
   *
   * @param {string} path
   * @returns {Promise<any>}
   */
  async get(path) {
    return plain(await this._fetch(path, {}));
  }

  /**
   * @param {string} path
   * @param {any} body
   * @returns {Promise<any>}
   */
  async post(path, body) {
    return plain(await this._fetch(path, { method: "POST", body: JSON.stringify(body) }));
  }

  /**
   * Return the last line of an answer that grows; hand reports on. A signal ends the work there.
   *
   * @param {string} path
   * @param {any} body
   * @param {Asking} [asking]
   * @returns {Promise<any>}
   */
  async stream(path, body, { onReport, signal } = {}) {
    const asked = { method: "POST", body: JSON.stringify(body), signal };
    for await (const line of linesOf(await this._fetch(path, asked))) {
      const { report, answer, error } = JSON.parse(line);
      if (error !== undefined) throw new EngineError({ name: "EngineError", message: error });
      if (report === undefined) return answer;
      onReport?.(report);
    }
    throw gone();
  }

  /**
   * Call a function with every event of a feed, from its first one on; return how to stop.
   *
   * @param {string} path
   * @param {(event: any) => void} onEvent
   * @returns {() => void}
   */
  follow(path, onEvent) {
    const source = new EventSource(this._home + path);
    const take = (/** @type {MessageEvent<string>} */ { data }) => onEvent(JSON.parse(data));
    source.addEventListener("message", take);
    source.addEventListener("end", (event) => {
      source.close();
      take(/** @type {MessageEvent<string>} */ (event));
    });
    return () => source.close();
  }

  /**
   * @param {string} path
   * @param {RequestInit} asked
   */
  async _fetch(path, asked) {
    return fetch(this._home + path, asked).catch(fail);
  }
}

/** Engines of which a server answers what takes long, and the page's own worker the rest. */
export class SharedEngines {
  /**
   * @param {Engines} own
   * @param {Server} server
   */
  constructor(own, server) {
    this._own = own;
    this._server = server;
  }

  /**
   * @param {string} name
   * @param {any} params
   * @param {Asking} [asking]
   * @returns {Promise<any>}
   */
  ask(name, params, asking) {
    return (LONG.has(name) ? this._server : this._own).ask(name, params, asking);
  }
}

/** Return the server that this page came from. */
export function ownServer() {
  return new Server(new URL("./", location.href).href);
}

/**
 * @param {Response} answer
 * @returns {Promise<any>}
 */
async function plain(answer) {
  const found = await answer.json().catch(() => ({ error: `the server answered ${answer.status}` }));
  if (!answer.ok) throw new EngineError({ name: "EngineError", message: found.error });
  return found;
}

/**
 * Yield the lines of an answer as they come.
 *
 * @param {Response} answer
 * @returns {AsyncGenerator<string>}
 */
async function* linesOf(answer) {
  if (!answer.ok || !answer.body) {
    await plain(answer);
    throw gone();
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(fail);
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/**
 * Throw what went wrong on the way: nobody waits any more, or nobody is there.
 *
 * @param {unknown} error
 * @returns {never}
 */
function fail(error) {
  const isCancelled = error instanceof DOMException && error.name === "AbortError";
  throw isCancelled ? new EngineError({ name: "Cancelled", message: "cancelled" }) : gone();
}

/** @returns {EngineError} */
function gone() {
  const message = "the server does not answer: start `bombe board --serve` again";
  return new EngineError({ name: "EngineError", message });
}
