// @ts-check
// What the panels of a served page are made of.

import { h } from "../dom.js";

/** @typedef {import("../app.js").App} App */

/**
 * Return a control with its name.
 * @param {string} words
 * @param {HTMLElement} control
 */
export function field(words, control) {
  return h("label", { class: "field" }, h("span", {}, words), control);
}

/**
 * @param {string} id
 * @param {number} value
 * @param {{min: number, max: number, step: number}} range
 */
export function numberField(id, value, range) {
  return h("input", { type: "number", id, value, required: true, ...range });
}

/**
 * Do what may fail, and show why it did.
 * @param {App} app
 * @param {() => Promise<any>} work
 */
export async function guarded(app, work) {
  try {
    await work();
  } catch (error) {
    app.warn(error instanceof Error ? error.message : String(error));
  }
}
