// @ts-check
// The panel of the values: the margin with best play, or bounds that grow, and the best lines.

import { h, quiet } from "../dom.js";
import { unsolvable } from "./dots_layers.js";
import { factsPanel } from "../panels.js";
import { sentence, waiting } from "../words.js";
import { lineList } from "./dots_parts.js";
import { boundsText, marginText } from "./dots_words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../asking.js").Answer} Answer */

/**
 * Return the panel of the exact values.
 * @param {import("./dots_view.js").DotsView} view
 */
export function valuesPanel(view) {
  const about = /** @type {const} */ ({ id: "dots-values", tab: "analyse", order: 20, title: "Values", game: "dots" });
  return factsPanel(about, (app, scene) => {
    if (!scene.layers.has("values")) return null;
    const problem = unsolvable(scene.position);
    return problem ? [quiet(problem)] : said(app, view, scene.answers.of("dots_values"));
  });
}

/**
 * @param {App} app
 * @param {import("./dots_view.js").DotsView} view
 * @param {Answer} answer
 */
function said(app, view, answer) {
  const { value, state } = answer;
  if (!value) return [quiet(app.noEngines || sentence(waiting(answer)))];
  const worth = value.exact ? marginText(value.margin, value.to_move) : boundsText(value);
  const isAny = value.final && value.best.length === value.moves.length;
  return [
    h("p", { class: "verdict" }, worth),
    isAny
      ? h("p", {}, "Any line does it.")
      : value.best.length > 0 && h("p", {}, "Best: ", lineList(app, view, value.best)),
    !value.final && quiet(restText(value, state)),
  ];
}

/**
 * @param {any} value
 * @param {string} state
 */
function restText({ moves }, state) {
  const known = moves.filter((/** @type {any} */ move) => move.value !== null).length;
  const so = `${known} of ${moves.length} lines are valued`;
  return state === "growing"
    ? `${so}; the search continues.`
    : `${so}; the time for the others is over. Draw some lines first.`;
}
