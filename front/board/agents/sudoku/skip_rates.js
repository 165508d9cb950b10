// @ts-check
// How often the opponent skips, as far as the history of a game tells.

/**
 * @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState
 *
 * Where the number of empty cells is even, and where it is odd.
 * @typedef {{even: number, odd: number}} SkipRates
 */

/**
 * Estimate the rates from the history of a game; without one, skips count as rare.
 * @param {SudokuState} state
 * @returns {SkipRates}
 */
export function skipRatesOf(state) {
  const skips = [1, 1];
  const turns = [4, 8];
  let empties = state.values.filter((value) => !value).length;
  [...state.history].reverse().forEach((move, back) => {
    const isSkip = Number(state.isTaboo(move));
    empties += 1 - isSkip;
    if (back % 2) return;
    skips[empties % 2] += isSkip;
    turns[empties % 2]++;
  });
  return { even: skips[0] / turns[0], odd: skips[1] / turns[1] };
}
