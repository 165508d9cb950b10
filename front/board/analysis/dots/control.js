// @ts-check
// Who is ahead in the parity fight of a position, and which lines keep control.
//
// The player who does not have to open the first long chain has control. Nimstring decides who that
// is if the budget allows; otherwise the long chain rule gives a forecast. The exact margin is
// included if only independent chains and loops are left beside the boxes that can be taken now, or
// if so few lines are left that the exact solver finds it immediately.

import { Coins } from "./coins.js";
import { effectsOf } from "./effects.js";
import { forecast } from "./forecast.js";
import { marginOf, openings, orders, pieceKey, piecesOf } from "./loony_endgame.js";
import { Nimstring, OutOfNodes, OutOfSlice } from "./nimstring.js";
import { declined, decliningEdge, isSimple, stringsOf } from "./strings.js";
import { marginWithin } from "./values.js";

/**
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("./effects.js").MoveEffect} MoveEffect
 * @typedef {import("./strings.js").DotsString} DotsString
 * @typedef {import("./strings.js").Strings} Strings
 * @typedef {import("./values.js").Working} Working
 *
 * The player who is ahead in the parity fight; nobody if there is no fight.
 * @typedef {"mover" | "opponent" | "unknown" | "nobody"} Ahead
 *
 * A line, its immediate effect, and the nimstring value after it: null if loony or unknown.
 * @typedef {MoveEffect & {nimber: number | null}} Judged
 */
/**
 * What is known about control in a position.
 *
 * @typedef {object} Control
 * @property {DotsState} state
 * @property {Strings} strings
 * @property {Judged[]} moves
 * @property {number} takeable boxes that can be taken now
 * @property {DotsString | null} leaves whose last boxes may be left to the opponent
 * @property {Ahead} ahead
 * @property {number | null} nimber of the rest after all are taken; null if the budget ran out
 * @property {number | null} worth the margin of who moves in the rest; null if it is not simple
 * @property {boolean | null} takesAll
 * @property {number[]} keeps the edges that keep control
 * @property {number | null} margin of the mover from here on
 * @property {number[]} best the best edges, empty if they are not known
 * @property {import("./forecast.js").Forecast | null} forecast
 */

/** Parts that are valued unless more are wanted. */
export const NODES = 10_000;
/** With more lines left than this, ten times as many parts hardly ever say more. */
const HOPELESS = 40;
/** The exact solver is asked if at most this many lines are left. */
const FEW_LINES = 24;
/** Nodes of the exact solver: a fraction of a second. */
const SOLVER_NODES = 200_000;
const MOST_ORDERS = 5_000;
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
  const found = await fight(state, task, new Nimstring(state.grid, nodes));
  return solved(found, task);
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
  values.allow(nodes);
  const { margin, best } = found;
  return { ...(await fight(state, task, values)), ...(margin === null ? {} : { margin, best }) };
}

/**
 * Return the same without the exact solver; `values` may know parts of other positions already.
 * @param {DotsState} state
 * @param {Working} task
 * @param {Nimstring} values
 */
export async function fight(state, task, values) {
  if (state.isOver || !state.extraTurn) return unfought(state);
  return fought(state, task, values);
}

/**
 * Return the effects of lines in a position without a fight for control.
 * @param {DotsState} state
 * @returns {Control}
 */
export function unfought(state) {
  const coins = Coins.of(state);
  const moves = effectsOf(coins, state.extraTurn).map((effect) => ({ ...effect, nimber: null }));
  return {
    state,
    strings: stringsOf(coins),
    moves,
    takeable: Math.max(0, ...moves.map(({ takes }) => takes)),
    leaves: null,
    ahead: "nobody",
    nimber: null,
    worth: null,
    takesAll: null,
    keeps: [],
    margin: null,
    best: [],
    forecast: null,
  };
}

/**
 * Return who has control, and the points if they are simple.
 * @param {DotsState} state
 * @param {Working} task
 * @param {Nimstring} values
 * @returns {Promise<Control>}
 */
async function fought(state, task, values) {
  const coins = Coins.of(state),
    strings = stringsOf(coins);
  const leaves = coins.isLoony() ? leastToLeave(strings) : null;
  const effects = effectsOf(coins, true);
  const rest = Coins.of(state),
    { taken: takeable } = rest.takeAll();
  const later = stringsOf(rest);
  const { nimber, moves } = await judged(coins, effects, rest.edges(), task, values);
  const worth = marginOfSimple(later);
  const takesAll = leaves && decides(nimber, worth, leaves, rest.open());
  const known = { state, strings, moves, takeable, leaves, nimber, worth, takesAll };
  return {
    ...known,
    ahead: aheadBy(nimber, leaves, rest.open()),
    keeps: keeping(known),
    margin: worth === null ? null : total(takeable, leaves, worth),
    best: worth === null ? [] : bestOfSimple(known),
    forecast: forecast(rest, later),
  };
}

/**
 * Add the margin and best lines of the exact solver, if few lines are left.
 * @param {Control} found
 * @param {Working} task
 * @returns {Promise<Control>}
 */
