// @ts-check
// Who is ahead in the parity fight, in the words of `bombe dots explain`; its lines are buttons.

import { h, quiet } from "../dom.js";
import { factsPanel } from "../panels.js";
import { sentence, waiting } from "../words.js";
import { withLines } from "./dots_parts.js";
import { sentencesFor } from "./dots_words.js";

/**
 * Return the panel that says who has control.
 * @param {import("./dots_view.js").DotsView} view
 */
export function controlPanel(view) {
  const about = /** @type {const} */ ({ id: "dots-control", tab: "analyse", order: 10, title: "Control", game: "dots" });
  return factsPanel(about, (app, scene) => {
    const answer = scene.answers.of("dots_control");
    const sentences = sentencesFor(answer.value?.text ?? []);
    const more = sentences.length ? "More is being found out \u2026" : app.noEngines || sentence(waiting(answer));
    return [
      ...sentences.map((words) => h("p", {}, ...withLines(app, view, words))),
      answer.state !== "final" && quiet(more),
    ];
  });
}
