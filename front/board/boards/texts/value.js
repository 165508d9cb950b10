// @ts-check
// Values of JSON that are read by what they should hold; what is wrong is named by the path of its key.

import { refusal } from "../refusals.js";
import { kindOf } from "./words.js";

/** @typedef {import("../refusals.js").RefusalName} RefusalName */

/** A value, the path of its key, and the number of its line, 0 if it is not known. */
export class Value {
  /**
   * @param {unknown} raw as JSON.parse returns it
   * @param {string} [path]
   * @param {number} [line]
   */
  constructor(raw, path = "", line = 0) {
    this.raw = raw;
    this.path = path;
    this.line = line;
  }

  /**
   * Return the error that says what is wrong with the value.
   * @param {RefusalName} name
   * @param {Record<string, unknown>} [fields]
   */
  error(name, fields) {
    return refusal(name, { key: this.path, text: kindOf(this.raw), ...fields }, this.line);
  }

  /** Return the value if it is an object. */
  object() {
    if (kindOf(this.raw) !== "an object") throw this.error("json-object");
    return /** @type {Record<string, unknown>} */ (this.raw);
  }

  /**
   * Return what a key holds, null where there is no such key.
   * @param {string} key
   */
  get(key) {
    const found = this.object();
    return Object.hasOwn(found, key) ? this.#inner(key) : null;
  }

  /**
   * Return what a key holds; throw where there is no such key.
   * @param {string} key
   */
  at(key) {
    const found = this.get(key);
    if (!found) throw this.#inner(key).error("record", { problem: "is missing" });
    return found;
  }

  /** Return what each key holds. */
  entries() {
    return Object.keys(this.object()).map((key) => ({ key, value: this.#inner(key) }));
  }

  /** @param {string} key */
  #inner(key) {
    return new Value(this.object()[key], this.path ? `${this.path}.${key}` : key, this.line);
  }

  /**
   * Throw for a key that is not known, and for one that is needed and missing.
   * @param {readonly string[]} known
   * @param {readonly string[]} needed
   */
  requireKeys(known, needed) {
    const keys = Object.keys(this.object());
    const strange = keys.find((key) => !known.includes(key));
    if (strange !== undefined) {
      throw this.#inner(strange).error("json-key", { known: `known are ${known.join(", ")}` });
    }
    const missing = needed.find((key) => !keys.includes(key));
    if (missing === undefined) return;
    const all = `${needed.slice(0, -1).join(", ")} and ${needed[needed.length - 1]}`;
    throw this.#inner(missing).error("json-missing", { needed: all });
  }

  /**
   * Return the items if it is an array, of that length if one is given.
   * @param {number} [length]
   */
  items(length) {
    const { raw } = this;
    const size = length === undefined ? "" : ` of ${length}`;
    if (!Array.isArray(raw)) throw this.error("json-array", { size });
    if (length !== undefined && raw.length !== length) {
      throw this.error("json-length", { count: raw.length, size });
    }
    return raw.map((item, i) => new Value(item, `${this.path}[${i}]`, this.line));
  }

  /**
   * Return it if it is a whole number in a range.
   * @param {number} low
   * @param {number} high
   */
  whole(low, high) {
    const { raw } = this;
    if (typeof raw === "number" && Number.isInteger(raw) && raw >= low && raw <= high) return raw;
    throw this.error("json-whole", { low, high });
  }

  /** Return it if it is a number. */
  number() {
    if (typeof this.raw === "number" && Number.isFinite(this.raw)) return this.raw;
    throw this.error("json-is", { remedy: "write a number" });
  }

  /** Return it if it is a text. */
  text() {
    if (typeof this.raw === "string") return this.raw;
    throw this.error("json-is", { remedy: "write a text" });
  }

  /**
   * Return what the value means, by a table of all that it may be.
   * @template T
   * @param {ReadonlyMap<unknown, T>} meanings
   * @returns {T}
   */
  oneOf(meanings) {
    const meaning = meanings.get(this.raw);
    if (meaning !== undefined) return meaning;
    const known = Array.from(meanings.keys(), (each) => JSON.stringify(each)).join(" or ");
    throw this.error("json-is", { remedy: `write ${known}` });
  }
}

/**
 * Return the value of a text of JSON.
 * @param {string} text
 * @param {RefusalName} name of the refusal, where it is none
 */
export function parsed(text, name = "json", line = 0) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(name, { problem: "it breaks off, or has a sign too many" }, line || lineOf(error, text));
  }
}

/**
 * Return the line that an error of JSON.parse names, in the words of each browser; else the last.
 * @param {unknown} error
 * @param {string} text
 */
function lineOf(error, text) {
  const { message } = /** @type {Error} */ (error);
  const line = /line (\d+) column/.exec(message)?.[1];
  const position = /position (\d+)/.exec(message)?.[1];
  return line ? Number(line) : text.slice(0, position ? Number(position) : undefined).split("\n").length;
}

/**
 * Return the objects of a text: alone, in an array, or one after the other.
 * @param {string} text
 */
export function objectsIn(text) {
  const isList = /^\s*\[/.test(text);
  // A string of JSON holds no line end, so that such braces are between two objects.
  const list = isList ? text : `[${text.replace(/\}([ \t]*\n\s*)\{/g, "},$1{")}]`;
  const found = /** @type {unknown[]} */ (parsed(list));
  return found.map((each) => new Value(each));
}
