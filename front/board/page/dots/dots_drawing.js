// @ts-check
// Draws a sheet of Dots and Boxes as SVG. Only lines and boxes that changed are drawn again. All
// colours are in style.css.
//
// Every line can be hit in a diamond between its dots and the middles of the boxes beside it: the
// diamonds fill the grid, so that the nearest line is the one that is meant.

import { fill, mark, svg } from "../dom.js";
import { itemsOf } from "./dots_glyphs.js";

/** @typedef {import("../../boards/grid.js").Grid} Grid */
/** @typedef {import("./dots_sheet.js").DotsSheet} DotsSheet */
/** @typedef {import("./dots_sheet.js").LineMark} LineMark */
/** @typedef {import("./dots_sheet.js").BoxMark} BoxMark */
/** @typedef {import("./dots_sheet.js").StringMark} StringMark */
/** @typedef {{group: SVGGElement, inside: SVGGElement, drawn: string}} DrawnLine */
/** @typedef {{group: SVGGElement, ground: SVGRectElement, inside: SVGGElement, drawn: string}} DrawnBox */
/** @typedef {{line: (mark: LineMark) => string, box: (mark: BoxMark) => string}} Labels */

/** From a dot to the next, and the room for the numbers of rows and columns. */
export const STEP = 72;
const EDGE = 48;
const END = 16;
/** Where several signs stand on a line, from its middle: the sign first, then a number. */
const ACROSS = [-19, 13];
const DOWN = [-13, 12];

export class DotsDrawing {
  /** @param {Grid} grid */
  constructor(grid) {
    this.grid = grid;
    /** @type {DrawnLine[]} */
    this.lines = grid.lines.map((_, edge) => this.makeLine(edge));
    /** @type {DrawnBox[]} */
    this.boxes = grid.sidesOf.map((_, box) => this.makeBox(box));
    this.traces = svg("g", { class: "traces", "aria-hidden": "true" });
    this.marker = svg("rect", { class: "chosen", visibility: "hidden" });
    const width = EDGE + grid.columns * STEP + END,
      height = EDGE + grid.rows * STEP + END;
    this.svg = svg(
      "svg",
      {
        class: "drawing dots",
        viewBox: `0 0 ${width} ${height}`,
        role: "grid",
        id: "grid",
        tabindex: "-1", // browsers stop at drawings that listen to the focus
        "aria-label": `Dots and Boxes, ${grid} boxes`,
        style: `max-width: ${Math.round(1.7 * width)}px; --n: ${grid.columns}; --rows: ${grid.rows}`,
        dataset: { size: String(grid) },
      },
      svg("rect", { class: "paper", width, height, "aria-hidden": "true" }),
      svg("g", { "aria-hidden": "true" }, ...this.boxes.map(({ ground }) => ground)),
      this.traces,
      ...this.rows(),
      this.dots(),
      this.names(),
      svg("g", { class: "over", "aria-hidden": "true" }, this.marker),
    );
    this.lit = "";
  }

  /**
   * Return the place of a dot.
   * @param {number} row
   * @param {number} column
   * @returns {[number, number]}
   */
  dot(row, column) {
    return [EDGE + column * STEP, EDGE + row * STEP];
  }

  /**
   * Return the ends of an edge.
   * @param {number} edge
   * @returns {[number, number, number, number]}
   */
  ends(edge) {
    const [kind, row, column] = this.grid.lines[edge];
    const [x, y] = this.dot(row, column);
    return kind === "h" ? [x, y, x + STEP, y] : [x, y, x, y + STEP];
  }

  /**
   * @param {number} edge
   * @returns {[number, number]}
   */
  middle(edge) {
    const [x1, y1, x2, y2] = this.ends(edge);
    return [(x1 + x2) / 2, (y1 + y2) / 2];
  }

  /**
   * @param {number} box
   * @returns {[number, number]}
   */
  middleOfBox(box) {
    const [row, column] = this.grid.place(box);
    const [x, y] = this.dot(row, column);
    return [x + STEP / 2, y + STEP / 2];
  }

  /**
   * Return the box at a place of the drawing; -1 beside the grid.
   * @param {number} x
   * @param {number} y
   */
  boxAt(x, y) {
    const { rows, columns } = this.grid;
    const row = Math.floor((y - EDGE) / STEP),
      column = Math.floor((x - EDGE) / STEP);
    return row < 0 || column < 0 || row >= rows || column >= columns ? -1 : row * columns + column;
  }

