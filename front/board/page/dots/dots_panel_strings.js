// @ts-check
// The panel of the chains and loops: each lights on the grid when it is pointed at or focused.

import { h, makeButton, quiet } from "../dom.js";
import { factsPanel } from "../panels.js";

/**
 * Return the panel of the chains and loops.
 * @param {import("./dots_view.js").DotsView} view
 */
export function stringsPanel(view) {
  const about = /** @type {const} */ ({
    id: "dots-strings", tab: "analyse", order: 40, title: "Chains and loops", game: "dots",
  });
  return factsPanel(about, (_, scene) => {
    const { strings = [], joints = [] } = scene.answers.of("dots_control").value ?? {};
    if (!strings.length) return null;
    const rows = strings.map((/** @type {any} */ one) => h("li", {}, row(view, one)));
    const joint = joints.length > 0 && quiet("\u2217 joint: a box with three or four lines to draw");
    return [h("ul", { class: "rows" }, ...rows), joint];
  });
}

/**
 * @param {import("./dots_view.js").DotsView} view
 * @param {{name: string, text: string}} one
 */
function row(view, { name, text }) {
  const light = () => view.point(name),
    leave = () => view.point("");
  return makeButton([h("span", { class: "candidate-value" }, name), text], light, {
    class: "candidate",
    dataset: { string: name },
    onpointerenter: light,
    onpointerleave: leave,
    onfocus: light,
    onblur: leave,
  });
}
