// @ts-check
// The skip rule: a sure bomb whenever the number of empty cells is even; else the best safe move
// that alpha-beta finds in the time.
//
// If the players then fill in turns, the one who skipped fills the last cell, which completes three
// regions.

import { drawGreedy } from "./greedy.js";
import { Scratch } from "./scratch.js";
import { MoveSearch } from "./search.js";
import { shuffle } from "./turn.js";

/**
 * @typedef {import("../../boards/draws.js").Draws} Draws
 * @typedef {import("./scratch.js").Action} Action
 * @typedef {import("./turn.js").SudokuTurn} Turn
 */

/**
 * Propose a bomb if the number of empty cells is even and one is found; else safe moves.
 * @param {Turn} turn
 */
export async function chooseBySkipRule(turn) {
  const safe = await turn.safeState();
  const bomb = tempoBomb(new Scratch(turn.state));
  if (bomb) {
    turn.propose(bomb);
    return;
  }
  const position = new Scratch(safe);
  turn.propose(drawGreedy(position, turn.random));
  const search = new MoveSearch(position);
  for (const better of search.deepen(rankedActions(search, turn.random), turn.depth)) {
    if (turn.isOver) return;
    if (better) turn.propose(better);
    await turn.task.pause();
  }
}

/**
 * Return a sure bomb if the number of empty cells is even; null if it is odd or none is found.
 *
 * It takes the only value that is left for another cell of its row or column: rows are searched
 * first.
 * @param {Scratch} position
 * @returns {Action | null}
 */
function tempoBomb(position) {
  if (position.emptyCount % 2) return null;
  const { shape } = position;
  for (const region of [...shape.rows, ...shape.columns]) {
    for (const cell of region) {
      const [value, ...others] = position.empty[cell] ? position.candidates(cell) : [];
      if (!value || others.length) continue;
      const other = region.find((each) => each !== cell && takes(position, each, value));
      if (other !== undefined) return { cell: other, value };
    }
  }
  return null;
}

/**
 * Return whether the mover may play a value on a cell.
 * @param {Scratch} position
 * @param {number} cell
 * @param {number} value
 */
function takes(position, cell, value) {
  return position.isPlayable(cell) && position.candidates(cell).includes(value);
}

/**
 * Return the moves of a search, most points first, ties in random order.
 * @param {MoveSearch} search
 * @param {Draws} random
 */
function rankedActions(search, random) {
  const actions = search.actions();
  shuffle(actions, random);
  const { position } = search;
  return actions.sort((one, other) => position.points(other.cell) - position.points(one.cell));
}
