// @ts-check
// The panel of the position: solutions, moves, tempo and worth, each as far as it is known.

import { emptyCells } from "../../boards/sudoku_board.js";
import { h, refresh } from "../dom.js";
import { counted, grouped, listed, sentence } from "../words.js";
import { solutionsWords } from "./marks.js";
import { stateOf } from "./states.js";
import { solutionsKnown, solutionsText, verdictWords, worthWords } from "./words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {readonly [string, ...import("../dom.js").Child[]]} Row */

const FEW = 8;

/** @type {import("../panels.js").Panel} */
export const positionPanel = {
  id: "position",
  tab: "analyse",
  order: 10,
  title: "Position",
  game: "sudoku",
  build(host, app) {
    return {
      draw(scene) {
        host.hidden = Boolean(scene.screen.learning); // an exercise gives nothing away
        if (!host.hidden) refresh(host, table(rowsOf(app, scene)), ...hintsOf(app, scene));
      },
    };
  },
};

/**
 * @param {readonly Row[]} rows
 */
function table(rows) {
  return h(
    "dl",
    { class: "facts" },
    ...rows.flatMap(([name, ...said]) => [h("dt", {}, name), h("dd", {}, ...said)]),
  );
}

/**
 * @param {App} app
 * @param {Scene} scene
 * @returns {Row[]}
 */
function rowsOf(app, scene) {
  const state = stateOf(scene.position);
  if (state.isOver) return [["Game", "over"]];
  const audit = scene.answers.of("audit");
  return [
    ...auditRows(audit, app, scene),
    ...(scene.layers.has("tempo") ? tempoRows(app, scene) : []),
    ...(scene.layers.has("values") ? valueRows(app, scene) : []),
    ...(scene.layers.has("shares") ? shareRows(scene) : []),
    ...(scene.layers.has("ratings") ? ratingRows(scene) : []),
    ...(scene.layers.has("reach") ? reachRows(scene) : []),
  ];
}

/**
 * @param {import("../asking.js").Answer} audit
 * @param {App} app
 * @param {Scene} scene
 * @returns {Row[]}
 */
function auditRows({ value: audit, state, error }, app, scene) {
  if (state === "failed") return [["Verdicts", `none: ${error?.message}`]];
  if (!audit) return [["Verdicts", app.noEngines || "being found \u2026"]];
  const { bombs, safe, undecided, forced } = audit;
  const empty = emptyCells(stateOf(scene.position).values).length;
  return [
    ["Solutions", sentence(solutionsText(solutionsKnown(scene))).slice(0, -1)],
    [
      "Moves",
      `${counted(bombs.length, "bomb")}, ${grouped(safe.length)} safe` +
        (undecided.length ? `, ${undecided.length} not known` : ""),
    ],
    ["Cells", `${counted(empty, "empty cell")}, ${forced.length} forced`],
  ];
}

/**
 * @param {App} app
 * @param {Scene} scene
 * @returns {Row[]}
 */
function tempoRows(app, scene) {
  const { value: tempo, state, error } = scene.answers.of("tempo");
  if (!tempo) return [["Tempo", waiting(state, error)]];
  const { empties, bombs, keeps } = tempo;
  const parity = (/** @type {number} */ count) => (count % 2 ? "odd" : "even");
  return [
    [
      "Tempo",
      h("strong", {}, verdictWords(tempo, state)),
      ` E = ${empties} (${parity(empties)}), B = ${bombs} (${parity(bombs)}).`,
      h("span", { class: "quiet" }, trustWords(tempo)),
    ],
    [
      "Keeps it",
      keeps.length ? moveList(app, keeps) : state === "growing" ? "none so far" : "none",
      state === "growing" && h("span", { class: "quiet" }, " still trying the other moves"),
    ],
  ];
}

/**
 * Return how often the law was right, and on what it was measured.
 * @param {any} tempo  bombe.tempo/1
 */
function trustWords({ measured, verdict, reach, empties }) {
  if (!measured?.positions) return "";
  let judged = reach ? "such endgames" : `such endgames with ${empties} empty cells`;
  if (measured.games) judged = "whole games between players of its rule";
  return ` The side it names won ${measured[verdict] ?? "?"} % of ${grouped(measured.positions)} ${judged}.`;
}

