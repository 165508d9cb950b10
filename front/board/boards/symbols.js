// @ts-check
// The symbols of one-line texts: one character for a value.
//
// Up to 9 values these are the digits. Beyond, three alphabets are in use: `numbers` (1 to 9, then
// A = 10, B = 11, ...), which we write, `letters` (A = 1, B = 2, ...) and, for 16 values only, `hex`
// (0 to 9, then A to F: 0 is the value 1). The 36th value is `@`.

/** @typedef {keyof typeof ALPHABETS} Alphabet */

export const ALPHABETS = {
  numbers: "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@",
  letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  hex: "0123456789ABCDEF",
};
const SYMBOLS = `.${ALPHABETS.numbers}`;

/**
 * Return the symbol of a value, a dot for 0.
 * @param {number} value
 */
export function symbol(value) {
  return SYMBOLS[value];
}

/**
 * Return a board's N * N symbols, a dot for an empty cell.
 * @param {ArrayLike<number>} values
 */
export function boardLine(values) {
  return Array.from(values, symbol).join("");
}

/**
 * Return whether a board's symbols alone show which alphabet they are from.
 * @param {readonly number[]} values
 * @param {number} size
 */
export function saysItsAlphabet(values, size) {
  const filled = values.filter(Boolean);
  if (size <= 9 || size > ALPHABETS.letters.length || !filled.length) return true;
  return filled.some((value) => value <= 9);
}
