// @ts-check
// The symbols of one-line texts: one character for a value.
//
// Up to 9 values these are the digits. Beyond, three alphabets are in use: `numbers` (1 to 9, then
// A = 10, B = 11, ...), which we write, `letters` (A = 1, B = 2, ...) and, for 16 values only, `hex`
// (0 to 9, then A to F: 0 is the value 1). The 36th value is `@`. A text is read in the one that fits
// all its boards of one size; where more than one fits, it is refused.

import FACTS from "../../../boards/facts.json" with { type: "json" };

/** @typedef {keyof typeof ALPHABETS} Alphabet */

export const ALPHABETS = FACTS.symbols.alphabets;
export const HEX_SIZE = ALPHABETS.hex.length;
/** Boards that are looked at before a text that leaves its alphabet open is refused. */
const MOST_LOOKED_AT = FACTS.symbols.most_looked_at;
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
  return !values.some(Boolean) || fitting(boardLine(values), size).join() === "numbers";
}

/**
 * Return whether boards of so many values are written in several alphabets.
 * @param {number} size
 */
function isAsked(size) {
  return size > 9 && size <= ALPHABETS.letters.length;
}

/**
 * Return the alphabets in which the symbols of one board can be read, `numbers` first.
 *
 * Of 16 values, 0 and a dot are two signs for an empty cell, unless 0 is a hex digit. Without dots 0
 * is an empty cell, as in most files, unless each of the 16 hex digits stands 16 times.
 * @param {string} text
 * @param {number} size
 * @returns {Alphabet[]}
 */
export function fitting(text, size) {
  if (!isAsked(size)) return ["numbers"];
  const symbols = text.toUpperCase();
  const used = Array.from(new Set(symbols)).filter((each) => each !== "." && each !== "0");
  /** @param {string} known */
  const areIn = (known) => used.every((each) => known.includes(each));
  /** @type {Alphabet[]} */
  const names = ["numbers", "letters"];
  const fits = names.filter((name) => areIn(ALPHABETS[name].slice(0, size)));
  if (size !== HEX_SIZE) return fits;
  const hasDot = symbols.includes(".");
  const isHex =
    hasDot ||
    Array.from(ALPHABETS.hex).every((digit) => symbols.split(digit).length - 1 === HEX_SIZE);
  /** @type {Alphabet[]} */
  const hexToo = isHex && areIn(ALPHABETS.hex) ? ["hex"] : [];
  return hasDot && symbols.includes("0") ? hexToo : [...fits, ...hexToo];
}

/**
 * Which alphabets are left for the boards of a text: those that fit all boards of one size. A board
 * that fits none of them changes nothing; its reader refuses it.
 */
export class Alphabets {
  /** @type {Map<number, Alphabet[]>} by the number of values */
  left = new Map();
  #lookedAt = 0;

  /**
   * Take the symbols of the next board.
   * @param {string} symbols
   */
  take(symbols) {
    const size = Math.sqrt(symbols.length);
    const before = this.left.get(size);
    if (!Number.isInteger(size) || !isAsked(size) || before?.length === 1) return;
    if (this.#lookedAt >= MOST_LOOKED_AT || /^\.*$/.test(symbols)) return;
    const fits = fitting(symbols, size);
    const both = (before ?? fits).filter((name) => fits.includes(name));
    this.left.set(size, both.length ? both : before ?? fits);
    if (this.left.get(size)?.length !== 1 && /[^.0]/.test(symbols)) this.#lookedAt += 1;
  }
}
