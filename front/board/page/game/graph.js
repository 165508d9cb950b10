// @ts-check
// The graph of a game: the points that were made, the exact result where it is known, and below it
// what the law says of each position. A gap is what nobody knows.

import { fill, h, mark, svg } from "../dom.js";
import { signed } from "../words.js";

/** @typedef {import("./judging.js").Ply} Ply */
/**
 * @typedef {object} Curve  one value for each position of the line, null where there is none
 * @property {number[]} lead                    points of player 1 less those of player 2
 * @property {(number | null)[]} exact          the final margin of best play from here on
 * @property {("1" | "2" | "")[]} law           who is ahead by the law
 * @property {Set<number>} mistakes             plies that gave something away
 */

const WIDTH = 600;
const HEIGHT = 150;
const LEFT = 42;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 34;

export class Graph {
  /** @param {(ply: number) => void} onChoose called with the position that was clicked */
  constructor(onChoose) {
    this.svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph drawing", role: "img", id: "graph" });
    this._here = svg("line", { class: "graph-here", y1: TOP, y2: HEIGHT - BOTTOM + 18 });
    this._plies = 1;
    this.svg.addEventListener("click", (event) => onChoose(this._plyAt(event)));
  }

  /**
   * Draw the curves; everything is made anew, which happens when the game or what is known changes.
   * @param {Curve} curve
   * @param {string} words what the graph shows, for those who do not see it
   */
  draw(curve, words) {
    this._plies = Math.max(1, curve.lead.length - 1);
    mark(this.svg, "aria-label", words);
    const known = [...curve.lead, ...curve.exact.filter((value) => value !== null)];
    const most = Math.max(1, ...known.map(Math.abs));
    /** @param {number} value */
    const y = (value) => (TOP + HEIGHT - BOTTOM) / 2 - (value / most) * ((HEIGHT - BOTTOM - TOP) / 2);
    fill(
      this.svg, ...this._axis(most, y), this._law(curve.law),
      this._line(curve.lead, y, "graph-lead"), ...this._stretches(curve.exact, y), ...this._marks(curve, y), this._here,
    );
  }

  /** @param {number} ply the position that is shown */
  point(ply) {
    const x = this._x(ply);
    mark(this._here, "x1", x);
    mark(this._here, "x2", x);
  }

  /** @param {number} ply */
  _x(ply) {
    return LEFT + (ply / this._plies) * (WIDTH - LEFT - RIGHT);
  }

  /** @param {MouseEvent} event */
  _plyAt(event) {
    const { left, width } = this.svg.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    const ply = Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this._plies);
    return Math.min(this._plies, Math.max(0, ply));
  }

  /**
   * @param {number} most
   * @param {(value: number) => number} y
   */
  _axis(most, y) {
    const names = [most, 0, -most].map((value) => svg("text", { x: LEFT - 6, y: y(value) + 5, class: "graph-name" }, signed(value)));
    return [svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0), class: "graph-zero" }), ...names];
  }

  /**
   * @param {(number | null)[]} values
   * @param {(value: number) => number} y
   * @param {string} look
   */
  _line(values, y, look) {
    const points = values.flatMap((value, at) => (value === null ? [] : [`${this._x(at)},${y(value)}`]));
    return svg("polyline", { points: points.join(" "), class: look });
  }

  /**
   * Return the exact values as lines; each begins where something is known and ends where nothing is.
   * @param {(number | null)[]} values
   * @param {(value: number) => number} y
   */
  _stretches(values, y) {
    const lines = [];
    for (let from = 0; from < values.length; from++) {
      if (values[from] === null) continue;
      let to = from;
      while (to + 1 < values.length && values[to + 1] !== null) to++;
      const stretch = values.map((value, at) => (at < from || at > to ? null : value));
      lines.push(this._line(stretch, y, "graph-exact"));
      from = to;
    }
    return lines;
  }

  /** @param {("1" | "2" | "")[]} law */
  _law(law) {
    const step = (WIDTH - LEFT - RIGHT) / this._plies;
    const shown = law.flatMap((who, at) => (who === "" ? [] : [this._lawAt(who, at, step)]));
    return svg("g", { class: "graph-law" }, ...shown);
  }

  /**
   * Return a tile above or below the strip's middle: who is ahead is seen without colour.
   * @param {"1" | "2"} who
   * @param {number} at
   * @param {number} step
   */
  _lawAt(who, at, step) {
    const middle = HEIGHT - 14;
    return svg("rect", {
      x: this._x(at) - step / 2, width: Math.max(1, step - 1), height: 8,
      y: who === "1" ? middle - 9 : middle + 1, class: `graph-law-${who === "1" ? "one" : "two"}`,
    });
  }

  /**
   * @param {Curve} curve
   * @param {(value: number) => number} y
   */
  _marks({ mistakes, exact, lead }, y) {
    return [...mistakes].map((ply) => {
      const height = y(exact[ply] ?? lead[ply]);
      return svg("path", { d: `M${this._x(ply) - 5},${height - 12}h10l-5,9z`, class: "graph-mistake" });
    });
  }
}

/** Return what the lines and marks of the graph are. */
export function graphKey() {
  const sample = (/** @type {SVGElement} */ drawn, /** @type {string} */ words) =>
    h("span", {}, svg("svg", { viewBox: "0 0 22 12", class: "drawing", "aria-hidden": "true" }, drawn), words);
  return h(
    "p", { class: "graph-key" },
    sample(svg("path", { d: "M1,6h20", class: "graph-lead" }), "points so far"),
    sample(svg("path", { d: "M1,6h20", class: "graph-exact" }), "result of best play"),
    sample(svg("path", { d: "M6,1h10l-5,9z", class: "graph-mistake" }), "mistake"),
    sample(svg("rect", { x: 7, y: 2, width: 8, height: 8, class: "graph-law-one" }), "ahead: player 1"),
    sample(svg("rect", { x: 7, y: 2, width: 8, height: 8, class: "graph-law-two" }), "player 2"),
  );
}
