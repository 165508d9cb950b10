// @ts-check
// The course framework's game text (v14): a whole game, with owners, moves and scores.
//
// A sign says who filled the cell, as do the lists of occupied squares; a given has no sign. The
// framework writes `-` on givens, and where the lists are there, that is understood. Without allowed
// squares, signs mean the play mode `rows`; without signs, too, the game is classic.
// fields.js reads the syntax; this module, the meaning.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };
import { refusal } from "../../refusals.js";
import { rulesOf, startingCells } from "../../play_modes.js";
import { MAX_SIZE } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { shapeAt, whole } from "../spans.js";
import { shown } from "../words.js";
import { readFields } from "./fields.js";
import { cellValue } from "./framework.js";

/** @typedef {import("../../shape.js").Shape} Shape */
/** @typedef {import("../../play_modes.js").CellsOfBoth} CellsOfBoth */
/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {Map<string, Field>} Fields */
/**
 * The cells of a board: the words of the text, the values, and the signs, " " for none.
 * @typedef {{words: Span[], values: number[], signs: string[]}} BoardCells
 */

const KEYS = FACTS.sudoku.game_keys;

/** @type {import("./formats.js").Reader} */
export const GAME = {
  looksLike: ([first]) => /^[A-Za-z][A-Za-z0-9_-]*[ \t]*=/.test(first),

  read(lines) {
    const fields = readFields(lines, KEYS);
    const [first] = fields.values();
    if (!first) return [];
    const missing = ["rows", "columns", "board"].find((key) => !fields.has(key));
    if (missing) throw refusal("game-missing", { key: missing }, first.key.line);
    const [m, n] = ["rows", "columns"].map((key) =>
      whole(field(fields, key).onlyWord(), key, 1, MAX_SIZE),
    );
    const shape = shapeAt(m, n, field(fields, "rows").key);
    const state = stateOf(fields, shape);
    const initial = fields.get("initial-board");
    if (initial) checkInitialBoard(cellsOf(initial, shape), state);
    return [state];
  },
};

/**
 * Return a field that is there.
 * @param {Fields} fields
 * @param {string} key
 */
function field(fields, key) {
  return /** @type {Field} */ (fields.get(key));
}

/**
 * @param {Fields} fields
 * @param {Shape} shape
 */
function stateOf(fields, shape) {
  const cells = cellsOf(field(fields, "board"), shape);
  const { allowed, occupied } = ownersOf(fields, shape, cells);
  const taboo = (fields.get("taboo-moves")?.moves(shape) ?? []).map(
    ({ cell, value }) => cell * shape.size + value - 1,
  );
  const state = new SudokuState({
    shape,
    values: cells.values,
    rules: rulesOf(shape, allowed),
    taboo: new Set(taboo),
    scores: scoresOf(fields),
    toMove: moverOf(fields),
    allowed,
    occupied,
    history: fields.get("moves")?.moves(shape) ?? [],
  });
  const lists = ["occupied-squares1", "occupied-squares2"].map((key) => fields.get(key));
  if (lists[0] && lists[1]) checkOccupied([lists[0].key, lists[1].key], cells, state);
  // The framework prints whose turn it is before it finds that this player cannot move.
  return state.handedOn;
}

/**
 * Read which cells each player may begin on, and which each has filled; null in classic play.
 * @param {Fields} fields
 * @param {Shape} shape
 * @param {BoardCells} cells
 */
function ownersOf(fields, shape, cells) {
  const named = pairOf(fields, "allowed-squares", shape);
  const listed = pairOf(fields, "occupied-squares", shape);
  if (!named && listed) {
    throw field(fields, "occupied-squares1").key.error("game-occupied");
  }
  const hasSigns = cells.signs.some((sign) => sign !== " ");
  const allowed = named ?? (hasSigns ? startingCells(shape, cells.values, "rows") : null);
  return { allowed, occupied: allowed && (listed ?? ownersBySigns(cells)) };
}

/**
 * @param {Field} given
 * @param {Shape} shape
 * @returns {BoardCells}
 */
