// @ts-check
// JSON as links to puzzles hold it: strict, or made shorter as SudokuPad does.
//
//     {"cells":[[{},{"value":5}]],"cosmetic":true}      {ce:[[,{v:5}]],cosmetic:t}
//
// In the short form names have no quotes, texts have single ones, true and false are `t` and `f`,
// colours are bare, and an object without keys is left out of an array. What is nested too deeply,
// or has a key twice, is refused.

import { quoted } from "./words.js";

/** @typedef {Map<string, unknown>} LooseObject */

const DEEPEST = 16;
const TEXT = /"(?:[^"\\]|\\[^\n])*"|'(?:[^'\\]|\\[^\n])*'/y;
const NAME = /[A-Za-z0-9_+-]+/y;
const WORD = /[^\][{},:'" \t\n\r\f\v]+/y;
const SPACE = /[ \t\n\r\f\v]*/y;
const LONGEST_NUMBER = 20;
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** @type {Map<string, boolean | null>} */
const CONSTANTS = new Map([
  ["t", true],
  ["true", true],
  ["f", false],
  ["false", false],
  ["null", null],
]);

/** A text that is no JSON of either kind; the offset is where. */
export class LooseJsonError extends Error {
  /**
   * @param {string} problem
   * @param {number} offset
   */
  constructor(problem, offset) {
    super(problem);
    this.name = "LooseJsonError";
    this.problem = problem;
    this.offset = offset;
  }
}

/**
 * Return the value that a text holds, objects as maps; throw LooseJsonError if it holds none.
 * @param {string} text
 */
export function parseLoose(text) {
  const parser = new Parser(text);
  const value = parser.value(0);
  parser.end();
  return value;
}

/** A text, and how far it is read. */
class Parser {
  #text;
  #at = 0;
  #isShort;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
    this.#isShort = !text.includes('"');
  }

  /**
   * Read a value.
   * @param {number} depth
   * @returns {unknown}
   */
  value(depth) {
    const sign = this.#peek();
    if (depth > DEEPEST) throw this.#error(`brackets nested more than ${DEEPEST} deep`);
    if (sign === "{") return this.#object(depth);
    if (sign === "[") return this.#array(depth);
    return sign === "'" || sign === '"' ? this.#string() : this.#bare();
  }

  /** Throw LooseJsonError unless all is read. */
  end() {
    if (this.#peek()) throw this.#error("text after the end");
  }

  /**
   * @param {number} depth
   * @returns {LooseObject}
   */
  #object(depth) {
    const found = new Map();
    this.#at += 1;
    if (this.#accept("}")) return found;
    for (;;) {
      const start = this.#at;
      const isText = ["'", '"'].includes(this.#peek());
      const key = isText ? this.#string() : this.#match(NAME, "a name");
      if (found.has(key)) {
        this.#at = start;
        throw this.#error(`${quoted(key.slice(0, 24))} stands twice`);
      }
      this.#expect(":");
      found.set(key, this.value(depth + 1));
      if (this.#accept("}")) return found;
      this.#expect(",");
    }
  }

  /**
   * @param {number} depth
   * @returns {unknown[]}
   */
  #array(depth) {
    /** @type {unknown[]} */
    const found = [];
    this.#at += 1;
    if (!this.#isShort && this.#accept("]")) return found;
    for (;;) {
      // Where nothing stands between commas, an empty object stood.
      found.push([",", "]"].includes(this.#peek()) ? new Map() : this.value(depth + 1));
      if (this.#accept("]")) return found;
      this.#expect(",");
    }
  }

  /** @returns {string} */
  #string() {
    const text = this.#match(TEXT, "the end of a text");
    const inside = text.slice(1, -1);
    const strict = text[0] === "'" ? inside.replaceAll("\\'", "'").replaceAll('"', '\\"') : inside;
    try {
      return JSON.parse(`"${strict.replace(/[\x00-\x1f]/g, escaped)}"`);
    } catch {
      throw this.#error("an escape that is none");
    }
  }

  #bare() {
    const word = this.#match(WORD, "a value");
    const constant = CONSTANTS.get(word);
    if (constant !== undefined) return constant;
    if (!NUMBER.test(word) || word.length > LONGEST_NUMBER) return word; // a colour
    return /^-*[0-9]+$/.test(word) ? Number(word) : word;
  }

  /**
   * @param {RegExp} pattern sticky
   * @param {string} what
   */
  #match(pattern, what) {
    this.#peek();
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) throw this.#error(`no ${what.replace(/^a |^the /, "")}`);
    this.#at += match[0].length;
    return match[0];
  }

  /** Skip space; return the next character, or an empty text at the end. */
  #peek() {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
    return this.#text[this.#at] ?? "";
  }

  /** @param {string} sign */
  #accept(sign) {
    const isFound = this.#peek() === sign;
    if (isFound) this.#at += 1;
    return isFound;
  }

  /** @param {string} sign */
  #expect(sign) {
    if (!this.#accept(sign)) {
      throw this.#error(`${this.#peek() || "the end"} where ${sign} belongs`);
    }
  }

  /** @param {string} problem */
  #error(problem) {
    return new LooseJsonError(problem, this.#at);
  }
}

/** @param {string} character */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
