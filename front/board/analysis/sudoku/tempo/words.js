// @ts-check
// What is said of the tempo of a position: the advice of the rules of play, and one sentence.

import SENTENCES from "../../../../../analysis/verdicts/sentences.json" with { type: "json" };
import { agreement, tempoClass } from "./law.js";
import { fixed, stateHeading } from "../words.js";
import { gamesWords } from "../reach/view.js";
import { fill } from "../../../boards/templates.js";

/** @typedef {import("./tempo.js").Tempo} Tempo */
/**
 * What a rule of play allows here; `errs` says what is wrong with it, if anything.
 * @typedef {{rule: "P" | "W" | "R", kind: string, moves: number[], errs: string}} Advice
 */

/**
 * Return what the rules allow, P and W in classic play, otherwise R; nothing if no move is known.
 * @param {Tempo} found
 * @returns {Advice[]}
 */
export function adviceOf(found) {
  if (found.bombs === null || !(found.fills.length || found.skips.length)) return [];
  if (!found.reach) return [ruleP(found, found.bombs), ruleW(found, found.bombs)];
  const { best } = found.reach;
  if (!best.length) return [];
  const kinds = new Set(best.map(({ isSkip }) => (isSkip ? "skip" : "fill")));
  const moves = best.map(({ move }) => move);
  return [{ rule: "R", kind: [...kinds].sort().join(" or "), moves, errs: "" }];
}

/**
 * Rule P: skip at even E and odd B; at odd E leave B even; never anything else.
 * @param {Tempo} found
 * @param {number} bombs
 * @returns {Advice}
 */
function ruleP(found, bombs) {
  if (found.empties % 2 === 0 && bombs % 2) {
    return { rule: "P", kind: "skip", moves: found.skips.map(({ move }) => move), errs: "" };
  }
  const keeping = found.effects.filter(({ left }) => left % 2 === 0).map(({ fill }) => fill);
  const moves = found.empties % 2 && keeping.length ? keeping : found.fills;
  return { rule: "P", kind: "fill", moves, errs: "" };
}

/**
 * Rule W, the skip rule: at even E skip, otherwise fill.
 * @param {Tempo} found
 * @param {number} bombs
 * @returns {Advice}
 */
function ruleW(found, bombs) {
  if (found.empties % 2 === 0 && bombs) {
    const moves = found.skips.map(({ move }) => move);
    return { rule: "W", kind: "skip", moves, errs: bombs % 2 ? "" : SENTENCES.errs.even };
  }
  const wrong = found.empties % 2 ? found.effects.filter(({ left }) => left % 2).length : 0;
  const gives = fill(SENTENCES.errs.odd, { wrong, fills: found.fills.length });
  return { rule: "W", kind: "fill", moves: found.fills, errs: wrong ? gives : "" };
}

/**
 * Return in one sentence who wins by the law, and why.
 * @param {Tempo} found
 * @returns {string}
 */
export function summaryOf(found) {
  const { bombs, empties } = found;
  return fill(SENTENCES.summary, {
    heading: stateHeading(found.state),
    empties,
    bombs: bombs === null ? SENTENCES["not counted"] : fill(SENTENCES.bombs, { bombs }),
    verdict: verdictWords(found),
  });
}

/** @param {Tempo} found */
function verdictWords(found) {
  const { verdict, reach, empties, bombs } = found;
  const isOpen = verdict === "open";
  return fill(SENTENCES.verdict[verdict], {
    law: SENTENCES.law[reach ? "reach" : "tempo"],
    reason: isOpen ? openReason(found) : "",
    kind: reach ? reach.why : tempoClass(empties, bombs ?? 0),
    sure: isOpen ? "" : sureWords(found),
    how: how(found),
  });
}

/**
 * Return how often the law was right on positions of this kind.
 * @param {Tempo} found
 */
function sureWords({ measured, verdict, reach, empties }) {
  if (!measured) return "";
  const own = fill(SENTENCES[measured.games ? "games" : "endgames"], { ...measured, empties });
  const right = fixed(agreement(measured, verdict), 1);
  return fill(SENTENCES.sure, { right, games: reach ? gamesWords(measured) : own });
}

/** @param {Tempo} found */
function how({ reach, keeps, empties }) {
  const fields = { keeps: keeps.length, moves: reach?.moves.length };
  if (reach) return fill(SENTENCES.how.reach, fields);
  if (empties % 2) return fill(SENTENCES.how.fill, fields);
  return fill(SENTENCES.how[keeps.length === 1 ? "only skip" : "skips"], fields);
}

/** @param {Tempo} found */
function openReason({ state, reach, bombs, effects, fills }) {
  const words = SENTENCES.open;
  if (state.clashes().length) return words.clash;
  if (state.isOver) return words.over;
  if (bombs === null || effects.length < fills.length) return words.budget;
  return reach ? reach.whyOpen : words[fills.length ? "odd" : "unsolvable"];
}
