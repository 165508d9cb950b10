// @ts-check
// The course framework's game text (v14): a whole game, with owners, moves and scores.
//
// A sign says who filled the cell, as do the lists of occupied squares; a given has no sign. The
// framework writes `-` on givens, and where the lists are there, that is understood. Without allowed
// squares, signs mean the play mode `rows`; without signs, too, the game is classic.
// fields.js reads the syntax; this module, the meaning.

import { TextError } from "../../errors.js";
import { rulesOf, startingCells } from "../../play_modes.js";
import { MAX_SIZE } from "../../shape.js";
import { SudokuState } from "../../sudoku_state.js";
import { agreedShape, whole } from "../spans.js";
import { cellValue } from "./cells.js";
import { readFields } from "./fields.js";
import { gameText } from "./game_writer.js";
import { checkInitialBoard, checkOccupied } from "./game_checks.js";

/** @typedef {import("../../shape.js").Shape} Shape */
/** @typedef {import("../../play_modes.js").CellsOfBoth} CellsOfBoth */
/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("./fields.js").Field} Field */
/** @typedef {Map<string, Field>} Fields */
/**
 * The cells of a board: the words of the text, the values, and the signs, " " for none.
 * @typedef {{words: Span[], values: number[], signs: string[]}} BoardCells
 */

const KEYS = [
  "rows",
  "columns",
  "board",
  "initial-board",
  "taboo-moves",
  "moves",
  "scores",
  "current-player",
  "allowed-squares1",
  "allowed-squares2",
  "occupied-squares1",
  "occupied-squares2",
];
const MOST_POINTS = 999_999_999;

/** @type {import("./formats.js").Format} */
export const GAME = {
  name: "game",
  suffixes: [],
  summary: "the course framework's game text (v14): `rows = 3` and so on",
  keeps: "game",
  looksLike: (head) => /^[A-Za-z][A-Za-z0-9_-]*[ \t]*=/.test(head.line(0) ?? ""),

  *read(lines, options) {
    const fields = readFields(lines, KEYS);
    const [first] = fields.values();
    if (!first) return;
    const missing = ["rows", "columns", "board"].find((key) => !fields.has(key));
    if (missing) {
      throw new TextError(`${missing} is missing`, `add \`${missing} = ...\``, first.key.line);
    }
    const [m, n] = ["rows", "columns"].map((key) =>
      whole(field(fields, key).onlyWord(), key, 1, MAX_SIZE),
    );
    const shape = agreedShape(m, n, field(fields, "rows").key, options.shape);
    const state = stateOf(fields, shape);
    const initial = fields.get("initial-board");
    if (initial) checkInitialBoard(cellsOf(initial, shape), state);
    yield { state, line: first.key.line };
  },

  write: (state) => gameText(state),
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
    throw field(fields, "occupied-squares1").key.error(
      "occupied squares without allowed squares",
      "add allowed-squares1 and allowed-squares2, or drop both lines for a classic game",
    );
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
    throw at.error(
      `${given.key.text} has ${words.length} cells, but a ${shape} board has ${shape.cells}`,
      "give all cells, or correct rows and columns, which are those of a box",
    );
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
  if (sign !== " " && !value) throw word.error("an empty cell has no owner", `drop the '${sign}'`);
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
  const missing = `${name}${first ? 2 : 1}`;
  throw lonely.key.error(`${missing} is missing`, `add \`${missing} = []\``);
}

/**
 * @param {Fields} fields
 * @returns {[number, number]}
 */
function scoresOf(fields) {
  const given = fields.get("scores");
  if (!given) return [0, 0];
  const scores = given.numbers("score", MOST_POINTS);
  if (scores.length === 2) return [scores[0], scores[1]];
  throw given.key.error(`scores has ${scores.length} numbers`, "give two, as in [3, 0]");
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
