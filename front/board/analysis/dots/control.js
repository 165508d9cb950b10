// @ts-check
// Who is ahead in the parity fight of a position, and which lines keep control.
//
// The player who does not have to open the first long chain has control. Nimstring decides who that
// is if the budget allows; otherwise the long chain rule gives a forecast. The exact margin is
// included if only independent chains and loops are left beside the boxes that can be taken now, or
// if so few lines are left that the exact solver finds it immediately.

import { capturesOf, edgesIn, effectsOf, freeOf, marginWith, openBoxes } from "./captures.js";
import { marginsOf, pieceKey } from "./loony_endgame.js";
import { Nimstring, OutOfNodes, OutOfSlice } from "./nimstring.js";
import { longChains, stringsOf } from "./strings.js";
import { marginWithin } from "./values.js";

/**
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("./captures.js").Captures} Captures
 * @typedef {import("./captures.js").MoveEffect} MoveEffect
 * @typedef {import("./strings.js").DotsString} DotsString
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./values.js").Working} Working
 *
 * The player who is ahead in the parity fight, the winner of nimstring; nobody if there is no fight:
 * without the extra turn, or if nothing is left after the boxes that can be taken.
 * @typedef {"mover" | "opponent" | "unknown" | "nobody"} Ahead
 *
 * A line, its immediate effect, and the nimstring value after it: null if loony or unknown.
 * @typedef {MoveEffect & {nimber: number | null}} Judged
 *
 * What the long chain rule says if the current long chains are those of the end.
 * @typedef {{long_chains: number, mover_controls: boolean, mover_wants_odd: boolean}} Forecast
 */
/**
 * What is known about control: the fields of bombe.dots-control/1, explained in
 * analysis/dots/control.py, with lines as texts; and, in `behind`, what they come from.
 *
 * @typedef {object} Control
 * @property {string} schema
 * @property {number} rows
 * @property {number} columns
 * @property {boolean} extra_turn
 * @property {string[]} edges
 * @property {number[]} scores
 * @property {1 | 2} to_move
 * @property {DotsString[]} strings
 * @property {number[][]} joints
 * @property {Ahead} ahead
 * @property {number | null} nimber
 * @property {number} takeable
 * @property {number} may_leave
 * @property {string | null} leaves
 * @property {boolean | null} takes_all
 * @property {string[]} keeps
 * @property {number | null} margin
 * @property {string[]} best
 * @property {Forecast | null} long_chain_rule
 * @property {Judged[]} moves
 * @property {Behind} behind
 */
/**
 * The position; the lines that leave `may_leave` boxes once the others are taken, and the string of
 * these boxes; the margin of who moves in the rest, null if it is not simple; and the first lines of
 * the better choice.
 *
 * @typedef {object} Behind
 * @property {DotsState} state
 * @property {string[]} leaving
 * @property {DotsString | null} left
 * @property {number | null} worth
 * @property {string[]} plan
 */

/** Parts that are valued unless more are wanted. */
export const NODES = 10_000;
/** With more lines left than this, ten times as many parts hardly ever say more. */
const HOPELESS = 40;
/** The exact solver is asked if at most this many lines are left. */
const FEW_LINES = 24;
/** Nodes of the exact solver: a fraction of a second. */
const SOLVER_NODES = 200_000;
/** Milliseconds of nimstring between two pauses. */
const SLICE = 20;

/**
 * Return who has control, and by which lines.
 *
 * The nodes are those of the nimstring values alone; the exact solver has its own, fixed number.
 * @param {DotsState} state
 * @param {Working} task
 * @param {number} [nodes]
 * @returns {Promise<Control>}
 */
export async function control(state, task, nodes = NODES) {
  return solved(await fight(state, task, new Nimstring(state.grid, nodes)), task);
}

/**
 * Return the same, with more parts where NODES are too few to say who is ahead; `report` is told
 * what is known before that.
 * @param {DotsState} state
 * @param {Working} task
 * @param {number} nodes
 * @param {(found: Control) => void} report
 */
export async function controlGrowing(state, task, nodes, report) {
  const values = new Nimstring(state.grid, Math.min(nodes, NODES));
  const found = await solved(await fight(state, task, values), task);
  if (found.ahead !== "unknown" || nodes <= NODES || found.moves.length > HOPELESS) return found;
  report(found);
  values.nodes = nodes;
  const { margin, best } = found;
  return { ...(await fight(state, task, values)), ...(margin === null ? {} : { margin, best }) };
}

