// @ts-check
// A position of Competitive Sudoku as Bombe's own JSON: {m, n, cells, taboo, rules, scores, to_move,
// allowed, occupied, moves}. All but m, n and cells may be left out; 0 is an empty cell.
//
// This is the meaning of the keys, for texts and for plain objects alike.

import { RULES, beginner, fixedCells, isSamePair } from "./play_modes.js";
import { MAX_SIZE } from "./shape.js";
import { agreedShape } from "./texts/spans.js";
import { pythonText, shown, unknown } from "./texts/words.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./texts/document.js").Document} Document */
/** @typedef {import("./play_modes.js").Rules} Rules */
/** @typedef {import("./play_modes.js").CellsOfBoth} CellsOfBoth */
/** @typedef {import("./sudoku_state.js").Move} Move */
/** @typedef {import("./sudoku_state.js").Parts} Parts */
/** @typedef {import("./sudoku_state.js").SudokuState} SudokuState */
/** @typedef {[number, number]} Range */
/** @typedef {[number, number][]} Squares */
/**
 * @typedef {Object} SudokuJson
 * @property {number} m
 * @property {number} n
 * @property {number[][]} cells
 * @property {[number, number, number][]} [taboo]
 * @property {Rules} [rules]
 * @property {[number, number]} [scores]
 * @property {1 | 2} [to_move]
 * @property {[Squares, Squares]} [allowed]
 * @property {[Squares, Squares]} [occupied]
 * @property {[number, number, number][]} [moves]
 */

const NEEDED = ["m", "n", "cells"];
const KEYS = [...NEEDED, "taboo", "rules", "scores", "to_move", "allowed", "occupied", "moves"];
const MOST_POINTS = 999_999_999;

/**
 * Return the position as a document, without what has its usual value.
 * @param {SudokuState} state
 * @returns {SudokuJson}
 */
export function documentOf(state) {
  const { shape, values, rules, allowed, occupied } = state;
  /** @type {SudokuJson} */
  const found = {
    m: shape.m,
    n: shape.n,
    cells: shape.rows.map((row) => row.map((cell) => values[cell])),
  };
  const isClassic = rules === "classic";
  if (state.taboo.size) found.taboo = sorted(state.taboo).map((c) => state.plain(state.moveOf(c)));
  if (!isClassic) found.rules = rules;
  if (state.scores.some(Boolean)) found.scores = [...state.scores];
  if (!isClassic || state.toMove !== 1) found.to_move = state.toMove;
  if (allowed && !isSamePair(allowed, fixedCells(shape, rules))) {
    found.allowed = squaresOf(shape, allowed);
  }
  if (occupied?.some((cells) => cells.size)) found.occupied = squaresOf(shape, occupied);
  if (state.history.length) found.moves = state.history.map((move) => state.plain(move));
  return found;
}

/**
 * @param {Iterable<number>} numbers
 */
function sorted(numbers) {
  return [...numbers].sort((a, b) => a - b);
}

/**
 * @param {Shape} shape
 * @param {CellsOfBoth} pair
 * @returns {[Squares, Squares]}
 */
function squaresOf(shape, pair) {
  const [first, second] = pair.map((cells) => sorted(cells).map((cell) => shape.coordinates(cell)));
  return [first, second];
}

/**
 * Return the parts of the position of a document; throw TextError for what is none.
 * @param {Document} given
 * @param {Shape | null} [wanted]
 * @returns {Parts}
 */
export function partsOfDocument(given, wanted = null) {
  const strange = [...given.keys.keys()].find((key) => !KEYS.includes(key));
  if (strange !== undefined) {
    throw given.error(strange, "is not a key of a position", unknown(KEYS, strange));
  }
  const missing = NEEDED.find((key) => !given.keys.has(key));
  if (missing) throw given.error(missing, "is missing", "a position needs m, n and cells");
  const [m, n] = ["m", "n"].map((key) => given.whole(key, given.keys.get(key), 1, MAX_SIZE));
  const shape = agreedShape(m, n, given.start, wanted);
  const values = valuesIn(given, shape);
  const mode = modeIn(given, shape, values);
  const [taboo, history] = ["taboo", "moves"].map((key) => movesIn(given, key, shape));
  const candidates = taboo.map(({ cell, value }) => cell * shape.size + value - 1);
  const scores = pairIn(given, "scores", valueOf(given, "scores", [0, 0]), [0, MOST_POINTS]);
  const { rules, allowed, occupied } = mode;
  const toMove = moverIn(given, beginner(values, fixedCells(shape, rules)));
  return {
    shape,
    values,
    rules,
    taboo: new Set(candidates),
    scores,
    toMove,
    allowed,
    occupied,
    history,
  };
}

