// @ts-check
// The panel of the chosen cell: every candidate with all that is known of it, and what can be done.

import { actionRow, h, makeButton, mark, quiet } from "../dom.js";
import { factsPanel } from "../panels.js";
import { counted } from "../words.js";
import { sheetOf } from "./marks.js";
import { stateOf } from "./states.js";
import { cellName } from "./words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("./marks.js").Pencil} Pencil */

/** What is known of the chosen cell and its candidates. */
export const cellPanel = factsPanel(
  { id: "cell", tab: "analyse", order: 20, title: "Cell", game: "sudoku" },
  (app, scene) => {
    const { cell } = scene.screen;
    if (cell === null) return [quiet("Choose a cell to see what is known of it.")];
    const state = stateOf(scene.position);
    const name = h("strong", { class: "num" }, cellName(state.shape.coordinates(cell), scene.settings));
    const value = state.values[cell];
    if (value) return [h("p", {}, name, ` holds ${value}.`)];
    const { pencils } = sheetOf(inFull(scene)).cells[cell];
    const words = ` ${wordsOf(scene, cell, pencils)}`;
    return [h("p", {}, name, words), candidateTable(app, scene, pencils), actions(app, scene)];
  },
);

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
      const button = makeButton(
        [
          h("span", { class: "candidate-value num" }, pencil.value),
          h("span", {}, pencil.words.replace(/^\d+ ?/, "") || "a candidate"),
        ],
        () => app.store.show({ value: isChosen ? null : pencil.value }),
        { class: `candidate ${pencil.verdict}`, dataset: { candidate: pencil.value } },
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
    makeButton(`Play ${value}`, () => playChosen(app), { class: "button primary", id: "play-value" });
  return actionRow(
    play,
    makeButton(value === null ? "Why is it forced?" : `Why ${value}?`, null, { dataset: { command: "why" } }),
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
