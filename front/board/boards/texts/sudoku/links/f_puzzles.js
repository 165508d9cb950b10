// @ts-check
// The puzzle of an f-puzzles link: a grid of cells, and a key for each kind of rule.
//
//     {"size": 9, "grid": [[{"value": 5, "given": true}, {}, ...], ...], "title": "..."}
//
// Values that a player entered count as those that are given: the position is the one that the link
// shows. Notes of players, colours, names and the solution are passed over. A cell's `region` is
// that of its box; without any, boxes are as square as can be.

import { UsageError } from "../../../errors.js";
import { Shape } from "../../../shape.js";
import { UnplayableError, cellsOf, refuseRules, refuseWords, stateOf, valueOf } from "./puzzle.js";

/** @typedef {import("../../../sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("../../loose_json.js").LooseObject} LooseObject */

const HARMLESS = new Set(
  (
    "size grid title author ruleset solution disabledlogic truecandidatesoptions " +
    "highlightConflicts isModified successMessage"
  ).split(" "),
);
const NOTES = new Set(
  (
    "value given region centerPencilMarks cornerPencilMarks candidates c cArray highlight " +
    "highlightArray"
  ).split(" "),
);
/** The largest boards that f-puzzles draws. */
const LARGEST = 16;

/**
 * Return the position of a puzzle; throw UnplayableError if it is not plain Sudoku.
 * @param {unknown} document
 * @param {Shape | null} wanted
 */
export function stateInFPuzzles(document, wanted) {
  if (!(document instanceof Map) || !document.has("grid")) {
    throw new UnplayableError("it holds no grid");
  }
  refuseRules(document, HARMLESS, "the puzzle");
  refuseWords(document.get("ruleset"));
  const cells = cellsOf(document.get("grid"), document.get("size"));
  const size = Math.sqrt(cells.length);
  cells.forEach((cell, i) =>
    refuseRules(cell, NOTES, `cell (${Math.floor(i / size)},${i % size})`),
  );
  const values = cells.map((cell, i) => valueOf(cell.get("value"), size, i));
  return stateOf(values, cells.map(labelOf), wanted);
}

/**
 * Return the puzzle of a position as JSON; throw UsageError for too large a board.
 * @param {SudokuState} state
 */
export function fPuzzlesText({ shape, values }) {
  if (shape.size > LARGEST) {
    throw new UsageError(
      `links hold boards to ${LARGEST}x${LARGEST}, and this one is ${shape}: use line or json`,
    );
  }
  const isUsual = shape === Shape.ofSize(shape.size);
  const cells = values.map((value, cell) => ({
    ...(value ? { value, given: true } : {}),
    ...(isUsual ? {} : { region: shape.regionsOf[cell][2] - 2 * shape.size }),
  }));
  return JSON.stringify({
    size: shape.size,
    grid: shape.rows.map((row) => row.map((c) => cells[c])),
  });
}

/**
 * Return the region of a cell, null if it has none; a cell outside of all is one alone.
 * @param {LooseObject} cell
 */
function labelOf(cell) {
  if (!cell.has("region")) return null;
  const region = cell.get("region");
  return typeof region === "number" || typeof region === "string" ? region : cell;
}
