// @ts-check
// The tempo law: who fills the last cell, predicted from two numbers.
//
// E is the number of empty cells, B the number of usable bombs. The mover loses if both are even,
// and otherwise keeps the tempo: at even E by a skip, at odd E by a fill that leaves B even.
// docs/theory/tempo.md has the proof, the exceptions and the measurements.

/** @typedef {"won" | "lost" | "open"} Outlook the law's verdict on the mover */
/**
 * The outcomes of positions for the mover, in percent, and the mean margin; `games`: positions that
 * were played out by a rule, not decided by best play.
 * @typedef {{won: number, drawn: number, lost: number, margin: number, positions: number,
 *   games: boolean}} MeasuredOutcomes
 */

/** The most empty cells of a position that is judged by the figures of solved endgames. */
const ENDGAME = 20;

/** Endgames on boards with one solution, from the study in docs/theory/tempo.md. */
const PROPER = {
  "even, odd": outcomes(99.81, 0.19, 0.0, 8.4, 3129),
  "odd, odd": outcomes(100.0, 0.0, 0.0, 10.0, 3095),
  "odd, even": outcomes(96.09, 0.8, 3.11, 8.5, 1867),
  "odd, 0": outcomes(100.0, 0.0, 0.0, 14.7, 5823),
  "even, even": outcomes(6.34, 1.12, 92.54, -5.5, 1689),
  "even, 0": outcomes(0.03, 1.12, 98.85, -8.7, 6411),
};
/** Endgames on boards with several solutions, from the same study. */
const SEVERAL = {
  "even, odd": outcomes(100.0, 0.0, 0.0, 11.3, 750),
  "odd, odd": outcomes(100.0, 0.0, 0.0, 8.4, 738),
  "odd, even": outcomes(99.46, 0.0, 0.54, 7.7, 369),
  "odd, 0": outcomes(100.0, 0.0, 0.0, 13.6, 507),
  "even, even": outcomes(0.28, 0.42, 99.29, -7.4, 706),
  "even, 0": outcomes(0.12, 0.0, 99.88, -11.3, 848),
};
/** Whole games between players of rule P, by the law's verdict on their start. */
const GAMES = {
  won: { ...outcomes(99.68, 0.0, 0.32, 14.8, 308), games: true },
  lost: { ...outcomes(0.0, 1.09, 98.91, -14.1, 92), games: true },
};

/**
 * Return outcomes as they are measured of endgames.
 * @param {number} won
 * @param {number} drawn
 * @param {number} lost
 * @param {number} margin
 * @param {number} positions
 * @returns {MeasuredOutcomes}
 */
export function outcomes(won, drawn, lost, margin, positions) {
  return { won, drawn, lost, margin, positions, games: false };
}

/** @typedef {keyof typeof PROPER} TempoClass the parities of E and B, with B = 0 apart */

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
 * Return the measured outcomes of such positions.
 * @param {number} empties
 * @param {number} bombs
 * @param {boolean} isProper whether there is one solution
 * @returns {MeasuredOutcomes}
 */
export function measuredByTempo(empties, bombs, isProper) {
  const kind = tempoClass(empties, bombs);
  if (empties > ENDGAME) return GAMES[kind === "even, even" || kind === "even, 0" ? "lost" : "won"];
  return (isProper ? PROPER : SEVERAL)[kind];
}

/**
 * Return the measured mean margin of the largest endgames of the same parities.
 * @param {number} empties
 * @param {number} bombs
 * @param {boolean} isProper
 * @returns {number}
 */
export function meanMargin(empties, bombs, isProper) {
  return measuredByTempo(Math.min(empties, ENDGAME - (empties % 2)), bombs, isProper).margin;
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
