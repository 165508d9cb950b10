// @ts-check
// The panel of the values: the margin with best play, or bounds that grow, and the best lines.

import { fill, h } from "../dom.js";
import { unsolvable } from "./dots_layers.js";
import { lineList, waiting, watcher } from "./dots_parts.js";
import { boundsText, marginText } from "./dots_words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../asking.js").Answer} Answer */

/**
 * @param {import("./dots_view.js").DotsView} view
 * @returns {import("../panels.js").Panel}
 */
export function valuesPanel(view) {
  return {
    id: "dots-values",
    tab: "analyse",
    order: 20,
    title: "Values",
    game: "dots",
    build(host, app) {
      const isNew = watcher();
      return {
        draw(scene) {
          host.hidden = Boolean(scene.screen.learning) || !scene.layers.has("values");
          const answer = scene.answers.of("dots_values");
          if (!isNew(answer.value, answer.state, scene.position)) return;
          const problem = unsolvable(scene.position);
          fill(
            host,
            ...(problem ? [h("p", { class: "quiet" }, problem)] : said(app, view, answer)),
          );
        },
      };
    },
  };
}

/**
 * @param {App} app
 * @param {import("./dots_view.js").DotsView} view
 * @param {Answer} answer
 */
function said(app, view, answer) {
  const { value, state } = answer;
  if (!value) return [h("p", { class: "quiet" }, waiting(answer, app))];
  const worth = value.exact ? marginText(value.margin, value.to_move) : boundsText(value);
  const isAny = value.final && value.best.length === value.moves.length;
  return [
    h("p", { class: "verdict" }, worth),
    isAny
      ? h("p", {}, "Any line does it.")
      : value.best.length > 0 && h("p", {}, "Best: ", lineList(app, view, value.best)),
    !value.final && h("p", { class: "quiet" }, restText(value, state)),
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
    ? `${so}; the search goes on.`
    : `${so}; the time for the others is over. Draw some lines first.`;
}
