// @ts-check
// The legend of a drawing: an entry for each glyph that is drawn now, and for no other.

import { svg } from "./dom.js";

/** @typedef {import("./game_views.js").LegendEntry} LegendEntry */

/**
 * Return the entries of a table for what is drawn; a row begins with which marks have the glyph, and
 * ends with its words.
 * @template Mark
 * @template {readonly [(mark: Mark) => boolean, ...any]} Row
 * @param {readonly Row[]} rows
 * @param {readonly Mark[]} marks
 * @param {(row: Row) => SVGElement} sampleOf
 * @returns {LegendEntry[]}
 */
export function entriesFor(rows, marks, sampleOf) {
  const shown = rows.filter(([is]) => marks.some(is));
  return shown.map((row) => ({ sample: sampleOf(row), words: row[row.length - 1] }));
}

/**
 * Return a small drawing of a glyph.
 * @param {number} width
 * @param {string} look
 * @param {...import("./dom.js").Child} parts
 */
export function sample(width, look, ...parts) {
  const about = { viewBox: `0 0 ${width} 24`, width, height: 24, "aria-hidden": "true" };
  return svg("svg", { class: `drawing sample ${look}`.trim(), ...about }, ...parts);
}
