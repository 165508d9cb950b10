// @ts-check
// A cell as the framework's texts write it: a number, or `.` or 0 for an empty one.

import { shown } from "../words.js";

/** @typedef {import("../spans.js").Span} Span */

/**
 * Return the value of a cell, 0 if it is empty.
 * @param {Span} word
 * @param {number} size
 */
export function cellValue(word, size) {
  const isCell = /^(?:\.|[0-9]{1,2})$/.test(word.text);
  const value = word.text === "." ? 0 : Number(word.text);
  if (isCell && value <= size) return value;
  const problem = isCell ? `value ${value} is over ${size}` : `${shown(word.text)} is not a cell`;
  throw word.error(problem, `write a number from 1 to ${size}, or '.' for an empty cell`);
}
