// @ts-check
// Draws the candidates of a cell: digits with what is said of them. One glyph has one meaning:
// a stroke is a bomb, a cross is taboo, a ring keeps the tempo, a filled plate is the best move.
// A board of 25 values has 15,625 candidates, so a plain one is a single element.

import { svg } from "../dom.js";
import { sample } from "../legends.js";

/** @typedef {import("../../boards/shape.js").Shape} Shape */
/** @typedef {import("./marks.js").Pencil} Pencil */
/** @typedef {{x: number, y: number, width: number, height: number}} Place  the middle, and the room */

const PAD = 6;
const ROOM = 60;

/**
 * Return the drawing of a cell's candidates, each at its place.
 * @param {Shape} shape
 * @param {readonly Pencil[]} pencils
 * @param {number | null} chosen  the chosen value
 */
export function pencilMarks(shape, pencils, chosen) {
  return pencils.flatMap((pencil) => drawn(pencil, placeOf(shape, pencil.value), pencil.value === chosen));
}

/**
 * Return where a value stands in a cell.
 * @param {Shape} shape
 * @param {number} value
 * @returns {Place}
 */
function placeOf({ m, n }, value) {
  const [width, height] = [ROOM / n, ROOM / m];
  const [row, column] = [Math.floor((value - 1) / n), (value - 1) % n];
  return { x: PAD + (column + 0.5) * width, y: PAD + (row + 0.5) * height, width, height };
}

/**
 * Return the value that stands at a point of a cell.
 * @param {Shape} shape
 * @param {number} x
 * @param {number} y
 */
export function valueAt({ m, n }, x, y) {
  const at = (/** @type {number} */ part, /** @type {number} */ count) =>
    Math.max(0, Math.min(count - 1, Math.floor(((part - PAD) / ROOM) * count)));
  return at(y, m) * n + at(x, n) + 1;
}

/**
 * Return the drawing of one candidate for a legend.
 * @param {Pencil} pencil
 */
export function pencilSample(pencil) {
  return sample(24, "", ...drawn(pencil, { x: 12, y: 12, width: 20, height: 20 }, false));
}

/**
 * @param {Pencil} pencil
 * @param {Place} place
 * @param {boolean} isPicked
 * @returns {SVGElement[]}
 */
function drawn(pencil, place, isPicked) {
  const { value, verdict, keeps, best, number, share } = pencil;
  const { x, height } = place;
  const middle = place.y - (number ? height * 0.16 : 0);
  const size = sizeOf(value, place, Boolean(number));
  const look = best ? `${verdict} best` : verdict;
  /** @type {SVGElement[]} */
  const parts = [
    svg(
      "text",
      { class: `digit ${look}`, x, y: round(middle + size * 0.36), "font-size": size, "data-value": value },
      value,
    ),
  ];
  if (best || isPicked) parts.unshift(plate(place, best, isPicked));
  if (share > 0) parts.unshift(bar(share, place));
  const reach = Math.min(place.width, height) * 0.38;
  if (keeps) parts.push(svg("circle", { class: "ring", cx: x, cy: round(middle), r: round(reach * 1.14) }));
  const strokes = strokesOf(verdict, x, middle, reach);
  if (strokes) parts.push(svg("path", { class: `strike ${look}`, d: strokes }));
  const letter = pencil.rating || (verdict === "undecided" ? "?" : "");
  if (letter) {
    const corner = { x: round(x + place.width * 0.4), y: round(middle - size * 0.12) };
    parts.push(small(`letter ${look}`, corner, round(size * 0.62), letter));
  }
  if (number) {
    const foot = { x, y: round(place.y + height * 0.46) };
    parts.push(small(`number ${look}`, foot, numberSize(number, place), number));
  }
  return parts;
}

/**
 * Return the text beside or below a digit.
 * @param {string} look
 * @param {{x: number, y: number}} at
 * @param {number} size
 * @param {string} words
 */
function small(look, at, size, words) {
  return svg("text", { class: look, ...at, "font-size": size }, words);
}

/**
 * Return the strokes through a digit: one for a bomb, two for what is taboo.
 * @param {string} verdict
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 */
function strokesOf(verdict, x, y, reach) {
  const [left, right, above, below] = [x - reach, x + reach, y - reach, y + reach].map(round);
  const rising = `M${left} ${below}L${right} ${above}`;
  return { bomb: rising, taboo: `${rising}M${left} ${above}L${right} ${below}` }[verdict] ?? "";
}

/**
 * @param {Place} place
 * @param {boolean} isBest
 * @param {boolean} isPicked
 */
function plate({ x, y, width, height }, isBest, isPicked) {
  const kind = `plate${isBest ? " best" : ""}${isPicked ? " picked" : ""}`;
  return svg("rect", {
    class: kind,
    x: round(x - width / 2 + 1),
    y: round(y - height / 2 + 0.5),
    width: width - 2,
    height: height - 1,
    rx: 3,
  });
}

/**
 * @param {number} share
 * @param {Place} place
 */
function bar(share, { x, y, width, height }) {
  const tall = round((height - 2) * share);
  return svg("rect", {
    class: "share",
    x: round(x - width / 2 + 1),
    y: round(y + height / 2 - 1 - tall),
    width: width - 2,
    height: tall,
    rx: 1.5,
  });
}

/**
 * @param {number} value
 * @param {Place} place
 * @param {boolean} hasNumber
 */
function sizeOf(value, { width, height }, hasNumber) {
  return round(Math.min(16, width / (value > 9 ? 1.5 : 0.95), height / (hasNumber ? 1.6 : 1.15)));
}

/**
 * @param {string} number
 * @param {Place} place
 */
function numberSize(number, { width, height }) {
  return round(Math.min(height * 0.42, (width * 1.75) / Math.max(3, number.length)));
}

/**
 * @param {number} length
 */
function round(length) {
  return Math.round(length * 10) / 10;
}