/**
 * @param {App} app
 * @param {Scene} scene
 * @returns {Row[]}
 */
function valueRows(app, scene) {
  const { value, state, error } = scene.answers.of("values");
  if (!value) return [["Worth", waiting(state, error)]];
  const best = value.exact && value.best?.length ? [" by ", moveList(app, value.best)] : [];
  return [
    [
      "Worth",
      h("strong", {}, sentence(worthWords(value))),
      ...best,
      state === "growing" && h("span", { class: "quiet" }, " still searching"),
    ],
    ...(value.problem ? [/** @type {Row} */ (["", value.problem])] : []),
  ];
}

/**
 * @param {Scene} scene
 * @returns {Row[]}
 */
function shareRows(scene) {
  const { value, state, error } = scene.answers.of("shares");
  if (!value) return [["Shares", waiting(state, error)]];
  const { solutions } = value;
  if (!solutions.value)
    return [["Shares", solutions.kind === "exact" ? "there is no solution" : "none found yet"]];
  if (solutions.kind === "exact") return [["Shares", `of ${solutionsWords(solutions)}: exact`]];
  return [["Shares", `of ${solutionsWords(solutions)}: not exact`]];
}

/**
 * @param {Scene} scene
 * @returns {Row[]}
 */
function ratingRows(scene) {
  const { value, state, error } = scene.answers.of("ratings");
  if (!value) return [["Ratings", waiting(state, error)]];
  const counts = [0, 0, 0, 0];
  for (const [, , , level] of value.ratings) counts[level] += 1;
  const words = ["direct", "by singles", "by pairs", "by cases"].map(
    (name, level) => `${counts[level]} ${name}`,
  );
  const rated = listed(words.filter((text) => !text.startsWith("0 ")));
  const rest = value.unrated?.length ? `${value.unrated.length} not rated` : "";
  return [["Ratings", [rated, rest].filter(Boolean).join(", ") || "no bombs"]];
}

/**
 * @param {Scene} scene
 * @returns {Row[]}
 */
function reachRows(scene) {
  const { value, state, error } = scene.answers.of("reach");
  if (!value) return [["Reach", waiting(state, error)]];
  const players = (value.players ?? []).map(
    (/** @type {any} */ player, /** @type {number} */ at) =>
      `player ${at + 1}: ${counted(player.open.length, "open cell")}, ${player.private.length} private`,
  );
  return [
    [
      "Reach",
      `${counted(value.shared.length, "shared cell")}; ${players.join("; ")}; ${counted(value.dead.length, "dead cell")}`,
    ],
  ];
}

/**
 * @param {string} state
 * @param {Error | null} error
 */
function waiting(state, error) {
  return state === "failed" ? `not to be had: ${error?.message}` : "being found \u2026";
}

/**
 * Return moves as buttons that choose them, the first few only.
 * @param {App} app
 * @param {readonly any[]} moves
 */
function moveList(app, moves) {
  const shown = moves.slice(0, FEW).map((move) =>
    h(
      "button",
      {
        type: "button",
        class: "move num",
        dataset: { move: move.join(",") },
        onclick: () =>
          app.store.show({
            cell: stateOf(app.store.node.position).shape.cell(move[0], move[1]),
            value: move[2],
          }),
      },
      app.view.moveText(move, app.store.settings),
    ),
  );
  const more = moves.length > FEW ? [h("span", { class: "quiet" }, `and ${moves.length - FEW} more`)] : [];
  return h("span", { class: "moves" }, ...shown, ...more);
}

/**
 * Return what a board without a solution, or a game without engines, needs said.
 * @param {App} app
 * @param {Scene} scene
 */
function hintsOf(app, scene) {
  const audit = scene.answers.of("audit").value;
  const isBroken = audit?.solutions?.kind === "exact" && audit.solutions.value === 0;
  return [
    isBroken &&
      h(
        "button",
        { type: "button", class: "button", dataset: { command: "why" } },
        "Why has it no solution?",
      ),
    app.noEngines && h("p", { class: "quiet" }, app.noEngines),
  ];
}
