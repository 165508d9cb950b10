// @ts-check
// Asks the engines what the shown position and layers need, and keeps the answers: what is no
// longer wanted is cancelled, what is known is not asked again, and nothing here waits.

import { DEFAULTS } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {import("../worker/client.js").Engines} Engines */
/** @typedef {{name: string, params: any, rank: number}} Want  rank 0 is answered first */
/**
 * @typedef {object} Answer
 * @property {"none" | "asked" | "growing" | "final" | "failed"} state
 * @property {any} value          the newest report, or the answer
 * @property {Error | null} error
 */

/** @type {Answer} */
const NONE = { state: "none", value: null, error: null };
/** How many answers are kept, and how many numbers in them: some 80 MB. */
const KEPT = 400;
const MOST_NUMBERS = 5_000_000;

export class Asking {
  /**
   * @param {Engines | null} engines   null: nothing is answered
   * @param {() => void} onChange      called after every report and answer
   */
  constructor(engines, onChange) {
    this.engines = engines;
    this.onChange = onChange;
    /** @type {Map<string, Answer>} the oldest comes first */
    this.answers = new Map();
    this.numbers = 0;
    /** @type {Map<string, AbortController>} */
    this.running = new Map();
    /** @type {Map<string, Want>} */
    this.wanted = new Map();
  }

  /**
   * Say all that is wanted now.
   * @param {Want[]} wants
   */
  want(wants) {
    const before = this.wanted;
    this.wanted = new Map(wants.map((want) => [keyOf(want.name, want.params), want]));
    for (const key of before.keys()) {
      const isFailed = this.answers.get(key)?.state === "failed";
      if (isFailed && !this.wanted.has(key)) this.forget(key); // who comes back asks again
    }
    for (const [key, controller] of this.running) {
      if (!this.wanted.has(key)) this.drop(key, controller);
    }
    this.next();
  }

  /**
   * @param {string} key
   * @param {AbortController} controller
   */
  drop(key, controller) {
    this.running.delete(key);
    this.forget(key); // a half-grown answer would stand still
    controller.abort();
  }

  /** Start what is wanted and not yet asked, once everything of a lower rank is answered. */
  next() {
    if (!this.engines) return;
    const open = [...this.wanted].filter(([key]) => !isDone(this.answers.get(key)));
    const rank = Math.min(...open.map(([, want]) => want.rank));
    for (const [key, want] of open) {
      if (want.rank === rank && !this.running.has(key)) this.start(key, want);
    }
  }

  /**
   * @param {string} key
   * @param {Want} want
   */
  async start(key, want) {
    const controller = new AbortController();
    this.running.set(key, controller);
    this.keep(key, { state: "asked", value: null, error: null });
    const isCurrent = () => this.running.get(key) === controller;
    /** @param {Answer} answer */
    const take = (answer) => {
      if (!isCurrent()) return;
      this.keep(key, answer);
      this.onChange();
    };
    try {
      const value = await /** @type {Engines} */ (this.engines).ask(want.name, want.params, {
        signal: controller.signal,
        onReport: (report) => take({ state: "growing", value: report, error: null }),
      });
      take({ state: "final", value, error: null });
    } catch (error) {
      take({ state: "failed", value: null, error: asError(error) });
    }
    if (isCurrent()) this.running.delete(key);
    this.next();
  }

  /**
   * Ask one question by the reader's wish; a known answer comes at once.
   * @param {string} name
   * @param {any} params
   * @param {{onReport?: (report: any) => void, signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   */
  async ask(name, params, options = {}) {
    const key = keyOf(name, params);
    const known = this.answers.get(key);
    if (known?.state === "final") return known.value;
    if (!this.engines) throw new Error("this page has no engines");
    const value = await this.engines.ask(name, params, options);
    if (value?.final !== false) this.keep(key, { state: "final", value, error: null });
    return value;
  }

  /**
   * Return what is known of a question.
   * @param {string} name
   * @param {any} params
   * @returns {Answer}
   */
  of(name, params) {
    return this.answers.get(keyOf(name, params)) ?? NONE;
  }

  /**
   * @param {string} key
   * @param {Answer} answer
   */
  keep(key, answer) {
    this.forget(key);
    this.answers.set(key, answer);
    this.numbers += sizeOf(answer);
    for (const old of this.answers.keys()) {
      if (this.answers.size <= KEPT && this.numbers <= MOST_NUMBERS) break;
      if (old !== key && !this.wanted.has(old) && !this.running.has(old)) this.forget(old);
    }
  }

  /**
   * @param {string} key
   */
  forget(key) {
    const answer = this.answers.get(key);
    if (answer) this.numbers -= sizeOf(answer);
    this.answers.delete(key);
  }
}

/**
 * @param {Answer | undefined} answer
 */
function isDone(answer) {
  return answer?.state === "final" || answer?.state === "failed";
}

/**
 * Return about how many numbers an answer holds: those of its lists.
 * @param {Answer} answer
 */
function sizeOf({ value }) {
  const lists = Object.values(value ?? {}).filter(Array.isArray);
  return lists.reduce((sum, list) => sum + list.length * (list[0]?.length ?? 1), 0);
}

/**
 * @param {unknown} error
 */
function asError(error) {
  return error instanceof Error ? error : new Error(String(error));
}

/** What a question has besides its position, wherever the page asks it. */
const FIXED = new Map(
  /** @type {[string, (settings: Settings) => Record<string, number>][]} */ ([
    ["shares", ({ shareLimit }) => ({ limit: shareLimit })],
    ["dots_values", () => ({ seconds: 20 })],
  ]),
);

/**
 * Return the parameters of a question about a position.
 * @param {string} name
 * @param {any} position
 * @param {Settings} [settings]
 */
export function questionFor(name, position, settings = DEFAULTS) {
  return { position, ...FIXED.get(name)?.(settings) };
}

/**
 * Return the wish for an answer about a position.
 * @param {string} name
 * @param {any} position
 * @param {number} [rank]
 * @param {Settings} [settings]
 * @returns {Want}
 */
export function wantOf(name, position, rank = 1, settings = DEFAULTS) {
  return { name, params: questionFor(name, position, settings), rank };
}

/** @type {WeakMap<object, string>} */
const texts = new WeakMap();

/**
 * Return the key of a question; a position's text is made once.
 * @param {string} name
 * @param {any} params
 */
function keyOf(name, params) {
  const { position, ...others } = params;
  if (!position) return `${name} ${JSON.stringify(params)}`;
  let text = texts.get(position);
  if (text === undefined) {
    text = JSON.stringify(position);
    texts.set(position, text);
  }
  return `${name} ${JSON.stringify(others)} ${text}`;
}
