// @ts-check
// What the puzzle of a link may be: plain Sudoku; anything more is refused by its name.
//
// Pages for variants of Sudoku describe a puzzle by an object with a key for each kind of rule. A
// key that we do not know is a rule that we would break, so only those that say nothing are passed
// over: empty ones, names and credits, and what players draw for themselves.

import { MAX_SIZE, Shape } from "../../../shape.js";
import { SudokuState } from "../../../sudoku_state.js";
import { pythonText, quoted } from "../../words.js";

/** @typedef {import("../../loose_json.js").LooseObject} LooseObject */

const PLAIN = new RegExp(
  "^(?:(?:all |the )?(?:normal|standard|regular|classic|usual) (?:[0-9]+x[0-9]+ )?sudoku(?: rules)?" +
    "(?: apply)?" +
    "|(?:fill|complete) (?:in )?the (?:grid|board).*" +
    "|(?:place|put|enter) (?:the |each )?(?:digits?|numbers?) .*" +
    "|no rules provided for this puzzle|please check the related video or website for rules)$",
);
const MORE = new RegExp(
  "cage|thermo|arrow|king|knight|diagonal|killer|kropki|consecutive|whisper|renban|palindrome" +
    "|sandwich|adjacent|neighbou?r|line|sum|odd|even|extra|clone|window|fog",
);
const AGAIN = "copy the whole link again";

/** A puzzle that no position of Bombe can hold, and why. */
export class UnplayableError extends Error {
  /**
   * @param {string} problem
   * @param {string} [remedy]
   */
  constructor(problem, remedy = AGAIN) {
    super(problem);
    this.name = "UnplayableError";
    this.problem = problem;
    this.remedy = remedy;
  }
}

/**
 * Throw UnplayableError for the first key that says something and is not known as harmless.
 * @param {LooseObject} document
 * @param {ReadonlySet<string>} harmless
 * @param {string} what
 */
export function refuseRules(document, harmless, what) {
  for (const [key, value] of document) {
    if (harmless.has(key) || !saysSomething(value)) continue;
    throw new UnplayableError(
      `${what} has ${quoted(key.slice(0, 40))}`,
      "Bombe plays plain Sudoku only: take a puzzle without",
    );
  }
}

/**
 * Return whether a value is more than an empty one, or an object of empty ones.
 * @param {unknown} value
 * @returns {boolean}
 */
function saysSomething(value) {
  if (value instanceof Map) return [...value.values()].some(saysSomething);
  return Array.isArray(value) ? value.some(saysSomething) : Boolean(value);
}

/**
 * Throw UnplayableError for rules in words that are not those of plain Sudoku.
 * @param {unknown} rules
 */
export function refuseWords(rules) {
  const lines = Array.isArray(rules) ? rules : [rules];
  for (const sentence of lines.flatMap((line) =>
    pythonText(line || "")
      .toLowerCase()
      .split(/[.;!\n]+/),
  )) {
    const words = sentence.split(/\s+/).filter(Boolean).join(" ");
    if (!words || (PLAIN.test(words) && !MORE.test(words))) continue;
    throw new UnplayableError(
      `its rules say ${quoted(words.slice(0, 60))}`,
      "Bombe plays plain Sudoku only; if that is what is meant, copy the board itself",
    );
  }
}

/**
 * Return the cells of a list of N rows of N objects, in order; `stated` is the size that the link
 * gives, if any.
 * @param {unknown} rows
 * @param {unknown} stated
 * @returns {LooseObject[]}
 */
export function cellsOf(rows, stated) {
  if (!Array.isArray(rows) || !rows.length || rows.length > MAX_SIZE) {
    throw new UnplayableError("its grid is no list of rows");
  }
  for (const [number, row] of rows.entries()) {
    if (!Array.isArray(row) || row.length !== rows.length) {
      const count = Array.isArray(row) ? row.length : "no";
      throw new UnplayableError(
        `row ${number} has ${count} cells, but there are ${rows.length} rows`,
        "Bombe plays on square boards only",
      );
    }
    const wrong = row.findIndex((cell) => !(cell instanceof Map));
    if (wrong >= 0) throw new UnplayableError(`cell (${number},${wrong}) is no object`);
  }
  const size = rows.length;
  if (saysSomething(stated) && stated !== size && stated !== String(size)) {
    const text = quoted(pythonText(stated).slice(0, 20));
    throw new UnplayableError(`its size is ${text}, but its grid has ${size} rows`);
  }
  return rows.flat();
}

/**
 * Return a value of a cell, 0 if there is none; numbers may be texts.
 * @param {unknown} value
 * @param {number} size
 * @param {number} cell
 */
export function valueOf(value, size, cell) {
  if (value === undefined || value === null || value === "" || value === 0 || value === "0")
    return 0;
  const number = typeof value === "string" && /^[0-9]{1,2}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && number >= 1 && number <= size) return number;
  throw new UnplayableError(
    `(${Math.floor(cell / size)},${cell % size}) holds ${quoted(pythonText(value).slice(0, 20))}`,
    `values are numbers from 1 to ${size}`,
  );
}

/**
 * Return the position of a puzzle whose boxes the labels of the cells are; without any, boxes are
 * the usual ones, or those that were asked for.
 * @param {number[]} values
 * @param {readonly unknown[]} labels
 * @param {Shape | null} wanted
 */
export function stateOf(values, labels, wanted) {
  const size = Math.sqrt(values.length);
  const shape = shapeOf(labels, size, wanted);
  if (wanted && wanted !== shape) {
    throw new UnplayableError(
      `it has shape ${shape}, but ${wanted} was asked for`,
      "leave the shape to the link",
    );
  }
  return new SudokuState({ shape, values });
}

/**
 * @param {readonly unknown[]} labels
 * @param {number} size
 * @param {Shape | null} wanted
 */
function shapeOf(labels, size, wanted) {
  if (wanted && wanted.size !== size) {
    const problem = `it has ${size} rows, but ${wanted} was asked for`;
    throw new UnplayableError(problem, "leave the shape to the link");
  }
  if (labels.every((label) => label === null)) return wanted ?? Shape.ofSize(size);
  for (let m = 1; m <= size; m++) {
    if (size % m === 0 && areBoxes(labels, Shape.of(m, size / m))) return Shape.of(m, size / m);
  }
  throw new UnplayableError("its regions are no boxes of one size", "take a puzzle without jigsaw");
}

/**
 * @param {readonly unknown[]} labels
 * @param {Shape} shape
 */
function areBoxes(labels, shape) {
  const found = shape.boxes.map((box) => new Set(box.map((cell) => labels[cell])));
  return (
    found.every((box) => box.size === 1) &&
    new Set(found.flatMap((box) => [...box])).size === shape.size
  );
}
