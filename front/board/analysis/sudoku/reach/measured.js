// @ts-check
// How often the law of reach was measured to be right: the figures of `bombe study modes`, the same
// as those of bombe.analysis.reach.measured (a test compares them).

import { outcomes } from "../tempo/law.js";

/** @typedef {import("../tempo/law.js").MeasuredOutcomes} MeasuredOutcomes */
/**
 * Won, drawn, lost, margin, positions.
 * @typedef {[number, number, number, number, number]} Figures
 */
/** @typedef {Readonly<Record<string, readonly Figures[]>>} Table */

/** The fewest fills left of the endgames of the study. */
export const LEAST_FILLS = 6;
/** The most fills left of the endgames of the study; larger positions were played by rule R. */
const MOST_FILLS = 16;
/** The size of the boards up to which the figures of small boards are used. */
const SMALL = 6;
/** The most fills for which the figures of endgames were confirmed on large boards. */
const MOST_ON_LARGE = 18;
/** What the figures of endgames are measured on, in words. */
export const ENDGAMES_OF_REACH = `such endgames with ${LEAST_FILLS} to ${MOST_FILLS} fills left`;
/** The largest balance that is counted; farther ones are counted with it. */
const LAST_STEP = 9;
/** The same steps for larger positions: balances of at most 3, of at most 7, and more. */
const GAME_STEPS = [3, 7, 9];
/** Larger positions are counted by their fills: at most 25, 35, 45, and more. */
const BANDS = [25, 35, 45];
const LAST_BAND = 99;
const STEPS_OF_GAMES = [-9, -7, -3, 3, 7, 9];

/**
 * Return the measured outcomes of positions of such a balance after the mover's best move.
 *
 * Null if there are none.
 * @param {string} mode
 * @param {number} size
 * @param {number} fills
 * @param {number} balance
 * @returns {MeasuredOutcomes | null}
 */
export function measuredByReach(mode, size, fills, balance) {
  const isLarge = size > SMALL;
  const kind = `${mode} ${isLarge ? "large" : "small"}`;
  if (fills > (isLarge ? MOST_ON_LARGE : MOST_FILLS)) {
    const figures = GAMES[`${kind} ${bandOf(fills)}`]?.[STEPS_OF_GAMES.indexOf(gameStep(balance))];
    return figures ? { ...outcomes(...figures), games: true } : null;
  }
  const step = Math.max(-LAST_STEP, Math.min(LAST_STEP, balance));
  const figures = ENDGAMES[kind]?.[(step + LAST_STEP) / 2];
  return figures ? outcomes(...figures) : null;
}

/**
 * Return the step of a larger position: the first that is as far from 0, or the last.
 * @param {number} balance
 * @returns {number}
 */
function gameStep(balance) {
  const far = GAME_STEPS.find((step) => Math.abs(balance) <= step) ?? LAST_STEP;
  return balance > 0 ? far : -far;
}

/**
 * Return the most fills of the band of a larger position.
 * @param {number} fills
 * @returns {number}
 */
function bandOf(fills) {
  return BANDS.find((most) => fills <= most) ?? LAST_BAND;
}

/**
 * Endgames: by mode, and whether the board is larger than 2x3; for each a balance of -9 or less,
 * -7, -5, -3, -1, 1, 3, 5, 7, 9 or more after the best move.
 * @type {Table}
 */
