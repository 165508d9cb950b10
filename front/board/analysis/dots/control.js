// @ts-check
// Who is ahead in the parity fight of a position, and which lines keep control.
//
// The player who does not have to open the first long chain has control. Nimstring decides who that
// is if the budget allows; otherwise the long chain rule gives a forecast. The exact margin is
// included if only independent chains and loops are left beside the boxes that can be taken now, or
// if so few lines are left that the exact solver finds it immediately.

import { Coins, marginWith } from "./coins.js";
import { effectsOf } from "./effects.js";
import { forecast } from "./forecast.js";
import { marginOf, marginsWithout, orders, pieceKey, piecesOf } from "./loony_endgame.js";
import { Nimstring, OutOfNodes, OutOfSlice } from "./nimstring.js";
import { isOpened, isSimple, stringsOf } from "./strings.js";
import { marginWithin } from "./values.js";

/**
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("./coins.js").Captures} Captures
 * @typedef {import("./effects.js").MoveEffect} MoveEffect
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
 */
/**
 * What is known about control in a position.
 *
 * @typedef {object} Control
 * @property {DotsState} state
 * @property {Strings} strings
 * @property {Judged[]} moves
 * @property {number} takeable boxes that can be taken now
 * @property {number} mayLeave how many of them can be left to the opponent instead; 0 for no choice
 * @property {number[]} leaving the edges that leave so many, once the other boxes are taken
 * @property {DotsString | null} leaves where those boxes are; null if that takes a joint
 * @property {Ahead} ahead
 * @property {number | null} nimber of the rest after all are taken; null if the budget ran out
 * @property {number | null} worth the margin of who moves in the rest; null if it is not simple
 * @property {boolean | null} takesAll the better choice: by the points if the rest is simple, else to
 *   keep control; null if that is not known
 * @property {number[]} plan the first edges of that choice
 * @property {number[]} keeps all edges that keep control: after them the mover is still ahead
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
    mayLeave: 0,
    leaving: [],
    leaves: null,
    ahead: "nobody",
    nimber: null,
    worth: null,
    takesAll: null,
    plan: [],
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
  const effects = effectsOf(coins, true);
  const rest = Coins.of(state),
    captures = rest.takeAll();
  const later = stringsOf(rest);
  const { nimber, moves } = await judged(coins, effects, rest.edges(), task, values);
  const worth = marginOfSimple(later);
  const best = worth === null ? [] : bestOfSimple(coins, moves, later, worth);
  const { taken, mayLeave, leaving } = captures;
  const takesAll = decides(nimber, worth, mayLeave, rest.open());
  const plan = best.length ? best : planned(coins, moves, captures, takesAll);
  return {
    state,
    strings,
    moves,
    takeable: taken,
    mayLeave,
    leaving,
    leaves: whereToLeave(strings, captures),
    ahead: aheadBy(nimber, mayLeave, rest.open()),
    nimber,
    worth,
    takesAll,
    plan: mayLeave ? plan : [],
    keeps: rest.open() && nimber !== null ? keeping(moves) : [],
    margin: worth === null ? null : marginWith(captures, worth),
    best,
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
 * Return the first opened string in which boxes can be left; null if that takes a joint.
 * @param {Strings} found
 * @param {Captures} captures
 */
function whereToLeave({ strings }, { mayLeave, leaving }) {
  const canLeave = (/** @type {DotsString} */ one) =>
    isOpened(one) &&
    one.boxes.length >= mayLeave &&
    one.edges.some((edge) => leaving.includes(edge));
  return strings.find(canLeave) ?? null;
}

/**
 * @param {number | null} nimber
 * @param {number} mayLeave
 * @param {number} boxesLeft
 * @returns {Ahead}
 */
function aheadBy(nimber, mayLeave, boxesLeft) {
  if (!boxesLeft) return "nobody";
  if (mayLeave) return "mover";
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
 * Return the edges that take everything; or those on the way to leaving as few as possible.
 * @param {Coins} coins
 * @param {Judged[]} moves
 * @param {Captures} captures
 * @param {boolean | null} takesAll
 */
function planned(coins, moves, { mayLeave, leaving }, takesAll) {
  if (takesAll === null) return [];
  let takes = moves.filter(({ takes }) => takes).map(({ edge }) => edge);
  if (!takesAll)
    takes = takes.filter((edge) => capturesAfter(coins, edge).mayLeave === mayLeave);
  return takes.length ? takes : leaving;
}

/**
 * @param {Coins} coins
 * @param {number} edge
 */
function capturesAfter(coins, edge) {
  coins.cut(edge);
  const found = coins.captures();
  coins.tie(edge);
  return found;
}

/**
 * Return the edges after which the mover wins nimstring; who takes a box moves again.
 * @param {Judged[]} moves
 */
function keeping(moves) {
  const keeps = moves.filter(({ takes, nimber }) => (takes ? nimber !== 0 : nimber === 0));
  return keeps.map(({ edge }) => edge);
}

/**
 * Return the best edges if what is left after taking all boxes consists of chains and loops: an edge
 * in one of them gives it away, and any other edge leaves the rest as it is.
 * @param {Coins} coins
 * @param {Judged[]} moves
 * @param {Strings} later
 * @param {number} worth
 */
function bestOfSimple(coins, moves, { strings }, worth) {
  const pieces = piecesOf(strings),
    without = marginsWithout(pieces);
  const margins = new Map(pieces.map((piece, i) => [pieceKey(piece), without[i]]));
  /** @type {Map<number, number | undefined>} */
  const rests = new Map();
  for (const { kind, boxes, edges } of strings)
    for (const edge of edges)
      rests.set(edge, margins.get(pieceKey({ kind, boxes: boxes.length })));
  const values = moves.map(({ edge, takes }) => {
    const margin = marginWith(capturesAfter(coins, edge), rests.get(edge) ?? worth);
    return takes ? takes + margin : -margin;
  });
  const most = Math.max(...values);
  return moves.filter((_, i) => values[i] === most).map(({ edge }) => edge);
}
