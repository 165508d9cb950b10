// @ts-check
// Reads the symbols of one-line texts: which alphabet they are in, and which values they stand for.
//
// `.` is an empty cell; so is 0, except in `hex`. Where both stand in a text of 16 x 16 cells, 0 is a
// value if all symbols are hex digits, and else the text is refused: one of the two is a mistake.

import { UsageError } from "../../errors.js";
import { ALPHABETS, Alphabets, HEX_SIZE, fitting } from "../../symbols.js";
import { quoted } from "../words.js";

/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("../../symbols.js").Alphabet} Alphabet */

/** The source of a pattern for one symbol. */
export const SYMBOL = "[.0-9A-Za-z@]";
const OUT_OF_RANGE = 255;
/** @type {Record<Alphabet, string>} */
const SHOWN = { numbers: "1 to 9, then A = 10", letters: "A = 1", hex: "0 to F" };

/**
 * Turn the symbols of one board of N = `size`, in one or more pieces, into its values.
 *
 * A text `isOurs` if a sign in it says that it is in the alphabet that we write. `alphabets` are those
 * that are left for a text of many boards.
 * @param {readonly Span[]} rows
 * @param {number} size
 * @param {string | null} symbols
 * @param {boolean} [isOurs]
 * @param {Alphabets | null} [alphabets]
 */
export function decode(rows, size, symbols, isOurs = false, alphabets = null) {
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
  const name =
    symbols === null
      ? alphabetOf(rows, size, isOurs, alphabets?.left.get(size))
      : named(symbols, rows, size);
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
 * Return the alphabet of a board; refuse symbols that fit none, or more than one.
 * @param {readonly Span[]} rows
 * @param {number} size
 * @param {boolean} isOurs
 * @param {readonly Alphabet[]} [left]
 * @returns {Alphabet}
 */
function alphabetOf(rows, size, isOurs, left) {
  const text = rows.map((row) => row.text).join("");
  const fits = fitting(text, size);
  const areTwoBlanks = size === HEX_SIZE && text.includes(".") && text.includes("0");
  if (areTwoBlanks && (isOurs || !fits.length)) throw twoBlanks(rows);
  if (isOurs) return "numbers";
  const among = left ? fits.filter((name) => left.includes(name)) : fits;
  if (fits.length && !among.length) throw contradiction(rows, fits, left ?? []);
  if (!among.length) {
    if (left?.length === 1) return left[0];
    return /[1-9@]/.test(text) ? "numbers" : "letters";
  }
  if (among.length === 1 || /^[.0]*$/.test(text)) return among[0];
  throw unsure(rows, among);
}

/** @param {readonly Span[]} rows */
function twoBlanks(rows) {
  const row = /** @type {Span} */ (rows.find((each) => each.text.includes("0")));
  return row.error(
    "'0' in a text whose empty cells are '.'",
    "write '.' there, or say with --symbols numbers that both are empty",
    row.text.indexOf("0"),
  );
}

/**
 * @param {readonly Span[]} rows
 * @param {readonly Alphabet[]} fits
 * @param {readonly Alphabet[]} left
 */
function contradiction(rows, fits, left) {
  return rows[0].error(
    `a board in ${fits.join(" or ")}, but boards of this size were in ${left.join(" or ")}`,
    "write all boards of a file in one alphabet",
  );
}

/**
 * Return the error that points at the first symbol that has several values.
 * @param {readonly Span[]} rows
 * @param {readonly Alphabet[]} names
 */
function unsure(rows, names) {
  for (const row of rows) {
    const columns = names.map((name) => valuesOf(row, name));
    const offset = columns[0].findIndex((value, i) => columns.some((each) => each[i] !== value));
    if (offset < 0) continue;
    const meanings = names.map(
      (name, i) => `${columns[i][offset] || "empty"} (${SHOWN[name]})`,
    );
    return row.error(
      `${quoted(row.text[offset])} may be ${meanings.join(" or ")}`,
      `say which with ${names.map((name) => `--symbols ${name}`).join(" or ")}`,
      offset,
    );
  }
  return new Error("the alphabets differ in no symbol");
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
