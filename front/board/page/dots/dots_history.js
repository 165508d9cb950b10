// @ts-check
// The game that a position knows it came from: its history, played again from the position before.

import { positionOf, stateOf } from "./dots_states.js";

/** @typedef {import("../../boards/dots_state.js").DotsState} DotsState */

/**
 * Return where a position's history began, and its moves; null if it has none, or if the moves do
 * not lead to the position.
 * @param {any} position
 */
export function pastOf(position) {
  const state = stateOf(position);
  if (!state.history.length) return null;
  for (const toMove of /** @type {const} */ ([1, 2])) {
    const start = before(state, toMove);
    if (leadsTo(start, state))
      return { start: positionOf(start), moves: state.history.map((line) => [...line]) };
  }
  return null;
}

/**
 * Return the position before the history, if that player was to move.
 * @param {DotsState} state
 * @param {1 | 2} toMove
 */
function before(state, toMove) {
  const { grid, history, owners } = state;
  const drawn = history.map((line) => grid.edge(line));
  const edges = drawn.reduce((set, edge) => set & ~(1n << BigInt(edge)), state.edges);
  const touched = new Set(drawn.flatMap((edge) => grid.boxesOf[edge]));
  return state.with({
    edges,
    owners: owners.map((owner, box) => (touched.has(box) ? 0 : owner)),
    toMove,
    history: [],
  });
}

/**
 * @param {DotsState} start
 * @param {DotsState} state
 */
function leadsTo(start, state) {
  const end = state.history.reduce((at, line) => at.play(line), start);
  return (
    end.toMove === state.toMove &&
    end.edges === state.edges &&
    end.owners.every((owner, box) => owner === state.owners[box])
  );
}
