// @ts-check
// Competitive Sudoku on the page: the board, what is drawn over it, and how it is played.

import { moveText } from "../../boards/moves.js";
import { Shape } from "../../boards/shape.js";
import { lineText } from "../../boards/texts/sudoku/line.js";
import { fill } from "../dom.js";
import { boardCommands } from "./board_commands.js";
import { Drawing } from "./drawing.js";
import { Entry, afterMove, stepOf } from "./entry.js";
import { legendOf } from "./legend.js";
import { sheetOf } from "./marks.js";
import { valueAt } from "./pencils.js";
import { makePalette } from "./palette.js";
import { stateOf } from "./states.js";
import { LAYERS, wantsOf } from "./sudoku_layers.js";
import { describe, labelOf } from "./words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../game_views.js").GameView} GameView */
/** @typedef {import("./marks.js").CellMark} CellMark */

/** Milliseconds for the cells of a drawing: on a board of 25 values all of them take a second. */
const SLICE = 40;

/** @implements {GameView} */
export class SudokuView {
  game = /** @type {const} */ ("sudoku");
  layers = LAYERS;
  /** @type {Drawing | null} */
  drawing = null;
  /** @type {App | null} */
  app = null;

  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  build(host, app) {
    this.host = host;
    this.app = app;
    this.entry = new Entry(app);
    this.drawPalette = makePalette(app, this.entry);
  }

  /** @param {Scene} scene */
  draw(scene) {
    const sheet = sheetOf(scene);
    const drawing = this.drawingFor(sheet.state.shape);
    // Explanations speak of r1c1 in both notations, as everywhere in Bombe.
    drawing.nameLines(scene.settings.notation === "r1c1" || scene.screen.why !== null);
    const { cell, value } = scene.screen;
    const more = {
      value,
      pending: this.entry?.pending ?? "",
      label: (/** @type {number} */ at, /** @type {CellMark} */ mark) => labelOf(sheet.state, at, mark),
    };
    this.drawRest = () => drawing.draw(sheet, cell, more);
    // Cells of a large board that are left are drawn in the next frames.
    if (!drawing.draw(sheet, cell, more, performance.now() + SLICE)) this.app?.drawSoon();
    this.sheet = sheet;
    this.drawPalette?.(scene);
  }

  /**
   * Return the drawing of a shape; another shape gets a new one.
   * @param {import("../../boards/shape.js").Shape} shape
   */
  drawingFor(shape) {
    if (this.drawing?.shape === shape && this.drawing.svg.isConnected) return this.drawing;
    this.drawing = new Drawing(shape);
    listenTo(this.drawing, /** @type {App} */ (this.app), () => this.entry?.finish());
    if (this.host) fill(this.host, this.drawing.svg);
    return this.drawing;
  }

  wants = wantsOf;
  describe = describe;

  /** @param {Scene} scene */
  legend(scene) {
    return this.sheet ? legendOf(this.sheet, scene) : [];
  }

  /** @param {App} app */
  commands(app) {
    return boardCommands(app, this);
  }

  /**
   * @param {readonly [number, number, number]} move
   * @param {import("../store.js").Settings} settings
   */
  moveText(move, settings) {
    return moveText(move, settings.notation);
  }

  /**
   * @param {App} app
   * @param {any} position
   * @param {readonly [number, number, number]} move
   */
  step(app, position, move) {
    return stepOf(app, position, move, this.moveText(move, app.store.settings));
  }

  after = afterMove;

  /** @param {any} position */
  side(position) {
    const { toMove, scores, isOver } = stateOf(position);
    return { toMove, scores, isOver };
  }

  /** Focus the chosen cell, or the first one. */
  focus() {
    this.drawing?.cells[this.app?.store.screen.cell ?? 0].group.focus();
  }

  /** @param {any} position */
  toText(position) {
    return lineOf(position);
  }

  exportable() {
    if (!this.drawing) throw new Error("nothing is drawn yet");
    this.drawRest?.();
    return this.drawing.svg;
  }
}

/**
 * Return a position on one line: its cells where they say all, JSON otherwise.
 * @param {any} position
 */
function lineOf(position) {
  const { m, n, cells, ...others } = position;
  const state = stateOf(position);
  const usual = Shape.ofSize(m * n) === state.shape;
  const isPlain = usual && !Object.keys(others).length;
  return (isPlain ? lineText(state) : JSON.stringify(position)).trim();
}

/**
 * Let clicks and focus choose cells and values.
 * @param {Drawing} drawing
 * @param {App} app
 * @param {() => void} finish  enters what was typed so far, before another cell is chosen
 */
function listenTo(drawing, app, finish) {
  const cellOf = (/** @type {Event} */ event) => {
    const group = /** @type {Element} */ (event.target).closest("[data-cell]");
    return group ? drawing.cells.findIndex((each) => each.group === group) : -1;
  };
  drawing.svg.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (cell < 0 || cell === app.store.screen.cell) return;
    finish();
    app.store.show({ cell, value: null });
  });
  drawing.svg.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (cell < 0) return;
    if (cell !== app.store.screen.cell) finish();
    app.store.show({ cell, value: valueUnder(drawing, cell, event, app) });
    drawing.cells[cell].group.focus({ preventScroll: true });
  });
}

/**
 * Return the drawn candidate under a click; null if there is none.
 * @param {Drawing} drawing
 * @param {number} cell
 * @param {MouseEvent} event
 * @param {App} app
 */
function valueUnder(drawing, cell, event, app) {
  const inside = drawing.cells[cell].group.getScreenCTM()?.inverse();
  if (!inside) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(inside);
  const value = valueAt(drawing.shape, x, y);
  const { pencils } = sheetOf(app.scene()).cells[cell];
  return pencils.some((pencil) => pencil.value === value) ? value : null;
}
