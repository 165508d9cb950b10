// @ts-check
// Reads the symbols of one-line texts: which alphabet they are in, and which values they stand for.
//
// `.` is an empty cell; so is 0, except in `hex`. Where both stand in a text of 16 x 16 cells, 0 is a
// value if all symbols are hex digits, and else the text is refused: one of the two is a mistake.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };
import { ALPHABETS, Alphabets, HEX_SIZE, fitting } from "../../symbols.js";
import { quoted } from "../words.js";

/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("../../symbols.js").Alphabet} Alphabet */

/** The source of a pattern for one symbol. */
export const SYMBOL = "[.0-9A-Za-z@]";
const OUT_OF_RANGE = 255;

/**
 * Turn the symbols of one board of N = `size`, in one or more pieces, into its values.
 *
 * A text `isOurs` if a sign in it says that it is in the alphabet that we write. `alphabets` are those
 * that are left for a text of many boards.
 * @param {readonly Span[]} rows
 * @param {number} size
 * @param {boolean} [isOurs]
 * @param {Alphabets | null} [alphabets]
 */
export function decode(rows, size, isOurs = false, alphabets = null) {
  for (const row of rows) {
    const wrong = /[^.0-9A-Za-z@]/u.exec(row.text);
    if (wrong) throw row.error("symbol", { text: quoted(wrong[0]) }, wrong.index);
  }
  const name = alphabetOf(rows, size, isOurs, alphabets?.left.get(size));
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
  if (areTwoBlanks && (isOurs || !fits.length)) {
    const row = /** @type {Span} */ (rows.find((each) => each.text.includes("0")));
    throw row.error("two-blanks", {}, row.text.indexOf("0"));
  }
  if (isOurs) return "numbers";
  const among = left ? fits.filter((name) => left.includes(name)) : fits;
  if (fits.length && !among.length) {
    throw rows[0].error("other-alphabet", { fits: fits.join(" or "), left: left?.join(" or ") });
  }
  if (!among.length) {
    if (left?.length === 1) return left[0];
    return /[1-9@]/.test(text) ? "numbers" : "letters";
  }
  if (among.length === 1 || /^[.0]*$/.test(text)) return among[0];
  throw unsure(rows, among);
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
      (name, i) => `${columns[i][offset] || "empty"} (${FACTS.symbols.meanings[name]})`,
    );
    const text = quoted(row.text[offset]);
    const options = names.map((name) => `--symbols ${name}`).join(" or ");
    return row.error("unsure-symbol", { text, meanings: meanings.join(" or "), options }, offset);
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
  const symbols = ALPHABETS[name];
  const [first, last] = [symbols[0], symbols[Math.min(size, symbols.length) - 1]];
  for (const row of rows) {
    const values = valuesOf(row, name);
    const offset = values.findIndex((value) => value > size);
    if (offset < 0) continue;
    const [text, value, alphabet] = [quoted(row.text[offset]), values[offset], quoted(name)];
    const why = value === OUT_OF_RANGE ? "strange-symbol" : "large-symbol";
    throw row.error(why, { text, value, alphabet, size, first, last }, offset);
  }
}
