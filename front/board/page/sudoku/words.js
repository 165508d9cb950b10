// @ts-check
// What a Sudoku board shows, in words: below the board, in the labels of cells, in the panels.

import { cellText } from "../../boards/moves.js";
import { counted, listed, sentence, signed } from "../words.js";
import { solutionsWords } from "./marks.js";
import { stateOf } from "./states.js";

/** @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("./marks.js").CellMark} CellMark */

const VERDICTS = new Map([
  ["won", "the mover wins by the law"],
  ["lost", "the mover loses by the law"],
  ["drawn", "drawn by the law"],
]);

/**
 * Return the position in one sentence, as far as it is known.
 * @param {Scene} scene
 */
export function describe(scene) {
  const state = stateOf(scene.position);
  const clashes = state.clashes();
  if (clashes.length) return sentence(`${clashWords(clashes[0], scene.settings)}, so the board has no solution`);
  if (state.isOver) return "The game is over.";
  const audit = scene.answers.of("audit");
  if (audit.state === "failed") return sentence(`no verdicts: ${audit.error?.message}`);
  if (!audit.value) return audit.state === "none" ? "" : "Finding the bombs \u2026";
  const found = { ...audit.value, solutions: solutionsKnown(scene) };
  return [auditWords(found, audit.state === "final"), ...layerWords(scene)].join(" ");
}

/**
 * Return what the shown layers say, in sentences.
 * @param {Scene} scene
 */
function layerWords(scene) {
  const known = (/** @type {string} */ layer) =>
    scene.layers.has(layer) ? scene.answers.of(layer).value : null;
  const [tempo, values, shares] = [known("tempo"), known("values"), known("shares")];
  return [
    tempo && verdictWords(tempo, scene.answers.of("tempo").state),
    values && sentence(`worth ${worthWords(values)}`),
    shares?.solutions.value && sentence(`shares are of ${solutionsWords(shares.solutions)}`),
  ].filter(Boolean);
}

/**
 * Return the worth of a position for its mover, in words.
 * @param {any} value  bombe.endgame/1
 */
export function worthWords({ exact, margin, low, high }) {
  if (exact) {
    const at = margin ?? low;
    return at === 0 ? "exactly 0: level from here on" : `exactly ${signed(at)} for the mover`;
  }
  if (low === null || high === null || low === undefined) return "unknown";
  return `unknown, between ${signed(low)} and ${signed(high)} for the mover`;
}

/**
 * @param {import("../../boards/sudoku_board.js").Clash} clash
 * @param {import("../settings.js").Settings} settings
 */
function clashWords({ region, value, cells }, settings) {
  const places = cells.map((cell) => cellText(cell, settings.notation));
  return `${value} stands twice in one ${region.split(" ")[0]}, at ${listed(places)}`;
}

/**
 * @param {any} audit
 * @param {boolean} isFinal
 */
function auditWords({ solutions, safe, bombs, undecided, forced }, isFinal) {
  if (isFinal && solutions.kind === "exact" && solutions.value === 0)
    return "No solution: every move is a bomb.";
  const open = undecided.length ? `, ${counted(undecided.length, "move")} not yet known` : "";
  return (
    `${counted(bombs.length, "bomb")}, ${counted(safe.length, "safe move")}${open}; ` +
    `${counted(forced.length, "forced cell")}; ${solutionsText(solutions)}.`
  );
}

/**
 * Return how many solutions are known: as many as the audit found, or the shares if they went further.
 * @param {Scene} scene
 * @returns {{value: number, kind: string}}
 */
export function solutionsKnown(scene) {
  const audited = scene.answers.of("audit").value.solutions;
  const shared = scene.layers.has("shares") ? scene.answers.of("shares").value?.solutions : null;
  if (!shared || audited.kind === "exact") return audited;
  return shared.kind === "exact" || shared.value > audited.value ? shared : audited;
}

/**
 * Return how many solutions there are: never a bound as if it were the number.
 * @param {{value: number, kind: string}} solutions
 */
export function solutionsText({ value, kind }) {
  if (kind === "exact") return value === 0 ? "no solution" : counted(value, "solution");
  if (kind === "at_least")
    return value === 0 ? "solutions not known" : `at least ${counted(value, "solution")}`;
  return "solutions not known";
}

/**
 * Return the law's verdict in words; it has none only when all moves are tried.
 * @param {any} tempo  bombe.tempo/1
 * @param {string} state  of the answer
 */
export function verdictWords(tempo, state) {
  if (tempo.verdict === "open" && state === "growing") return "The law's verdict is being found \u2026";
  return sentence(VERDICTS.get(tempo.verdict) ?? "the law has no verdict");
}

/**
 * Return what screen readers say of a cell.
 * @param {SudokuState} state
 * @param {number} cell
 * @param {CellMark} mark
 */
export function labelOf(state, cell, mark) {
  const [row, column] = state.shape.coordinates(cell);
  return [
    `row ${row + 1}, column ${column + 1}`,
    ...(mark.value ? filledWords(mark) : emptyWords(mark)),
    ...whyWords(mark),
  ].join("; ");
}

/**
 * @param {CellMark} mark
 */
function filledWords({ value, given, owner, clash, last }) {
  const by = given ? "given" : `by player ${owner}`;
  return [`${value}, ${by}`, clash && "clashes", last && "last move"].filter(Boolean);
}

/**
 * @param {CellMark} mark
 */
function emptyWords({ pencils, forced, last, open, reach }) {
  return [
    "empty",
    pencils.length > 0 && `candidates ${listed(pencils.map(({ words }) => words))}`,
    forced > 0 && `forced ${forced}`,
    last && "last move",
    open && `open to ${open === "+" ? "player 1" : open === "+\u2212" ? "both" : "player 2"}`,
    reach &&
      (reach === "dead"
        ? "nobody can ever play here"
        : `only player ${reach === "one" ? 1 : 2} can ever play here`),
  ].filter(Boolean);
}

/**
 * @param {CellMark} mark
 */
function whyWords({ why }) {
  const lit = {
    asked: "asked about",
    step: "this step",
    because: "a reason",
    end: "the contradiction",
    "": "",
  }[why.lit];
  return [lit, why.trial && `${why.trial} supposed here`, why.core && "in the core"].filter(Boolean);
}

/**
 * Return a cell in the reader's notation.
 * @param {readonly number[]} cell
 * @param {import("../store.js").Settings} settings
 */
export function cellName([row, column], settings) {
  return cellText([row, column], settings.notation);
}
