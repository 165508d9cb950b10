// @ts-check
// Writes the course framework's game text (v14): the whole game, without `initial-board`, which
// board and moves imply.

import { cellText, moveText } from "../../moves.js";
import { listed } from "../../shape.js";
import { owned, signsOf } from "./signs.js";

/** @typedef {import("../../play_modes.js").CellsOfBoth} CellsOfBoth */
/** @typedef {import("../../sudoku_state.js").SudokuState} SudokuState */

/**
 * Return the text of a position.
 *
 * With `isSigned`, givens belong to players, too, and a classic position is written with signs and
 * without allowed squares: for any of the newer play modes.
 * @param {SudokuState} state
 */
export function gameText(state, isSigned = false) {
  if (isSigned && !state.allowed) return textOf(state, signsOf(owned(state.under("rows"))));
  const shown = isSigned ? owned(state) : state;
  return textOf(shown, signsOf(shown));
}

/**
 * @param {SudokuState} state
 * @param {string} signs
 */
function textOf(state, signs) {
  const taboo = [...state.taboo].sort((a, b) => a - b).map((each) => state.moveOf(each));
  const moves = [taboo, state.history].map((list) =>
    list.map((move) => moveText(state.plain(move))).join(", "),
  );
  const fields = [
    ["rows", state.shape.m],
    ["columns", state.shape.n],
    ["board", `\n${rowsOf(state, signs).join("\n")}`],
    ["taboo-moves", `[${moves[0]}]`],
    ["moves", `[${moves[1]}]`],
    ["scores", `[${state.scores.join(", ")}]`],
    ["current-player", state.toMove],
    ...squaresOf(state, "allowed", state.allowed),
    ...squaresOf(state, "occupied", state.occupied),
  ];
  return fields.map(([key, value]) => `${key} = ${value}\n`.replaceAll(" \n", "\n")).join("");
}

/**
 * @param {SudokuState} state
 * @param {string} name
 * @param {CellsOfBoth | null} pair
 */
function squaresOf({ shape }, name, pair) {
  return (pair ?? []).map((cells, player) => {
    const squares = [...cells]
      .sort((a, b) => a - b)
      .map((cell) => cellText(shape.coordinates(cell)));
    return [`${name}-squares${player + 1}`, squares.join(", ")];
  });
}

/**
 * Return the rows of the board, with a sign behind every filled cell if there are signs.
 * @param {SudokuState} state
 * @param {string} signs
 */
function rowsOf({ shape, values }, signs) {
  const cells = values.map((value, cell) => {
    const text = `${value || "."}`.padStart(4);
    return signs ? ` ${text}${signs[cell]}` : text;
  });
  return listed(shape.size, (row) =>
    cells
      .slice(row * shape.size, (row + 1) * shape.size)
      .join("")
      .trimEnd(),
  );
}
