// @ts-check
// Judges a position whose bombs and effects are known: by the tempo law, or by the law of reach.

import { outlookOf, turned } from "./law.js";
import { verdictAfter } from "../reach/moves.js";

/** @typedef {import("./effects.js").FillEffect} FillEffect */
/** @typedef {import("./law.js").Outlook} Outlook */
/** @typedef {import("../reach/view.js").ReachView} ReachView */
/**
 * A bomb, the known fills that kill it, and the law's verdict after it for the mover, who plays it.
 * @typedef {{move: number, killers: number[], verdict: Outlook}} Skip
 */
/**
 * The verdict on the mover, what skips change, and the moves that keep or take the tempo; `final`
 * says whether nothing was missing.
 * @typedef {{final: boolean, verdict: Outlook, skips: Skip[], keeps: number[]}} Judgement
 */
/**
 * What is known of a position: E and B (null: not counted), whether it is over or has no solution,
 * the known effects of fills, whether these are all, and the bombs that the mover may play.
 * @typedef {{empties: number, bombs: number | null, isDead: boolean,
 *   effects: readonly FillEffect[], isAll: boolean, skips: readonly number[]}} Numbers
 */

/**
 * Judge a position in classic play.
 * @param {Numbers} numbers
 * @returns {Judgement}
 */
export function byTempo({ empties, bombs, isDead, effects, isAll, skips }) {
  // At even E the law does not depend on the fills.
  const final = bombs !== null && (isAll || empties % 2 === 0);
  const left = effects.map((effect) => effect.left);
  const verdict = bombs === null || isDead ? "open" : outlookOf(empties, bombs, left, final);
  const killed = effects.map((effect) => new Set(effect.kills));
  const after = skips.map((skip) => {
    const each = effects.map((effect, at) => effect.left - (killed[at].has(skip) ? 0 : 1));
    return turned(outlookOf(empties, skips.length - 1, each, false));
  });
  const keeps = keepsOf(verdict, empties, effects, skips);
  return { final, verdict, skips: skipsOf(skips, effects, after), keeps };
}

/**
 * Judge a position in a newer play mode, by its view.
 * @param {Numbers} numbers
 * @param {ReachView} view
 * @returns {Judgement}
 */
export function byReach({ isAll, effects, skips }, view) {
  const after = new Map(view.moves.map((each) => [each.move, verdictAfter(each)]));
  const verdicts = skips.map((skip) => (view.verdict !== "open" && after.get(skip)) || "open");
  return {
    final: isAll,
    verdict: view.verdict,
    skips: skipsOf(skips, effects, verdicts),
    keeps: view.keeps,
  };
}

/**
 * @param {Outlook} verdict
 * @param {number} empties
 * @param {readonly FillEffect[]} effects
 * @param {readonly number[]} skips
 * @returns {number[]}
 */
function keepsOf(verdict, empties, effects, skips) {
  if (verdict !== "won") return [];
  if (empties % 2) return effects.filter(({ left }) => left % 2 === 0).map(({ fill }) => fill);
  return [...skips];
}

/**
 * Return each bomb with its killers among the effects, and the verdict after it.
 * @param {readonly number[]} bombs
 * @param {readonly FillEffect[]} effects
 * @param {readonly Outlook[]} after
 * @returns {Skip[]}
 */
function skipsOf(bombs, effects, after) {
  /** @type {Map<number, number[]>} */
  const killers = new Map(bombs.map((move) => [move, []]));
  for (const { fill, kills } of effects) for (const move of kills) killers.get(move)?.push(fill);
  return bombs.map((move, at) => ({ move, killers: killers.get(move) ?? [], verdict: after[at] }));
}
