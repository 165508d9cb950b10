// @ts-check
// The current move: what the log says of it, its name and note, and what can be done with it.

import { inNotation } from "../../boards/moves.js";
import { commandButton } from "../commands.js";
import { fill, h, write } from "../dom.js";
import { named, noted, ROOT } from "../study.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */

/** @implements {LivePanel} */
export class MovePanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this._app = app;
    this._host = host;
    this._caption = h("p", { id: "caption" });
    this._facts = h("p", { class: "quiet", id: "move-facts" });
    this._output = h("pre", { class: "output", id: "move-output" });
    this._name = h("input", { type: "text", id: "node-name", maxlength: 80, placeholder: " ", onchange: () => this._rename() });
    this._note = h("textarea", { id: "node-note", rows: 2, placeholder: " ", onchange: () => this._renote() });
    host.append(
      this._caption, this._facts, this._output,
      h("label", { class: "field" }, h("span", {}, "Name"), this._name),
      h("label", { class: "field" }, h("span", {}, "Note"), this._note),
      h("div", { class: "actions" }, commandButton(app, "next-variation", { label: "Other variation" }),
        commandButton(app, "promote", { label: "Make main line" }), commandButton(app, "delete-variation", { label: "Delete" })),
    );
  }

  /** @param {Scene} scene */
  draw({ study, node, screen, settings }) {
    this._host.hidden = Boolean(screen.learning);
    const { facts } = node;
    const about = node.id === ROOT ? study.facts : facts;
    show(this._caption, asRead(about.caption ?? "", settings.notation));
    show(this._facts, [timesOf(facts), facts.by ? `by ${facts.by}` : "", ...(facts.incidents ?? []), endingOf(isEnd(node) ? study.facts : {})].filter(Boolean).join("; "));
    show(this._output, facts.output ?? "");
    for (const [field, text] of /** @type {const} */ ([[this._name, node.name], [this._note, node.note]])) {
      if (document.activeElement !== field && field.value !== text) field.value = text;
    }
  }

  _rename() {
    const { study } = this._app.store;
    this._app.store.edit(named(study, study.current, this._name.value.trim()));
  }

  _renote() {
    const { study } = this._app.store;
    this._app.store.edit(noted(study, study.current, this._note.value.trim()));
  }
}

/**
 * Return a sentence of a log as the reader counts; what counts from 1 anyway need not say so then.
 * @param {string} text
 * @param {import("../../boards/moves.js").Notation} notation
 */
export function asRead(text, notation) {
  return notation === "r1c1" ? inNotation(text, notation).replace("(Counted from 1) ", "") : text;
}

/**
 * Return whether the game of the log ended here: variations end otherwise.
 * @param {import("../study.js").StudyNode} node
 */
function isEnd({ id, children, facts }) {
  return facts.last === true || (id === ROOT && children.length === 0);
}

/** @param {Record<string, any>} facts what a log knows of a game */
function endingOf({ ending, incidents, cpu }) {
  return [ending, incidents, cpu].filter(Boolean).join("; ");
}

/** @param {Record<string, any>} facts */
function timesOf({ ms, cpu_ms: cpu }) {
  if (ms === undefined) return "";
  return `${ms} ms${cpu ? `, ${cpu} ms of processor time` : ""}`;
}

/**
 * @param {HTMLElement} element
 * @param {string} words
 */
function show(element, words) {
  if (words) write(element, words);
  else fill(element);
  element.hidden = !words;
}
