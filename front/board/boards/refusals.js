// @ts-check
// The sentences of refusals, which Python and the page read from boards/refusals.json.

import REFUSALS from "../../../boards/refusals.json" with { type: "json" };
import { TextError } from "./errors.js";

/** @typedef {keyof typeof REFUSALS} RefusalName */
/** @typedef {Record<string, unknown>} Fields the values of the names in braces */

/**
 * Return the sentence of a refusal, or its problem and remedy, with values for the names in it.
 * @param {RefusalName} name
 * @param {Fields} [fields]
 * @returns {string[]}
 */
function filled(name, fields = {}) {
  return [REFUSALS[name]].flat().map((template) =>
    template.replace(/\{\{|\}\}|\{(\w+)\}/g, (sign, field) => (field ? `${fields[field]}` : sign[0])),
  );
}

/**
 * Return the sentence by which the rules refuse something.
 * @param {RefusalName} name
 * @param {Fields} [fields]
 */
export function sentence(name, fields) {
  return filled(name, fields)[0];
}

/**
 * Return the error by which a text is refused; lines and columns count from 1, 0 is unknown.
 * @param {RefusalName} name
 * @param {Fields} [fields]
 */
export function refusal(name, fields, line = 0, column = 0) {
  const [problem, remedy] = filled(name, fields);
  return new TextError(problem, remedy, line, column);
}
