// @ts-check
// The moves of a study: the main line as a list, variations indented below the move that they
// replace, with names and notes. Each move is a button that goes there.

import { fill, h, makeButton, mark } from "../dom.js";
import { nodeOf, ROOT } from "../study.js";
import { judgedLine, judgementOf } from "./judging.js";
import { captionOf } from "./move_panel.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */
/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../study.js").StudyNode} StudyNode */
/** @typedef {import("./judging.js").Ply} Ply */

/** @implements {LivePanel} */
export class TreePanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this._app = app;
    this._host = host;
    this._list = h("div", { class: "move-tree", id: "moves", onclick: (/** @type {Event} */ event) => this._visit(event) });
    /** @type {Map<number, HTMLElement>} */
    this._buttons = new Map();
    /** @type {WeakMap<object, Ply>} what is known of moves, by the position after them; of lines that are not shown now, too */
    this._judged = new WeakMap();
    /** @type {[unknown, unknown, unknown]} what was drawn last */
    this._drawn = [null, null, null];
    this._current = -1;
    host.append(this._list);
  }

  /** @param {Scene} scene */
  draw({ study, settings, screen }) {
    this._host.hidden = Boolean(screen.learning);
    if (this._host.hidden) return;
    const judgement = judgementOf(this._app).value;
    const drawn = /** @type {[unknown, unknown, unknown]} */ ([study.nodes, settings.notation, judgement]);
    if (drawn.some((part, at) => part !== this._drawn[at])) {
      this._drawn = drawn;
      for (const { node, ply } of judgedLine(study, judgement)) this._judged.set(node.position, ply);
      this._current = -1;
      this._make(study);
    }
    this._point(study.current);
  }

  /** @param {Study} study */
  _make(study) {
    this._buttons.clear();
    fill(this._list, this._button(study, nodeOf(study, ROOT), 0), ...this._line(study, ROOT, 1));
  }

  /**
   * Return what follows a node: its first child, the variations beside it, and so on.
   * @param {Study} study
   * @param {number} from
   * @param {number} ply of the first move
   * @returns {HTMLElement[]}
   */
  _line(study, from, ply) {
    let current = h("ol", { class: "move-line", start: ply });
    /** @type {HTMLElement[]} */
    const parts = [current];
    for (let node = nodeOf(study, from); node.children.length; ply++) {
      const [main, ...others] = node.children.map((id) => nodeOf(study, id));
      current.append(h("li", { dataset: { ply } }, this._button(study, main, ply), this._note(main)));
      if (others.length) {
        const variations = others.map((other) => this._variation(study, other, ply));
        current = h("ol", { class: "move-line", start: ply + 1 });
        parts.push(h("div", { class: "variations", role: "group", "aria-label": `instead of move ${ply}` }, ...variations), current);
      }
      node = main;
    }
    return parts.filter((part) => part.childElementCount > 0);
  }

  /**
   * @param {Study} study
   * @param {StudyNode} node
   * @param {number} ply
   */
  _variation(study, node, ply) {
    const first = h("ol", { class: "move-line", start: ply }, h("li", { dataset: { ply } }, this._button(study, node, ply), this._note(node)));
    return h("div", { class: "variation" }, first, ...this._line(study, node.id, ply + 1));
  }

  /**
   * @param {Study} study
   * @param {StudyNode} node
   * @param {number} ply
   */
  _button(study, node, ply) {
    const words = node.move ? this._app.view.moveText(node.move, this._app.store.settings) : "Start";
    const { notation } = this._app.store.settings;
    const isFirst = node.mover === 1;
    const button = makeButton(
      [
        node.mover ? h("span", { class: "mover", "aria-hidden": "true" }, isFirst ? "+" : "\u2212") : null,
        node.mover ? h("span", { class: "unseen" }, `${ply}. ${study.players[node.mover - 1]}: `) : null,
        words,
        ...this._remarks(study, node),
      ],
      null,
      { class: "ply", dataset: { node: node.id }, title: captionOf(node.facts, notation) || null },
    );
    this._buttons.set(node.id, button);
    return button;
  }

  /**
   * Return what the list says of a move: a bomb, points, what it lost, its name, incidents.
   * @param {Study} study
   * @param {StudyNode} node
   */
  _remarks(study, node) {
    const ply = this._judged.get(node.position);
    const points = pointsOf(this._app, study, node);
    return [
      node.outcome === "bomb" && h("span", { class: "tag bomb" }, "bomb"),
      points > 0 && h("span", { class: "tag" }, `+${points}`),
      ...lossOf(ply, node).map((words) => h("span", { class: "tag lost" }, words)),
      node.name && h("span", { class: "tag named" }, node.name),
      ...(node.facts.incidents ?? []).map((/** @type {string} */ words) => h("span", { class: "tag incident" }, words)),
    ];
  }

  /** @param {StudyNode} node */
  _note(node) {
    return node.note ? h("p", { class: "note" }, node.note) : null;
  }

  /** @param {number} id */
  _point(id) {
    if (id === this._current) return;
    const before = this._buttons.get(this._current);
    if (before) mark(before, "aria-current", null);
    const now = this._buttons.get(id);
    if (now) mark(now, "aria-current", "true");
    this._current = id;
    if (now) scrollTo(this._list, now);
  }

  /** @param {Event} event */
  _visit(event) {
    const button = /** @type {Element} */ (event.target).closest("[data-node]");
    if (button) this._app.store.visit(Number(/** @type {HTMLElement} */ (button).dataset.node));
  }
}

/**
 * Return the points that a move made.
 * @param {App} app
 * @param {Study} study
 * @param {StudyNode} node
 */
function pointsOf(app, study, node) {
  if (node.parent === null || !node.mover) return 0;
  const before = app.view.side(nodeOf(study, node.parent).position).scores;
  return app.view.side(node.position).scores[node.mover - 1] - before[node.mover - 1];
}

/**
 * Return what a move gave away, by the engines here or by the log.
 * @param {Ply | undefined} ply
 * @param {StudyNode} node
 * @returns {string[]}
 */
function lossOf(ply, node) {
  const lost = ply?.lost ?? node.facts.lost ?? 0;
  return [...(lost ? [`loses ${lost}`] : []), ...(ply?.thrown ? ["throws tempo"] : [])];
}

/**
 * Scroll a list, and nothing else, so that an entry is seen.
 * @param {HTMLElement} list
 * @param {HTMLElement} entry
 */
function scrollTo(list, entry) {
  const { top, bottom } = list.getBoundingClientRect();
  const at = entry.getBoundingClientRect();
  if (at.top < top) list.scrollTop -= top - at.top;
  else if (at.bottom > bottom) list.scrollTop += at.bottom - bottom;
}
