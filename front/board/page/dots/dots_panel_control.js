// @ts-check
// The panel of control: the parity fight in words, as `bombe dots explain` tells it.

import { fill, h } from "../dom.js";
import { waiting, watcher, withLines } from "./dots_parts.js";
import { sentencesFor } from "./dots_words.js";

/**
 * @param {import("./dots_view.js").DotsView} view
 * @returns {import("../panels.js").Panel}
 */
export function controlPanel(view) {
  return {
    id: "dots-control",
    tab: "analyse",
    order: 10,
    title: "Control",
    game: "dots",
    build(host, app) {
      const isNew = watcher();
      return {
        draw(scene) {
          host.hidden = Boolean(scene.screen.learning);
          const answer = scene.answers.of("dots_control");
          if (!isNew(answer.value, answer.state, scene.position)) return;
          const sentences = sentencesFor(answer.value?.text ?? []);
          fill(
            host,
            ...sentences.map((words) => h("p", {}, ...withLines(app, view, words))),
            answer.state !== "final" &&
              h(
                "p",
                { class: "quiet" },
                sentences.length ? "More is being found out \u2026" : waiting(answer, app),
              ),
          );
        },
      };
    },
  };
}
