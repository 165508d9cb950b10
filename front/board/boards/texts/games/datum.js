// @ts-check
// A value of a JSON document that is read by what it should hold, with errors that name the line
// and the key, in the words of Python's bombe.boards.text.schema.

import { BoardError, TextError, UsageError } from "../../errors.js";
import { JsonNumber, jsonText } from "../words.js";

const LARGEST = 10n ** 18n;
const DEEPEST = 24;
const LONGEST_SHOWN = 60;

/** A value, with the number of its line and the path of its key. */
export class Datum {
  /**
   * @param {unknown} raw as json_syntax.js reads it: objects are Maps
   * @param {number} line
   */
  constructor(raw, line, path = "") {
    this.raw = raw;
    this.line = line;
    this.path = path;
  }

  /**
   * Return what a key holds, null where there is no such key.
   * @param {string} key
   */
  get(key) {
    const found = this.mapping();
    return found.has(key) ? this.#inner(found.get(key), key) : null;
  }

  /**
   * Return what a key holds; throw where there is no such key.
   * @param {string} key
   */
  at(key) {
    const found = this.get(key);
    if (found) return found;
    throw this.#inner(null, key).error("is missing");
  }

  /** Return the value if it is an object. */
  mapping() {
    if (this.raw instanceof Map) return /** @type {Map<string, unknown>} */ (this.raw);
    throw this.unlike("an object");
  }

  /** Return what each key holds if it is an object. */
  entries() {
    return Array.from(this.mapping(), ([key, value]) => ({ key, datum: this.#inner(value, key) }));
  }

  /**
   * Return the items if it is an array, of that length if one is given.
   * @param {number} [length]
   */
  items(length) {
    const { raw } = this;
    const size = length === undefined ? "" : ` of ${length}`;
    if (!Array.isArray(raw)) throw this.unlike(`an array${size}`);
    if (length !== undefined && raw.length !== length) {
      throw this.error(`has ${raw.length} items, not ${length}`);
    }
    return raw.map((item, i) => new Datum(item, this.line, `${this.path}[${i}]`));
  }

  /**
   * Return it if it is a whole number in a range; true and 1.0 are none. One that is too large for
   * JavaScript's numbers is returned as a bigint.
   */
  whole(low = -LARGEST, high = LARGEST) {
    const { raw } = this;
    const number = wholeOf(raw);
    if (number !== null && number >= low && number <= high) {
      return typeof raw === "number" ? raw : number;
    }
    const limits = low === -LARGEST && high === LARGEST ? "" : ` from ${low} to ${high}`;
    throw this.unlike(`a whole number${limits}`);
  }

  /** Return it if it is a number. */
  number() {
    const { raw } = this;
    const number = raw instanceof JsonNumber ? raw.value : raw;
    if (typeof number === "number" && Math.abs(number) <= Number(LARGEST)) return number || 0;
    throw this.unlike("a number");
  }

  /** Return it if it is a text. */
  text() {
    if (typeof this.raw === "string") return this.raw;
    throw this.unlike("a text");
  }

  /**
   * Return what the value means, by a table of all that it may be.
   * @template T
   * @param {ReadonlyMap<string | number, T>} meanings
   * @returns {T}
   */
  oneOf(meanings) {
    const { raw } = this;
    const meaning =
      typeof raw === "string" || typeof raw === "number" ? meanings.get(raw) : undefined;
    if (meaning !== undefined) return meaning;
    throw this.unlike(Array.from(meanings.keys(), jsonText).join(" or "));
  }

  /**
   * Return it as a plain value, whatever it is, if it can be written again.
   * @param {number} [depth]
   * @returns {any}
   */
  plain(depth = DEEPEST) {
    const { raw } = this;
    const isNested = raw instanceof Map || Array.isArray(raw);
    if (isNested && !depth) throw this.error("has brackets nested too deeply");
    if (raw instanceof Map) {
      return Object.fromEntries(
        this.entries().map(({ key, datum }) => [key, datum.plain(depth - 1)]),
      );
    }
    if (Array.isArray(raw)) return this.items().map((item) => item.plain(depth - 1));
    return typeof raw === "number" || raw instanceof JsonNumber ? this.number() : raw;
  }

  /**
   * Return the error for a value that is not what is expected.
   * @param {string} expected
   */
  unlike(expected) {
    return this.error(`is ${kind(this.raw)}, not ${expected}`);
  }

  /**
   * Return the error that says what is wrong with the value, and where it stands.
   * @param {string} problem
   */
  error(problem, remedy = "remove the line") {
    return new TextError(`${this.path || "the line"} ${problem}`, remedy, this.line);
  }

  /**
   * Return what a function makes of the value; its error says what is wrong with it.
   * @template T
   * @param {(raw: unknown) => T} make
   */
  checked(make) {
    try {
      return make(this.raw);
    } catch (error) {
      if (!(error instanceof BoardError || error instanceof UsageError)) throw error;
      throw this.error(`is ${kind(this.raw)}: ${error.message}`);
    }
  }

  /**
   * @param {unknown} value
   * @param {string} key
   */
  #inner(value, key) {
    const name = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u.test(key)
      ? short(key)
      : kind(key);
    return new Datum(value, this.line, this.path ? `${this.path}.${name}` : name);
  }
}

/** @param {unknown} raw */
function wholeOf(raw) {
  if (typeof raw === "number") return BigInt(raw);
  return raw instanceof JsonNumber && /^-?[0-9]+$/.test(raw.text) ? BigInt(raw.text) : null;
}

/**
 * Return a JSON value in short, as JSON writes it.
 * @param {unknown} value
 */
export function kind(value) {
  if (value instanceof Map) return "an object";
  return Array.isArray(value) ? "an array" : short(jsonText(value));
}

/** @param {string} text */
function short(text) {
  const start = Array.from(text.slice(0, 2 * LONGEST_SHOWN + 2));
  return start.length <= LONGEST_SHOWN ? text : `${start.slice(0, LONGEST_SHOWN - 3).join("")}...`;
}
