// @ts-check
// The palette: a button for each value, for fingers, and for boards with numbers of two digits.

import { byId, fill, makeButton, mark } from "../dom.js";
import { icon } from "../frame/icons.js";
import { stateOf } from "./states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("./entry.js").Entry} Entry */

const MOST_IN_ROW = 13;

/**
 * Make the palette of a board, and return what keeps it up to date.
 * @param {App} app
 * @param {Entry} entry
 */
export function makePalette(app, entry) {
  let made = 0;
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  const enter = (/** @type {number} */ value) => {
    entry.forget();
    if (app.store.screen.cell === null) app.note("Choose a cell first.");
    else entry.enter(value);
  };
  return (/** @type {Scene} */ scene) => {
    const { size } = stateOf(scene.position).shape;
    if (made !== size || !buttons[0]?.isConnected) {
      made = size;
      buttons = Array.from({ length: size + 1 }, (_, at) => keyOf(at, () => enter(at)));
      fill(byId("palette"), ...buttons.slice(1), buttons[0]);
    }
    drawKeys(buttons, scene);
  };
}

/**
 * @param {number} value
 * @param {() => void} run
 */
function keyOf(value, run) {
  const words = value ? `Enter ${value}` : "Clear the cell";
  return makeButton(value || icon("erase"), run, {
    class: value ? "key num" : "key clear",
    "aria-label": words,
    title: words,
    dataset: { enter: value },
  });
}

/**
 * @param {readonly HTMLButtonElement[]} buttons
 * @param {Scene} scene
 */
function drawKeys(buttons, scene) {
  const state = stateOf(scene.position);
  const { cell, mode, taboo } = scene.screen;
  const count = state.shape.size + (mode === "setup" ? 1 : 0);
  mark(byId("palette"), "style", `--keys:${Math.ceil(count / Math.ceil(count / MOST_IN_ROW))}`);
  const isOpen = cell !== null && (mode === "setup" || state.playable().has(cell));
  const allowed = new Set(isOpen ? state.candidates(cell) : []);
  buttons.forEach((button, value) => {
    const isSetUp = mode === "setup";
    if (!value) button.hidden = !isSetUp;
    const fits = cell === null || allowed.has(value);
    button.disabled = !isSetUp && !fits;
    mark(button, "data-dim", isSetUp && value > 0 && !fits);
    mark(
      button,
      "aria-pressed",
      isSetUp && taboo && value > 0 && cell !== null ? String(state.isTaboo({ cell, value })) : null,
    );
  });
}
