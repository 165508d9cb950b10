// @ts-check
// The panel of the chosen line: all that is known of it, and a button that draws it.

import { actionRow, h, makeButton } from "../dom.js";
import { factsPanel } from "../panels.js";
import { sentence, signed } from "../words.js";
import { enterLine } from "./dots_entry.js";
import { stateOf } from "./dots_states.js";
import { boxesText } from "./dots_words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */

/** What each kind of line is, in words. */
const KINDS = new Map([
  ["capture", "completes"],
  ["safe", "safe: the opponent can take nothing after it"],
  ["handout", "a handout"],
  ["loony", "loony: the opponent then chooses who has control"],
]);

/** The panel of the chosen line. */
export const linePanel = factsPanel(
  { id: "dots-line", tab: "analyse", order: 30, title: "This line", game: "dots" },
  (app, scene) => {
    const edge = scene.screen.cell;
    const control = scene.answers.of("dots_control").value;
    const values = scene.layers.has("values") ? scene.answers.of("dots_values").value : null;
    return edge === null ? null : said(app, scene, edge, control, values);
  },
);

/**
 * @param {App} app
 * @param {Scene} scene
 * @param {number} edge
 * @param {any} control
 * @param {any} values
 */
function said(app, scene, edge, control, values) {
  const state = stateOf(scene.position),
    text = state.grid.lineText(edge);
  const isDrawn = state.isDrawn(edge),
    isSetUp = scene.screen.mode === "setup";
  const move = control?.moves.find((/** @type {any} */ each) => each.move === text);
  const value = values?.moves.find((/** @type {any} */ each) => each.move === text);
  const words = isDrawn
    ? "Drawn."
    : [kindText(move, state.extraTurn), controlText(control, text, move), worthText(value)]
        .filter(Boolean)
        .map(sentence)
        .join(" ");
  const canEnter = isSetUp || !isDrawn;
  const label = isSetUp && isDrawn ? "Take it away" : `Draw ${text}`;
  return [
    h("p", {}, h("strong", { class: "num" }, text), ` ${words}`),
    canEnter && actionRow(makeButton(label, () => enterLine(app, edge), { id: "draw-line" })),
  ];
}

/**
 * @param {any} move
 * @param {boolean} extraTurn
 */
function kindText(move, extraTurn) {
  if (!move) return "";
  if (move.kind === "capture") return `completes ${boxesText(move.takes)}`;
  const gives = move.gives ? `gives ${boxesText(move.gives)} away; ` : "";
  const noChoice = move.kind === "handout" && extraTurn ? ": the opponent has no choice" : "";
  return `${gives}${KINDS.get(move.kind)}${noChoice}`;
}

/**
 * @param {any} control
 * @param {string} line
 * @param {any} move
 */
function controlText(control, line, move) {
  if (!control?.final || !move || !control.extra_turn || control.ahead === "unknown") return "";
  const keeps = control.keeps.includes(line)
    ? "it keeps control"
    : control.ahead === "mover" && control.keeps.length
      ? "it gives control away"
      : "";
  const nimber = move.nimber === null ? "" : `the nimstring value after it is ${move.nimber}`;
  return [keeps, nimber].filter(Boolean).join("; ");
}

/** @param {any} value */
function worthText(value) {
  if (!value) return "";
  const worth =
    value.value === null
      ? `between ${signed(value.low)} and ${signed(value.high)}`
      : `exactly ${signed(value.value)}`;
  return `worth ${worth} for the mover, in boxes from here on`;
}