/**
 * Return what can be said of a position at once: of the fight for control, nothing.
 * @param {DotsState} state
 * @returns {Control}
 */
export function unfought(state) {
  const { grid } = state;
  const moves = effectsOf(state).map((effect) => ({ ...effect, nimber: null }));
  return {
    schema: "bombe.dots-control/1",
    rows: grid.rows,
    columns: grid.columns,
    extra_turn: state.extraTurn,
    edges: state.drawn().map((edge) => grid.lineText(edge)),
    scores: [...state.scores],
    to_move: state.toMove,
    ...stringsOf(grid, freeOf(state)),
    ahead: "nobody",
    nimber: null,
    takeable: Math.max(0, ...moves.map(({ takes }) => takes)),
    may_leave: 0,
    leaves: null,
    takes_all: null,
    keeps: [],
    margin: null,
    best: [],
    long_chain_rule: null,
    moves,
    behind: { state, leaving: [], left: null, worth: null, plan: [] },
  };
}

/**
 * Return who has control, without the exact solver; `values` may know parts of other positions.
 * @param {DotsState} state
 * @param {Working} task
 * @param {Nimstring} values
 * @returns {Promise<Control>}
 */
export async function fight(state, task, values) {
  const found = unfought(state);
  if (state.isOver || !state.extraTurn) return found;
  const { grid } = state,
    captures = capturesOf(grid, freeOf(state));
  const { taken, rest, mayLeave } = captures,
    later = stringsOf(grid, rest);
  const { nimber, moves } = await judged(found, rest, task, values);
  const margins = isSimple(later) ? marginsOf(later.strings) : null,
    worth = margins && margins.margin;
  const best = margins ? bestOfSimple(state, moves, later, margins) : [];
  const takes_all = decides(nimber, worth, mayLeave, openBoxes(grid, rest));
  const leaving = edgesIn(captures.leaving).map((edge) => grid.lineText(edge));
  const left = whereToLeave(found, mayLeave, leaving);
  const plan = best.length ? best : planned(state, moves, mayLeave, leaving, takes_all);
  return {
    ...found,
    ahead: !rest ? "nobody" : mayLeave ? "mover" : aheadBy(nimber),
    nimber,
    takeable: taken,
    may_leave: mayLeave,
    leaves: left && left.name,
    takes_all,
    keeps: rest && nimber !== null ? keeping(moves) : [],
    margin: worth === null ? null : marginWith(captures, worth),
    best,
    long_chain_rule: forecast(grid, rest, later),
    moves,
    behind: { state, leaving, left, worth, plan: mayLeave ? plan : [] },
  };
}

/**
 * Add the margin and best lines of the exact solver, if few lines are left.
 * @param {Control} found
 * @param {Working} task
 * @returns {Promise<Control>}
 */
async function solved(found, task) {
  const { moves, margin, behind } = found;
  if (!moves.length || margin !== null || moves.length > FEW_LINES) return found;
  return { ...found, ...(await marginWithin(behind.state, task, SOLVER_NODES)) };
}

/**
 * Return the nimstring value of the rest, and after each line; null if the budget runs out.
 * @param {Control} found
 * @param {bigint} rest
 * @param {Working} task
 * @param {Nimstring} values
 * @returns {Promise<{nimber: number | null, moves: Judged[]}>}
 */
async function judged({ moves, behind: { state } }, rest, task, values) {
  /** @type {(number | null)[]} */
  const nimbers = [];
  try {
    const nimber = await valueInSlices(values, rest, task);
    for (const edge of state.free())
      nimbers.push(await valueInSlices(values, freeOf(state) & ~(1n << BigInt(edge)), task));
    return { nimber, moves: moves.map((move, at) => ({ ...move, nimber: nimbers[at] })) };
  } catch (error) {
    if (!(error instanceof OutOfNodes)) throw error;
    return { nimber: null, moves };
  }
}

/**
 * @param {Nimstring} values
 * @param {bigint} free
 * @param {Working} task
 */