function cellsOf(given, shape) {
  const words = given.words();
  if (words.length !== shape.cells) {
    const at = words[shape.cells] ?? words[words.length - 1] ?? given.key;
    const [key, count] = [given.key.text, words.length];
    throw at.error("game-cells", { key, count, shape, cells: shape.cells });
  }
  const signed = words.map((word) => signedCell(word, shape.size));
  return { words, values: signed.map(({ value }) => value), signs: signed.map(({ sign }) => sign) };
}

/**
 * @param {Span} word
 * @param {number} size
 */
function signedCell(word, size) {
  const last = word.text[word.text.length - 1];
  const sign = last === "+" || last === "-" ? last : " ";
  const value = cellValue(sign === " " ? word : word.part(0, word.text.length - 1), size);
  if (sign !== " " && !value) throw word.error("game-empty", { sign: `'${sign}'` });
  return { value, sign };
}

/**
 * Read the lists of squares of both players; null where neither is there.
 * @param {Fields} fields
 * @param {string} name
 * @param {Shape} shape
 * @returns {CellsOfBoth | null}
 */
function pairOf(fields, name, shape) {
  const [first, second] = [1, 2].map((player) => fields.get(`${name}${player}`));
  if (first && second) {
    const squares = [first, second].map((each) => new Set(each.squares(shape)));
    return [squares[0], squares[1]];
  }
  const lonely = first ?? second;
  if (!lonely) return null;
  throw lonely.key.error("game-lonely", { key: `${name}${first ? 2 : 1}` });
}

/**
 * @param {Fields} fields
 * @returns {[number, number]}
 */
function scoresOf(fields) {
  const given = fields.get("scores");
  if (!given) return [0, 0];
  const scores = given.numbers("score", FACTS.sudoku.most_points);
  if (scores.length === 2) return [scores[0], scores[1]];
  throw given.key.error("game-scores", { count: scores.length });
}

/** @param {Fields} fields */
function moverOf(fields) {
  const given = fields.get("current-player");
  return given && whole(given.onlyWord(), "current-player", 1, 2) === 2 ? 2 : 1;
}

/**
 * @param {BoardCells} cells
 * @returns {CellsOfBoth}
 */
function ownersBySigns({ signs }) {
  const [first, second] = ["+", "-"].map(
    (sign) => new Set(signs.map((_, cell) => cell).filter((cell) => signs[cell] === sign)),
  );
  return [first, second];
}

/**
 * Refuse lists of occupied squares that cannot be, or that the signs contradict.
 * @param {readonly [Span, Span]} keys of the lists
 * @param {BoardCells} cells
 * @param {SudokuState} state
 */
function checkOccupied(keys, cells, state) {
  const hasSigns = cells.signs.some((sign) => sign !== " ");
  cells.words.forEach((word, cell) => {
    const owners = [0, 1].filter((player) => state.occupied?.[player].has(cell));
    if (owners.length === 2 || (owners.length && !cells.values[cell])) {
      const name = owners.length === 2 ? "game-both" : "game-blank";
      throw keys[owners[0]].error(name, { cell: `(${state.shape.coordinates(cell)})` });
    }
    const owner = owners.length ? "+-"[owners[0]] : " ";
    const sign = cells.signs[cell];
    // The framework writes '-' on every filled cell that is not player 1's, givens too.
    if (hasSigns && sign !== owner && !(sign === "-" && owner === " ")) {
      throw word.error("game-sign", { text: shown(word.text) });
    }
  });
}

/**
 * Refuse an initial board that board and moves do not imply.
 * @param {BoardCells} initial
 * @param {SudokuState} state
 */
function checkInitialBoard(initial, state) {
  const implied = state.initialValues;
  const cell = initial.values.findIndex((value, each) => value !== implied[each]);
  if (cell < 0) return;
  throw initial.words[cell].error("game-initial", {
    value: initial.values[cell] || "nothing",
    cell: `(${state.shape.coordinates(cell)})`,
    implied: implied[cell] || "nothing",
  });
}
