// @ts-check
// The syntax of the framework's game text: lines `key = value`, and the lists in the values.
//
// A line that begins with a blank continues the value before it; lines that begin with `#` are
// skipped. Lists of squares, moves and numbers may stand in brackets or not, and may be empty.

import { whole } from "../spans.js";
import { quoted, shown } from "../words.js";

/** @typedef {import("../../shape.js").Shape} Shape */
/** @typedef {import("../../sudoku_state.js").Move} Move */
/** @typedef {import("../spans.js").Span} Span */

const TOKEN = /[0-9]+|->|[^ \t]/gu;

/** A key, and the pieces of its value, one for each line. */
export class Field {
  /**
   * @param {Span} key
   * @param {Span[]} pieces
   */
  constructor(key, pieces) {
    this.key = key;
    this.pieces = pieces;
  }

  /** Return the words of the value. */
  words() {
    return this.pieces.flatMap((piece) => piece.pieces());
  }

  /** Return the value where it must be a single word. */
  onlyWord() {
    const words = this.words();
    if (words.length === 1) return words[0];
    const fields = { key: this.key.text, count: words.length };
    throw (words[1] ?? this.key).error("game-one", fields);
  }

  /**
   * Read a list of squares, (0,1), (2,2), as cells.
   * @param {Shape} shape
   */
  squares(shape) {
    return new Tokens(this).items((tokens) => tokens.square(shape));
  }

  /**
   * Read a list of moves: (0,1) -> 3, (2,2) -> 4.
   * @param {Shape} shape
   */
  moves(shape) {
    return new Tokens(this).items((tokens) => tokens.move(shape));
  }

  /**
   * Read a list of numbers: 3, 0.
   * @param {string} what
   * @param {number} most
   */
  numbers(what, most) {
    return new Tokens(this).items((tokens) => tokens.number(what, 0, most));
  }
}

/**
 * Read the fields of the text, each key once and no key that is not known.
 * @param {readonly Span[]} lines
 * @param {readonly string[]} known
 */
export function readFields(lines, known) {
  /** @type {Map<string, Field>} */
  const fields = new Map();
  /** @type {Field | null} */
  let field = null;
  for (const line of lines) {
    if (!line.isTelling) continue;
    if (!/^[ \t]/.test(line.text)) {
      field = fieldOf(line, fields, known);
      fields.set(field.key.text, field);
    } else if (!field) {
      throw line.error("game-continuation");
    } else {
      field.pieces.push(line);
    }
  }
  return fields;
}

/**
 * @param {Span} line
 * @param {Map<string, Field>} fields
 * @param {readonly string[]} known
 */
function fieldOf(line, fields, known) {
  const equals = line.text.indexOf("=");
  if (equals < 0) throw line.error("game-equals", { text: shown(line.text) });
  const key = line.part(0, line.text.slice(0, equals).replace(/[ \t]+$/, "").length);
  if (!known.includes(key.text)) {
    throw key.error("game-key", { key: shown(key.text), known: `known are ${known.join(", ")}` });
  }
  const earlier = fields.get(key.text);
  if (earlier) throw key.error("game-twice", { key: key.text, line: earlier.key.line });
  return new Field(key, [line.part(equals + 1)]);
}

/** The tokens of a list, taken one after the other. */
class Tokens {
  /** @type {Span[]} */
  #tokens;
  #next = 0;

  /** @param {Field} field */
  constructor(field) {
    this.#tokens = field.pieces.flatMap((piece) => piece.pieces(TOKEN));
    const last = this.#tokens[this.#tokens.length - 1] ?? field.key;
    this.#tokens.push(last.part(last.text.length));
  }

  /**
   * Take the whole list, with or without brackets around it.
   * @template T
   * @param {(tokens: Tokens) => T} item
   * @returns {T[]}
   */
  items(item) {
    const hasBracket = this.#accept("[");
    const found = [];
    if (!["", "]"].includes(this.#peek().text)) {
      found.push(item(this));
      while (this.#accept(",")) found.push(item(this));
    }
    if (hasBracket) this.#expect("]");
    this.#expect("");
    return found;
  }

  /**
   * @param {string} what
   * @param {number} low
   * @param {number} high
   */
  number(what, low, high) {
    return whole(this.#take(), what, low, high);
  }

  /**
   * Take a square, (0,1), as a cell.
   * @param {Shape} shape
   */
  square(shape) {
    const last = shape.size - 1;
    this.#expect("(");
    const row = this.number("row", 0, last);
    this.#expect(",");
    const column = this.number("column", 0, last);
    this.#expect(")");
    return shape.cell(row, column);
  }

  /**
   * Take a move: (0,1) -> 3.
   * @param {Shape} shape
   * @returns {Move}
   */
  move(shape) {
    const cell = this.square(shape);
    this.#expect("->");
    return { cell, value: this.number("value", 1, shape.size) };
  }

  #peek() {
    return this.#tokens[this.#next];
  }

  #take() {
    const token = this.#peek();
    this.#next = Math.min(this.#next + 1, this.#tokens.length - 1);
    return token;
  }

  /** @param {string} text */
  #accept(text) {
    const isThere = this.#peek().text === text;
    if (isThere) this.#take();
    return isThere;
  }

  /** @param {string} text */
  #expect(text) {
    const token = this.#take();
    if (token.text === text) return;
    const found = token.text ? shown(token.text) : "the end of the list";
    const wanted = text ? quoted(text) : "the end of the list";
    throw token.error("game-list", { found, wanted });
  }
}
