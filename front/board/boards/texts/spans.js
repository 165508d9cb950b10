// @ts-check
// What every reader of text needs: lines and words that know where they stand, and the head.
//
// A line ends at a newline only. Every other character that some program might take for the end of
// a line, and control characters, are refused where they stand, so that a line number means the
// same to us as to an editor.

import { BoardError, TextError } from "../errors.js";
import { Shape } from "../shape.js";
import { shown } from "./words.js";

/** How many characters a line has at most. */
export const LONGEST_LINE = 1_000_000;
/** How many characters a text of one position has at most. */
const LONGEST_TEXT = 1_000_000;
/** What a line counts beside its characters: blank ones take memory, too. */
export const LINE_COST = 50;
const FOREIGN = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]|\p{Cs}/u;

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
   * @param {string} problem
   * @param {string} remedy
   */
  error(problem, remedy, offset = 0) {
    return new TextError(problem, remedy, this.line, this.column + offset);
  }

  /**
   * Return the piece of this piece from `start` to `end`.
   * @param {number} start
   * @param {number} [end]
   */
  part(start, end) {
    return new Span(this.text.slice(start, end), this.line, this.column + start);
  }

  /** Return the pieces between blanks. */
  words() {
    return this.pieces(/[^ \t]+/g);
  }

  /**
   * Return the pieces that a global pattern finds.
   * @param {RegExp} pattern
   */
  pieces(pattern) {
    return Array.from(this.text.matchAll(pattern), (match) =>
      this.part(match.index ?? 0, (match.index ?? 0) + match[0].length),
    );
  }

  /** Return the first word from `start` on; null if there is none. */
  word(start = 0) {
    const match = /[^ \t]+/.exec(this.text.slice(start));
    return match && this.part(start + match.index, start + match.index + match[0].length);
  }

  /** Whether nothing stands there. */
  get isBlank() {
    return !stripped(this.text);
  }

  /** Whether it begins with the sign of a comment. */
  get isComment() {
    return /^[ \t]*#/.test(this.text);
  }

  /** Whether it is neither blank nor a comment. */
  get isTelling() {
    return !this.isBlank && !this.isComment;
  }
}

/** The lines of a text; those that tell something are neither blank nor comments. */
export class Head {
  /** @param {readonly string[]} lines without their ends */
  constructor(lines) {
    this.lines = lines;
    /** @type {{text: string, number: number}[]} */
    this.telling = [];
    lines.forEach((line, i) => {
      const text = stripped(line);
      if (text && !text.startsWith("#")) this.telling.push({ text, number: i + 1 });
    });
  }

  /**
   * Return a telling line without the blanks around it; null where there is none.
   * @param {number} index
   */
  line(index) {
    return this.telling[index]?.text ?? null;
  }
}

/**
 * Return a text without the blanks around it.
 * @param {string} text
 */
export function stripped(text) {
  return text.replace(/^[ \t]+|[ \t]+$/g, "");
}

/**
 * Return the lines of a text, without their ends and the mark that some editors put first.
 * @param {string} text
 */
export function linesOf(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/**
 * Yield each line with its place; refuse characters that belong in no text, and endless lines.
 * @param {readonly string[]} lines
 * @returns {Generator<Span>}
 */
export function* numbered(lines) {
  for (const [i, text] of lines.entries()) {
    if (text.length > LONGEST_LINE) throw tooLong(i + 1, "the line", LONGEST_LINE);
    const line = new Span(text, i + 1);
    const foreign = FOREIGN.exec(text);
    if (foreign) throw foreignAt(line, foreign.index);
    yield line;
  }
}

/**
 * @param {Span} line
 * @param {number} offset
 */
function foreignAt(line, offset) {
  const code = line.text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, "0");
  return line.error(`control character U+${code}`, "delete it", offset);
}

/**
 * Yield the lines of one position as `numbered` does; refuse more than a position needs.
 * @param {readonly string[]} lines
 * @returns {Generator<Span>}
 */
export function* limited(lines) {
  let left = LONGEST_TEXT;
  for (const line of numbered(lines)) {
    left -= line.text.length + 1 + LINE_COST;
    if (left < 0 && line.line > 1) throw tooLong(line.line, "the text", LONGEST_TEXT);
    yield line;
  }
}

/**
 * Return the error for a text that no reader takes into memory.
 * @param {number} line
 * @param {string} what
 * @param {number} longest
 */
export function tooLong(line, what, longest, column = 0) {
  const problem = `${what} is longer than ${longest.toLocaleString("en-US")} characters`;
  return new TextError(problem, "give a text that Bombe or a person wrote", line, column);
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
  throw span.error(`${what} is ${shown(span.text)}`, `write a whole number from ${low} to ${high}`);
}

/**
 * Return the shape that a text names, which must be the one that was asked for, if any.
 * @param {number} m
 * @param {number} n
 * @param {Span} at
 * @param {Shape | null} wanted
 */
export function agreedShape(m, n, at, wanted) {
  const shape = shapeAt(m, n, at);
  if (wanted && wanted !== shape) {
    throw at.error(
      `the text has shape ${shape}, but ${wanted} was asked for`,
      `leave the shape to the text, or ask for ${shape}`,
    );
  }
  return shape;
}

/**
 * @param {number} m
 * @param {number} n
 * @param {Span} at
 */
function shapeAt(m, n, at) {
  try {
    return Shape.of(m, n);
  } catch (error) {
    if (error instanceof BoardError) throw at.error(error.message, "correct the two numbers");
    throw error;
  }
}
