// @ts-check
// Draws a sheet as SVG. Only cells that changed are drawn again. All colours are in style.css.

import { fill, mark, svg } from "../dom.js";
import { pencilMarks } from "./pencils.js";

/** @typedef {import("../../boards/shape.js").Shape} Shape */
/** @typedef {import("./marks.js").CellMark} CellMark */
/** @typedef {import("./marks.js").Sheet} Sheet */
/** @typedef {{group: SVGGElement, ground: SVGRectElement, inside: SVGGElement, drawn: string}} DrawnCell */

/** The side of a cell. */
const CELL = 72;

/** What stands in the corner of a lit cell, for those who see no colours. */
const LIT_SIGNS = { asked: "\u25b8", step: "", because: "\u2022", end: "!" };

/** A board of one shape. */
export class Drawing {
  /**
   * @param {Shape} shape
   */
  constructor(shape) {
    this.shape = shape;
    /** The room for the names of rows and columns, which are as large on every board. */
    this.edge = Math.round(16 + 1.6 * shape.size);
    const side = shape.size * CELL + this.edge + 4;
    this.rows = shape.rows.map((_, row) => svg("g", { role: "row", "aria-label": `row ${row + 1}` }));
    /** @type {DrawnCell[]} */
    this.cells = Array.from({ length: shape.cells }, (_, cell) => this.makeCell(cell));
    this.cells.forEach(({ group }, cell) => this.rows[shape.row(cell)].append(group));
    this.names = svg("g", { "aria-hidden": "true", class: "names" });
    /** @type {boolean | null} */
    this.isFromOne = null;
    this.marker = svg("rect", { class: "chosen", width: CELL - 4, height: CELL - 4, rx: 6 });
    this.svg = svg(
      "svg",
      {
        class: "drawing sudoku",
        viewBox: `0 0 ${side} ${side}`,
        role: "grid",
        id: "grid",
        tabindex: "-1", // browsers stop at drawings that listen to the focus
        "aria-label": `${shape} Sudoku board`,
        "aria-rowcount": shape.size,
        "aria-colcount": shape.size,
        dataset: { size: shape.size },
        style: `--n:${shape.size}`,
      },
      patterns(),
      svg("rect", { class: "paper", width: side, height: side, "aria-hidden": "true" }),
      ...this.rows,
      this.lines(),
      this.names,
      svg("g", { "aria-hidden": "true", class: "over" }, this.marker),
    );
  }

  /**
   * Return the left upper corner of a cell.
   * @param {number} cell
   * @returns {[number, number]}
   */
  corner(cell) {
    return [this.edge + this.shape.column(cell) * CELL, this.edge + this.shape.row(cell) * CELL];
  }

  /**
   * @param {number} cell
   * @returns {DrawnCell}
   */
  makeCell(cell) {
    const [x, y] = this.corner(cell);
    const ground = svg("rect", { class: "ground", width: CELL, height: CELL });
    const inside = svg("g", { "aria-hidden": "true" });
    const [row, column] = this.shape.coordinates(cell);
    const group = svg(
      "g",
      {
        role: "gridcell",
        transform: `translate(${x} ${y})`,
        tabindex: "-1",
        id: `cell-${cell}`,
        "aria-rowindex": row + 1,
        "aria-colindex": column + 1,
        dataset: { cell: `${row},${column}` },
      },
      ground,
      inside,
    );
    return { group, ground, inside, drawn: "" };
  }

  /** Draw the thin lines of the cells and the strong ones of the boxes. */
  lines() {
    const { size, m, n } = this.shape;
    const near = this.edge;
    const far = near + size * CELL;
    const lines = svg("g", { "aria-hidden": "true", class: "lines" });
    /** @param {boolean} isStrong */
    const add = (isStrong) => {
      const kind = isStrong ? "strong" : "thin";
      for (let at = 0; at <= size; at++) {
        const place = near + at * CELL;
        if ((at % n === 0) === isStrong)
          lines.append(svg("line", { class: kind, x1: place, x2: place, y1: near, y2: far }));
        if ((at % m === 0) === isStrong)
          lines.append(svg("line", { class: kind, y1: place, y2: place, x1: near, x2: far }));
      }
    };
    add(false);
    add(true);
    return lines;
  }

  /**
   * Name rows and columns: r1 and c1, or by their numbers from 0.
   * @param {boolean} fromOne
   */
  nameLines(fromOne) {
    if (this.isFromOne === fromOne) return;
    this.isFromOne = fromOne;
    const name = (/** @type {string} */ letter, /** @type {number} */ at) =>
      fromOne ? `${letter}${at + 1}` : String(at);
    const names = Array.from({ length: this.shape.size }, (_, at) => {
      const middle = this.edge + (at + 0.5) * CELL;
      const size = Math.round(this.edge * 0.47);
      return [
        svg("text", { class: "name", "font-size": size, x: middle, y: this.edge * 0.7 }, name("c", at)),
        svg(
          "text",
          { class: "name", "font-size": size, x: this.edge * 0.48, y: middle + size * 0.36 },
          name("r", at),
        ),
      ];
    });
    fill(this.names, ...names.flat());
  }

