// @ts-check
// What a reader prefers: the shown layers, the theme, the notation. Kept in the browser where it
// lets us, and never part of a study.

/** @typedef {"system" | "light" | "dark"} Theme */
/**
 * @typedef {object} Settings
 * @property {Record<"sudoku" | "dots", readonly string[]>} layers  ids of the shown layers
 * @property {Theme} theme
 * @property {"r1c1" | "framework"} notation
 * @property {number} shareLimit   shares are of at most this many solutions
 * @property {boolean} singleKeys  whether letters and signs alone are commands
 */

export const SHARE_LIMITS = [1_000, 10_000, 100_000];
const PLACE = "bombe.board/1";

/** @type {Settings} */
export const DEFAULTS = {
  layers: { sudoku: ["candidates", "bombs", "forced"], dots: ["chains", "lines", "control"] },
  theme: "system",
  notation: "r1c1",
  shareLimit: 10_000,
  singleKeys: true,
};

/**
 * Return what the reader chose in earlier visits.
 * @returns {Partial<Settings>}
 */
export function loadSettings() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") ?? {};
  } catch {
    return {}; // no storage here, or nothing that we wrote
  }
}

/**
 * Return settings in which all that is no setting is the usual one.
 * @param {any} kept
 * @returns {Settings}
 */
export function withUsual(kept) {
  const { layers, theme, notation, shareLimit, singleKeys } = kept ?? {};
  return {
    layers: {
      sudoku: names(layers?.sudoku) ?? DEFAULTS.layers.sudoku,
      dots: names(layers?.dots) ?? DEFAULTS.layers.dots,
    },
    theme: ["system", "light", "dark"].includes(theme) ? theme : DEFAULTS.theme,
    notation: ["r1c1", "framework"].includes(notation) ? notation : DEFAULTS.notation,
    shareLimit: SHARE_LIMITS.includes(shareLimit) ? shareLimit : DEFAULTS.shareLimit,
    singleKeys: typeof singleKeys === "boolean" ? singleKeys : DEFAULTS.singleKeys,
  };
}

/**
 * @param {any} list
 * @returns {readonly string[] | undefined}
 */
function names(list) {
  return Array.isArray(list) && list.every((name) => typeof name === "string") ? list : undefined;
}

/**
 * Keep what the reader chose, if the browser lets us.
 * @param {Partial<Settings>} chosen
 */
export function keepSettings(chosen) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...loadSettings(), ...chosen }));
  } catch {
    // a page without storage works, and forgets
  }
}
