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

/** Positions with more empty cells are judged by whole games. */
const LARGEST_ENDGAME = 20;
/** The fewest empty cells of measured endgames, on boards with one solution. */
const SMALLEST = 8;
/** Mean margins of all measured endgames with several solutions, and with one. */
const MEAN_MARGINS = {
  "even, odd": [11.3, 8.4],
  "odd, odd": [8.4, 10.0],
  "odd, even": [7.7, 8.5],
  "odd, 0": [13.6, 14.7],
  "even, even": [-7.4, -5.5],
  "even, 0": [-11.3, -8.7],
};

/**
 * Endgames on boards with one solution, by the number of empty cells, from the study in
 * docs/theory/tempo.md.
 * @type {Record<string, readonly [number, number, number, number, number][]>}
 */
const ENDGAMES = {
  "even, odd": [
    [99.36, 0.64, 0, 7.3, 156],
    [100, 0, 0, 7.9, 185],
    [100, 0, 0, 8.1, 240],
    [100, 0, 0, 9, 222],
    [99.57, 0.43, 0, 9.4, 235],
  ],
  "odd, odd": [
    [100, 0, 0, 9.1, 167],
    [99.02, 0.49, 0.49, 9, 204],
    [100, 0, 0, 9.9, 200],
    [100, 0, 0, 10.2, 219],
    [100, 0, 0, 10.5, 216],
  ],
  "odd, even": [
    [95.83, 0, 4.17, 8.2, 72],
    [95.38, 0.77, 3.85, 7.9, 130],
    [97.37, 0, 2.63, 8.6, 114],
    [90.79, 1.32, 7.89, 8.2, 152],
    [96.23, 0, 3.77, 8.6, 159],
  ],
  "odd, 0": [
    [100, 0, 0, 13.4, 561],
    [100, 0, 0, 14.3, 461],
    [100, 0, 0, 15.1, 376],
    [100, 0, 0, 15.6, 299],
    [100, 0, 0, 16.2, 257],
  ],
  "even, even": [
    [0, 0, 100, -4.9, 39],
    [3.54, 0.88, 95.58, -5.3, 113],
    [3.33, 0, 96.67, -5.6, 150],
    [8.03, 1.46, 90.51, -5.2, 137],
    [10, 1.25, 88.75, -5.1, 160],
  ],
  "even, 0": [
    [0, 4.3, 95.7, -7, 605],
    [0, 0.6, 99.4, -8.3, 501],
    [0, 0, 100, -9.5, 404],
    [0, 0, 100, -10.2, 329],
    [0, 0, 100, -11.2, 262],
  ],
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

/** @typedef {keyof typeof MEAN_MARGINS} TempoClass the parities of E and B, with B = 0 apart */

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
  if (empties > LARGEST_ENDGAME) {
    return GAMES[kind === "even, even" || kind === "even, 0" ? "lost" : "won"];
  }
  const figures = isProper ? ENDGAMES[kind][Math.floor((empties - SMALLEST) / 2)] : null;
  return figures ? outcomes(...figures) : null;
}

/**
 * Return the measured mean margin of endgames of the same parities, of all sizes.
 * @param {number} empties
 * @param {number} bombs
 * @param {boolean} isProper
 * @returns {number}
 */
export function meanMargin(empties, bombs, isProper) {
  return MEAN_MARGINS[tempoClass(empties, bombs)][Number(isProper)];
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
