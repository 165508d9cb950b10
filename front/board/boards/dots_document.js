// @ts-check
// A position of Dots and Boxes as Bombe's own JSON: {schema, rows, columns, edges, owners, to_move,
// extra_turn, moves}. Only rows, columns and edges are needed.
//
// This is the meaning of the keys, for texts and for plain objects alike.

import { MAX_SIDE, lineText, readLine } from "./grid.js";
import { listed } from "./shape.js";
import { Expected } from "./texts/dots/expected.js";
import { shortKind } from "./texts/document.js";
import { pythonText, shown, unknown } from "./texts/words.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./grid.js").Line} Line */
/** @typedef {import("./texts/document.js").Document} Document */
/** @typedef {import("./dots_state.js").DotsState} DotsState */
/** @typedef {import("./dots_state.js").DotsParts} DotsParts */
/**
 * @typedef {Object} DotsJson
 * @property {string} schema
 * @property {number} rows
 * @property {number} columns
 * @property {string[]} edges
 * @property {number[][]} [owners]
 * @property {1 | 2} [to_move]
 * @property {boolean} [extra_turn]
 * @property {string[]} [moves]
 */

const DOTS_SCHEMA = "bombe.dots-position/1";
const NEEDED = ["rows", "columns", "edges"];
const KEYS = ["schema", ...NEEDED, "owners", "to_move", "extra_turn", "moves"];

/**
 * Return the position as a document.
 * @param {DotsState} state
 * @returns {DotsJson}
 */
export function dotsDocumentOf(state) {
  const { grid, owners } = state;
  /** @type {DotsJson} */
  const found = {
    schema: DOTS_SCHEMA,
    rows: grid.rows,
    columns: grid.columns,
    edges: state.drawn().map((edge) => grid.lineText(edge)),
  };
  if (owners.some(Boolean)) {
    found.owners = listed(grid.rows, (row) =>
      owners.slice(row * grid.columns, (row + 1) * grid.columns),
    );
  }
  found.to_move = state.toMove;
  found.extra_turn = state.extraTurn;
  if (state.history.length) found.moves = state.history.map(lineText);
  return found;
}

/**
 * Return the parts of the position of a document; throw TextError for what is none.
 * @param {Document} given
 * @param {Expected} [expected]
 * @returns {DotsParts}
 */
export function dotsPartsOfDocument(given, expected = new Expected()) {
  checkKeys(given);
  const [rows, columns] = ["rows", "columns"].map((key) =>
    given.whole(key, given.keys.get(key), 1, MAX_SIDE),
  );
  const grid = expected.agreedGrid(given.start, rows, columns);
  const [drawn, history] = ["edges", "moves"].map((key) => linesIn(given, key, grid));
  const names = new Set(drawn.map(lineText));
  const absent = history.map(lineText).filter((name) => !names.has(name));
  if (absent.length) {
    const first = history.filter((line) => !names.has(lineText(line))).sort(byKindAndPlace)[0];
    throw given.error("moves", `has ${lineText(first)}, which edges have not`, "add it there");
  }
  const edges = drawn.reduce((set, line) => set | (1n << BigInt(grid.edge(line))), 0n);
  const mover = given.whole("to_move", valueOf(given, "to_move", 1), 1, 2);
  const owners = ownersIn(given, grid, edges);
  const extraTurn = expected.agreedRule(given.start, ruleIn(given));
  return { grid, edges, owners, toMove: mover === 1 ? 1 : 2, extraTurn, history };
}

/** @param {Document} given */
function checkKeys(given) {
  const strange = [...given.keys.keys()].find((key) => !KEYS.includes(key));
  if (strange !== undefined) {
    throw given.error(strange, "is not a key of a position", unknown(KEYS, strange));
  }
  const missing = NEEDED.find((key) => !given.keys.has(key));
  if (missing) {
    throw given.error(missing, "is missing", "a position needs rows, columns and edges");
  }
  const schema = valueOf(given, "schema", DOTS_SCHEMA);
  if (schema !== DOTS_SCHEMA) {
    throw given.error("schema", `is ${shown(pythonText(schema))}`, `this reads ${DOTS_SCHEMA}`);
  }
}

/**
 * @param {Line} one
 * @param {Line} other
 */
function byKindAndPlace(one, other) {
  return one[0].localeCompare(other[0]) || one[1] - other[1] || one[2] - other[2];
}

/**
 * @param {Document} given
 * @param {string} key
 * @param {Grid} grid
 * @returns {Line[]}
 */
function linesIn(given, key, grid) {
  const names = new Set();
  return given.items(key, valueOf(given, key, [])).map((text, index) => {
    const at = `[${index}]`;
    const line = lineIn(given, key, text, at);
    const twice = names.has(lineText(line)) ? `is ${lineText(line)} once more` : null;
    const problem = grid.whyNot(line) ?? twice;
    if (problem) throw given.error(key, problem, "correct it", at);
    names.add(lineText(line));
    return line;
  });
}

/**
 * @param {Document} given
 * @param {string} key
 * @param {unknown} text
 * @param {string} at
 */
function lineIn(given, key, text, at) {
  try {
    return readLine(typeof text === "string" ? text : "");
  } catch {
    // Python shows a list or an object as JSON writes it, too.
    throw given.error(key, `is ${shortKind(text)}`, 'write a line as "h 0 1"', at);
  }
}

/**
 * @param {Document} given
 * @param {Grid} grid
 * @param {bigint} edges
 */
function ownersIn(given, grid, edges) {
  if (!given.keys.has("owners")) return [];
  const rows = given.items("owners", given.keys.get("owners"), grid.rows);
  return rows.flatMap((row, r) =>
    given.items("owners", row, grid.columns, `[${r}]`).map((each, c) => {
      const at = `[${r}][${c}]`;
      const owner = given.whole("owners", each, 0, 2, at);
      const sides = grid.sidesOf[r * grid.columns + c];
      if (owner && sides.some((edge) => !((edges >> BigInt(edge)) & 1n))) {
        const problem = `is ${owner}, but the box is not complete`;
        throw given.error("owners", problem, "write 0, or add its edges", at);
      }
      return owner;
    }),
  );
}

/**
 * @param {Document} given
 * @returns {boolean | null}
 */
function ruleIn(given) {
  const rule = valueOf(given, "extra_turn", null);
  if (rule === null || typeof rule === "boolean") return rule;
  throw given.error("extra_turn", "is not true or false", "write true or false");
}

/**
 * @param {Document} given
 * @param {string} key
 * @param {unknown} usual
 */
function valueOf(given, key, usual) {
  return given.keys.has(key) ? given.keys.get(key) : usual;
}
