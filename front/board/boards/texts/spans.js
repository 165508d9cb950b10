// @ts-check
// What every reader of text needs: lines and words that know their place.
//
// A line ends at a newline only. Every other character that some program might take for the end of
// a line, and control characters, are refused at their place, so that a line number means the same to
// us as to an editor.

import { BoardError, TextError } from "../errors.js";
import { refusal } from "../refusals.js";
import { Shape } from "../shape.js";
import { shown } from "./words.js";

/** @typedef {import("../refusals.js").RefusalName} RefusalName */

const FOREIGN = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]|\p{Cs}/u;
const COLOUR = /\x1b\[[0-9;]*m/g;

/** A piece of a text, and the line and column, from 1, of its first character. */
export class Span {
  /**
   * @param {string} text
   * @param {number} line
   * @param {number} column
   */
  constructor(text, line, column = 1) {
    this.text = text;
    this.line = line;
    this.column = column;
  }

  /**
   * Return the error that points at the character `offset` of the piece.
   * @param {RefusalName} name
   * @param {Record<string, unknown>} [fields]
   */
  error(name, fields, offset = 0) {
    return refusal(name, fields, this.line, this.column + offset);
  }

  /**
   * Return the piece of this piece from `start` to `end`.
   * @param {number} start
   * @param {number} [end]
   */
  part(start, end) {
    return new Span(this.text.slice(start, end), this.line, this.column + start);
  }

  /**
   * Return the pieces that a global pattern finds: the words, if it is left out.
   * @param {RegExp} pattern
   */
  pieces(pattern = /[^ \t]+/g) {
    return Array.from(this.text.matchAll(pattern), (match) =>
      this.part(match.index ?? 0, (match.index ?? 0) + match[0].length),
    );
  }

  /** The text without the blanks around it. */
  get bare() {
    return this.text.replace(/^[ \t]+|[ \t]+$/g, "");
  }

  /** Whether it begins with the sign of a comment. */
  get isComment() {
    return /^[ \t]*#/.test(this.text);
  }

  /** Whether it is neither blank nor a comment. */
  get isTelling() {
    return this.bare !== "" && !this.isComment;
  }
}

/**
 * Return the lines of a text with their places, without the codes that colour them on a terminal.
 * @param {string} text
 */
export function linesOf(text) {
  const lines = text
    .replace(/^\ufeff/, "")
    .replace(COLOUR, "")
    .split(/\r\n|\r|\n/);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines.map((line, i) => new Span(line, i + 1));
}

/**
 * Refuse characters that belong in no text.
 * @param {readonly Span[]} lines
 */
export function requirePlain(lines) {
  for (const line of lines) {
    const found = FOREIGN.exec(line.text);
    if (!found) continue;
    const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw line.error("control", { code }, found.index);
  }
}

/**
 * Read a whole number from `low` to `high`, in plain digits.
 * @param {Span} span
 * @param {string} what
 * @param {number} low
 * @param {number} high
 */
export function whole(span, what, low, high) {
  const number = /^[0-9]{1,9}$/.test(span.text) ? Number(span.text) : -1;
  if (number >= low && number <= high) return number;
  throw span.error("wrong-whole", { what, text: shown(span.text), low, high });
}

/**
 * Return the shape that a text names; a remedy as a text error if there is none.
 * @param {number} m
 * @param {number} n
 * @param {Span} at
 */
export function shapeAt(m, n, at) {
  return readable(() => Shape.of(m, n), at, "wrong-shape");
}

/**
 * Return what a function makes; its BoardError is the problem of a refusal.
 * @template T
 * @param {() => T} make
 * @param {Span} at
 * @param {RefusalName} name
 */
export function readable(make, at, name) {
  try {
    return make();
  } catch (error) {
    if (error instanceof BoardError) throw at.error(name, { problem: error.message });
    throw error;
  }
}

/**
 * Return an error with its column counted in characters, as editors and Python do.
 * @param {TextError} error
 * @param {readonly Span[]} lines
 */
export function inCharacters({ problem, remedy, line, column }, lines) {
  const before = (lines[line - 1]?.text ?? "").slice(0, Math.max(0, column - 1));
  const halves = before.length - Array.from(before).length;
  return new TextError(problem, remedy, line, column - halves);
}
