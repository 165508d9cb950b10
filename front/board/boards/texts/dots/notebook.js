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
import { sentence } from "../../refusals.js";
import { shown } from "../words.js";

/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("../../grid.js").Line} Line */
/** @typedef {import("../../refusals.js").RefusalName} RefusalName */
/**
 * The numbers by their names, and lines and boxes with their values, as [key, row, column, value].
 * @typedef {{numbers: Map<string, number>, lines: [Line, string, number][], boxes: Box[]}} Board
 * @typedef {{row: number, column: number, value: number}} Box
 */

const ENTRY =
  /[ \t\n]*(?:(['"])(n|m|score1|score-1)\1|\([ \t\n]*(?:(['"])([hv])\3[ \t\n]*,)?[ \t\n]*([0-9]{1,4})[ \t\n]*,[ \t\n]*([0-9]{1,4})[ \t\n]*\))[ \t\n]*:[ \t\n]*(True|False|None|-?[0-9]{1,9})[ \t\n]*(?:,|$)/y;
const VALUES = new Map([
  ["True", 1],
  ["False", 0],
  ["None", 0],
]);
const SCORES = ["score1", "score-1"];

/**
 * Read the text of a notebook's dictionary, as Python prints it.
 * @param {Span[]} lines
 */
export function readNotebook(lines) {
  const text = lines.map((line) => line.text.replace(/#.*$/, "")).join("\n").trim();
  const board = entriesOf(text, lines[0]);
  try {
    return stateOf(board);
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    throw lines[0].error("notebook-board", { problem: error.message });
  }
}

/** @param {Board} board */
function stateOf(board) {
  const grid = gridOf(board);
  for (const [line, name, value] of board.lines) {
    const [n, m] = [grid.rows + 1, grid.columns + 1];
    const dots = { line: name, n, m, rows: grid.rows, columns: grid.columns };
    if (grid.whyNot(line)) throw refused("notebook-line", dots);
    if (value !== 0 && value !== 1) throw refused("notebook-drawn", { line: name, value });
  }
  const drawn = board.lines.filter(([, , value]) => value);
  const edges = drawn.reduce((set, [line]) => set | (1n << BigInt(grid.edge(line))), 0n);
  const unowned = new DotsState({ grid, edges });
  const owners = settledOwners(board, ownersOf(board, unowned), unowned);
  return new DotsState({ grid, edges, owners, extraTurn: false });
}

/**
 * @param {RefusalName} name
 * @param {Record<string, unknown>} fields
 */
function refused(name, fields) {
  return new BoardError(sentence(name, fields));
}

/** @param {Board} board */
function gridOf({ numbers }) {
  const [n, m] = ["n", "m"].map((key) => {
    const number = numbers.get(key);
    if (number === undefined) throw refused("notebook-missing", { key: `'${key}'` });
    return number;
  });
  const most = MAX_SIDE + 1;
  if (Math.min(n, m) < 2 || Math.max(n, m) > most) throw refused("notebook-size", { n, m, most });
  return Grid.of(n - 1, m - 1);
}

/**
 * Return the owners of the boxes: player 1 or 2; 0, None and False are nobody.
 * @param {Board} board
 * @param {DotsState} unowned
 */
function ownersOf({ boxes }, unowned) {
  const { rows, columns } = unowned.grid;
  const found = [...unowned.owners];
  for (const { row, column, value } of boxes) {
    const box = `(${row}, ${column})`;
    const isThere = row >= 1 && row <= rows && column >= 1 && column <= columns;
    if (!isThere) throw refused("notebook-box", { box, rows, columns });
    if (![0, 1, -1].includes(value)) throw refused("notebook-owner", { box, owner: value });
    const at = (row - 1) * columns + column - 1;
    if (value && !unowned.isComplete(at)) throw refused("owner-early", { box });
    if (value) found[at] = value === -1 ? 2 : 1;
  }
  return found;
}

/**
 * Return what a dictionary holds.
 * @param {string} text
 * @param {Span} at
 */
function entriesOf(text, at) {
  const inside = /^\{([^]*)\}$/.exec(text)?.[1].trim();
  if (inside === undefined) throw at.error("notebook", { problem: "its brackets are not closed" });
  /** @type {Board} */
  const found = { numbers: new Map(), lines: [], boxes: [] };
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < inside.length) {
    const start = ENTRY.lastIndex;
    const match = ENTRY.exec(inside);
    if (!match) {
      const problem = `${shown(inside.slice(start).trim())} is no key with its value`;
      throw at.error("notebook", { problem });
    }
    const [, , name, , kind, row, column, word] = match;
    const value = VALUES.get(word) ?? Number(word);
    if (name) found.numbers.set(name, value);
    else if (!kind) found.boxes.push({ row: Number(row), column: Number(column), value });
    else {
      const line = /** @type {Line} */ ([kind, Number(row) - 1, Number(column) - 1]);
      found.lines.push([line, `('${kind}', ${row}, ${column})`, value]);
    }
  }
  return found;
}

/**
 * Compare the scores with the owners, and give boxes without one to whom they must belong.
 * @param {Board} board
 * @param {number[]} owners
 * @param {DotsState} unowned
 */
function settledOwners({ numbers }, owners, unowned) {
  const known = [1, 2].map((player) => owners.filter((owner) => owner === player).length);
  const open = owners.map((_, box) => box).filter((box) => !owners[box] && unowned.isComplete(box));
  const [first, second] = SCORES.map((key, i) => (numbers.get(key) ?? known[i]) - known[i]);
  const missing = first + second;
  if (Math.min(first, second) < 0 || missing > open.length) {
    const stated = SCORES.filter((key) => numbers.has(key));
    const scores = stated.map((key) => `'${key}' is ${numbers.get(key)}`).join(" and ");
    const complete = known[0] + known[1] + open.length;
    throw refused("notebook-scores", { scores, complete, first: known[0], second: known[1] });
  }
  if ((first && second) || (missing > 0 && missing < open.length)) {
    throw refused("notebook-whose", { missing, open: open.length });
  }
  return owners.map((owner, box) => (missing && open.includes(box) ? (first ? 1 : 2) : owner));
}
