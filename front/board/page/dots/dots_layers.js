// @ts-check
// The layers of a grid of Dots and Boxes: what may be drawn over it, each with its key, and what
// they ask.

import { wantOf } from "../asking.js";
import { stateOf } from "./dots_states.js";

/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../asking.js").Want} Want */
/** @typedef {import("../game_views.js").Layer} Layer */

/** @param {Scene} scene */
const hasExtraTurn = (scene) => stateOf(scene.position).extraTurn;

/** The most dots and free lines with which a position can be solved. */
const MOST = 64;

/** @type {readonly Layer[]} */
export const DOTS_LAYERS = [
  {
    id: "chains",
    key: "c",
    title: "Chains",
    hint: "Chains and loops, each with its letter; joints are starred.",
  },
  {
    id: "lines",
    key: "l",
    title: "Lines",
    hint: "Which lines are safe, and how many boxes the others take or give away.",
  },
  {
    id: "control",
    key: "t",
    title: "Control",
    when: hasExtraTurn,
    hint: "Lines that keep control are drawn double.",
  },
  {
    id: "nimbers",
    key: "b",
    title: "Nimbers",
    slot: "number",
    when: hasExtraTurn,
    hint: "The nimstring value after each line; 0 keeps control, unless the line takes a box.",
  },
  {
    id: "values",
    key: "v",
    title: "Values",
    slot: "number",
    hint: "How many boxes more the mover gets from here on after each line.",
  },
];

/**
 * Return what the shown layers and the words below the grid need to know of the position.
 * @param {Scene} scene
 * @returns {Want[]}
 */
export function dotsWants(scene) {
  const { position, layers, screen } = scene;
  if (screen.learning) return [];
  const wants = [wantOf("dots_control", position, 0)];
  if (layers.has("values") && !unsolvable(position)) wants.push(wantOf("dots_values", position, 2));
  return wants;
}

/**
 * Return why the values of a position cannot be found; "" if they can.
 * @param {any} position
 */
export function unsolvable(position) {
  const state = stateOf(position);
  const { rows, columns } = state.grid;
  if (state.isOver) return "The game is over.";
  if ((rows + 1) * (columns + 1) > MOST) return `Values are found on grids of up to ${MOST} dots.`;
  if (state.free().length > MOST) return `Values are found once at most ${MOST} lines are left.`;
  return "";
}