const ENDGAMES = {
  "rows small": [
    [0.5, 0, 99.5, -15.5, 193],
    [8.1, 3.2, 88.7, -8.2, 62],
    [7.9, 0, 92.1, -7.2, 38],
    [19.6, 5.4, 75, -4.6, 56],
    [31.9, 18.1, 50, -0.9, 72],
    [70.4, 8.2, 21.4, 3.8, 98],
    [79.8, 6, 14.3, 7.6, 84],
    [95.7, 2.9, 1.4, 9.3, 70],
    [93.9, 0, 6.1, 9.2, 49],
    [98, 1, 1, 18.2, 302],
  ],
  "rows large": [
    [0.9, 0.6, 98.5, -15.2, 529],
    [8.4, 3.8, 87.8, -7.2, 131],
    [11.8, 0, 88.2, -7, 51],
    [18.1, 7.2, 74.7, -4.7, 83],
    [39, 2.4, 58.5, -2.9, 41],
    [80.3, 2.3, 17.3, 5.5, 173],
    [88.2, 1.3, 10.5, 7.5, 76],
    [95.4, 0.9, 3.7, 9.8, 109],
    [96.4, 0, 3.6, 11.4, 55],
    [99.7, 0, 0.3, 19.2, 736],
  ],
  "border small": [
    [0, 0, 100, -13.1, 20],
    [4.5, 0, 95.5, -9.5, 22],
    [7.5, 1.5, 91, -6.7, 67],
    [11.5, 1.5, 87, -5.9, 131],
    [41.8, 9.7, 48.5, -0.5, 134],
    [84.6, 1.7, 13.7, 6.1, 292],
    [88.4, 1.8, 9.8, 8.2, 164],
    [96.9, 1, 2.1, 10.6, 97],
    [100, 0, 0, 12.4, 46],
    [100, 0, 0, 14.8, 44],
  ],
  "border large": [
    [0, 1, 99, -12.9, 104],
    [8.8, 3.9, 87.3, -8.2, 102],
    [15.3, 3.1, 81.6, -6.1, 98],
    [5.8, 1.3, 92.9, -9.2, 381],
    [18.6, 3.4, 78, -5.1, 118],
    [94.6, 0.3, 5.2, 10.2, 718],
    [91.3, 3.6, 5.1, 10.1, 138],
    [96.5, 0.7, 2.8, 13.5, 142],
    [98.3, 0, 1.7, 14.3, 59],
    [100, 0, 0, 17.1, 124],
  ],
  "random small": [
    [0.8, 1.6, 97.5, -14.3, 122],
    [6.9, 1.7, 91.4, -8.4, 58],
    [7.1, 4.8, 88.1, -8.1, 42],
    [14.3, 8.6, 77.1, -5.6, 70],
    [30.8, 7.7, 61.5, -1.6, 78],
    [68.5, 6.2, 25.4, 3.4, 130],
    [80.4, 2, 17.6, 5.8, 102],
    [94.8, 1.7, 3.4, 9.4, 116],
    [93.5, 0, 6.5, 10.2, 77],
    [98.2, 0.9, 0.9, 15, 228],
  ],
  "random large": [
    [1.1, 0.7, 98.2, -14.9, 442],
    [5.6, 1.2, 93.2, -8.4, 161],
    [7, 1.8, 91.2, -7.5, 57],
    [9.3, 5.5, 85.2, -6, 183],
    [40, 8.6, 51.4, -1.5, 35],
    [86.9, 1.7, 11.4, 6.8, 236],
    [93, 1.2, 5.8, 9.9, 86],
    [97.6, 0, 2.4, 11.2, 169],
    [96.9, 0, 3.1, 12.4, 64],
    [99.8, 0, 0.2, 18.8, 551],
  ],
};

/**
 * Games from larger positions: by mode, size and band of fills; for each a balance of -9 or less,
 * -7 or -5, -3 or -1, 1 or 3, 5 or 7, 9 or more after the best move.
 * @type {Table}
 */
