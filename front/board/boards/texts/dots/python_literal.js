// @ts-check
// Dictionaries as Python prints them, with plain keys: texts, numbers, and tuples of these.

import { quoted } from "../words.js";

/** @typedef {string | number | boolean | null} Atom */
/** @typedef {Atom | Atom[]} Plain an atom, or a tuple of atoms */

const TOKEN =
  /(?:[ \t\n\r\f]|#[^\n]*(?:\n|$))*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|([-+]?[0-9]+(?:\.[0-9]*)?)|(True|False|None)|([{}():,]))/y;
const BETWEEN = /^(?:[ \t\n\r\f]|#[^\n]*(?:\n|$))*$/;
const WORDS = new Map(
  /** @type {[string, Atom][]} */ ([
    ["True", true],
    ["False", false],
    ["None", null],
  ]),
);

/** A dictionary: a later value of a key replaces an earlier one, as in Python. */
export class Dictionary {
  /** @type {Map<string, [Plain, Plain]>} */
  #pairs = new Map();

  /**
   * @param {Plain} key
   * @param {Plain} value
   */
  set(key, value) {
    const name = pythonRepr(key);
    this.#pairs.set(name, [this.#pairs.get(name)?.[0] ?? key, value]);
  }

  /** @param {string} key */
  get(key) {
    return this.#pairs.get(quoted(key))?.[1];
  }

  /** @param {string} key */
  has(key) {
    return this.#pairs.has(quoted(key));
  }

  entries() {
    return this.#pairs.values();
  }
}

/**
 * Return a value as Python's repr writes it.
 * @param {Plain} value
 * @returns {string}
 */
export function pythonRepr(value) {
  if (Array.isArray(value)) {
    const items = value.map(pythonRepr);
    return `(${items.join(", ")}${items.length === 1 ? "," : ""})`;
  }
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string" ? quoted(value) : `${value}`;
}

/**
 * Return the dictionary of a text; or, as a text, why it is none.
 * @param {string} text
 * @returns {Dictionary | string}
 */
export function readDictionary(text) {
  const tokens = tokensOf(text);
  if (!tokens) return "invalid syntax";
  const reader = new Reader(tokens);
  const found = reader.dictionary();
  return found && reader.isDone ? found : "it has more than plain keys and values";
}

/** @typedef {{mark: string} | {atom: Atom}} Token */

/**
 * @param {string} text
 * @returns {Token[] | null}
 */
function tokensOf(text) {
  /** @type {Token[]} */
  const found = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) return BETWEEN.test(text.slice(start)) ? found : null;
    const [, single, double, number, word, mark] = match;
    if (mark) found.push({ mark });
    else if (word) found.push({ atom: WORDS.get(word) ?? null });
    else if (number) found.push({ atom: Number(number) });
    else found.push({ atom: (single ?? double).replace(/\\(.)/g, "$1") });
  }
}

/** Takes the tokens one after the other; null where something else belongs. */
class Reader {
  #next = 0;

  /** @param {Token[]} tokens */
  constructor(tokens) {
    this.tokens = tokens;
  }

  get isDone() {
    return this.#next === this.tokens.length;
  }

  /** @param {string} mark */
  #accept(mark) {
    const token = this.tokens[this.#next];
    const isThere = token && "mark" in token && token.mark === mark;
    if (isThere) this.#next += 1;
    return isThere;
  }

  dictionary() {
    const found = new Dictionary();
    if (!this.#accept("{")) return null;
    while (!this.#accept("}")) {
      const key = this.#value();
      const value = key !== undefined && this.#accept(":") ? this.#value() : undefined;
      if (key === undefined || value === undefined) return null;
      found.set(key, value);
      if (this.#accept(",")) continue;
      return this.#accept("}") ? found : null;
    }
    return found;
  }

  /** @returns {Plain | undefined} */
  #value() {
    return this.#accept("(") ? this.#tuple() : this.#atom();
  }

  /** @returns {Atom | undefined} */
  #atom() {
    const token = this.tokens[this.#next];
    if (!token || !("atom" in token)) return undefined;
    this.#next += 1;
    return token.atom;
  }

  /** @returns {Plain | undefined} */
  #tuple() {
    /** @type {Atom[]} */
    const items = [];
    let hasComma = false;
    while (!this.#accept(")")) {
      const item = this.#atom();
      if (item === undefined) return undefined;
      items.push(item);
      if (this.#accept(",")) {
        hasComma = true;
        continue;
      }
      if (!this.#accept(")")) return undefined;
      return items.length === 1 && !hasComma ? items[0] : items;
    }
    return items;
  }
}
