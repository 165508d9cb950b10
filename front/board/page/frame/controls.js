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
 * @param {{min: number, max: number, step: number, class?: string}} range
 */
export function numberField(id, value, range) {
  return h("input", { type: "number", id, value, required: true, ...range });
}

/**
 * Return a control to choose one of some values, each with its words.
 * @param {string} id
 * @param {readonly (readonly [string | number, string | number])[]} options
 * @param {(value: string) => void} [onChoice]
 */
export function choiceField(id, options, onChoice) {
  const words = options.map(([value, text]) => h("option", { value }, text));
  const control = h("select", { id }, ...words);
  control.addEventListener("change", () => onChoice?.(control.value));
  return control;
}

/**
 * Return a control for the player to move.
 * @param {string} id
 * @param {(player: 1 | 2) => void} onChoice
 */
export function moverField(id, onChoice) {
  const players = /** @type {const} */ ([[1, "Player 1 (+)"], [2, "Player 2 (\u2212)"]]);
  return choiceField(id, players, (value) => onChoice(value === "1" ? 1 : 2));
}

/**
 * Return a row of controls.
 * @param {...import("../dom.js").Child} children
 */
export function controlRow(...children) {
  return h("div", { class: "row" }, ...children);
}
