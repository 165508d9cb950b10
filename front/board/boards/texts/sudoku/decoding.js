// @ts-check
// Reads the symbols of one-line texts: which alphabet they are in, and which values they stand for.
//
// `.` is an empty cell; so is 0, except in `hex`. Where both stand in a text of 16 x 16 cells, 0 is a
// value if all symbols are hex digits, and else the text is refused: one of the two is a mistake.

import { UsageError } from "../../errors.js";
import { ALPHABETS } from "../../symbols.js";
import { quoted } from "../words.js";

/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("../../symbols.js").Alphabet} Alphabet */

/** The source of a pattern for one symbol. */
export const SYMBOL = "[.0-9A-Za-z@]";
const HEX_SIZE = ALPHABETS.hex.length;
const OUT_OF_RANGE = 255;

/**
 * Turn the symbols of one board of N = `size`, in one or more pieces, into its values.
 *
 * A text `isOurs` if a sign in it says that it is in the alphabet that we write.
 * @param {readonly Span[]} rows
 * @param {number} size
 * @param {string | null} symbols
 */
export function decode(rows, size, symbols, isOurs = false) {
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
  const name = symbols === null ? alphabetOf(rows, size, isOurs) : named(symbols, rows, size);
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
    if (symbol === "." || (symbol === "0" && name !== "hex")) return 0;
    return ALPHABETS[name].indexOf(symbol) + 1 || OUT_OF_RANGE;
  });
}

/**
 * @param {string} symbols
 * @param {readonly Span[]} rows
 * @param {number} size
 * @returns {Alphabet}
 */
function named(symbols, rows, size) {
  const known = /** @type {Alphabet[]} */ (Object.keys(ALPHABETS).sort());
  const name = known.find((each) => each === symbols);
  if (!name)
    throw new UsageError(`unknown symbols ${quoted(symbols)}: known are ${known.join(", ")}`);
  if (name === "hex" && size !== HEX_SIZE) {
    const problem = `${size} values, but the alphabet 'hex' has ${HEX_SIZE}`;
    throw rows[0].error(problem, "leave out --symbols, or name another");
  }
  return name;
}

/**
 * @param {readonly Span[]} rows
 * @param {number} size
 * @param {boolean} isOurs
 * @returns {Alphabet}
 */
function alphabetOf(rows, size, isOurs) {
  const text = rows
    .map((row) => row.text)
    .join("")
    .toUpperCase();
  if (size === HEX_SIZE && text.includes("0") && zeroIsValue(rows, text, isOurs)) return "hex";
  if (isOurs || size <= 9 || size > ALPHABETS.letters.length) return "numbers";
  const letters = text.replace(/[^A-Z]/g, "");
  if (!letters || /[1-9@]/.test(text)) return "numbers";
  const most = Math.max(...Array.from(letters, (letter) => ALPHABETS.numbers.indexOf(letter)));
  if (most >= size) return "letters";
  throw unsure(rows);
}

/**
 * Return whether the zeros of a text of 16 values are hex digits; refuse it if none can tell.
 *
 * Without dots the hex digits would be a full board: then 0 is an empty cell, as in most files,
 * unless each of the 16 digits stands 16 times.
 * @param {readonly Span[]} rows
 * @param {string} text
 * @param {boolean} isOurs
 */
function zeroIsValue(rows, text, isOurs) {
  const isHex = /^[.0-9A-F]*$/.test(text) && !isOurs;
  if (text.includes(".")) {
    if (isHex) return true;
    throw atZero(
      rows,
      "'0' in a text whose empty cells are '.'",
      "write '.' there, or say with --symbols numbers that both are empty",
    );
  }
  const isFull =
    isHex && Array.from(ALPHABETS.hex).every((digit) => text.split(digit).length - 1 === HEX_SIZE);
  if (!isFull) return false;
  throw atZero(
    rows,
    "'0' may be empty (1 to 9, then A = 10) or a value (0 to F)",
    "say which with --symbols numbers or --symbols hex",
  );
}

/**
 * Return the error that points at the first 0.
 * @param {readonly Span[]} rows
 * @param {string} problem
 * @param {string} remedy
 */
function atZero(rows, problem, remedy) {
  const row = /** @type {Span} */ (rows.find((each) => each.text.includes("0")));
  return row.error(problem, remedy, row.text.indexOf("0"));
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
