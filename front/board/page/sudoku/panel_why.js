// @ts-check
// The panel of explanations: why a move is a bomb, a cell is forced or a board has no solution,
// step by step, with the cells lit on the board.

import { commandsOf } from "../commands.js";
import { actionRow, byId, fill, h, makeButton, mark, quiet } from "../dom.js";
import { stepsOf } from "./explaining.js";
import { stateOf } from "./states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("./explaining.js").ExplainedStep} ExplainedStep */
/** @typedef {{answer: any, steps: ExplainedStep[]}} Explanation */

/** @type {import("../panels.js").Panel} */
export const whyPanel = {
  id: "why",
  tab: "analyse",
  order: 5,
  title: "Why?",
  game: "sudoku",
  build(host, app) {
    const panel = new WhyPanel(host, app);
    app.commands.add(whyCommands(panel));
    app.drawers.add((scene) => {
      if (!scene.screen.why) byId("step-line").hidden = true; // also while another tab is shown
    });
    return panel;
  },
};

/**
 * @param {WhyPanel} panel
 * @returns {import("../commands.js").Command[]}
 */
function whyCommands(panel) {
  const when = () => panel.isShown();
  const isFree = (/** @type {App} */ app) => !app.store.screen.learning;
  return commandsOf("Explain", [
    ["why", "Why? Explain the chosen candidate, cell or board", ["w"], () => panel.ask(), { when: isFree }],
    ["why-next", "Next step of the explanation", ["]"], () => panel.go(1), { when }],
    ["why-back", "Step before", ["["], () => panel.go(-1), { when }],
    ["why-close", "Close the explanation", [], () => panel.close(), { quiet: true }],
  ], { game: "sudoku" });
}

class WhyPanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this.host = host;
    this.app = app;
    /** @type {Explanation | null} */
    this.explanation = null;
    this.at = 0;
    this.problem = "";
    /** @type {AbortController | null} */
    this.asked = null;
    /** @type {AbortController | null} whose answer is shown */
    this.latest = null;
    this.drawn = "";
    this.node = app.store.node;
  }

  /** Ask why; what was asked before is no longer wanted. */
  async ask() {
    this.asked?.abort();
    const controller = new AbortController();
    this.asked = controller;
    this.latest = controller;
    this.node = this.app.store.node;
    this.explanation = null;
    this.problem = "";
    this.app.store.show({ tab: "analyse" });
    this.app.draw();
    try {
      const asking = {
        signal: controller.signal,
        onReport: (/** @type {any} */ chain) => this.show(chain, controller),
      };
      this.show(await this.app.ask("why", this.question(), asking), controller);
    } catch (error) {
      if (this.latest === controller) this.fail(/** @type {Error} */ (error));
    }
  }

  /** Whether there is an explanation of this position: one of another may wait to be drawn away. */
  isShown() {
    return this.explanation !== null && this.node === this.app.store.node;
  }

  question() {
    const { cell, value } = this.app.store.screen;
    const { position } = this.app.store.node;
    const state = stateOf(position);
    if (cell === null || state.values[cell]) return { position };
    const square = state.shape.coordinates(cell);
    return value === null ? { position, cell: square } : { position, move: [...square, value] };
  }

  /**
   * Show the chain, and again with the core, which may come later; the reader may be on the way.
   * @param {any} answer
   * @param {AbortController} controller of the question
   */
  show(answer, controller) {
    if (this.latest !== controller || this.node !== this.app.store.node) return;
    this.asked = null;
    const isMore = this.explanation !== null;
    this.explanation = { answer, steps: stepsOf(answer) };
    this.go(isMore ? 0 : -Infinity, !isMore);
    if (!isMore) this.app.say(answer.lines[0]);
  }

  /**
   * @param {Error} error
   */
  fail(error) {
    this.asked = null;
    this.problem = error.message;
    this.app.draw();
  }

  /**
   * Go some steps on.
   * @param {number} by
   * @param {boolean} [isSilent]
   */
  go(by, isSilent = by === 0) {
    const steps = this.explanation?.steps ?? [];
    this.at = Math.max(0, Math.min(steps.length - 1, this.at + by));
    const step = steps[this.at];
    this.app.store.show({ why: step?.shown ?? null });
    if (step && !isSilent) this.app.say(step.text);
    this.app.draw();
  }

  /** Say nothing of another position, or of what the reader left. */
  forget() {
    this.asked?.abort();
    this.asked = null;
    this.latest = null;
    this.explanation = null;
    this.problem = "";
  }

  close() {
    this.forget();
    this.app.store.show({ why: null });
    this.app.draw();
  }

  /** @param {Scene} scene */
  draw(scene) {
    const isLeft = this.explanation?.steps.length && !scene.screen.why;
    if (isLeft || this.node !== scene.node) this.forget();
    this.node = scene.node;
    const key = JSON.stringify([
      this.at,
      this.problem,
      Boolean(this.asked),
      this.explanation?.answer.text,
      this.explanation?.answer.core_kind,
      scene.screen.cell,
      scene.screen.value,
    ]);
    this.host.hidden = !this.asked && !this.problem && !this.explanation;
    if (key === this.drawn) return;
    this.drawn = key;
    if (this.asked) fill(this.host, quiet("Looking for the reason \u2026"));
    else if (this.problem) fill(this.host, h("p", {}, `No reason was found: ${this.problem}`), closeButton());
    else if (this.explanation) fill(this.host, ...this.told(this.explanation));
    this.drawLine();
  }

  /** Say the step below the board, too: on a phone the panel is far from it. */
  drawLine() {
    const steps = this.explanation?.steps ?? [];
    const place = byId("step-line");
    place.hidden = steps.length === 0;
    if (!place.hidden) fill(place, h("p", {}, steps[this.at].text), ...stepButtons(this.at, steps.length));
  }

  /**
   * @param {Explanation} explanation
   */
  told({ answer, steps }) {
    return [
      h("p", { class: "verdict" }, answer.lines[0]),
      steps.length > 1 && actionRow(...stepButtons(this.at, steps.length)),
      h("ol", { class: "chain" }, ...steps.map((step, at) => this.line(step, at))),
      coreWords(answer) && quiet(coreWords(answer)),
      answer.stakes_words && quiet(answer.stakes_words),
      ...(answer.remarks ?? []).map((/** @type {string} */ remark) => quiet(remark)),
      closeButton(),
    ];
  }

  /**
   * @param {ExplainedStep} step
   * @param {number} at
   */
  line(step, at) {
    const button = makeButton(
      [step.number > 0 && h("span", { class: "num step-at" }, step.number), h("span", {}, step.text)],
      () => this.go(at - this.at),
      { class: "step", dataset: { step: at } },
    );
    mark(button, "aria-current", at === this.at ? "step" : null);
    return h("li", { style: `--depth:${step.depth}` }, button);
  }
}

/**
 * @param {number} at
 * @param {number} count
 */
function stepButtons(at, count) {
  if (count < 2) return [];
  return [
    makeButton("Back", null, { dataset: { command: "why-back" } }),
    makeButton("Next step", null, { class: "button primary", dataset: { command: "why-next" } }),
    h("span", { class: "quiet num" }, `${at + 1} of ${count}`),
  ];
}

function closeButton() {
  return actionRow(makeButton("Close", null, { dataset: { command: "why-close" } }));
}

/**
 * @param {any} answer
 */
function coreWords({ core, core_kind: kind, core_at_least: least }) {
  if (!core?.length) return "";
  const words =
    kind === "smallest"
      ? "smallest core, proven"
      : `the smallest core that was found; at least ${least} are needed`;
  return `Framed: ${core.length} ${core.length === 1 ? "cell" : "cells"} that are enough (${words}).`;
}
