// @ts-check
// A position of Competitive Sudoku as Bombe's own JSON: {m, n, cells, taboo, rules, scores, to_move,
// allowed, occupied, moves}. All but m, n and cells may be left out; 0 is an empty cell.
//
// This is the meaning of the keys, for texts and for plain objects alike.

import FACTS from "../../../boards/facts.json" with { type: "json" };
import { RULES, beginner, fixedCells, isSamePair } from "./play_modes.js";
import { MAX_SIZE } from "./shape.js";
import { Span, shapeAt } from "./texts/spans.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./texts/value.js").Value} Value */
/** @typedef {import("./play_modes.js").Rules} Rules */
/** @typedef {import("./play_modes.js").CellsOfBoth} CellsOfBoth */
/** @typedef {import("./sudoku_state.js").Move} Move */
/** @typedef {import("./sudoku_state.js").Parts} Parts */
/** @typedef {import("./sudoku_state.js").SudokuState} SudokuState */
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

const { keys, needed, most_points } = FACTS.sudoku;

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
 * @param {Value} given
 * @returns {Parts}
 */
export function partsOfDocument(given) {
  given.requireKeys(keys, needed);
  const [m, n] = ["m", "n"].map((key) => given.at(key).whole(1, MAX_SIZE));
  const shape = shapeAt(m, n, new Span("", given.line, 0));
  const { size } = shape;
  const rows = given.at("cells").items(size);
  const values = rows.flatMap((row) => row.items(size).map((value) => value.whole(0, size)));
  const { rules, allowed, occupied } = modeIn(given, shape, values);
  const taboo = movesIn(given.get("taboo"), shape);
  const scores = given.get("scores")?.items(2);
  const mover = given.get("to_move")?.whole(1, 2) ?? beginner(values, fixedCells(shape, rules));
  return {
    shape,
    values,
    rules,
    taboo: new Set(taboo.map(({ cell, value }) => cell * size + value - 1)),
    scores: scores ? pair(scores, (each) => each.whole(0, most_points)) : [0, 0],
    toMove: mover === 2 ? 2 : 1,
    allowed,
    occupied,
    history: movesIn(given.get("moves"), shape),
  };
}

/**
 * @template T
 * @param {readonly Value[]} items
 * @param {(item: Value) => T} read
 * @returns {[T, T]}
 */
function pair([first, second], read) {
  return [read(first), read(second)];
}

/**
 * @param {Value | null} given
 * @param {Shape} shape
 * @returns {Move[]}
 */
function movesIn(given, shape) {
  return (given?.items() ?? []).map((item) => {
    const [row, column, value] = item.items(3);
    return { cell: cellIn([row, column], shape), value: value.whole(1, shape.size) };
  });
}

/**
 * @param {readonly Value[]} place
 * @param {Shape} shape
 */
function cellIn([row, column], shape) {
  return shape.cell(row.whole(0, shape.size - 1), column.whole(0, shape.size - 1));
}

/**
 * Read the rules with the allowed and the occupied cells of both players.
 * @param {Value} given
 * @param {Shape} shape
 * @param {readonly number[]} values
 * @returns {{rules: Rules, allowed: CellsOfBoth | null, occupied: CellsOfBoth | null}}
 */
function modeIn(given, shape, values) {
  const rules = given.get("rules")?.oneOf(new Map(RULES.map((each) => [each, each]))) ?? "classic";
  const [named, owned] = ["allowed", "occupied"].map((key) => given.get(key));
  const stray = named ?? owned;
  if (rules === "classic") {
    if (stray) throw stray.error("json-classic");
    return { rules, allowed: null, occupied: null };
  }
  const cells = (/** @type {Value} */ each) =>
    pair(each.items(2), (squares) => new Set(squares.items().map((at) => cellIn(at.items(2), shape))));
  const allowed = named ? cells(named) : fixedCells(shape, rules);
  if (!allowed) throw given.error("json-random");
  /** @type {CellsOfBoth} */
  const occupied = owned ? cells(owned) : [new Set(), new Set()];
  const [first, second] = occupied;
  const wrong = [...first, ...second].filter(
    (cell) => !values[cell] || (first.has(cell) && second.has(cell)),
  );
  if (wrong.length) {
    throw given.error("json-occupied", { cell: `(${shape.coordinates(Math.min(...wrong))})` });
  }
  return { rules, allowed, occupied };
}