async function valueInSlices(values, free, task) {
  for (;;) {
    try {
      return values.value(free, performance.now() + SLICE);
    } catch (error) {
      if (!(error instanceof OutOfSlice)) throw error;
    }
    await task.pause();
  }
}

/**
 * Return the first opened string in which boxes can be left; null if that takes a joint.
 * @param {Strings} found
 * @param {number} mayLeave
 * @param {string[]} leaving
 */
function whereToLeave({ strings }, mayLeave, leaving) {
  const canLeave = (/** @type {DotsString} */ { opened, boxes, lines }) =>
    opened && boxes.length >= mayLeave && lines.some((line) => leaving.includes(line));
  return strings.find(canLeave) ?? null;
}

/**
 * @param {number | null} nimber
 * @returns {Ahead}
 */
function aheadBy(nimber) {
  if (nimber === null) return "unknown";
  return nimber ? "mover" : "opponent";
}

/**
 * Return whether only independent chains and loops are left, none of them opened.
 * @param {Strings} found
 */
function isSimple({ strings, joints }) {
  return !joints.length && !strings.some(({ opened }) => opened);
}

/**
 * Apply the long chain rule to the rest, in which no box can be taken: the mover wants the sum of
 * lines, open boxes and long chains to be odd.
 * @param {import("../../boards/grid.js").Grid} grid
 * @param {bigint} rest
 * @param {Strings} later
 * @returns {Forecast}
 */
function forecast(grid, rest, later) {
  const { length } = longChains(later);
  const mover_controls = (edgesIn(rest).length + openBoxes(grid, rest) + length) % 2 === 1;
  const mover_wants_odd = mover_controls === (length % 2 === 1);
  return { long_chains: length, mover_controls, mover_wants_odd };
}

/**
 * Return whether to take everything: by points if they are known, else to keep control.
 * @param {number | null} nimber
 * @param {number | null} worth
 * @param {number} mayLeave
 * @param {number} boxesLeft
 */
function decides(nimber, worth, mayLeave, boxesLeft) {
  if (!mayLeave) return null;
  if (worth !== null) return worth >= -mayLeave;
  if (boxesLeft <= mayLeave) return true;
  return nimber === null ? null : nimber !== 0;
}

/**
 * Return what can be taken once a line is drawn.
 * @param {DotsState} state
 * @param {string} line
 */
function capturesAfter(state, line) {
  const edge = state.grid.lines.findIndex((_, each) => state.grid.lineText(each) === line);
  return capturesOf(state.grid, freeOf(state) & ~(1n << BigInt(edge)));
}

/**
 * Return the lines that take everything; or those on the way to leaving as few as possible.
 * @param {DotsState} state
 * @param {Judged[]} moves
 * @param {number} mayLeave
 * @param {string[]} leaving
 * @param {boolean | null} takesAll
 */
function planned(state, moves, mayLeave, leaving, takesAll) {
  if (takesAll === null) return [];
  const takes = moves.filter(({ takes }) => takes).map(({ move }) => move);
  const isOnTheWay = (/** @type {string} */ line) =>
    takesAll || capturesAfter(state, line).mayLeave === mayLeave;
  const found = takes.filter(isOnTheWay);
  return found.length ? found : leaving;
}

/**
 * Return the lines after which the mover wins nimstring; who takes a box moves again.
 * @param {Judged[]} moves
 */
function keeping(moves) {
  const keeps = moves.filter(({ takes, nimber }) => (takes ? nimber !== 0 : nimber === 0));
  return keeps.map(({ move }) => move);
}

/**
 * Return the best lines if what is left after taking all boxes consists of chains and loops: a line
 * in one of them gives it away, and any other line leaves the rest as it is.
 * @param {DotsState} state
 * @param {Judged[]} moves
 * @param {Strings} later
 * @param {NonNullable<ReturnType<typeof marginsOf>>} margins
 */
function bestOfSimple(state, moves, { strings }, { margin, without }) {
  const values = moves.map(({ move, takes }) => {
    const piece = strings.find(({ lines }) => lines.includes(move));
    const rest = piece ? /** @type {number} */ (without.get(pieceKey(piece))) : margin;
    const found = marginWith(capturesAfter(state, move), rest);
    return takes ? takes + found : -found;
  });
  const most = Math.max(...values);
  return moves.filter((_, at) => values[at] === most).map(({ move }) => move);
}
