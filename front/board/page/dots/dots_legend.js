// @ts-check
// The legend of a grid of Dots and Boxes: an entry for each glyph that is drawn now, and for no
// other.

import { svg } from "../dom.js";
import { entriesFor, sample } from "../legends.js";
import { numberAt, signAt } from "./dots_glyphs.js";

/** @typedef {import("../game_views.js").LegendEntry} LegendEntry */
/** @typedef {import("./dots_sheet.js").DotsSheet} DotsSheet */
/** @typedef {import("./dots_sheet.js").LineMark} LineMark */
/** @typedef {import("./dots_sheet.js").BoxMark} BoxMark */

/** @type {readonly (readonly [(mark: LineMark) => boolean, () => SVGElement[], string])[]} */
const LINES = [
  [({ kind }) => kind === "capture", () => [signAt("capture", 1, 14, 12)], "takes boxes"],
  [({ kind }) => kind === "safe", () => [signAt("safe", 0, 14, 12)], "safe line"],
  [
    ({ kind }) => kind === "handout",
    () => [signAt("handout", 2, 14, 12)],
    "gives boxes away",
  ],
  [
    ({ kind, nimber }) => kind === "loony" || nimber === "loony",
    () => [signAt("loony", 3, 14, 12)],
    "loony: gives boxes away, and the choice who has control",
  ],
  [
    ({ keeps, drawn }) => keeps && !drawn,
    () => [stroke("keep", 9.5), stroke("keep", 14.5)],
    "keeps control",
  ],
  [
    ({ nimber }) => nimber !== "" && nimber !== "loony",
    () => [numberAt("*2", "nimber", false, 14, 12)],
    "nimstring value after the line",
  ],
  [
    ({ worth }) => worth !== null,
    () => [numberAt("+1", "worth", false, 14, 12)],
    "boxes that the mover gets more from here on",
  ],
  [({ best }) => best, () => [numberAt("+1", "worth", true, 14, 12)], "best line"],
  [
    ({ last }) => last,
    () => [stroke("edge", 12), svg("circle", { class: "last-sign", cx: 14, cy: 12, r: 5 })],
    "last line",
  ],
];

/** @type {readonly (readonly [(mark: BoxMark) => boolean, string, string, string])[]} */
const BOXES = [
  [({ string }) => string !== "", "tint-0", "A", "chain or loop"],
  [({ joint }) => joint, "joint", "\u2217", "joint: three or four lines to draw"],
  [({ owner }) => owner === 1, "owner-1", "+", "box of player 1"],
  [({ owner }) => owner === 2, "owner-2", "\u2212", "box of player 2"],
  [({ complete, owner }) => complete && !owner, "owner-0", "?", "complete, owner not known"],
];

/**
 * Return the legend of what is drawn.
 * @param {DotsSheet} sheet
 * @returns {LegendEntry[]}
 */
export function dotsLegend(sheet) {
  return [
    ...entriesFor(LINES, sheet.lines, ([, draw, words]) => sampleOf(lineClass(words), ...draw())),
    ...entriesFor(BOXES, sheet.boxes, ([, ground, sign]) =>
      sampleOf(
        "box",
        svg("rect", { class: `ground framed ${ground}`, x: 3, y: 1, width: 22, height: 22 }),
        svg("text", { class: "count", x: 14, y: 17 }, sign),
      ),
    ),
  ];
}

/** @param {string} words */
function lineClass(words) {
  return words === "last line" ? "line is-drawn is-last" : "line is-free";
}

/**
 * @param {string} name
 * @param {...SVGElement} parts
 */
function sampleOf(name, ...parts) {
  return sample(28, "dots", svg("g", { class: name }, ...parts));
}

/**
 * @param {string} name
 * @param {number} y
 */
function stroke(name, y) {
  return svg("line", { class: name, x1: 2, x2: 26, y1: y, y2: y });
}
