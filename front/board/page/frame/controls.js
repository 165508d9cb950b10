// @ts-check
// Controls with their names, as all panels have them.

import { h } from "../dom.js";

/**
 * Return a control with its name.
 * @param {string} words
 * @param {HTMLElement} control
 */
export function field(words, control) {
  return h("label", { class: "field" }, h("span", {}, words), control);
}

/**
 * Return a control for numbers.
 * @param {string} id
 * @param {number} value
 * @param {{min: number, max: number, step: number}} range
 */
export function numberField(id, value, range) {
  return h("input", { type: "number", id, value, required: true, ...range });
}
