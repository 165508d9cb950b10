// @ts-check
// The panel of the chosen cell: every candidate with all that is known of it, and what can be done.

import { h, mark, refresh } from "../dom.js";
import { counted } from "../words.js";
import { sheetOf } from "./marks.js";
import { stateOf } from "./states.js";
import { cellName } from "./words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("./marks.js").Pencil} Pencil */

/** @type {import("../panels.js").Panel} */
export const cellPanel = {
  id: "cell",
  tab: "analyse",
  order: 20,
  title: "Cell",
  game: "sudoku",
  build(host, app) {
    return { draw: (scene) => drawCell(host, app, scene) };
  },
};

/**
 * @param {HTMLElement} host
 * @param {App} app
 * @param {Scene} scene
 */
function drawCell(host, app, scene) {
  const { cell } = scene.screen;
  host.hidden = Boolean(scene.screen.learning);
  if (host.hidden) return;
  if (cell === null) {
    refresh(host, h("p", { class: "quiet" }, "Choose a cell to see what is known of it."));
    return;
  }
  const state = stateOf(scene.position);
  const name = cellName(state.shape.coordinates(cell), scene.settings);
  const value = state.values[cell];
  if (value) refresh(host, h("p", {}, h("strong", { class: "num" }, name), ` holds ${value}.`));
  else {
    const { pencils } = sheetOf(inFull(scene)).cells[cell];
    refresh(
      host,
      h("p", {}, h("strong", { class: "num" }, name), ` ${wordsOf(scene, cell, pencils)}`),
      candidateTable(app, scene, pencils),
      actions(app, scene),
    );
  }
}

/**
 * @param {Scene} scene
 * @param {number} cell
 * @param {readonly Pencil[]} pencils
 */
function wordsOf(scene, cell, pencils) {
  const legal = pencils.filter(({ verdict }) => verdict !== "taboo");
  if (!stateOf(scene.position).playable().has(cell)) return "is not open to the mover now.";
  const forced = scene.answers
    .of("audit")
    .value?.forced?.find(
      (/** @type {number[]} */ move) => stateOf(scene.position).shape.cell(move[0], move[1]) === cell,
    );
  if (forced) return `must be ${forced[2]}.`;
  return legal.length ? `has ${counted(legal.length, "candidate")}.` : "";
}

/**
 * @param {App} app
 * @param {Scene} scene
 * @param {readonly Pencil[]} pencils
 */
function candidateTable(app, scene, pencils) {
  return h(
    "ul",
    { class: "rows", "aria-label": "Candidates" },
    ...pencils.map((pencil) => {
      const isChosen = pencil.value === scene.screen.value;
      const button = h(
        "button",
        {
          type: "button",
          class: `candidate ${pencil.verdict}`,
          dataset: { candidate: pencil.value },
          onclick: () => app.store.show({ value: isChosen ? null : pencil.value }),
        },
        h("span", { class: "candidate-value num" }, pencil.value),
        h("span", {}, pencil.words.replace(/^\d+ ?/, "") || "a candidate"),
      );
      mark(button, "aria-pressed", String(isChosen));
      return h("li", {}, button);
    }),
  );
}

/**
 * Return the scene with all that is known of candidates, also while an explanation is shown.
 * @param {Scene} scene
 * @returns {Scene}
 */
function inFull(scene) {
  return {
    ...scene,
    screen: { ...scene.screen, why: null },
    layers: new Set([...scene.layers, "candidates", "bombs"]),
  };
}

/**
 * @param {App} app
 * @param {Scene} scene
 */
function actions(app, scene) {
  const { value } = scene.screen;
  const play =
    value !== null &&
    h(
      "button",
      { type: "button", class: "button primary", id: "play-value", onclick: () => playChosen(app) },
      `Play ${value}`,
    );
  return h(
    "div",
    { class: "actions" },
    play,
    h(
      "button",
      { type: "button", class: "button", dataset: { command: "why" } },
      value === null ? "Why is it forced?" : `Why ${value}?`,
    ),
  );
}

/**
 * @param {App} app
 */
function playChosen(app) {
  const { cell, value } = app.store.screen;
  if (cell === null || value === null) return;
  const [row, column] = stateOf(app.store.node.position).shape.coordinates(cell);
  app.play([row, column, value]);
}
