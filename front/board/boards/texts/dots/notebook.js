// @ts-check
// The board of a course notebook: a dictionary of Python that holds what is drawn and who scored.
//
//     {'n': 2, 'm': 3, 'score1': 1, 'score-1': 0,       n rows of m dots, the boxes of 1 and -1
//      ('h', 1, 1): True, ('v', 1, 1): True,            lines: h or v, row and column, from 1
//      (1, 1): 1}                                       boxes: row and column, 1 or -1
//
// There the turn passes after every line, scored or not, and player 1 is to move.

import { DotsState } from "../../dots_state.js";
import { BoardError } from "../../errors.js";
import { Grid, MAX_SIDE } from "../../grid.js";
import { pythonRepr, readDictionary } from "./python_literal.js";

/** @typedef {import("../../grid.js").Line} Line */
/** @typedef {import("./python_literal.js").Dictionary} Dictionary */
/** @typedef {import("./python_literal.js").Plain} Plain */
/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("./expected.js").Expected} Expected */

const NUMBERS = ["n", "m", "score1", "score-1"];
const SCORES = ["score1", "score-1"];

/**
 * Read the text of a notebook's dictionary, as Python prints it.
 * @param {Span[]} lines
 * @param {Expected} expected
 */
export function readNotebook(lines, expected) {
  const found = readDictionary(lines.map(({ text }) => text).join("\n"));
  if (typeof found === "string") {
    const remedy = "write {'n': 4, 'm': 4, ('h', 1, 1): True}";
    throw lines[0].error(`this is no dictionary of Python: ${found}`, remedy);
  }
  try {
    return stateOf(found, expected);
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    throw lines[0].error("the board cannot be read", error.message);
  }
}

/**
 * @param {Dictionary} board
 * @param {Expected} expected
 */
function stateOf(board, expected) {
  const grid = gridOf(board);
  const lines = linesOf(board, grid);
  const edges = lines.reduce((set, line) => set | (1n << BigInt(grid.edge(line))), 0n);
  const unowned = new DotsState({ grid, edges });
  const owners = settled(board, ownersOf(board, unowned), unowned);
  if (expected.grid && expected.grid !== grid) {
    throw new BoardError(`the board has ${grid} boxes, not ${expected.grid}: leave out the grid`);
  }
  return new DotsState({ grid, edges, owners, extraTurn: expected.extraTurn === true });
}

/** @param {Dictionary} board */
function gridOf(board) {
  const [n, m] = ["n", "m"].map((key) => numberOf(board, key));
  const most = MAX_SIDE + 1;
  if (n > 1 && n <= most && m > 1 && m <= most) return Grid.of(n - 1, m - 1);
  throw new BoardError(`${n} x ${m} dots make no board: give 2 to ${most} for n and m`);
}

/**
 * @param {Dictionary} board
 * @param {string} key
 */
function numberOf(board, key) {
  const value = board.get(key);
  if (value === undefined) {
    throw new BoardError(`the board has no '${key}': add it, as in {'n': 4, 'm': 4}`);
  }
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number" && Number.isInteger(value)) return value;
  throw new BoardError(`'${key}' is ${pythonRepr(value)}: give a whole number`);
}

/**
 * Return the lines that are True; throw if a key is none of the board's, or a value no truth.
 * @param {Dictionary} board
 * @param {Grid} grid
 */
function linesOf(board, grid) {
  /** @type {Line[]} */
  const found = [];
  for (const [key, value] of board.entries()) {
    if ((typeof key === "string" && NUMBERS.includes(key)) || isPlace(key)) continue;
    const line = lineOf(key, grid);
    if (value !== true && value !== false && value !== 0 && value !== 1) {
      const name = `line ${pythonRepr(key)}`;
      throw new BoardError(
        `${name} is ${pythonRepr(value)}: write True if it is drawn, else False`,
      );
    }
    if (value) found.push(line);
  }
  return found;
}

/**
 * @param {Plain} key
 * @returns {key is [number, number]}
 */
