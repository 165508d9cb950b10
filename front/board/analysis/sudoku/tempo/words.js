// @ts-check
// What is said of the tempo of a position: the advice of the rules of play, and one sentence.

import { ENDGAMES_OF_REACH } from "../reach/measured.js";
import { agreement, tempoClass } from "./law.js";
import { counted, fixed, stateHeading } from "../words.js";

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
    const gives = "B is even: a skip leaves the opponent an odd number of them";
    const moves = found.skips.map(({ move }) => move);
    return { rule: "W", kind: "skip", moves, errs: bombs % 2 ? "" : gives };
  }
  const wrong = found.empties % 2 ? found.effects.filter(({ left }) => left % 2).length : 0;
  const gives = `${wrong} of its ${found.fills.length} fills leave an odd number of bombs`;
  return { rule: "W", kind: "fill", moves: found.fills, errs: wrong ? gives : "" };
}

/**
 * Return in one sentence who wins by the law, and why.
 * @param {Tempo} found
 * @returns {string}
 */
export function summaryOf(found) {
  const empties = counted(found.empties, "empty cell");
  const bombs = found.bombs === null ? "bombs not counted" : counted(found.bombs, "bomb");
  return `${stateHeading(found.state)}; ${empties}, ${bombs}: ${verdictWords(found)}`;
}

/** @param {Tempo} found */
function verdictWords(found) {
  const law = found.reach ? "the law of reach" : "the law";
  if (found.verdict === "open") return `${law} has no verdict: ${openReason(found)}`;
  const kind = found.reach ? found.reach.why : tempoClass(found.empties, found.bombs ?? 0);
  const sure = found.measured ? `; ${sureWords(found)}` : "";
  const who = found.verdict === "won" ? "wins" : "loses";
  return `the mover ${who} by ${law} (${kind}${sure})${how(found)}`;
}

/**
 * Return how often the law was right on positions of this kind.
 * @param {Tempo} found
 */
function sureWords({ measured, verdict, reach, empties }) {
  if (!measured) return "";
  let words = `${measured.positions} such endgames with ${empties} empty cells`;
  if (reach) words = ENDGAMES_OF_REACH;
  if (measured.games) words = `games by rule ${reach ? "R" : "P"}`;
  return `right in ${fixed(agreement(measured, verdict), 1)} % of ${words}`;
}

/** @param {Tempo} found */
function how({ verdict, reach, keeps, empties }) {
  if (verdict === "lost") return "";
  if (reach) return ` with ${keeps.length} of ${counted(reach.moves.length, "move")}`;
  if (empties % 2) {
    const leave = keeps.length === 1 ? "leaves" : "leave";
    return ` with ${counted(keeps.length, "fill")} that ${leave} an even number of bombs`;
  }
  return keeps.length === 1 ? " with its only skip" : ` with any of ${keeps.length} skips`;
}

/** @param {Tempo} found */
function openReason(found) {
  const { state, reach } = found;
  if (state.clashes().length) {
    return "a region contains a value twice, so the board has no solution";
  }
  if (state.isOver) return "the game is over";
  if (found.bombs === null || found.effects.length < found.fills.length) {
    return "the budget ran out before all bombs were counted";
  }
  if (reach) return reach.whyOpen;
  if (!found.fills.length) return "the board has no solution";
  return "no fill leaves an even number of bombs";
}
