// @ts-check
// The panel of the position: solutions, moves, tempo and worth, each as far as it is known.

import { emptyCells } from "../../boards/sudoku_board.js";
import { h, makeButton, quiet } from "../dom.js";
import { factsPanel } from "../panels.js";
import { counted, grouped, listed, sentence, waiting } from "../words.js";
import { solutionsWords } from "./marks.js";
import { stateOf } from "./states.js";
import { solutionsKnown, solutionsText, verdictWords, worthWords } from "./words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {readonly [string, ...import("../dom.js").Child[]]} Row */

const FEW = 8;

/** What is known of the position, by the layers that are shown. */
export const positionPanel = factsPanel(
  { id: "position", tab: "analyse", order: 10, title: "Position", game: "sudoku" },
  (app, scene) => [table(rowsOf(app, scene)), ...hintsOf(app, scene)],
);

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

/** @type {readonly (readonly [string, string, (value: any, state: string, app: App) => Row[]])[]} */
const LAYER_ROWS = [
  ["tempo", "Tempo", tempoRows],
  ["values", "Worth", valueRows],
  ["shares", "Shares", shareRows],
  ["ratings", "Ratings", ratingRows],
  ["reach", "Reach", reachRows],
];

/**
 * @param {App} app
 * @param {Scene} scene
 * @returns {Row[]}
 */
function rowsOf(app, scene) {
  const state = stateOf(scene.position);
  if (state.isOver) return [["Game", "over"]];
  const audit = scene.answers.of("audit");
  const layers = LAYER_ROWS.filter(([layer]) => scene.layers.has(layer));
  return [
    ...auditRows(audit, app, scene),
    ...layers.flatMap(([layer, title, rows]) => {
      const answer = scene.answers.of(layer);
      const row = /** @type {Row} */ ([title, waiting(answer)]);
      return answer.value ? rows(answer.value, answer.state, app) : [row];
    }),
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
 * @param {any} tempo
 * @param {string} state
 * @param {App} app
 * @returns {Row[]}
 */
function tempoRows(tempo, state, app) {
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
 * @param {any} value
 * @param {string} state
 * @param {App} app
 * @returns {Row[]}
 */
function valueRows(value, state, app) {
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
 * @param {any} value
 * @param {string} state
 * @param {App} app
 * @returns {Row[]}
 */
function shareRows(value, state, app) {
  const { solutions } = value;
  if (!solutions.value)
    return [["Shares", solutions.kind === "exact" ? "there is no solution" : "none found yet"]];
  if (solutions.kind === "exact") return [["Shares", `of ${solutionsWords(solutions)}: exact`]];
  return [["Shares", `of ${solutionsWords(solutions)}: not exact`]];
}

/**
 * @param {any} value
 * @param {string} state
 * @param {App} app
 * @returns {Row[]}
 */
function ratingRows(value, state, app) {
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
 * @param {any} value
 * @param {string} state
 * @param {App} app
 * @returns {Row[]}
 */
function reachRows(value, state, app) {
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
 * Return moves as buttons that choose them, the first few only.
 * @param {App} app
 * @param {readonly any[]} moves
 */
function moveList(app, moves) {
  const shown = moves.slice(0, FEW).map((move) =>
    makeButton(
      app.view.moveText(move, app.store.settings),
      () =>
        app.store.show({
          cell: stateOf(app.store.node.position).shape.cell(move[0], move[1]),
          value: move[2],
        }),
      { class: "move num", dataset: { move: move.join(",") } },
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
    isBroken && makeButton("Why has it no solution?", null, { dataset: { command: "why" } }),
    app.noEngines && quiet(app.noEngines),
  ];
}
