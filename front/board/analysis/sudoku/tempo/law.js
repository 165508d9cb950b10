// @ts-check
// The tempo law: who fills the last cell, predicted from two numbers.
//
// E is the number of empty cells, B the number of usable bombs. The mover loses if both are even,
// and otherwise keeps the tempo: at even E by a skip, at odd E by a fill that leaves B even.
// docs/theory/tempo.md has the proof, the exceptions and the measurements.

import MEASURED from "../../../../../analysis/tempo/measured.json" with { type: "json" };

/** @typedef {"won" | "lost" | "open"} Outlook the law's verdict on the mover */
/**
 * The outcomes of positions for the mover, in percent, and the mean margin; `games`: positions that
 * were played out by a rule, not decided by best play.
 * @typedef {{won: number, drawn: number, lost: number, margin: number, positions: number,
 *   games: boolean}} MeasuredOutcomes
 */

/**
 * Return outcomes as they are measured.
 * @param {readonly number[]} row
 * @param {boolean} [games]
 * @returns {MeasuredOutcomes}
 */
export function outcomes([won, drawn, lost, margin, positions], games = false) {
  return { won, drawn, lost, margin, positions, games };
}

/** @typedef {keyof typeof MEASURED.endgames} TempoClass the parities of E and B, with B = 0 apart */

/**
 * Return the class of E and B.
 * @param {number} empties
 * @param {number} bombs
 * @returns {TempoClass}
 */
export function tempoClass(empties, bombs) {
  const parity = empties % 2 ? "odd" : "even";
  if (!bombs) return `${parity}, 0`;
  return `${parity}, ${bombs % 2 ? "odd" : "even"}`;
}

/**
 * Return the verdict from the opponent's side.
 * @param {Outlook} outlook
 * @returns {Outlook}
 */
export function turned(outlook) {
  if (outlook === "open") return "open";
  return outlook === "won" ? "lost" : "won";
}

/**
 * Return who fills the last cell.
 *
 * `left` holds the number of bombs that each fill leaves; it is needed at odd E only. `known` says
 * that no fill is missing.
 * @param {number} empties
 * @param {number} bombs
 * @param {readonly number[]} left
 * @param {boolean} known
 * @returns {Outlook}
 */
export function outlookOf(empties, bombs, left, known) {
  if (empties % 2 === 0) return bombs % 2 ? "won" : "lost";
  if (left.some((count) => count % 2 === 0)) return "won";
  // Every fill gives the opponent an odd number of bombs to skip with. A skip could therefore help
  // only with a bomb that every fill kills; that case is left open.
  return known && bombs === 0 ? "lost" : "open";
}

/**
 * Return the measured outcomes of positions of that size; null if there are none.
 * @param {number} empties
 * @param {number} bombs
 * @param {boolean} isProper whether there is one solution
 * @returns {MeasuredOutcomes | null}
 */
export function measuredByTempo(empties, bombs, isProper) {
  const kind = tempoClass(empties, bombs);
  if (empties > MEASURED["largest endgame"]) {
    const isLost = kind === "even, even" || kind === "even, 0";
    return outcomes(MEASURED.games[isLost ? "lost" : "won"], true);
  }
  const [smallest] = MEASURED.sizes;
  const row = isProper ? MEASURED.endgames[kind][Math.floor((empties - smallest) / 2)] : null;
  return row ? outcomes(row) : null;
}

/**
 * Return the measured mean margin of endgames of the same parities, of all sizes.
 * @param {number} empties
 * @param {number} bombs
 * @param {boolean} isProper
 * @returns {number}
 */
export function meanMargin(empties, bombs, isProper) {
  return MEASURED["mean margins"][tempoClass(empties, bombs)][Number(isProper)];
}

/**
 * Return the percentage of such positions in which the law was right.
 * @param {MeasuredOutcomes} share
 * @param {Outlook} verdict
 * @returns {number}
 */
export function agreement(share, verdict) {
  return verdict === "won" ? share.won : share.lost;
}
