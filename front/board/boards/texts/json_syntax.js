// @ts-check
// JSON as Python's decoder reads it, with the words and the places of its errors.
//
// JSON.parse forgets what matters here: where the text is wrong, keys that stand twice, and whether
// a number was written as 1 or as 1.0. Objects become Maps, so that no key is special.

import { JsonNumber } from "./words.js";

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const PLAIN = /[^"\\\x00-\x1f]*/y;
const CODE = /[0-9a-fA-F]{4}/y;
/** @type {[string, unknown][]} */
const WORDS = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", new JsonNumber(NaN, "NaN")],
  ["Infinity", new JsonNumber(Infinity, "Infinity")],
  ["-Infinity", new JsonNumber(-Infinity, "-Infinity")],
];
const ESCAPED = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);
const DEEPEST = 500;
const MOST_DIGITS = 4300;

/** A text that is no JSON: what is wrong, and at which character. */
export class JsonError extends Error {
  /**
   * @param {string} problem
   * @param {number} at
   */
  constructor(problem, at) {
    super(problem);
    this.at = at;
  }
}

/** An object that has a key twice. */
export class RepeatedKeyError extends Error {
  /** @param {string} key */
  constructor(key) {
    super(key);
    this.key = key;
  }
}

/** Brackets in brackets, more than anything needs. */
export class TooDeepError extends Error {}

/**
 * Return the value that begins at a character of a text, and where it ends.
 * @param {string} text
 * @param {number} [start]
 * @returns {{value: unknown, end: number}}
 */
export function readJson(text, start = 0) {
  const reader = new Reader(text, start);
  const value = reader.value(0);
  return { value, end: reader.at };
}

/**
 * Return the value of a whole text.
 * @param {string} text
 */
export function decodeJson(text) {
  const { value, end } = readJson(text, lengthAt(SPACE, text, 0));
  const rest = end + lengthAt(SPACE, text, end);
  if (rest < text.length) throw new JsonError("extra data", rest);
  return value;
}

/**
 * @param {RegExp} pattern one that is sticky
 * @param {string} text
 * @param {number} at
 */
function lengthAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** Reads values one after the other; `at` is the next character. */
class Reader {
  /**
   * @param {string} text
   * @param {number} at
   */
  constructor(text, at) {
    this.text = text;
    this.at = at;
  }

  /**
   * @param {number} depth
   * @returns {unknown}
   */
  value(depth) {
    if (depth > DEEPEST) throw new TooDeepError();
    const first = this.text[this.at];
    if (first === '"') return this.string();
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    return this.number() ?? this.word();
  }

  space() {
    this.at += lengthAt(SPACE, this.text, this.at);
  }

  /** @param {string} character */
  accept(character) {
    const isThere = this.text[this.at] === character;
    if (isThere) this.at += 1;
    return isThere;
  }

  /** @param {number} depth */
  array(depth) {
    /** @type {unknown[]} */
    const items = [];
    this.at += 1;
    this.space();
    if (this.accept("]")) return items;
    for (;;) {
      items.push(this.value(depth + 1));
      this.space();
      if (this.accept("]")) return items;
      if (!this.accept(",")) throw new JsonError("expecting ',' delimiter", this.at);
      this.space();
    }
  }

  /** @param {number} depth */
  object(depth) {
    /** @type {[string, unknown][]} */
    const pairs = [];
    this.at += 1;
    this.space();
    if (this.accept("}")) return new Map();
    for (;;) {
      pairs.push(this.pair(depth));
      this.space();
      if (this.accept("}")) return mapOf(pairs);
      if (!this.accept(",")) throw new JsonError("expecting ',' delimiter", this.at);
      this.space();
    }
  }

  /**
   * @param {number} depth
   * @returns {[string, unknown]}
   */
  pair(depth) {
    if (this.text[this.at] !== '"') {
      throw new JsonError("expecting property name enclosed in double quotes", this.at);
    }
    const key = this.string();
    this.space();
    if (!this.accept(":")) throw new JsonError("expecting ':' delimiter", this.at);
    this.space();
    return [key, this.value(depth + 1)];
  }

  string() {
    const start = this.at;
    const parts = [];
    this.at += 1;
    for (;;) {
      const length = lengthAt(PLAIN, this.text, this.at);
      parts.push(this.text.slice(this.at, this.at + length));
      this.at += length;
      if (this.accept('"')) return parts.join("");
      const next = this.text[this.at];
      const isCut = next === undefined || (next === "\\" && this.at + 1 === this.text.length);
      if (isCut) throw new JsonError("unterminated string starting at", start);
      if (next !== "\\") throw new JsonError("invalid control character at", this.at);
      parts.push(this.escape());
    }
  }

  escape() {
    const start = this.at;
    const letter = this.text[start + 1];
    this.at += 2;
    if (letter === "u") {
      if (!lengthAt(CODE, this.text, this.at))
        throw new JsonError("invalid \\uXXXX escape", start + 1);
      this.at += 4;
      return String.fromCharCode(parseInt(this.text.slice(start + 2, this.at), 16));
    }
    const character = ESCAPED.get(letter);
    if (character === undefined) throw new JsonError("invalid \\escape", start);
    return character;
  }

  number() {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match) return null;
    this.at += match[0].length;
    const value = Number(match[0]);
    if (match[2] || match[3]) return new JsonNumber(value, floatText(value));
    if (Number.isSafeInteger(value)) return value + 0;
    // Python takes one too long to mean anything for a number without end.
    return new JsonNumber(value, match[1].length > MOST_DIGITS ? floatText(value) : match[1]);
  }

  word() {
    const known = WORDS.find(([word]) => this.text.startsWith(word, this.at));
    if (!known) throw new JsonError("expecting value", this.at);
    this.at += known[0].length;
    return known[1];
  }
}

/** @param {[string, unknown][]} pairs */
function mapOf(pairs) {
  const found = new Map(pairs);
  if (found.size < pairs.length) {
    const names = pairs.map(([key]) => key);
    const twice = names.find((key, i) => names.indexOf(key, i + 1) > i);
    throw new RepeatedKeyError(twice ?? "");
  }
  return found;
}

/**
 * Return a number that is no whole number as Python writes it: 1.0, 2.5e-07, 1e+16.
 * @param {number} value
 */
function floatText(value) {
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : value < 0 ? "-Infinity" : "NaN";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const size = Math.abs(value);
  if (size >= 1e16 || size < 1e-4) {
    return value.toExponential().replace(/e([-+])(\d)$/, "e$10$2");
  }
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}
