// @ts-check
// Control as the fields of bombe.dots-control/1, with the sentences of the command.

import { described, explained, heading } from "./explain.js";
import { isLong, isOpened } from "./strings.js";

/**
 * @typedef {import("../../boards/dots_state.js").Grid} Grid
 * @typedef {import("./control.js").Control} Control
 * @typedef {import("./strings.js").DotsString} DotsString
 */

/**
 * Return the sentences of the command.
 * @param {Control} found
 */
export function controlText(found) {
  return [heading(found.state), ...explained(found)];
}

/**
 * Return what is known about control as plain data; each chain and loop has its sentence.
 * @param {Control} found
 */
export function controlJson(found) {
  const { state, strings, moves, leaves, forecast: rule } = found,
    { grid } = state;
  const lines = (/** @type {number[]} */ edges) => edges.map((edge) => grid.lineText(edge));
  return {
    schema: "bombe.dots-control/1",
    rows: grid.rows,
    columns: grid.columns,
    extra_turn: state.extraTurn,
    edges: lines(state.drawn()),
    scores: [...state.scores],
    to_move: state.toMove,
    strings: strings.strings.map((one) => stringJson(grid, one)),
    joints: strings.joints.map((box) => grid.place(box)),
    ahead: found.ahead,
    nimber: found.nimber,
    takeable: found.takeable,
    may_leave: found.mayLeave,
    leaves: leaves && leaves.name,
    takes_all: found.takesAll,
    keeps: lines(found.keeps),
    margin: found.margin,
    best: lines(found.best),
    long_chain_rule: rule && {
      long_chains: rule.longChains,
      mover_controls: rule.moverControls,
      mover_wants_odd: rule.moverWantsOdd,
    },
    moves: moves.map(({ edge, kind, takes, gives, nimber }) => ({
      move: grid.lineText(edge),
      kind,
      takes,
      gives,
      nimber,
    })),
  };
}

/**
 * @param {Grid} grid
 * @param {DotsString} one
 */
function stringJson(grid, one) {
  return {
    name: one.name,
    kind: one.kind,
    boxes: one.boxes.map((box) => grid.place(box)),
    lines: one.edges.map((edge) => grid.lineText(edge)),
    ends: one.ends,
    long: isLong(one),
    opened: isOpened(one),
    text: described(one),
  };
}
