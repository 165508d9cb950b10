// @ts-check
// Draws the candidates of a cell: digits with what is said of them. One glyph has one meaning:
// a stroke is a bomb, a cross is taboo, a ring keeps the tempo, a filled plate is the best move.

import { svg } from "../dom.js";

/** @typedef {import("../../boards/shape.js").Shape} Shape */
/** @typedef {import("./marks.js").Pencil} Pencil */

const PAD = 6;
const ROOM = 60;

/**
 * Return the drawing of a cell's candidates, each at its place.
 * @param {Shape} shape
 * @param {readonly Pencil[]} pencils
 * @param {number | null} chosen  the chosen value
 */
export function pencilMarks(shape, pencils, chosen) {
  const { m, n } = shape;
  const [width, height] = [ROOM / n, ROOM / m];
  return pencils.map((pencil) => {
    const row = Math.floor((pencil.value - 1) / n);
    const column = (pencil.value - 1) % n;
    const place = `translate(${PAD + (column + 0.5) * width} ${PAD + (row + 0.5) * height})`;
    return svg("g", {
      class: classOf(pencil, chosen), transform: place, dataset: { value: pencil.value },
    }, ...drawn(pencil, width, height, pencil.value === chosen));
  });
}

/**
 * Return the drawing of one candidate for a legend.
 * @param {Pencil} pencil
 */
export function pencilSample(pencil) {
  const group = svg("g", { class: classOf(pencil, null), transform: "translate(12 12)" }, ...drawn(pencil, 20, 20, false));
  return svg("svg", { class: "drawing sample", viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" }, group);
}

/**
 * @param {Pencil} pencil
 * @param {number | null} chosen
 */
function classOf({ verdict, keeps, best, value }, chosen) {
  return ["pencil", verdict, keeps && "keeps", best && "best", value === chosen && "picked"].filter(Boolean).join(" ");
}

/**
 * @param {Pencil} pencil
 * @param {number} width
 * @param {number} height
 * @param {boolean} isPicked
 */
function drawn(pencil, width, height, isPicked) {
  const { value, verdict, rating, keeps, best, number, share } = pencil;
  const size = sizeOf(value, width, height, Boolean(number));
  const middle = number ? -height * 0.16 : 0;
  const reach = Math.min(width, height) * 0.38;
  return [
    svg("rect", { class: "touch", x: -width / 2, y: -height / 2, width, height }),
    share > 0 && bar(share, width, height),
    (best || isPicked) && svg("rect", { class: "plate", x: -width / 2 + 1, y: -height / 2 + 0.5, width: width - 2, height: height - 1, rx: 3 }),
    keeps && svg("circle", { class: "ring", cy: middle, r: reach * 1.14 }),
    svg("text", { class: "digit", y: middle + size * 0.36, "font-size": size }, value),
    verdict === "bomb" && svg("path", { class: "strike", d: `M${-reach} ${middle + reach}L${reach} ${middle - reach}` }),
    verdict === "taboo" && svg("path", { class: "strike", d: `M${-reach} ${middle + reach}L${reach} ${middle - reach}M${-reach} ${middle - reach}L${reach} ${middle + reach}` }),
    letterOf(verdict, rating) && svg("text", { class: "letter", x: width * 0.4, y: middle - size * 0.12, "font-size": size * 0.62 }, letterOf(verdict, rating)),
    number && svg("text", { class: "number", y: height * 0.46, "font-size": numberSize(number, width, height) }, number),
  ];
}

/**
 * @param {string} verdict
 * @param {string} rating
 */
function letterOf(verdict, rating) {
  return rating || (verdict === "undecided" ? "?" : "");
}

/**
 * @param {number} share
 * @param {number} width
 * @param {number} height
 */
function bar(share, width, height) {
  const tall = (height - 2) * share;
  return svg("rect", { class: "share", x: -width / 2 + 1, y: height / 2 - 1 - tall, width: width - 2, height: tall, rx: 1.5 });
}

/**
 * @param {number} value
 * @param {number} width
 * @param {number} height
 * @param {boolean} hasNumber
 */
function sizeOf(value, width, height, hasNumber) {
  const size = Math.min(width / (value > 9 ? 1.25 : 0.95), height / (hasNumber ? 1.6 : 1.15));
  return Math.min(16, Math.round(size * 10) / 10);
}

/**
 * @param {string} number
 * @param {number} width
 * @param {number} height
 */
function numberSize(number, width, height) {
  return Math.round(Math.min(height * 0.42, (width * 1.75) / Math.max(3, number.length)) * 10) / 10;
}