const GAMES = {
  "rows small 25": [
    [3.1, 1, 95.8, -16.7, 96],
    [33, 4.3, 62.8, -4.9, 94],
    [38, 4.3, 57.8, -2.1, 187],
    [58.9, 2.6, 38.5, 2.1, 231],
    [56.1, 2.5, 41.4, 2.7, 157],
    [88, 2.9, 9.1, 12.4, 175],
  ],
  "rows large 25": [
    [1.9, 0, 98.1, -14.3, 103],
    [11.8, 0, 88.2, -8.6, 34],
    [36.4, 6.1, 57.6, -2.5, 33],
    [46.3, 4.9, 48.8, 0.2, 41],
    [76.5, 5.9, 17.6, 5.1, 34],
    [95.2, 1.8, 3, 13.9, 165],
  ],
  "rows large 35": [
    [7.3, 1, 91.7, -13.8, 96],
    [22.7, 2.3, 75, -8.3, 44],
    [37.7, 0, 62.3, -1.6, 53],
    [44.4, 2.2, 53.3, -1, 45],
    [58.8, 7.8, 33.3, 3.2, 51],
    [86.5, 2.6, 10.9, 11.3, 156],
  ],
  "rows large 45": [
    [12.2, 2.2, 85.6, -11.1, 90],
    [37.5, 0, 62.5, -4.5, 40],
    [32.4, 2.9, 64.7, -3.9, 68],
    [39.3, 4.9, 55.7, -2.3, 61],
    [48.4, 7.8, 43.8, 1.7, 64],
    [76.5, 2, 21.6, 9.1, 153],
  ],
  "rows large 99": [
    [30.6, 4.1, 65.3, -5.7, 49],
    [42.6, 3.3, 54.1, -0.3, 61],
    [44.7, 0.7, 54.6, -1.8, 141],
    [47.6, 3.4, 49, -1.2, 147],
    [58, 1.7, 40.3, 1.9, 119],
    [62.5, 0, 37.5, 4.4, 136],
  ],
  "border small 25": [
    [0, 0, 100, -13.6, 8],
    [0, 0, 100, -10.8, 26],
    [34.8, 1.2, 64, -3.6, 161],
    [51.7, 1.4, 46.9, 0.6, 557],
    [73, 0.6, 26.4, 4.7, 178],
    [93.3, 3.3, 3.3, 11.3, 30],
  ],
  "border large 25": [
    [5.9, 0, 94.1, -8.8, 17],
    [10.5, 0, 89.5, -8.3, 19],
    [16.5, 1.1, 82.4, -7.7, 91],
    [79.9, 0, 20.1, 7, 169],
    [61.2, 8.2, 30.6, 5, 49],
    [89.3, 0, 10.7, 10.9, 56],
  ],
  "border large 35": [
    [2.6, 5.1, 92.3, -11.7, 39],
    [12.8, 2.6, 84.6, -9.9, 39],
    [39.4, 1, 59.6, -2.5, 104],
    [67.5, 4.2, 28.3, 3.6, 120],
    [63, 4.1, 32.9, 3.8, 73],
    [82, 0, 18, 9.2, 89],
  ],
  "border large 45": [
    [4.9, 0, 95.1, -10.5, 41],
    [32.1, 0, 67.9, -4.3, 53],
    [29.1, 1.3, 69.6, -4.4, 79],
    [51.3, 1.3, 47.4, -1, 76],
    [67.8, 2.2, 30, 5.4, 90],
    [83.3, 1.7, 15, 8, 120],
  ],
  "border large 99": [
    [36, 0, 64, -3.3, 25],
    [17.5, 2.5, 80, -7.7, 40],
    [38.4, 0, 61.6, -2.7, 138],
    [53.4, 1.6, 45, 0.6, 189],
    [60.4, 1.2, 38.5, 3.1, 169],
    [83.8, 0, 16.2, 8, 99],
  ],
  "random small 25": [
    [0, 0, 100, -13.1, 33],
    [24.3, 2.7, 73, -6.6, 37],
    [35.7, 3.6, 60.7, -2.9, 140],
    [47.6, 3, 49.4, -0.7, 334],
    [61.5, 4.5, 34, 3.4, 244],
    [81.9, 2.4, 15.7, 7.7, 166],
  ],
  "random large 25": [
    [4.3, 3.2, 92.5, -13.8, 93],
    [7.7, 2.6, 89.7, -8.6, 39],
    [16.7, 0, 83.3, -6.6, 54],
    [51.9, 3.7, 44.4, 0.1, 54],
    [80.4, 0, 19.6, 5.6, 56],
    [96.8, 0.6, 2.6, 14.7, 156],
  ],
  "random large 35": [
    [2.2, 3.3, 94.5, -13.7, 91],
    [7.7, 0, 92.3, -10.1, 39],
    [31.4, 0, 68.6, -3.9, 51],
    [49.2, 1.6, 49.2, 0.3, 61],
    [65.5, 0, 34.5, 2.9, 55],
    [87.4, 2, 10.6, 11.3, 151],
  ],
  "random large 45": [
    [17.5, 1.8, 80.7, -9.5, 57],
    [26.8, 14.6, 58.5, -3.4, 41],
    [34.4, 1.6, 64.1, -3.9, 64],
    [51.9, 1.9, 46.2, 0.6, 52],
    [51.4, 6.8, 41.9, 1.2, 74],
    [77.2, 2.5, 20.3, 7.9, 158],
  ],
  "random large 99": [
    [15.5, 1.7, 82.8, -9.6, 58],
    [34.6, 3.8, 61.5, -5.2, 52],
    [35.6, 2.2, 62.2, -4.3, 90],
    [41.9, 0, 58.1, -1, 105],
    [60.3, 1.7, 37.9, 3.4, 116],
    [61.3, 1.4, 37.3, 3.4, 217],
  ],
};
