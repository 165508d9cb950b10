// @ts-check
// An object of JSON that is read key by key: of a text, with the places of its errors, or of a
// program, without them.

import { TextError } from "../errors.js";
import { Span } from "./spans.js";
import { JsonNumber, jsonText, kindOf, shown } from "./words.js";

/** An object: its keys and, if it was read from a text, that text from its brace on. */
export class Document {
  /**
   * @param {ReadonlyMap<string, unknown>} keys
   * @param {Span} [start]
   */
  constructor(keys, start = new Span("", 0, 0)) {
    this.keys = keys;
    this.start = start;
  }

  /**
   * Return a plain object as a document; throw TextError for what is no object.
   * @param {unknown} given
   */
  static of(given) {
    if (given === null || typeof given !== "object" || Array.isArray(given)) {
      throw new TextError("no object", "write a position as {...}");
    }
    return new Document(new Map(Object.entries(given)));
  }

  /**
   * Return the error that points at a key, or at the object where it has no such key.
   * @param {string} key
   * @param {string} problem
   * @param {string} remedy
   */
  error(key, problem, remedy, index = "") {
    const message = `${key ? shown(key).slice(1, -1) : shown(key)}${index} ${problem}`;
    if (!this.start.line) return new TextError(message, remedy);
    return placeIn(this.start, this.#offsetOf(key)).error(message, remedy);
  }

  /** @param {string} key */
  #offsetOf(key) {
    const name = jsonText(key);
    const { text } = this.start;
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      if (/^[ \t\n]*:/.test(text.slice(at + name.length))) return at;
    }
    return 0;
  }

  /**
   * Return the value if it is an array, of that length if one is given.
   * @param {string} key
   * @param {unknown} value
   * @param {number | null} [length]
   * @returns {unknown[]}
   */
  items(key, value, length = null, index = "") {
    const size = length === null ? "" : ` of ${length}`;
    if (!Array.isArray(value)) {
      throw this.error(key, `is ${shortKind(value)}`, `give an array${size}`, index);
    }
    if (length !== null && value.length !== length) {
      throw this.error(key, `has ${value.length} items`, `give an array${size}`, index);
    }
    return value;
  }

  /**
   * Return the value if it is a whole number in a range; true and 1.0 are none.
   * @param {string} key
   * @param {unknown} value
   * @param {number} low
   * @param {number} high
   */
  whole(key, value, low, high, index = "") {
    if (typeof value === "number" && Number.isInteger(value) && value >= low && value <= high) {
      return value;
    }
    const remedy = `write a whole number from ${low} to ${high}`;
    throw this.error(key, `is ${shortKind(value)}`, remedy, index);
  }
}

/**
 * Return a JSON value in short, as JSON writes it.
 * @param {unknown} value
 */
export function shortKind(value) {
  const isPlain = value === null || typeof value !== "object" || value instanceof JsonNumber;
  return isPlain ? shown(jsonText(value)).slice(1, -1) : kindOf(value);
}

/**
 * Return the part of a piece that may run over several lines, with its place.
 * @param {Span} piece
 * @param {number} start
 * @param {number} [end]
 */
export function placeIn(piece, start, end) {
  const lines = piece.text.slice(0, start).split("\n");
  const newlines = lines.length - 1;
  const column = newlines ? lines[newlines].length + 1 : piece.column + start;
  return new Span(piece.text.slice(start, end), piece.line + newlines, column);
}
