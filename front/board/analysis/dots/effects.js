// @ts-check
// The immediate effect of every line: what it takes, and what it gives away.
//
// A sacrifice that leaves the opponent no choice is a handout; one that leaves a choice is loony.
// Without the extra turn, where a turn is one line, every sacrifice is a handout.

import { Coins } from "./coins.js";

/** @typedef {"capture"|"safe"|"handout"|"loony"} MoveKind */
/**
 * An edge, the boxes that it takes, and those that the opponent can take in the next turn.
 * @typedef {{edge: number, kind: MoveKind, takes: number, gives: number}} MoveEffect
 */

/**
 * The immediate effect of every edge that can be drawn, in order.
 * @param {Coins} coins
 * @param {boolean} extraTurn
 * @returns {MoveEffect[]}
 */
export function effectsOf(coins, extraTurn) {
  return coins.edges().map((edge) => {
    const takes = coins.cut(edge);
    const effect = extraTurn ? sacrifice(coins, edge, takes) : passing(coins, edge, takes);
    coins.tie(edge);
    return effect;
  });
}

/**
 * The effect of an edge that has just been drawn, where the turn passes after every line.
 * @param {Coins} coins
 * @param {number} edge
 * @param {number} takes
 * @returns {MoveEffect}
 */
function passing(coins, edge, takes) {
  const gives = mostAtOnce(coins);
  return { edge, kind: takes ? "capture" : gives ? "handout" : "safe", takes, gives };
}

/**
 * The effect of an edge that has just been drawn, where who scores moves again.
 * @param {Coins} coins
 * @param {number} edge
 * @param {number} takes
 * @returns {MoveEffect}
 */
function sacrifice(coins, edge, takes) {
  if (takes) return { edge, kind: "capture", takes, gives: 0 };
  const { taken: gives, mayLeave } = coins.captures();
  return { edge, kind: !gives ? "safe" : mayLeave ? "loony" : "handout", takes, gives };
}

/**
 * The largest number of boxes that one edge completes.
 * @param {Coins} coins
 */
function mostAtOnce(coins) {
  return Math.max(0, ...coins.completable().map((box) => coins.completes(coins.side(box))));
}
