// @ts-check
// What the puzzle of a link may be: plain Sudoku; anything more is refused by its name.
//
// Pages for variants of Sudoku describe a puzzle by an object with a key for each kind of rule. A
// key that we do not know is a rule that we would break, so only those that say nothing are passed
// over: empty ones, names and credits, and what players draw for themselves. Values that a player
// entered count as those that are given.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };
import { MAX_SIZE, Shape } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { quoted } from "../words.js";

/** @typedef {Record<string, unknown>} Puzzle an object of JSON */
/** @typedef {import("../../refusals.js").RefusalName} RefusalName */

const PLAIN = new RegExp(`^${FACTS.links.plain}$`);
const MORE = new RegExp(FACTS.links.more);

/** A puzzle that no position of Bombe can hold, and why. */
export class Unplayable extends Error {
  /**
   * @param {RefusalName} refusal
   * @param {Record<string, unknown>} [fields]
   */
  constructor(refusal, fields = {}) {
    super(refusal);
    this.refusal = refusal;
    this.fields = fields;
  }
}

/**
 * Return the position of the puzzle of f-puzzles: a `grid` of cells, and a key for each kind of rule.
 * A cell's `region` is that of its box; without any, boxes are as square as can be.
 * @param {unknown} given
 */
export function stateInFPuzzles(given) {
  const { harmless, notes } = FACTS.links.f_puzzles;
  const puzzle = isObject(given) ? given : {};
  if (!("grid" in puzzle)) throw new Unplayable("link-grid");
  refuseRules(puzzle, harmless, "the puzzle");
  refuseWords(puzzle.ruleset);
  const cells = cellsOf(puzzle.grid, puzzle.size, notes);
  const labels = cells.map(({ region }) =>
    region === undefined || typeof region === "number" || typeof region === "string" ? region : {},
  );
  return stateOf(cells, labels);
}

/**
 * @param {unknown} value
 * @returns {value is Puzzle}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Throw Unplayable for the first key that says something and is not known as harmless.
 * @param {Puzzle} puzzle
 * @param {readonly string[]} harmless
 * @param {string} what
 */
export function refuseRules(puzzle, harmless, what) {
  const key = Object.keys(puzzle).find((each) => !harmless.includes(each) && saysSomething(puzzle[each]));
  if (key !== undefined) throw new Unplayable("link-rule", { what, key: quoted(key.slice(0, 40)) });
}

/**
 * Return whether a value is more than an empty one, or an object of empty ones.
 * @param {unknown} value
 * @returns {boolean}
 */
function saysSomething(value) {
  return typeof value === "object" && value !== null
    ? Object.values(value).some(saysSomething)
    : Boolean(value);
}

/**
 * Throw Unplayable for rules in words that are not those of plain Sudoku.
 * @param {unknown} rules
 */
export function refuseWords(rules) {
  for (const sentence of [rules].flat().flatMap((line) => `${line || ""}`.toLowerCase().split(/[.;!\n]+/))) {
    const words = sentence.split(/\s+/).filter(Boolean).join(" ");
    if (!words || (PLAIN.test(words) && !MORE.test(words))) continue;
    throw new Unplayable("link-words", { text: quoted(words.slice(0, 60)) });
  }
}

/**
 * Return the cells of a list of N rows of N objects, in order; `stated` is the size that the link
 * gives, if any, and `notes` are the keys of a cell that mean nothing to a position.
 * @param {unknown} rows
 * @param {unknown} stated
 * @param {readonly string[]} notes
 * @param {(cell: Puzzle) => Puzzle} [named]
 * @returns {Puzzle[]}
 */
export function cellsOf(rows, stated, notes, named = (cell) => cell) {
  if (!Array.isArray(rows) || !rows.length || rows.length > MAX_SIZE) throw new Unplayable("link-rows");
  const size = rows.length;
  for (const [row, cells] of rows.entries()) {
    const count = Array.isArray(cells) ? cells.length : "no";
    if (count !== size) throw new Unplayable("link-row", { row, count, size });
    const wrong = cells.findIndex((/** @type {unknown} */ cell) => !isObject(cell));
    if (wrong >= 0) throw new Unplayable("link-cell", { cell: `(${row},${wrong})` });
  }
  if (saysSomething(stated) && `${stated}` !== `${size}`) {
    throw new Unplayable("link-size", { text: quoted(`${stated}`.slice(0, 20)), size });
  }
  const cells = rows.flat().map(named);
  cells.forEach((cell, i) => refuseRules(cell, notes, `cell (${Math.floor(i / size)},${i % size})`));
  return cells;
}

/**
 * Return a value of a cell, 0 if there is none; numbers may be texts.
 * @param {unknown} value
 * @param {number} size
 * @param {number} cell
 */
function valueOf(value, size, cell) {
  if (value === undefined || value === null || value === "" || value === 0 || value === "0") return 0;
  const number = typeof value === "string" && /^[0-9]{1,2}$/.test(value) ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= size) return number;
  const where = `(${Math.floor(cell / size)},${cell % size})`;
  throw new Unplayable("link-value", { cell: where, text: quoted(`${value}`.slice(0, 20)), size });
}

/**
 * Return the position of cells whose boxes their labels are; without any, boxes are the usual ones.
 * @param {readonly Puzzle[]} cells
 * @param {readonly unknown[]} labels
 */
export function stateOf(cells, labels) {
  const size = Math.sqrt(cells.length);
  const values = cells.map(({ value }, i) => valueOf(value, size, i));
  if (labels.every((label) => label === undefined)) return new SudokuState({ shape: Shape.ofSize(size), values });
  for (let m = 1; m <= size; m++) {
    const shape = size % m === 0 ? Shape.of(m, size / m) : null;
    if (shape && areBoxes(labels, shape)) return new SudokuState({ shape, values });
  }
  throw new Unplayable("link-regions");
}

/**
 * @param {readonly unknown[]} labels
 * @param {Shape} shape
 */
function areBoxes(labels, shape) {
  const found = shape.boxes.map((box) => new Set(box.map((cell) => labels[cell])));
  const all = new Set(found.flatMap((box) => [...box]));
  return found.every((box) => box.size === 1) && all.size === shape.size;
}
