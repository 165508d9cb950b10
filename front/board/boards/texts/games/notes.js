// @ts-check
// What agents note about their turns: numbers by name, such as depth 4 and nodes 1200.

import { JsonNumber, quoted } from "../words.js";

const MOST_NOTES = 16;
const LARGEST = 1e15;
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,23}$/;

/**
 * Return why a value cannot be noted under a name beside other notes; "" if it can.
 * @param {ReadonlyMap<string, number>} notes
 * @param {string} name
 * @param {unknown} raw
 */
export function noteProblem(notes, name, raw) {
  if (!NAME.test(name)) {
    const start = Array.from(quoted(name)).slice(0, 40).join("");
    return `${start} is not a name of up to 24 letters, digits and underscores`;
  }
  const value = raw instanceof JsonNumber ? raw.value : raw;
  if (typeof value !== "number" && typeof value !== "boolean") {
    return `${name} is of type ${typeName(value)}, not a number`;
  }
  if (!(Math.abs(Number(value)) <= LARGEST)) {
    return `${name} is not a number between -1e+15 and 1e+15`;
  }
  const isFull = notes.size >= MOST_NOTES && !notes.has(name);
  return isFull ? `${name} is one name too many: a turn has up to ${MOST_NOTES}` : "";
}

/** @param {unknown} value */
function typeName(value) {
  if (value === null) return "NoneType";
  if (Array.isArray(value)) return "list";
  return typeof value === "string" ? "str" : "dict";
}
