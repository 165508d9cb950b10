// @ts-check
// The panels that set up a grid: a new one of any size, the rule, whose turn it is, and whose the
// complete boxes are.

import { Grid, MAX_SIDE } from "../../boards/grid.js";
import { actionRow, fill, h, makeButton, quiet } from "../dom.js";
import { choiceField, controlRow, field, moverField, numberField } from "../frame/controls.js";
import { change, giveAll } from "./dots_entry.js";
import { emptyGrid, stateOf } from "./dots_states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../panels.js").Panel} Panel */

const USUAL = 4;
/** @type {readonly (readonly [string, string])[]} */
const RULES = [
  ["extra", "Who completes a box moves again"],
  ["passes", "The turn passes after every line"],
];

/** @type {Panel} */
export const newGridPanel = {
  id: "dots-new",
  tab: "setup",
  order: 12,
  title: "New grid of Dots and Boxes",
  build(host, app) {
    const rows = sideField("dots-rows", "Rows of boxes"),
      columns = sideField("dots-columns", "Columns of boxes");
    const passes = h("input", { type: "checkbox", id: "dots-new-passes" });
    const make = () => {
      if (!rows.input.reportValidity() || !columns.input.reportValidity()) return;
      const grid = Grid.of(Number(rows.input.value), Number(columns.input.value));
      app.begin("dots", emptyGrid(grid, !passes.checked));
      app.store.show({ mode: "play", tab: "play" });
    };
    fill(
      host,
      controlRow(rows.label, columns.label, makeButton("Empty grid", make, { id: "new-grid" })),
      h("label", { class: "tick" }, passes, "The turn passes after every line, scored or not"),
    );
    return { draw() {} };
  },
};

/**
 * @param {string} id
 * @param {string} title
 */
function sideField(id, title) {
  const input = numberField(id, USUAL, { class: "num", min: 1, max: MAX_SIDE, step: 1 });
  return { input, label: field(title, input) };
}

/** @type {Panel} */
export const gridPanel = {
  id: "dots-grid",
  tab: "setup",
  order: 5,
  title: "Position",
  game: "dots",
  build(host, app) {
    const rule = choiceField("dots-rule", RULES, (name) => alter(app, { extraTurn: name === "extra" }));
    const mover = moverField("dots-to-move", (toMove) => alter(app, { toMove }));
    fill(
      host,
      field("Rule", rule),
      field("To move", mover),
      quiet(
        "In \u201cSet up\u201d, a click puts a line or takes it away; 1, 2 and 0 give the boxes beside the chosen line to a player or to nobody.",
      ),
      actionRow(
        .../** @type {const} */ ([1, 2, 0]).map((owner) => ownersButton(app, owner)),
        clearButton(app),
      ),
    );
    return {
      draw({ position }) {
        const state = stateOf(position);
        rule.value = state.extraTurn ? "extra" : "passes";
        mover.value = String(state.toMove);
      },
    };
  },
};

/**
 * @param {App} app
 * @param {Partial<import("../../boards/dots_state.js").DotsParts>} parts
 */
function alter(app, parts) {
  change(app, stateOf(app.store.node.position).with({ ...parts, history: [] }));
}

/**
 * @param {App} app
 * @param {0 | 1 | 2} owner
 */
function ownersButton(app, owner) {
  const words = owner ? `Other boxes to player ${owner}` : "No owners";
  return makeButton(words, () => giveAll(app, owner), { dataset: { owner } });
}

/** @param {App} app */
function clearButton(app) {
  const clear = () => {
    const { grid, extraTurn } = stateOf(app.store.node.position);
    app.begin("dots", emptyGrid(grid, extraTurn));
  };
  return makeButton("Clear the grid", clear, { id: "dots-clear" });
}
