// @ts-check
// The small signs on lines: one glyph for each meaning, told apart without colour. The grid and its
// legend draw the same ones.

import { svg } from "../dom.js";
import { signed } from "../words.js";

/** @typedef {import("./dots_sheet.js").LineMark} LineMark */
/** @typedef {"capture" | "safe" | "handout" | "loony"} Sign */

/** The path of each sign around its middle, ten units wide. */
const SIGNS = {
  capture: "M-5 0L0 -5L5 0L0 5Z",
  safe: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
  handout: "M-5 4.5L0 -5L5 4.5Z",
  loony: "M2.5 -5.5A5.8 5.8 0 1 0 2.5 5.5A4.6 4.6 0 0 1 2.5 -5.5Z",
};

/**
 * Return a sign, with a number at its right if there is one.
 * @param {Sign} kind
 * @param {number} count 0 for none
 * @param {number} x the middle of both
 * @param {number} y
 */
export function signAt(kind, count, x, y) {
  const left = count ? x - 6 : x;
  return svg(
    "g",
    { class: `sign-${kind}` },
    svg("path", { class: "sign", d: SIGNS[kind], transform: `translate(${left} ${y})` }),
    count > 0 && svg("text", { class: "count", x: left + 12, y: y + 5 }, count),
  );
}

/**
 * Return a number on a plate.
 * @param {string} text
 * @param {"worth" | "nimber"} kind
 * @param {boolean} isBest
 * @param {number} x
 * @param {number} y
 */
export function numberAt(text, kind, isBest, x, y) {
  const width = Math.max(26, 9 * text.length + 8);
  return svg(
    "g",
    { class: `figure ${kind}${isBest ? " best" : ""}` },
    svg("rect", { class: "plate", x: x - width / 2, y: y - 10, width, height: 20, rx: 5 }),
    svg("text", { class: "number", x, y: y + 5 }, text),
  );
}

/**
 * Return the short text of a value, or of its bounds; "?" if nothing is known.
 * @param {import("./dots_sheet.js").Worth} worth
 * @param {number} most no value can be farther from 0
 */
function worthText({ low, high }, most) {
  if (low === high) return signed(low);
  if (low === -most && high === most) return "?";
  return `${signed(low)}\u2026${signed(high)}`;
}

/**
 * Return what stands on a free line, from its beginning to its end.
 * @param {LineMark} mark
 * @param {number} most
 * @returns {((x: number, y: number) => SVGElement)[]}
 */
export function itemsOf({ kind, takes, gives, nimber, worth, best, keeps }, most) {
  /** @type {((x: number, y: number) => SVGElement)[]} */
  const items = [];
  if (kind) items.push((x, y) => signAt(kind, kind === "capture" ? takes : gives, x, y));
  if (nimber && nimber !== "loony")
    items.push((x, y) => numberAt(`*${nimber}`, "nimber", keeps, x, y));
  if (nimber === "loony" && !kind) items.push((x, y) => signAt("loony", 0, x, y));
  if (worth) items.push((x, y) => numberAt(worthText(worth, most), "worth", best, x, y));
  return items;
}
