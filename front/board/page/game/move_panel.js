// @ts-check
// The current move: what the log says of it, its name and note, and what can be done with it.

import { commandButton } from "../commands.js";
import { actionRow, fill, h, write } from "../dom.js";
import { holds, named, nodeOf, noted, ROOT } from "../study.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */
/** @typedef {import("../study.js").StudyNode} StudyNode */

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
    const name = h("input", { type: "text", id: "node-name", maxlength: 80, placeholder: " " });
    const note = h("textarea", { id: "node-note", rows: 2, placeholder: " " });
    this._fields = [new NodeField(app, name, "name", named), new NodeField(app, note, "note", noted)];
    host.append(
      this._caption, this._facts, this._output,
      h("label", { class: "field" }, h("span", {}, "Name"), name),
      h("label", { class: "field" }, h("span", {}, "Note"), note),
      actionRow(commandButton(app, "next-variation", { label: "Other variation" }), commandButton(app, "promote", { label: "Make main line" }), commandButton(app, "delete-variation", { label: "Delete" })),
    );
  }

  /** @param {Scene} scene */
  draw({ study, node, screen, settings }) {
    this._host.hidden = Boolean(screen.learning);
    const { facts } = node;
    const about = node.id === ROOT ? study.facts : facts;
    show(this._caption, captionOf(about, settings.notation));
    show(this._facts, [timesOf(facts), facts.by ? `by ${facts.by}` : "", ...(facts.incidents ?? []), endingOf(isEnd(node) ? study.facts : {})].filter(Boolean).join("; "));
    show(this._output, facts.output ?? "");
    for (const field of this._fields) field.draw(node);
  }
}

/** The name or the note of a move, as a field: what is typed is of the move at which it was begun. */
class NodeField {
  /**
   * @param {App} app
   * @param {HTMLInputElement | HTMLTextAreaElement} input
   * @param {"name" | "note"} part
   * @param {typeof named} changed
   */
  constructor(app, input, part, changed) {
    this._app = app;
    this._input = input;
    this._part = part;
    this._changed = changed;
    this._node = app.store.node;
    input.addEventListener("change", () => this._commit());
  }

  /** @param {StudyNode} node */
  draw(node) {
    const isTyped = this._input.value !== this._node[this._part];
    if (isTyped && document.activeElement === this._input) return;
    this._node = node;
    if (this._input.value !== node[this._part]) this._input.value = node[this._part];
  }

  _commit() {
    const { store } = this._app;
    const { id } = this._node;
    if (!holds(store.study, this._node)) {
      this._app.warn(`The move is gone for which this ${this._part} was typed.`);
      return;
    }
    store.edit(this._changed(store.study, id, this._input.value.trim()));
    this._node = nodeOf(store.study, id);
  }
}

/**
 * Return what a log says of a move, as the reader counts.
 * @param {Record<string, any>} facts  of studies that 0.2 saved, in one notation only
 * @param {import("../../boards/moves.js").Notation} notation
 * @returns {string}
 */
export function captionOf(facts, notation) {
  const { caption = "" } = facts;
  return typeof caption === "string" ? caption : caption[notation];
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
