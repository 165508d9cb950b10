// @ts-check
// The legend of a Sudoku board: an entry for each glyph that is drawn now, and for no other.

import { svg } from "../dom.js";
import { entriesFor, sample } from "../legends.js";
import { corners } from "./drawing.js";
import { solutionsWords } from "./marks.js";
import { pencilSample } from "./pencils.js";

/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../game_views.js").LegendEntry} LegendEntry */
/** @typedef {import("./marks.js").CellMark} CellMark */
/** @typedef {import("./marks.js").Pencil} Pencil */
/** @typedef {import("./marks.js").Sheet} Sheet */

/** @type {Pencil} */
const PLAIN = {
  value: 5,
  verdict: "open",
  rating: "",
  keeps: false,
  best: false,
  number: "",
  share: -1,
  words: "",
};

/** @type {readonly (readonly [(pencil: Pencil) => boolean, Partial<Pencil>, string])[]} */
const PENCILS = [
  [({ verdict }) => verdict === "safe", { verdict: "safe" }, "safe"],
  [({ verdict, rating }) => verdict === "bomb" && !rating, { verdict: "bomb" }, "bomb"],
  [({ verdict }) => verdict === "undecided", { verdict: "undecided" }, "not yet known"],
  [({ verdict }) => verdict === "taboo", { verdict: "taboo" }, "taboo"],
  [({ keeps }) => keeps, { keeps: true }, "keeps the tempo"],
  [({ best }) => best, { best: true }, "best move"],
  [({ rating }) => rating === "d", { verdict: "bomb", rating: "d" }, "direct bomb"],
  [({ rating }) => rating === "s", { verdict: "bomb", rating: "s" }, "bomb by singles"],
  [({ rating }) => rating === "p", { verdict: "bomb", rating: "p" }, "bomb by pairs"],
  [({ rating }) => rating === "c", { verdict: "bomb", rating: "c" }, "bomb by cases"],
];

/** @type {readonly (readonly [(mark: CellMark) => boolean, string, string, string])[]} */
const CELLS = [
  [({ forced }) => forced > 0, "", "forced", "forced cell"],
  [({ owner }) => owner === 1, "owner-1", "+", "filled by player 1"],
  [({ owner }) => owner === 2, "owner-2", "\u2212", "filled by player 2"],
  [({ last }) => last, "", "last", "last move"],
  [({ clash }) => clash, "clash", "clash", "clash"],
  [({ reach }) => reach === "one", "reach-one", "hatch-one", "only player 1 can ever play here"],
  [({ reach }) => reach === "two", "reach-two", "hatch-two", "only player 2 can ever play here"],
  [({ reach }) => reach === "dead", "reach-dead", "hatch-dead", "nobody can ever play here"],
  [({ open }) => open !== "", "", "open", "who may play here now"],
  [({ why }) => why.lit === "asked", "lit-asked", "\u25b8", "asked about"],
  [({ why }) => why.lit === "step", "lit-step", "step", "this step"],
  [({ why }) => why.lit === "because", "lit-because", "\u2022", "its reasons"],
  [({ why }) => why.lit === "end", "lit-end", "!", "no way out"],
  [({ why }) => why.core, "", "core", "smallest core"],
];

/**
 * Return the legend of what is drawn.
 * @param {Sheet} sheet
 * @param {Scene} scene
 * @returns {LegendEntry[]}
 */
export function legendOf(sheet, scene) {
  const pencils = sheet.cells.flatMap((cell) => cell.pencils);
  return [
    ...entriesFor(PENCILS, pencils, ([, change]) => pencilSample({ ...PLAIN, ...change })),
    ...entriesFor(CELLS, sheet.cells, ([, ground, glyph]) => cellSample(ground, glyph)),
    ...numberEntries(pencils, scene),
  ];
}

/**
 * Return what the small numbers are.
 * @param {readonly Pencil[]} pencils
 * @param {Scene} scene
 * @returns {LegendEntry[]}
 */
function numberEntries(pencils, scene) {
  if (pencils.some(({ share }) => share >= 0)) {
    const { solutions } = scene.answers.of("shares").value;
    const sample = pencilSample({ ...PLAIN, number: "40", share: 0.4 });
    return [{ sample, words: `percent of ${solutionsWords(solutions)}` }];
  }
  if (!pencils.some(({ number }) => number)) return [];
  const sample = pencilSample({ ...PLAIN, number: "+3" });
  return [{ sample, words: "points that its player gets more from here on" }];
}

/**
 * @param {string} ground
 * @param {string} glyph
 */
function cellSample(ground, glyph) {
  const back = svg("rect", { class: "ground framed", x: 1, y: 1, width: 22, height: 22, rx: 2 });
  return sample(24, "", svg("g", { class: `cell ${ground}` }, back, ...glyphOf(glyph)));
}

/**
 * @param {string} glyph
 */
function glyphOf(glyph) {
  switch (glyph) {
    case "forced":
      return [svg("path", { class: "forced", d: corners(4, 20, 5) })];
    case "core":
      return [svg("rect", { class: "core", x: 4, y: 4, width: 16, height: 16, rx: 3 })];
    case "step":
      return [svg("rect", { class: "step", x: 4, y: 4, width: 16, height: 16, rx: 3 })];
    case "last":
      return [svg("path", { class: "last", d: "M1 1H13L1 13Z" })];
    case "clash":
      return [svg("path", { class: "clash-mark", d: "M5 18H19" })];
    case "open":
      return [svg("text", { class: "open-to", x: 21, y: 20 }, "+\u2212")];
    case "":
      return [];
    default:
      if (glyph.startsWith("hatch"))
        return [svg("rect", { x: 1, y: 1, width: 22, height: 22, fill: `url(#${glyph})` })];
      return [svg("text", { class: "owner", x: 12, y: 17 }, glyph)];
  }
}
