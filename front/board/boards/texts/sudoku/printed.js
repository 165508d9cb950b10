// @ts-check
// A board as Python prints it: rows of numbers in columns, a dot for an empty cell.

/** @typedef {import("../../sudoku_state.js").SudokuState} SudokuState */

/**
 * Return the rows of a board.
 * @param {SudokuState} state
 */
export function printed({ shape, values }) {
  const width = `${shape.size}`.length;
  return shape.rows.map((row) =>
    row.map((cell) => `${values[cell] || "."}`.padStart(width)).join(" "),
  );
}
