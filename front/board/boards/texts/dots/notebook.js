// @ts-check
// The board of a course notebook: a dictionary of Python that holds what is drawn and who scored.
//
//     {'n': 2, 'm': 3, 'score1': 1, 'score-1': 0,       n rows of m dots, the boxes of 1 and -1
//      ('h', 1, 1): True, ('v', 1, 1): True,            lines: h or v, row and column, from 1
//      (1, 1): 1}                                       boxes: row and column, 1 or -1
//
// There the turn passes after every line, scored or not, and player 1 is to move.

import { DotsState } from "../../dots_state.js";
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
  /** @type {(name: RefusalName, fields?: Record<string, unknown>) => Error} */
  const refused = (name, fields) =>
    lines[0].error("notebook-board", { problem: sentence(name, fields) });
  const board = entriesOf(text, lines[0]);
  const [n, m] = ["n", "m"].map((key) => board.numbers.get(key) ?? 0);
  const most = MAX_SIDE + 1;
  if (Math.min(n, m) < 2 || Math.max(n, m) > most) throw refused("notebook-size", { n, m, most });
  const grid = Grid.of(n - 1, m - 1);
  const wrong = board.lines.find(([line]) => grid.whyNot(line));
  if (wrong) throw refused("notebook-line", { line: wrong[1], n, m, rows: n - 1, columns: m - 1 });
  const drawn = board.lines.filter(([, , value]) => value);
  const edges = drawn.reduce((set, [line]) => set | (1n << BigInt(grid.edge(line))), 0n);
  const unowned = new DotsState({ grid, edges });
  const owners = [...unowned.owners];
  for (const { row, column, value } of board.boxes) {
    const name = `(${row}, ${column})`;
    const isThere = row >= 1 && row <= grid.rows && column >= 1 && column <= grid.columns;
    if (!isThere) throw refused("notebook-box", { box: name, rows: grid.rows, columns: grid.columns });
    if (![0, 1, -1].includes(value)) throw refused("notebook-owner", { box: name, owner: value });
    const box = (row - 1) * grid.columns + column - 1;
    if (value && !unowned.isComplete(box)) throw refused("owner-early", { box: name });
    if (value) owners[box] = value === -1 ? 2 : 1;
  }
  const settled = settledOwners(board, owners, unowned, refused);
  return new DotsState({ grid, edges, owners: settled, extraTurn: false });
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
 * @param {(name: RefusalName, fields?: Record<string, unknown>) => Error} refused
 */
function settledOwners({ numbers }, owners, unowned, refused) {
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
