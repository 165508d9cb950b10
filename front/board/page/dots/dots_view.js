// @ts-check
// Dots and Boxes on the page: the grid, what is drawn over it, and how it is played.

import { edgesText } from "../../boards/texts/dots/lists.js";
import { byId, fill, h, mark, write } from "../dom.js";
import { sentence } from "../words.js";
import { dotsCommands } from "./dots_commands.js";
import { DotsDrawing } from "./dots_drawing.js";
import { afterLine, enterLine, stepOf } from "./dots_entry.js";
import { DOTS_LAYERS, dotsWants } from "./dots_layers.js";
import { dotsLegend } from "./dots_legend.js";
import { dotsSheetOf } from "./dots_sheet.js";
import { pastOf } from "./dots_history.js";
import { stateOf } from "./dots_states.js";
import { boxLabel, describeDots, lineLabel } from "./dots_words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../game_views.js").GameView} GameView */

/** @implements {GameView} */
export class DotsView {
  game = /** @type {const} */ ("dots");
  layers = DOTS_LAYERS;
  /** @type {DotsDrawing | null} */
  drawing = null;
  /** @type {App | null} */
  app = null;
  /** @type {import("./dots_sheet.js").DotsSheet | null} */
  sheet = null;
  /** @type {number | null} The column to which ways up and down keep. */
  column = null;
  /** The name of the chain or loop under the pointer, or that a panel points at. */
  pointed = "";

  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  build(host, app) {
    this.host = host;
    this.app = app;
    this.readout = h("p", { class: "readout quiet", id: "dots-readout" });
    fill(byId("palette"), this.readout);
    mark(byId("palette"), "aria-label", "What is pointed at");
  }

  /** @param {Scene} scene */
  draw(scene) {
    const sheet = dotsSheetOf(scene);
    this.sheet = sheet;
    this.drawingFor(sheet.state.grid).draw(sheet, scene.screen.cell, {
      line: (mark) => lineLabel(sheet, mark),
      box: (mark) => boxLabel(sheet, mark),
    });
    this.light();
  }

  /**
   * Return the drawing of a grid; another grid gets a new one.
   * @param {import("../../boards/grid.js").Grid} grid
   */
  drawingFor(grid) {
    if (this.drawing?.grid === grid && this.drawing.svg.isConnected) return this.drawing;
    this.drawing = new DotsDrawing(grid);
    listenTo(this.drawing, this);
    if (this.host) fill(this.host, this.drawing.svg);
    return this.drawing;
  }

  wants = dotsWants;
  describe = describeDots;

  legend() {
    return this.sheet ? dotsLegend(this.sheet) : [];
  }

  commands() {
    return dotsCommands(this);
  }

  /** @param {import("../../boards/grid.js").Line} move */
  moveText(move) {
    return move.join(" ");
  }

  step = stepOf;
  after = afterLine;

  /** @param {any} position */
  side(position) {
    const { toMove, scores, isOver } = stateOf(position);
    return { toMove, scores, isOver };
  }

  past = pastOf;

  /** Focus the chosen line, or the first one. */
  focus() {
    this.drawing?.lines[this.app?.store.screen.cell ?? 0]?.group.focus();
  }

  /**
   * Choose a line and focus it.
   * @param {number} edge
   */
  choose(edge) {
    this.app?.store.show({ cell: edge });
    this.drawing?.lines[edge]?.group.focus({ preventScroll: true });
  }

  /** @param {any} position */
  toText(position) {
    const state = stateOf(position);
    const isPlain = state.toMove === 1 && state.extraTurn && !state.owners.some(Boolean);
    return (isPlain ? edgesText(state) : JSON.stringify(position)).trim();
  }

  exportable() {
    if (!this.drawing) throw new Error("nothing is drawn yet");
    return this.drawing.svg;
  }

  /**
   * Point at a chain or loop by its name; "" at none.
   * @param {string} name
   */
  point(name) {
    if (name === this.pointed) return;
    this.pointed = name;
    this.light();
  }

  /** Light the chain or loop that is pointed at, or that of the chosen line, and say what it is. */
  light() {
    const { sheet, drawing } = this;
    if (!sheet || !drawing || !this.readout) return;
    const cell = this.app?.store.screen.cell ?? null;
    const chosen = cell === null ? undefined : sheet.lines[cell];
    const name = this.pointed || chosen?.string || "";
    const string = sheet.strings.find((one) => one.name === name);
    drawing.light(string?.name ?? "");
    const words =
      chosen && !this.pointed
        ? lineLabel(sheet, chosen)
        : string && `${string.name}: ${string.text}`;
    write(
      this.readout,
      words ? sentence(words) : "Point at a line, a chain or a loop, or go there by the arrows.",
    );
  }
}

/**
 * Let clicks draw lines, focus choose them, and the pointer light chains.
 * @param {DotsDrawing} drawing
 * @param {DotsView} view
 */
function listenTo(drawing, view) {
  const app = /** @type {App} */ (view.app);
  const edgeOf = (/** @type {Event} */ event) => {
    const group = /** @type {Element} */ (event.target).closest("[data-edge]");
    return group ? Number(/** @type {HTMLElement} */ (group).dataset.edge) : -1;
  };
  drawing.svg.addEventListener("focusin", (event) => {
    const edge = edgeOf(event);
    if (edge >= 0 && edge !== app.store.screen.cell) app.store.show({ cell: edge });
  });
  drawing.svg.addEventListener("click", (event) => {
    const edge = edgeOf(event);
    if (edge < 0) return;
    view.column = null;
    view.choose(edge);
    const isFree = !stateOf(app.store.node.position).isDrawn(edge);
    if (isFree || app.store.screen.mode === "setup") enterLine(app, edge);
  });
  drawing.svg.addEventListener("pointermove", (event) =>
    view.point(stringAt(drawing, view, event, edgeOf(event))),
  );
  drawing.svg.addEventListener("pointerleave", () => view.point(""));
}

/**
 * Return the name of the chain or loop under the pointer.
 * @param {DotsDrawing} drawing
 * @param {DotsView} view
 * @param {PointerEvent} event
 * @param {number} edge
 */
function stringAt(drawing, { sheet }, event, edge) {
  const ofLine = sheet?.lines[edge]?.string;
  if (ofLine) return ofLine;
  const matrix = drawing.svg.getScreenCTM()?.inverse();
  if (!matrix) return "";
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return sheet?.boxes[drawing.boxAt(x, y)]?.string ?? "";
}

/** The view of Dots and Boxes of this page. */
export const dotsView = new DotsView();