async function solved(found, task) {
  const { state, moves, margin } = found;
  if (state.isOver || margin !== null || moves.length > FEW_LINES) return found;
  const known = await marginWithin(state, task, SOLVER_NODES);
  return known ? { ...found, ...known } : found;
}

/**
 * Return the nimstring value of the rest, and after each line; null if the budget runs out.
 * @param {Coins} coins
 * @param {MoveEffect[]} effects
 * @param {number[]} rest
 * @param {Working} task
 * @param {Nimstring} values
 * @returns {Promise<{nimber: number | null, moves: Judged[]}>}
 */
async function judged(coins, effects, rest, task, values) {
  const free = coins.edges();
  const valueOf = (/** @type {number[]} */ edges) => valueInSlices(values, edges, task);
  try {
    const nimber = await valueOf(rest),
      moves = [];
    for (const effect of effects) {
      const after = free.filter((edge) => edge !== effect.edge);
      moves.push({ ...effect, nimber: await valueOf(after) });
    }
    return { nimber, moves };
  } catch (error) {
    if (!(error instanceof OutOfNodes)) throw error;
    return { nimber: null, moves: effects.map((effect) => ({ ...effect, nimber: null })) };
  }
}

/**
 * @param {Nimstring} values
 * @param {number[]} edges
 * @param {Working} task
 */
async function valueInSlices(values, edges, task) {
  for (;;) {
    try {
      return values.value(edges, performance.now() + SLICE);
    } catch (error) {
      if (!(error instanceof OutOfSlice)) throw error;
    }
    await task.pause();
  }
}

/**
 * Return the opened string whose last boxes cost least to leave.
 * @param {Strings} found
 */
function leastToLeave(found) {
  const leavable = found.strings.filter((one) => decliningEdge(one) >= 0);
  const rank = (/** @type {DotsString} */ one) => `${declined(one)} ${one.name}`;
  return leavable.reduce((best, one) => (rank(one) < rank(best) ? one : best));
}

/**
 * @param {number | null} nimber
 * @param {DotsString | null} leaves
 * @param {number} boxesLeft
 * @returns {Ahead}
 */
function aheadBy(nimber, leaves, boxesLeft) {
  if (leaves) return "mover";
  if (!boxesLeft) return "nobody";
  if (nimber === null) return "unknown";
  return nimber ? "mover" : "opponent";
}

/**
 * Return the exact margin of the player who moves in the rest; null if it is not simple enough.
 * @param {Strings} later
 */
function marginOfSimple(later) {
  if (!isSimple(later)) return null;
  const pieces = piecesOf(later.strings);
  return orders(pieces) <= MOST_ORDERS ? marginOf(pieces) : null;
}

/**
 * @param {number} takeable
 * @param {DotsString | null} leaves
 * @param {number} worth
 */
function total(takeable, leaves, worth) {
  const whole = takeable + worth;
  return leaves ? Math.max(whole, takeable - 2 * declined(leaves) - worth) : whole;
}

/**
 * Return whether to take everything: by points if they are known, else to keep control.
 * @param {number | null} nimber
 * @param {number | null} worth
 * @param {DotsString} leaves
 * @param {number} boxesLeft
 */
function decides(nimber, worth, leaves, boxesLeft) {
  if (worth !== null) return worth >= -declined(leaves);
  if (boxesLeft <= declined(leaves)) return true;
  return nimber === null ? null : nimber !== 0;
}

/** @typedef {Pick<Control, "strings" | "moves" | "leaves" | "takesAll">} Fight */

/**
 * Return the lines that keep control: captures, the line that leaves boxes, or by nimber.
 * @param {Fight} fight
 */
function keeping({ moves, leaves, takesAll }) {
  const captures = moves.filter(({ takes }) => takes).map(({ edge }) => edge);
  if (!captures.length) return moves.filter(({ nimber }) => nimber === 0).map(({ edge }) => edge);
  if (!leaves || takesAll) return captures;
  return takesAll === false ? leaving(leaves, captures) : [];
}

/**
 * Return the captures that spare the boxes to be left; if there are none, the leaving line.
 * @param {DotsString} leaves
 * @param {number[]} captures
 */
function leaving(leaves, captures) {
  const spared = leaves.boxes.length === declined(leaves) ? leaves.edges : [];
  const takes = captures.filter((edge) => !spared.includes(edge));
  return takes.length ? takes : [decliningEdge(leaves)];
}

/**
 * Return best lines where the margin is simple: captures, or lines that open the right string.
 * @param {Fight} fight
 */
function bestOfSimple(fight) {
  const {
    strings: { strings },
    moves,
  } = fight;
  if (moves.some(({ takes }) => takes)) return keeping(fight);
  const pieces = piecesOf(strings),
    worths = openings(pieces),
    most = Math.max(...worths);
  const right = new Set(pieces.filter((_, i) => worths[i] === most).map(pieceKey));
  return strings
    .filter((one) => right.has(pieceKey({ kind: one.kind, boxes: one.boxes.length })))
    .flatMap(({ boxes, edges }) =>
      // The middle line of a chain of two leaves the opponent no choice.
      boxes.length === 2 ? edges.slice(1, 2) : [...edges].sort((a, b) => a - b),
    );
}
