// @ts-check
// The panel of the chosen line: all that is known of it, and a button that draws it.

import { fill, h } from "../dom.js";
import { sentence, signed } from "../words.js";
import { enterLine } from "./dots_entry.js";
import { watcher } from "./dots_parts.js";
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

/** @returns {import("../panels.js").Panel} */
export function linePanel() {
  return {
    id: "dots-line",
    tab: "analyse",
    order: 30,
    title: "This line",
    game: "dots",
    build(host, app) {
      const isNew = watcher();
      return {
        draw(scene) {
          const edge = scene.screen.cell;
          host.hidden = edge === null || Boolean(scene.screen.learning);
          const control = scene.answers.of("dots_control").value;
          const values = scene.layers.has("values") ? scene.answers.of("dots_values").value : null;
          if (edge !== null && isNew(edge, scene.position, scene.screen.mode, control, values)) {
            fill(host, ...said(app, scene, edge, control, values));
          }
        },
      };
    },
  };
}

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
    canEnter &&
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          { type: "button", class: "button", id: "draw-line", onclick: () => enterLine(app, edge) },
          label,
        ),
      ),
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
