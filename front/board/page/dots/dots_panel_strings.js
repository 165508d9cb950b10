// @ts-check
// The panel of the chains and loops: each lights on the grid when it is pointed at or focused.

import { fill, h } from "../dom.js";
import { watcher } from "./dots_parts.js";

/**
 * @param {import("./dots_view.js").DotsView} view
 * @returns {import("../panels.js").Panel}
 */
export function stringsPanel(view) {
  return {
    id: "dots-strings",
    tab: "analyse",
    order: 40,
    title: "Chains and loops",
    game: "dots",
    build(host) {
      const isNew = watcher();
      return {
        draw(scene) {
          const control = scene.answers.of("dots_control").value;
          const strings = control?.strings ?? [];
          host.hidden = Boolean(scene.screen.learning) || !strings.length;
          if (!isNew(control)) return;
          fill(
            host,
            h(
              "ul",
              { class: "rows" },
              ...strings.map((/** @type {any} */ one) => h("li", {}, row(view, one))),
            ),
            control?.joints.length > 0 &&
              h("p", { class: "quiet" }, "\u2217 joint: a box with three or four lines to draw"),
          );
        },
      };
    },
  };
}

/**
 * @param {import("./dots_view.js").DotsView} view
 * @param {{name: string, text: string}} one
 */
function row(view, { name, text }) {
  const light = () => view.point(name),
    leave = () => view.point("");
  return h(
    "button",
    {
      type: "button",
      class: "candidate",
      dataset: { string: name },
      onpointerenter: light,
      onpointerleave: leave,
      onfocus: light,
      onblur: leave,
      onclick: light,
    },
    h("span", { class: "candidate-value" }, name),
    text,
  );
}
