// @ts-check
// A position of Dots and Boxes as Bombe's own JSON: {schema, rows, columns, edges, owners, to_move,
// extra_turn, moves}. Only rows, columns and edges are needed.
//
// This is the meaning of the keys, for texts and for plain objects alike.

import FACTS from "../../../boards/facts.json" with { type: "json" };
import { Grid, MAX_SIDE, lineOf, lineText } from "./grid.js";
import { listed } from "./shape.js";

/** @typedef {import("./grid.js").Line} Line */
/** @typedef {import("./texts/value.js").Value} Value */
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

const { keys, needed, schema } = FACTS.dots;

/**
 * Return the position as a document.
 * @param {DotsState} state
 * @returns {DotsJson}
 */
export function dotsDocumentOf(state) {
  const { grid, owners } = state;
  /** @type {DotsJson} */
  const found = {
    schema,
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
 * @param {Value} given
 * @returns {DotsParts}
 */
export function dotsPartsOfDocument(given) {
  given.requireKeys(keys, needed);
  given.get("schema")?.oneOf(new Map([[schema, schema]]));
  const [rows, columns] = ["rows", "columns"].map((key) => given.at(key).whole(1, MAX_SIDE));
  const grid = Grid.of(rows, columns);
  const [drawn, history] = ["edges", "moves"].map((key) => linesIn(given.get(key), grid));
  const names = new Set(drawn.map(lineText));
  const absent = history.map(lineText).filter((name) => !names.has(name)).sort();
  if (absent.length) throw given.error("json-moves", { line: absent[0] });
  const edges = drawn.reduce((set, line) => set | (1n << BigInt(grid.edge(line))), 0n);
  const rule = given.get("extra_turn");
  if (rule && typeof rule.raw !== "boolean" && rule.raw !== null) throw rule.error("json-flag");
  return {
    grid,
    edges,
    owners: ownersIn(given.get("owners"), grid, edges),
    toMove: given.get("to_move")?.whole(1, 2) === 2 ? 2 : 1,
    extraTurn: rule?.raw !== false,
    history,
  };
}

/**
 * @param {Value | null} given
 * @param {Grid} grid
 * @returns {Line[]}
 */
function linesIn(given, grid) {
  const names = new Set();
  return (given?.items() ?? []).map((item) => {
    const line = typeof item.raw === "string" ? lineOf(item.raw) : null;
    if (!line) throw item.error("json-line");
    const twice = names.has(lineText(line)) ? `is ${lineText(line)} once more` : null;
    const problem = grid.whyNot(line) ?? twice;
    if (problem) throw item.error("json-edge", { problem });
    names.add(lineText(line));
    return line;
  });
}

/**
 * @param {Value | null} given
 * @param {Grid} grid
 * @param {bigint} edges
 */
function ownersIn(given, grid, edges) {
  const rows = given?.items(grid.rows) ?? [];
  const items = rows.flatMap((row) => row.items(grid.columns));
  return items.map((item, box) => {
    const owner = item.whole(0, 2);
    if (owner && grid.sidesOf[box].some((edge) => !((edges >> BigInt(edge)) & 1n))) {
      throw item.error("json-owner", { owner });
    }
    return owner;
  });
}
