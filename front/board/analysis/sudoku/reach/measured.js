// @ts-check
// How often the law of reach was measured to be right: the figures of `bombe study modes`. What the
// rows stand for, bombe.analysis.reach.measured says.

import MEASURED from "../../../../../analysis/reach/measured.json" with { type: "json" };
import { outcomes } from "../tempo/law.js";

/** @typedef {import("../tempo/law.js").MeasuredOutcomes} MeasuredOutcomes */

/** The fewest fills left of the endgames of the study. */
export const LEAST_FILLS = MEASURED.fills.least;

/**
 * Return the measured outcomes of positions of such a balance after the mover's best move.
 *
 * Null if there are none.
 * @param {string} mode
 * @param {number} size
 * @param {number} fills
 * @param {number} balance never 0
 * @returns {MeasuredOutcomes | null}
 */
export function measuredByReach(mode, size, fills, balance) {
  const isLarge = size > MEASURED.small;
  const kind = `${mode} ${isLarge ? "large" : "small"}`;
  const games = fills > (isLarge ? MEASURED.fills["most on large boards"] : MEASURED.fills.most);
  const band = MEASURED.bands.find((most) => fills <= most) ?? MEASURED.bands.at(-1);
  /** @type {Record<string, number[][] | undefined>} */
  const tables = games ? MEASURED.games : MEASURED.endgames;
  const rows = tables[games ? `${kind} ${band}` : kind];
  const steps = games ? MEASURED["steps of games"] : MEASURED.steps;
  const last = steps.length - 1;
  const far = steps.findIndex((step) => Math.abs(balance) <= step);
  const at = far < 0 ? last : far;
  return rows ? outcomes(rows[balance > 0 ? last + 1 + at : last - at], games) : null;
}