  /**
   * @param {number} edge
   * @returns {DrawnLine}
   */
  makeLine(edge) {
    const [x1, y1, x2, y2] = this.ends(edge),
      [x, y] = this.middle(edge),
      half = STEP / 2;
    const across = y1 === y2 ? [x, y - half, x, y + half] : [x + half, y, x - half, y];
    const inside = svg("g", { "aria-hidden": "true" });
    const group = svg(
      "g",
      {
        role: "gridcell",
        class: "line",
        tabindex: "-1",
        id: `line-${edge}`,
        dataset: { line: this.grid.lines[edge].join(","), edge },
      },
      svg("path", {
        class: "touch",
        d: `M${x1} ${y1}L${across[0]} ${across[1]}L${x2} ${y2}L${across[2]} ${across[3]}Z`,
      }),
      inside,
    );
    return { group, inside, drawn: "" };
  }

  /**
   * @param {number} box
   * @returns {DrawnBox}
   */
  makeBox(box) {
    const [x, y] = this.middleOfBox(box),
      half = STEP / 2;
    const place = { x: x - half, y: y - half, width: STEP, height: STEP };
    const inside = svg("g", { "aria-hidden": "true" });
    const group = svg(
      "g",
      { role: "gridcell", class: "box", dataset: { box: this.grid.place(box).join(",") } },
      svg("rect", { class: "touch", ...place }),
      inside,
    );
    return { group, ground: svg("rect", { class: "ground", ...place }), inside, drawn: "" };
  }

  /** Return the rows of the grid: lines, then walls and boxes, and so on. */
  rows() {
    const { rows, columns, horizontals } = this.grid;
    return Array.from({ length: 2 * rows + 1 }, (_, at) => {
      const row = Math.floor(at / 2);
      const lines =
        at % 2
          ? this.lines.slice(horizontals + row * (columns + 1)).slice(0, columns + 1)
          : this.lines.slice(row * columns, (row + 1) * columns);
      const cells = lines.flatMap(({ group }, column) =>
        at % 2 && column < columns ? [group, this.boxes[row * columns + column].group] : [group],
      );
      return svg("g", { role: "row" }, ...cells);
    });
  }

  dots() {
    const { rows, columns } = this.grid;
    const all = Array.from({ length: (rows + 1) * (columns + 1) }, (_, at) => {
      const [cx, cy] = this.dot(Math.floor(at / (columns + 1)), at % (columns + 1));
      return svg("circle", { class: "dot", cx, cy, r: 5.5 });
    });
    return svg("g", { class: "over", "aria-hidden": "true" }, ...all);
  }

  /** Number the lines as in moves: h by boxes above and dots beside, v the other way round. */
  names() {
    const { rows, columns } = this.grid;
    const name = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
      svg("text", { class: "name", x, y }, text);
    const above = Array.from({ length: columns + 1 }, (_, at) => {
      const [x] = this.dot(0, at);
      return [
        name(`v${at}`, x, EDGE - 16),
        at < columns && name(`h${at}`, x + STEP / 2, EDGE - 28),
      ];
    });
    const beside = Array.from({ length: rows + 1 }, (_, at) => {
      const [, y] = this.dot(at, 0);
      return [
        name(`h${at}`, EDGE - 26, y + 5),
        at < rows && name(`v${at}`, EDGE - 26, y + STEP / 2 + 5),
      ];
    });
    return svg("g", { class: "names", "aria-hidden": "true" }, ...above.flat(), ...beside.flat());
  }

  /**
   * Draw what the lines and boxes show.
   * @param {DotsSheet} sheet
   * @param {number | null} chosen the chosen edge
   * @param {Labels} labels
   */
  draw(sheet, chosen, labels) {
    const most = sheet.boxes.filter(({ complete }) => !complete).length;
    sheet.lines.forEach((shown, edge) => {
      const drawn = this.lines[edge];
      mark(drawn.group, "tabindex", edge === (chosen ?? 0) ? "0" : "-1");
      mark(drawn.group, "aria-selected", String(edge === chosen));
      const label = labels.line(shown);
      mark(drawn.group, "aria-label", label);
      this.again(drawn, JSON.stringify([shown, most]), () => this.drawLine(drawn, shown, most));
    });
    sheet.boxes.forEach((shown, box) => {
      const drawn = this.boxes[box];
      mark(drawn.group, "aria-label", labels.box(shown));
      this.again(drawn, JSON.stringify(shown), () => this.drawBox(drawn, shown));
    });
    fill(this.traces, ...sheet.strings.map((one) => this.trace(one)));
    this.choose(chosen);
    this.light(this.lit);
  }

