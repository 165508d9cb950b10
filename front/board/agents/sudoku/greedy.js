// @ts-check
// The player that does not look ahead: most points now, among the safe moves, ties at random.

import { Scratch } from "./scratch.js";

/**
 * @typedef {import("../../boards/draws.js").Draws} Draws
 * @typedef {import("./scratch.js").Action} Action
 * @typedef {import("./turn.js").SudokuTurn} Turn
 */

/**
 * Propose a safe move that scores most.
 * @param {Turn} turn
 */
export async function chooseGreedily(turn) {
  turn.propose(drawGreedy(new Scratch(await turn.safeState()), turn.random));
}

/**
 * Draw a legal move among those that score most; null if there is none.
 * @param {Scratch} position
 * @param {Draws} random
 * @returns {Action | null}
 */
export function drawGreedy(position, random) {
  const scoring = position.scoring();
  const amounts = [...new Set(scoring.values())].sort((a, b) => b - a);
  for (const points of amounts) {
    const cells = [...scoring.keys()].filter((cell) => scoring.get(cell) === points);
    const action = position.draw(cells, random);
    if (action) return action;
  }
  return position.draw(position.playable(), random);
}
