// @ts-check
// One puzzle in rows of symbols, as .sdk files hold it, with or without [Puzzle] above it.
//
// Other sections ([State] and the like) are skipped. Boxes are as square as can be, unless a comment
// line of our own, `#Cshape 3x2`, says otherwise; it also says that the symbols are in the alphabet
// that we write.

import { MAX_SIZE, Shape } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { boardLine, saysItsAlphabet } from "../../symbols.js";
import { Head, agreedShape, limited, linesOf, stripped } from "../spans.js";
import { quoted } from "../words.js";
import { SYMBOL, decode } from "./decoding.js";

/** @typedef {import("../spans.js").Span} Span */

const SECTION = /^\[([A-Za-z][A-Za-z0-9 ]*)\]$/;
const SHAPE = /^#[ \t]*C[ \t]*shape[ \t]+([0-9]{1,3})x([0-9]{1,3})[ \t]*$/i;
const ROW = new RegExp(`^${SYMBOL}+$`);
/** Nobody has puzzles of so few values, but boards of 4x4 and 9x9 cells are written in rows. */
const NO_PUZZLES = 3;

/** @type {import("./formats.js").Format} */
export const SDK = {
  name: "sdk",
  suffixes: [".sdk"],
  summary: "one puzzle, N rows of N symbols",
  keeps: "board",

  looksLike(head) {
    const first = head.line(0) ?? "";
    return (SECTION.test(first) || ROW.test(first)) && first.length <= MAX_SIZE;
  },

  *read(lines, options) {
    const found = new Puzzle(options.shape, options.symbols);
    for (const line of limited(lines)) found.take(line);
    if (found.rows.length) yield { state: found.state(), line: found.rows[0].line };
  },

  write(state) {
    const { shape, values } = state;
    const isPlain = shape === Shape.ofSize(shape.size) && saysItsAlphabet(values, shape.size);
    const rows = shape.rows.map((row) => boardLine(row.map((cell) => values[cell])));
    return `${[...(isPlain ? [] : [`#Cshape ${shape}`]), "[Puzzle]", ...rows].join("\n")}\n`;
  },
};

/**
 * Return whether L lines of L symbols are the rows of one board, not a small board each.
 *
 * Only where L is a square can both be meant. Then symbols that are too large for a small board
 * decide: one of them if small boards have 3 values at most, else such lines must be the most, so
 * that a typing error in one of many small boards does not make them a large one. Without such
 * symbols exactly L empty lines are one board, and all others are small boards.
 * @param {Head} head
 */
export function isSurelySdk(head) {
  const first = head.line(0) ?? "";
  if (SECTION.test(first)) return true;
  const { length } = first;
  if (length < 2 || length > MAX_SIZE || !ROW.test(first)) return false;
  const rows = firstRows(head, length);
  const root = Math.floor(Math.sqrt(length));
  if (root * root !== length) return rows.length > 1;
  const filled = rows.filter((row) => /[^.0]/.test(row));
  if (!filled.length) return rows.length === length;
  const small = ".0123456789".slice(0, root + 2);
  const large = filled.filter((row) => !Array.from(row).every((each) => small.includes(each)));
  if (root <= NO_PUZZLES) return large.length > 0;
  return rows.length > 1 && large.length > filled.length - large.length;
}

/**
 * Return the first lines of L symbols, L + 1 at most.
 * @param {Head} head
 * @param {number} length
 */
function firstRows(head, length) {
  const rows = head.telling.slice(0, length + 1).map(({ text }) => text);
  const end = rows.findIndex((row) => row.length !== length || !ROW.test(row));
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * Return whether a text has L rows of L symbols: where one board is expected, that is it.
 *
 * 16, 25 or 36 such lines may be as many puzzles; `isSurelySdk` tells them from one large board.
 * @param {string} text
 */
export function isSquareText(text) {
  const rows = linesOf(text)
    .map(stripped)
    .filter((line) => line && !line.startsWith("#"));
  if (rows.length < 2 || !rows.every((row) => row.length === rows.length && ROW.test(row))) {
    return false;
  }
  const root = Math.sqrt(rows.length);
  return root > NO_PUZZLES && Number.isInteger(root) ? isSurelySdk(new Head(rows)) : true;
}

/** @param {Span} row */
function symbolsIn(row) {
  return Array.from(row.text).length;
}

/** The lines of a puzzle, taken one after the other. */
class Puzzle {
  /** @type {Span[]} */
  rows = [];
  #isInside = true;
  #isOurs = false;

  /**
   * @param {Shape | null} shape
   * @param {string | null} symbols
   */
  constructor(shape, symbols) {
    this.shape = shape;
    this.symbols = symbols;
  }

  /** @param {Span} line */
  take(line) {
    const text = stripped(line.text);
    const section = SECTION.exec(text);
    if (section) this.#section(line, section[1]);
    else if (line.isComment) this.#comment(line, text);
    else if (text && this.#isInside) this.rows.push(this.#row(line));
  }

  /**
   * @param {Span} line
   * @param {string} name
   */
  #section(line, name) {
    this.#isInside = name.toLowerCase() === "puzzle";
    if (this.#isInside && this.rows.length) {
      throw line.error("a second puzzle", "give each puzzle a file, or use one-line text");
    }
  }

  /**
   * @param {Span} line
   * @param {string} text
   */
  #comment(line, text) {
    const found = SHAPE.exec(text);
    if (!found) return;
    if (this.rows.length) throw line.error("the shape follows the rows", "put it before them");
    this.shape = agreedShape(Number(found[1]), Number(found[2]), line, this.shape);
    this.#isOurs = true;
  }

  /** @param {Span} line */
  #row(line) {
    const [row, ...rest] = line.words();
    if (rest.length) {
      const first = quoted(Array.from(rest[0].text)[0]);
      throw rest[0].error(`${first} follows the row`, "write the row without blanks");
    }
    const length = symbolsIn(row);
    const size = this.shape?.size ?? symbolsIn(this.rows[0] ?? row);
    if (length !== size || size > MAX_SIZE) {
      const expected = size <= MAX_SIZE ? `rows here have ${size}` : `rows have up to ${MAX_SIZE}`;
      throw row.error(
        `a row of ${length} symbols, but ${expected}`,
        "give N rows of N symbols, '.' for an empty cell",
      );
    }
    if (this.rows.length === size) {
      throw row.error(`more than ${size} rows`, `give ${size} rows of ${size} symbols`);
    }
    return row;
  }

  state() {
    const { rows } = this;
    const shape = this.shape ?? Shape.ofSize(symbolsIn(rows[0]));
    if (rows.length < shape.size) {
      throw rows[rows.length - 1].error(
        `the puzzle ends after ${rows.length} of ${shape.size} rows`,
        `give ${shape.size} rows of ${shape.size} symbols`,
      );
    }
    return new SudokuState({ shape, values: decode(rows, shape.size, this.symbols, this.#isOurs) });
  }
}