/**
 * @param {Document} given
 * @param {Shape} shape
 */
function valuesIn(given, { size }) {
  const rows = given.items("cells", given.keys.get("cells"), size);
  return rows.flatMap((row, r) =>
    given
      .items("cells", row, size, `[${r}]`)
      .map((value, c) => given.whole("cells", value, 0, size, `[${r}][${c}]`)),
  );
}

/**
 * @param {Document} given
 * @param {string} key
 * @param {Shape} shape
 * @returns {Move[]}
 */
function movesIn(given, key, shape) {
  const last = shape.size - 1;
  return given.items(key, valueOf(given, key, [])).map((item, i) => {
    const ranges = /** @type {Range[]} */ ([
      [0, last],
      [0, last],
      [1, last + 1],
    ]);
    const [row, column, value] = numbersIn(given, key, item, ranges, `[${i}]`);
    return { cell: shape.cell(row, column), value };
  });
}

/**
 * Read an array of whole numbers, each in its range.
 * @param {Document} given
 * @param {string} key
 * @param {unknown} item
 * @param {Range[]} ranges
 * @param {string} index
 */
function numbersIn(given, key, item, ranges, index) {
  return given
    .items(key, item, ranges.length, index)
    .map((number, i) => given.whole(key, number, ...ranges[i], `${index}[${i}]`));
}

/**
 * @param {Document} given
 * @param {string} key
 * @param {unknown} item
 * @param {Range} range
 * @returns {[number, number]}
 */
function pairIn(given, key, item, range, index = "") {
  const [first, second] = numbersIn(given, key, item, [range, range], index);
  return [first, second];
}

/**
 * Read the rules with the allowed and the occupied cells of both players.
 * @param {Document} given
 * @param {Shape} shape
 * @param {readonly number[]} values
 * @returns {{rules: Rules, allowed: CellsOfBoth | null, occupied: CellsOfBoth | null}}
 */
function modeIn(given, shape, values) {
  const rules = rulesIn(given);
  const [named, owned] = ["allowed", "occupied"].map((key) => cellsIn(given, key, shape));
  if (rules === "classic") {
    const stray = named ? "allowed" : "occupied";
    if (named ?? owned)
      throw given.error(stray, "means nothing in classic play", "add rules, or drop it");
    return { rules, allowed: null, occupied: null };
  }
  const allowed = named ?? fixedCells(shape, rules);
  if (!allowed) {
    throw given.error("allowed", "is missing", "rules random need the cells of each player");
  }
  const occupied = owned ?? [new Set(), new Set()];
  const wrong = firstWrong(values, occupied);
  if (wrong !== null) {
    const where = `(${shape.row(wrong)},${shape.column(wrong)})`;
    const problem = `has ${where}, which is empty or both players'`;
    throw given.error("occupied", problem, "list the cells that each player filled");
  }
  return { rules, allowed, occupied };
}

/**
 * Return the first cell that is empty or both players'; null if there is none.
 * @param {readonly number[]} values
 * @param {CellsOfBoth} occupied
 */
function firstWrong(values, [first, second]) {
  const wrong = [...first, ...second].filter(
    (cell) => !values[cell] || (first.has(cell) && second.has(cell)),
  );
  return wrong.length ? Math.min(...wrong) : null;
}

/**
 * @param {Document} given
 * @returns {Rules}
 */
function rulesIn(given) {
  const name = valueOf(given, "rules", "classic");
  const rules = RULES.find((each) => each === name);
  if (rules) return rules;
  const text = pythonText(name);
  throw given.error("rules", `is ${shown(text)}`, unknown(RULES, text));
}

/**
 * @param {Document} given
 * @param {string} key
 * @param {Shape} shape
 * @returns {CellsOfBoth | null}
 */
function cellsIn(given, key, shape) {
  if (!given.keys.has(key)) return null;
  const both = given.items(key, given.keys.get(key), 2).map((squares, player) => {
    const cells = given.items(key, squares, null, `[${player}]`).map((item, i) => {
      const index = `[${player}][${i}]`;
      return shape.cell(...pairIn(given, key, item, [0, shape.size - 1], index));
    });
    return new Set(cells);
  });
  return [both[0], both[1]];
}

/**
 * @param {Document} given
 * @param {1 | 2} usual
 * @returns {1 | 2}
 */
function moverIn(given, usual) {
  if (!given.keys.has("to_move")) return usual;
  return given.whole("to_move", given.keys.get("to_move"), 1, 2) === 1 ? 1 : 2;
}

/**
 * @param {Document} given
 * @param {string} key
 * @param {unknown} usual
 */
function valueOf(given, key, usual) {
  return given.keys.has(key) ? given.keys.get(key) : usual;
}