function isPlace(key) {
  return Array.isArray(key) && key.length === 2;
}

/**
 * @param {Plain} key
 * @param {Grid} grid
 * @returns {Line}
 */
function lineOf(key, grid) {
  const name = pythonRepr(key);
  if (!Array.isArray(key) || key.length !== 3) {
    const known = `('h', 1, 1), (1, 1), ${NUMBERS.map((each) => `'${each}'`).join(", ")}`;
    throw new BoardError(`${name} is no key of a board: the keys are such as ${known}`);
  }
  const [kind, row, column] = key;
  const isNamed =
    (kind === "h" || kind === "v") && typeof row === "number" && typeof column === "number";
  if (isNamed && !grid.whyNot([kind, row - 1, column - 1])) return [kind, row - 1, column - 1];
  const [n, m] = [grid.rows + 1, grid.columns + 1];
  throw new BoardError(
    `there is no line ${name}: n=${n} rows of m=${m} dots have ('h', 1, 1) to ('h', ${n}, ${m - 1}) ` +
      `and ('v', 1, 1) to ('v', ${n - 1}, ${m})`,
  );
}

/**
 * Return the owners of the boxes: player 1 or 2; 0, None and False are nobody.
 * @param {Dictionary} board
 * @param {DotsState} unowned
 */
function ownersOf(board, unowned) {
  const { grid, owners } = unowned;
  const found = [...owners];
  for (const [key, value] of board.entries()) {
    if (!isPlace(key)) continue;
    const [row, column] = key;
    if (!(row >= 1 && row <= grid.rows && column >= 1 && column <= grid.columns)) {
      const last = `(${grid.rows}, ${grid.columns})`;
      throw new BoardError(`there is no box ${pythonRepr(key)}: the boxes are (1, 1) to ${last}`);
    }
    if (
      value !== null &&
      typeof value !== "boolean" &&
      value !== 0 &&
      value !== 1 &&
      value !== -1
    ) {
      const name = `box ${pythonRepr(key)}`;
      throw new BoardError(
        `${name} belongs to ${pythonRepr(value)}: give 1 or -1, or leave it out`,
      );
    }
    const box = (row - 1) * grid.columns + column - 1;
    if (!value) continue;
    found[box] = value === -1 ? 2 : 1;
    if (!unowned.isComplete(box)) {
      const name = `box (${row}, ${column})`;
      throw new BoardError(`${name} has an owner but is not complete: draw its four lines`);
    }
  }
  return found;
}

/**
 * Compare the scores with the owners, and give boxes without one to whom they must belong.
 * @param {Dictionary} board
 * @param {number[]} owners
 * @param {DotsState} unowned
 */
function settled(board, owners, unowned) {
  const known = [1, 2].map((player) => owners.filter((owner) => owner === player).length);
  const open = owners.map((_, box) => box).filter((box) => !owners[box] && unowned.isComplete(box));
  const lacking = SCORES.map((key, i) => (board.has(key) ? numberOf(board, key) - known[i] : 0));
  const [first, second] = lacking;
  const missing = first + second;
  if (Math.min(first, second) < 0 || missing > open.length) {
    const scores = SCORES.filter((key) => board.has(key)).map(
      (key) => `'${key}' is ${numberOf(board, key)}`,
    );
    const complete = known[0] + known[1] + open.length;
    throw new BoardError(
      `${scores.join(" and ")}, but of the ${complete} complete boxes ${known[0]} belong to ` +
        `1 and ${known[1]} to -1: correct the scores, or the boxes`,
    );
  }
  if ((first && second) || (missing > 0 && missing < open.length)) {
    throw new BoardError(
      `the scores count ${missing} of the ${open.length} complete boxes that belong to ` +
        "nobody, and not which are whose: write them as (row, column): player",
    );
  }
  const winner = first ? 1 : 2;
  return owners.map((owner, box) => (missing && open.includes(box) ? winner : owner));
}
