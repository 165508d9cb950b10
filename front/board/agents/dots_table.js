// @ts-check
// The players of Dots and Boxes in the page, by name.

import { fits } from "../analysis/dots/values.js";
import { DotsState } from "../boards/dots_state.js";
import { chooseByChains, chooseExact, DotsTurn } from "./dots_exact.js";
import { anyLine, firstLine } from "./dots_simple.js";
import { chosenMove, enginesOf } from "./players.js";

/**
 * @typedef {import("../boards/dots_document.js").DotsJson} DotsJson
 * @typedef {import("../worker/task.js").Task} Task
 */

/** The most boxes with which the exact player is offered: those of 4x4. */
const MOST_BOXES = 16;

/** @type {import("./players.js").Player<DotsState, DotsTurn>[]} */
const PLAYERS = [
  {
    name: "random",
    summary: "draws any line",
    choose: (turn) => turn.propose(anyLine(turn.state, turn.random)),
  },
  {
    name: "greedy",
    summary: "completes a box if it can, and avoids drawing a third side",
    choose: (turn) => turn.propose(firstLine(turn.state, turn.random)),
  },
  {
    name: "chains",
    summary: "rates lines by long chains and random games, and plays the ending exactly",
    choose: chooseByChains,
  },
  {
    name: "exact",
    summary: "plays exact values as soon as they are known, and never gives a box away then",
    choose: chooseExact,
    whyNot: ({ grid }) =>
      grid.boxes <= MOST_BOXES && fits(grid)
        ? ""
        : `${grid} boxes are too many to solve from the beginning: play against chains`,
  },
];

/** @param {{position: DotsJson}} params */
export async function dotsEngines({ position }) {
  return enginesOf(PLAYERS, DotsState.fromJson(position));
}

/**
 * @param {{position: DotsJson, engine: string, seed?: number, seconds?: number}} params
 * @param {Task} task
 */
export async function dotsChoose({ position, ...params }, task) {
  return chosenMove(PLAYERS, DotsTurn, DotsState.fromJson(position), params, task);
}
