// @ts-check
// The layers of a Sudoku board: what may be drawn over it, each with its key, and what they ask.

import { wantOf } from "../asking.js";
import { stateOf } from "./states.js";

/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../asking.js").Want} Want */
/** @typedef {import("../game_views.js").Layer} Layer */

/** @param {Scene} scene */
const isNewer = (scene) => stateOf(scene.position).rules !== "classic";

/** @type {readonly Layer[]} */
export const LAYERS = [
  {
    id: "candidates",
    key: "c",
    title: "Candidates",
    hint: "The values that the rules allow in each empty cell.",
  },
  { id: "bombs", key: "b", title: "Bombs", hint: "Bombs are struck through; safe values are bold." },
  {
    id: "forced",
    key: "f",
    title: "Forced",
    hint: "A frame around each cell that has one value left in every solution.",
  },
  {
    id: "tempo",
    key: "t",
    title: "Tempo",
    hint: "A ring around each move that keeps or takes the tempo, by the law.",
  },
  {
    id: "shares",
    key: "s",
    title: "Shares",
    slot: "number",
    hint: "In how many of the solutions a value stands there, in percent.",
  },
  {
    id: "values",
    key: "v",
    title: "Values",
    slot: "number",
    hint: "What each move is worth with best play: exactly, or between bounds.",
  },
  {
    id: "ratings",
    key: "r",
    title: "Ratings",
    hint: "How hard each bomb is to see: d direct, s singles, p pairs, c cases.",
  },
  {
    id: "reach",
    key: "a",
    title: "Reach",
    when: isNewer,
    hint: "Where each player may play now, and cells that only one or nobody can ever reach.",
  },
];

/** What a layer asks, and its rank: cheap answers come first. */
const QUESTIONS = new Map(
  /** @type {[string, [string, number]][]} */ ([
    ["tempo", ["tempo", 1]],
    ["shares", ["shares", 1]],
    ["ratings", ["ratings", 1]],
    ["reach", ["reach", 1]],
    ["values", ["values", 2]],
  ]),
);

/**
 * Return what the shown layers need to know of the position.
 * @param {Scene} scene
 * @returns {Want[]}
 */
export function wantsOf(scene) {
  const { position } = scene;
  if (stateOf(position).isOver) return [];
  const wants = [wantOf("audit", position, 0)];
  for (const layer of LAYERS) {
    const asked = QUESTIONS.get(layer.id);
    const isShown = scene.layers.has(layer.id) && (!layer.when || layer.when(scene));
    if (asked && isShown) wants.push(wantOf(asked[0], position, asked[1], scene.settings));
  }
  return wants;
}
