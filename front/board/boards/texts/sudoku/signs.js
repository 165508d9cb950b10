// @ts-check
// Who owns a cell, as the framework's game text shows it: `+` player 1, `-` player 2.
//
// That text has no sign for a given. `owned` shares the givens by a rule that favours neither player:
// those in the upper half are player 1's, those in the lower half player 2's; the cell in the centre
// is player 2's, who does not begin.

/** @typedef {import("../../sudoku_state.js").SudokuState} SudokuState */

/**
 * Return the filled cells that neither player filled; in classic play, all filled cells.
 * @param {SudokuState} state
 */
export function givens({ values, occupied }) {
  const cells = values.map((_, cell) => cell).filter((cell) => values[cell]);
  return cells.filter((cell) => !occupied?.some((mine) => mine.has(cell)));
}

/**
 * Return the position with an owner for every given; in classic play cells have no owners.
 * @param {SudokuState} state
 */
export function owned(state) {
  if (!state.occupied) return state;
  const [first, second] = state.occupied.map((cells) => new Set(cells));
  const middle = Math.floor(state.shape.cells / 2);
  for (const cell of givens(state)) (cell < middle ? first : second).add(cell);
  return state.with({ occupied: [first, second] }).handedOn;
}

/**
 * Return the sign of every cell: blank if it is empty, `-` for a given; "" in classic play.
 * @param {SudokuState} state
 */
export function signsOf({ values, occupied }) {
  if (!occupied) return "";
  return values.map((value, cell) => (!value ? " " : occupied[0].has(cell) ? "+" : "-")).join("");
}