  /**
   * @param {{drawn: string}} drawn
   * @param {string} key
   * @param {() => void} draw
   */
  again(drawn, key, draw) {
    if (drawn.drawn === key) return;
    drawn.drawn = key;
    draw();
  }

  /**
   * @param {DrawnLine} drawn
   * @param {LineMark} shown
   * @param {number} most
   */
  drawLine({ group, inside }, shown, most) {
    const [x1, y1, x2, y2] = this.ends(shown.edge),
      [x, y] = this.middle(shown.edge);
    const stroke = (/** @type {string} */ name, dx = 0, dy = 0) =>
      svg("line", { class: name, x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy });
    mark(
      group,
      "class",
      ["line", shown.drawn ? "is-drawn" : "is-free", shown.last && "is-last"]
        .filter(Boolean)
        .join(" "),
    );
    mark(group, "data-string", shown.string || null);
    if (shown.drawn) {
      fill(
        inside,
        stroke("edge"),
        shown.last && svg("circle", { class: "last-sign", cx: x, cy: y, r: 6 }),
      );
      return;
    }
    const [dx, dy] = y1 === y2 ? [0, 2.5] : [2.5, 0];
    const edges = shown.keeps
      ? [stroke("keep", dx, dy), stroke("keep", -dx, -dy)]
      : [stroke("edge")];
    const items = itemsOf(shown, most);
    const placed = items.map((item, at) => {
      if (items.length === 1) return item(x, y);
      return y1 === y2 ? item(x + ACROSS[at], y) : item(x, y + DOWN[at]);
    });
    fill(inside, ...edges, ...placed);
  }

  /**
   * @param {DrawnBox} drawn
   * @param {BoxMark} shown
   */
  drawBox({ group, ground, inside }, shown) {
    const [x, y] = this.middleOfBox(shown.box);
    const owner = shown.complete
      ? `owner-${shown.owner}`
      : shown.string
        ? `tint-${shown.tint}`
        : shown.joint
          ? "joint"
          : "";
    mark(ground, "class", `ground ${owner}`);
    mark(ground, "data-string", shown.string || null);
    mark(group, "data-string", shown.string || null);
    const sign = shown.complete
      ? ["?", "+", "\u2212"][shown.owner]
      : shown.joint
        ? "\u2217"
        : shown.string;
    fill(
      inside,
      sign &&
        svg(
          "text",
          { class: shown.complete ? "box-owner" : "box-name", x, y: y + (shown.complete ? 10 : 8) },
          sign,
        ),
    );
  }

  /**
   * Return the trace of a chain or loop through the middles of its boxes and lines.
   * @param {StringMark} one
   */
  trace(one) {
    const boxes = one.boxes.map((box) => this.middleOfBox(box));
    const edges = one.edges.map((edge) => this.middle(edge));
    const isClosed = one.loop && !one.opened;
    const points = one.opened || isClosed ? woven(boxes, edges) : woven(edges, boxes);
    if (isClosed) points.push(boxes[0]);
    return svg("polyline", {
      class: `trace tint-${one.tint}${one.long ? " long" : ""}`,
      "data-string": one.name,
      points: points.map((point) => point.join(",")).join(" "),
    });
  }

  /** @param {number | null} edge */
  choose(edge) {
    mark(this.marker, "visibility", edge === null ? "hidden" : null);
    if (edge === null) return;
    const [x1, y1, x2, y2] = this.ends(edge);
    for (const [name, value] of [
      ["x", x1 - 8],
      ["y", y1 - 8],
      ["width", x2 - x1 + 16],
      ["height", y2 - y1 + 16],
      ["rx", 8],
    ]) {
      mark(this.marker, String(name), value);
    }
  }

  /**
   * Light a chain or loop by its name; "" lights none.
   * @param {string} name
   */
  light(name) {
    this.lit = name;
    mark(this.svg, "data-lit", name || null);
    for (const element of this.svg.querySelectorAll("[data-string]")) {
      element.classList.toggle("lit", name !== "" && element.getAttribute("data-string") === name);
    }
  }
}

/**
 * Return the points of both lists alternately, those of the first list first.
 * @param {[number, number][]} first
 * @param {[number, number][]} second
 */
function woven(first, second) {
  return first.flatMap((point, at) => (second[at] ? [point, second[at]] : [point]));
}
