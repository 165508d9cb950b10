// @ts-check
// Reads the symbols of one-line texts: which alphabet they are in, and which values they stand for.

import { UsageError } from "../../errors.js";
import { ALPHABETS } from "../../symbols.js";
import { quoted } from "../words.js";

/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("../../symbols.js").Alphabet} Alphabet */

/** The source of a pattern for one symbol. */
export const SYMBOL = "[.0-9A-Za-z@]";
/** @type {Alphabet} */
export const WRITTEN = "numbers";
const OUT_OF_RANGE = 255;

/**
 * Turn the symbols of one board of N = `size`, in one or more pieces, into its values.
 * @param {readonly Span[]} rows
 * @param {number} size
 * @param {string | null} symbols
 */
export function decode(rows, size, symbols) {
  for (const row of rows) {
    const wrong = /[^.0-9A-Za-z@]/u.exec(row.text);
    if (wrong) {
      throw row.error(
        `${quoted(wrong[0])} is not a symbol`,
        "write '.' for an empty cell, a digit or letter for a value",
        wrong.index,
      );
    }
  }
  const name = alphabetOf(rows, size, symbols);
  const values = rows.flatMap((row) => valuesOf(row, name));
  if (values.some((value) => value > size)) refuse(rows, size, name);
  return values;
}

/**
 * @param {Span} row
 * @param {Alphabet} name
 */
function valuesOf(row, name) {
  return Array.from(row.text.toUpperCase(), (symbol) => {
    if (symbol === "." || symbol === "0") return 0;
    return ALPHABETS[name].indexOf(symbol) + 1 || OUT_OF_RANGE;
  });
}

/**
 * @param {readonly Span[]} rows
 * @param {number} size
 * @param {string | null} symbols
 * @returns {Alphabet}
 */
function alphabetOf(rows, size, symbols) {
  if (symbols !== null) {
    if (symbols === "numbers" || symbols === "letters") return symbols;
    throw new UsageError(`unknown symbols ${quoted(symbols)}: known are letters, numbers`);
  }
  if (size <= 9 || size > ALPHABETS.letters.length) return "numbers";
  const text = rows.map((row) => row.text).join("").toUpperCase();
  const letters = text.replace(/[^A-Z]/g, "");
  if (!letters || /[1-9@]/.test(text)) return "numbers";
  const most = Math.max(...Array.from(letters, (letter) => ALPHABETS.numbers.indexOf(letter)));
  if (most >= size) return "letters";
  throw unsure(rows);
}

/** @param {readonly Span[]} rows */
function unsure(rows) {
  const row = /** @type {Span} */ (rows.find((each) => /[A-Za-z]/.test(each.text)));
  const offset = row.text.search(/[A-Za-z]/);
  const letter = row.text[offset];
  const value = ALPHABETS.letters.indexOf(letter.toUpperCase()) + 1;
  return row.error(
    `${quoted(letter)} may be ${value + 9} (1 to 9, then A = 10) or ${value} (A = 1)`,
    "say which with --symbols numbers or --symbols letters",
    offset,
  );
}

/**
 * Throw for the first symbol that stands for no value of the board.
 * @param {readonly Span[]} rows
 * @param {number} size
 * @param {Alphabet} name
 */
function refuse(rows, size, name) {
  const alphabet = ALPHABETS[name];
  const last = alphabet[Math.min(size, alphabet.length) - 1];
  const remedy = `use ${alphabet[0]} to ${last} and '.' for empty`;
  for (const row of rows) {
    const values = valuesOf(row, name);
    const offset = values.findIndex((value) => value > size);
    if (offset < 0) continue;
    const symbol = quoted(row.text[offset]);
    const problem =
      values[offset] === OUT_OF_RANGE
        ? `${symbol} is not in the alphabet ${quoted(name)}`
        : `${symbol} is ${values[offset]} in the alphabet ${quoted(name)}, over ${size}`;
    throw row.error(problem, remedy, offset);
  }
}
