// @ts-check
// The players of Dots and Boxes in the page, by name, and how one of them is asked for a line.

import { fits } from "../analysis/dots/values.js";
import { Draws } from "../boards/draws.js";
import { chooseByChains, chooseExact } from "./dots_exact.js";
import { DotsScratch } from "./dots_scratch.js";
import { anyMove, firstMove } from "./dots_simple.js";
import { Turn } from "./dots_turn.js";

/**
 * @typedef {import("../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("../analysis/dots/values.js").Working} Working
 * @typedef {import("./dots_turn.js").Proposal} Proposal
 *
 * @typedef {object} Player
 * @property {string} name
 * @property {string} summary
 * @property {(turn: Turn) => void | Promise<void>} choose
 * @property {(state: DotsState) => string} [whyNot] why it does not play here; "" if it does
 */

/** The most boxes with which the exact player is offered: those of 4x4. */
const MOST_BOXES = 16;

/** @type {Player[]} */
export const PLAYERS = [
  {
    name: "random",
    summary: "draws any line",
    choose: (turn) => turn.propose(anyMove(new DotsScratch(turn.state), turn.random)),
  },
  {
    name: "greedy",
    summary: "completes a box if it can, and avoids drawing a third side",
    choose: (turn) => turn.propose(firstMove(new DotsScratch(turn.state), turn.random)),
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

/**
 * Return the line that a player chooses, and its exact value if that is proven.
 *
 * @param {DotsState} state
 * @param {string} name
 * @param {{seed?: number, seconds?: number}} options
 * @param {Working} task
 * @param {(proposal: Proposal) => void} report is told every better line
 * @returns {Promise<Proposal>}
 */
export async function choose(state, name, { seed = 0, seconds = 1 }, task, report) {
  const player = PLAYERS.find((one) => one.name === name);
  if (!player) {
    const known = PLAYERS.map((one) => one.name).join(", ");
    throw new RangeError(`there is no player ${name}: take one of ${known}`);
  }
  if (state.isOver) throw new RangeError("the game is over: there is no line to choose");
  const turn = new Turn(state, new Draws(seed), seconds, task, report);
  await player.choose(turn);
  return turn.proposal;
}
