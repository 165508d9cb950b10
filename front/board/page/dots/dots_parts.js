// @ts-check
// What the panels of Dots and Boxes have in common: sentences in which every line can be clicked.

import { h, makeButton } from "../dom.js";
import { edgeOf } from "./dots_sheet.js";
import { stateOf } from "./dots_states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./dots_view.js").DotsView} DotsView */

/** A line, and what may not begin the next row. */
const LINE = /\b([hv] \d+ \d+)\b([,.;]?)/;
/** The most lines that a list shows. */
const FEW = 12;

/**
 * Return words in which each line is a button that chooses it.
 * @param {App} app
 * @param {DotsView} view
 * @param {string} words
 * @returns {(Node | string)[]}
 */
export function withLines(app, view, words) {
  const parts = words.split(LINE);
  /** @type {(Node | string)[]} */
  const said = [];
  for (let at = 0; at < parts.length; at += 3) {
    said.push(parts[at]);
    if (at + 1 < parts.length)
      said.push(
        h("span", { class: "together" }, lineButton(app, view, parts[at + 1]), parts[at + 2]),
      );
  }
  return said;
}

/**
 * Return lines as buttons, the first few only.
 * @param {App} app
 * @param {DotsView} view
 * @param {readonly string[]} lines
 */
export function lineList(app, view, lines) {
  const more = lines.length - FEW;
  return h(
    "span",
    { class: "moves" },
    ...lines.slice(0, FEW).map((line) => lineButton(app, view, line)),
    more > 0 && h("span", { class: "quiet" }, `and ${more} more`),
  );
}

/**
 * @param {App} app
 * @param {DotsView} view
 * @param {string} line
 */
function lineButton(app, view, line) {
  const choose = () => view.choose(edgeOf(stateOf(app.store.node.position).grid, line));
  return makeButton(line, choose, { class: "link num", dataset: { goto: line } });
}
