// @ts-check
// Draws lines by click and key: a move in play, a line that is put or taken away in set-up.

import { opponent } from "../../boards/players.js";
import { positionOf, stateOf } from "./dots_states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../../boards/dots_state.js").DotsState} DotsState */

/**
 * Draw a line, or change it where the position is set up.
 * @param {App} app
 * @param {number} edge
 */
export function enterLine(app, edge) {
  const state = stateOf(app.store.node.position);
  if (app.store.screen.mode === "play") {
    app.play([...state.grid.lines[edge]]);
  } else {
    change(app, state.withLine(edge, !state.isDrawn(edge)));
  }
}

/**
 * Take a line away, if it is drawn.
 * @param {App} app
 * @param {number} edge
 */
export function clearLine(app, edge) {
  const state = stateOf(app.store.node.position);
  if (state.isDrawn(edge)) change(app, state.withLine(edge, false));
}

/**
 * Give the turn to the other player.
 * @param {App} app
 */
export function turnOver(app) {
  const state = stateOf(app.store.node.position);
  change(app, state.with({ toMove: opponent(state.toMove), history: [] }));
}

/**
 * Give the complete boxes beside a line to a player, 0 for nobody.
 * @param {App} app
 * @param {number} edge
 * @param {0 | 1 | 2} owner
 */
export function giveBoxes(app, edge, owner) {
  const state = stateOf(app.store.node.position);
  const boxes = state.grid.boxesOf[edge].filter((box) => state.isComplete(box));
  if (!boxes.length) app.warn("No box beside this line is complete.");
  else change(app, withOwner(state, boxes, owner));
}

/**
 * Give every complete box without an owner to a player, or take all boxes from both with 0.
 * @param {App} app
 * @param {0 | 1 | 2} owner
 */
export function giveAll(app, owner) {
  const state = stateOf(app.store.node.position);
  const all = state.owners.flatMap((_, box) => (state.isComplete(box) ? [box] : []));
  change(app, withOwner(state, owner ? all.filter((box) => !state.owners[box]) : all, owner));
}

/**
 * @param {DotsState} state
 * @param {readonly number[]} boxes
 * @param {0 | 1 | 2} owner
 */
function withOwner(state, boxes, owner) {
  const owners = state.owners.map((each, box) => (boxes.includes(box) ? owner : each));
  return state.with({ owners, history: [] });
}

/**
 * Make a state the root of the study.
 * @param {App} app
 * @param {DotsState} state
 */
export function change(app, state) {
  const { title, players, nodes } = app.store.study;
  app.begin("dots", positionOf(state), nodes.length === 1 ? { title, players } : { players });
}

/**
 * Return what a line leads to; null if the rules refuse it, after a word to the reader.
 * @param {App} app
 * @param {any} position
 * @param {import("../../boards/grid.js").Line} line
 * @returns {Promise<import("../study.js").Step | null>}
 */
export async function stepOf(app, position, line) {
  const reasons = stateOf(position).reasons(line);
  if (reasons.length) {
    app.warn(`${line.join(" ")} cannot be drawn: ${reasons.join("; ")}.`);
    return null;
  }
  app.calm();
  return afterLine(position, line);
}

/**
 * @param {any} position
 * @param {import("../../boards/grid.js").Line} line
 * @returns {import("../study.js").Step}
 */
export function afterLine(position, line) {
  const state = stateOf(position);
  return {
    move: [...line],
    mover: state.toMove,
    outcome: "line",
    position: positionOf(state.play(line)),
  };
}