  /**
   * Draw what the cells show; return whether that was all, or time was up before.
   * @param {Sheet} sheet
   * @param {number | null} chosen  the chosen cell
   * @param {{value: number | null, pending: string, label: (cell: number, mark: CellMark) => string}} more
   * @param {number} [until]  on the clock of the page
   */
  draw(sheet, chosen, more, until = Infinity) {
    const focusable = chosen ?? 0;
    let isAll = true;
    sheet.cells.forEach((shown, cell) => {
      const isChosen = cell === chosen;
      const pending = isChosen ? more.pending : "";
      const value = isChosen ? more.value : null;
      const key = keyOf(shown, pending, value);
      const drawn = this.cells[cell];
      mark(drawn.group, "tabindex", cell === focusable ? "0" : "-1");
      mark(drawn.group, "aria-selected", String(isChosen));
      if (drawn.drawn === key) return;
      if (!isChosen && performance.now() > until) {
        isAll = false;
        return;
      }
      drawn.drawn = key;
      this.drawCell(drawn, shown, pending, value);
      mark(drawn.group, "aria-label", more.label(cell, shown));
    });
    mark(this.marker, "visibility", chosen === null ? "hidden" : null);
    if (chosen !== null) {
      const [x, y] = this.corner(chosen);
      mark(this.marker, "x", x + 2);
      mark(this.marker, "y", y + 2);
    }
    return isAll;
  }

  /**
   * @param {DrawnCell} drawn
   * @param {CellMark} shown
   * @param {string} pending
   * @param {number | null} value
   */
  drawCell(drawn, shown, pending, value) {
    mark(drawn.group, "class", classOf(shown));
    /** @type {import("../dom.js").Child[]} */
    const parts = [...backOf(shown), ...framesOf(shown)];
    if (pending) parts.push(svg("text", { class: "pending", x: CELL / 2, y: CELL / 2 + 14 }, `${pending}_`));
    else if (shown.value) parts.push(...valueOf(shown));
    else if (shown.why.trial)
      parts.push(svg("text", { class: "trial", x: CELL / 2, y: CELL / 2 + 13 }, shown.why.trial));
    else parts.push(...pencilMarks(this.shape, shown.pencils, value));
    if (shown.why.number)
      parts.push(svg("text", { class: "step-number", x: CELL - 6, y: 15 }, shown.why.number));
    fill(drawn.inside, ...parts);
  }
}

/**
 * Return a text that differs where the drawings differ.
 * @param {CellMark} shown
 * @param {string} pending
 * @param {number | null} value
 */
function keyOf({ pencils, why, ...rest }, pending, value) {
  const words = pencils.map((pencil) => pencil.words).join();
  return [pending, value, words, Object.values(why).join(), Object.values(rest).join()].join("|");
}

/** Hatchings, for those who see no colours and for paper. */
function patterns() {
  const hatch = (/** @type {string} */ id, /** @type {string} */ d) =>
    svg(
      "pattern",
      {
        id,
        width: 8,
        height: 8,
        patternUnits: "userSpaceOnUse",
      },
      svg("path", { class: "hatch", d }),
    );
  return svg(
    "defs",
    { "aria-hidden": "true" },
    hatch("hatch-one", "M-2 2L2 -2M0 8L8 0M6 10L10 6"),
    hatch("hatch-two", "M-2 6L2 10M0 0L8 8M6 -2L10 2"),
    hatch("hatch-dead", "M0 0L8 8M0 8L8 0"),
  );
}

/**
 * @param {CellMark} shown
 */
function classOf({ value, given, owner, clash, reach, why }) {
  return [
    "cell",
    value ? (given ? "given" : `owner-${owner}`) : "empty",
    clash && "clash",
    reach && `reach-${reach}`,
    why.lit && `lit-${why.lit}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * @param {CellMark} shown
 */
function backOf({ reach, last, clash, open, why }) {
  return [
    reach && svg("rect", { width: CELL, height: CELL, fill: `url(#hatch-${reach})` }),
    last && svg("path", { class: "last", d: "M1 1H14L1 14Z" }),
    clash && svg("path", { class: "clash-mark", d: `M8 ${CELL - 8}H${CELL - 8}` }),
    why.lit && svg("text", { class: "lit-sign", x: 10, y: 17 }, LIT_SIGNS[why.lit]),
    open && svg("text", { class: "open-to", x: CELL - 4, y: CELL - 5 }, open),
  ];
}

/**
 * @param {CellMark} shown
 */
function framesOf({ forced, why }) {
  const frame = (/** @type {string} */ name, /** @type {number} */ inset) =>
    svg("rect", {
      class: name,
      x: inset,
      y: inset,
      width: CELL - 2 * inset,
      height: CELL - 2 * inset,
      rx: 5,
    });
  return [
    forced > 0 && svg("path", { class: "forced", d: corners(3.5, CELL - 3.5, 13) }),
    why.core && frame("core", 5),
    why.lit === "step" && frame("step", 2.5),
  ];
}

/**
 * Return the path of a frame of four corners.
 * @param {number} near
 * @param {number} far
 * @param {number} arm
 */
export function corners(near, far, arm) {
  const [out, back] = [near + arm, far - arm];
  return `M${near} ${out}V${near}H${out}M${back} ${near}H${far}V${out}M${far} ${back}V${far}H${back}M${out} ${far}H${near}V${back}`;
}

/**
 * @param {CellMark} shown
 */
function valueOf({ value, owner }) {
  const wide = value > 9 ? " wide" : "";
  return [
    svg("text", { class: `value${wide}`, x: CELL / 2, y: CELL / 2 + (wide ? 13 : 15) }, value),
    owner > 0 && svg("text", { class: "owner", x: CELL - 11, y: 19 }, owner === 1 ? "+" : "\u2212"),
  ];
}
