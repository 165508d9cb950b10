// @ts-check
// A hint for a move, in two levels: first where to look, or what kind of move it is; then the move
// and why. Exact values decide where they can be had, else the law.

import { lawMoves } from "./law_moves.js";
import { solveFromTheEnd } from "./margins.js";
import { counted } from "../../../boards/templates.js";
import { Spelling } from "../../../boards/spelling.js";
import { opponent } from "../../../boards/players.js";
import { SudokuState } from "../../../boards/sudoku_state.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../worker/task.js").Task} Task
 * @typedef {import("./law_moves.js").LawMoves} LawMoves
 * @typedef {import("./margins.js").Values} Values
 *
 * A move to be hinted at: what kind it is, and the lead at the end of best play, if it is known.
 * @typedef {{kind: "skip" | "points" | "keep" | "fill", move: Move, proven: number | null}} Hinted
 */

/** What a hint gets if nothing else is said. */
const SECONDS = 3;
/** The share of it in which the law has to answer. */
const LAW_SHARE = 0.4;

/**
 * Answer where to look for a good move, and at level 2 the move and why.
 * @param {{position: unknown, level?: number, seconds?: number}} params
 * @param {Task} task
 */
export async function moveHint({ position, level = 2, seconds = SECONDS }, task) {
  const state = SudokuState.fromJson(position);
  const law = await lawMoves(state, task, LAW_SHARE * seconds);
  const problem = problemOf(state, law);
  const schema = "bombe.move-hint/1";
  if (!law || problem) {
    const none = { kind: "none", cells: [], move: null, proven: null };
    return { schema, final: law !== null, level, ...none, text: problem };
  }
  /** @type {Values} */
  let values = [];
  const limits = { seconds: (1 - LAW_SHARE) * seconds };
  await solveFromTheEnd([state], task, limits, (_, found) => void (values = found));
  const hinted = values.length ? exactMove(state, law, values) : lawfulMove(state, law);
  const [where, cells] = placeOf(state, law, hinted);
  const isTold = level > 1;
  return {
    schema,
    final: true,
    level,
    kind: hinted.kind,
    text: isTold ? `${where} ${reasonOf(state, law, hinted)}` : where,
    cells: cells.map((cell) => state.shape.coordinates(cell)),
    move: isTold ? state.plain(hinted.move) : null,
    proven: hinted.proven,
  };
}

/**
 * Return in a sentence why there is no hint; "" if there is one.
 * @param {SudokuState} state
 * @param {LawMoves | null} law
 */
function problemOf(state, law) {
  if (state.isOver) return "The game is over.";
  if (!law) return "No hint was found in time.";
  if (!law.hasSolution) return "The board has no solution: every move is a bomb.";
  return law.fills.length + law.skips.length ? "" : "There is no legal move.";
}

/**
 * Return the best move by exact values: of equal ones the first that the law recommends, or that
 * gains most at once.
 * @param {SudokuState} state
 * @param {LawMoves} law
 * @param {Values} values
 * @returns {Hinted}
 */
function exactMove(state, law, values) {
  const most = Math.max(...values.map(({ value }) => value));
  const best = new Set(values.filter(({ value }) => value === most).map(({ move }) => move));
  const ranked = [...law.keeps, ...law.fills, ...law.skips];
  const move = ranked.find((each) => best.has(state.candidate(each))) ?? state.moveOf([...best][0]);
  const { scores, toMove } = state;
  const lead = scores[toMove - 1] - scores[opponent(toMove) - 1];
  return { kind: kindOf(state, law, move), move, proven: lead + most };
}

/**
 * Return the move that the law recommends, else the fill that gains most at once.
 * @param {SudokuState} state
 * @param {LawMoves} law
 * @returns {Hinted}
 */
function lawfulMove(state, law) {
  const [move] = [...law.keeps, ...law.fills, ...law.skips];
  return { kind: kindOf(state, law, move), move, proven: null };
}

/**
 * @param {SudokuState} state
 * @param {LawMoves} law
 * @param {Move} move
 * @returns {Hinted["kind"]}
 */
function kindOf(state, law, move) {
  if (law.skips.includes(move)) return "skip";
  if (state.points(move)) return "points";
  return law.keeps.includes(move) ? "keep" : "fill";
}

/**
 * Return where to look in a sentence, and the cells there.
 * @param {SudokuState} state
 * @param {LawMoves} law
 * @param {Hinted} hinted
 * @returns {[string, readonly number[]]}
 */
function placeOf(state, law, { kind, move, proven }) {
  const { shape } = state;
  if (kind === "skip") return ["Look for a bomb: a skip is the move here.", []];
  if (kind === "points") {
    const region = completedBy(state, move);
    const points = counted(state.points(move), "point");
    return [`Look at ${new Spelling(shape).region(region)}: ${points} can be scored.`, shape.regions[region]];
  }
  const box = shape.regionsOf[move.cell][2];
  const named = new Spelling(shape).region(box);
  const isLost = proven === null ? law.empties % 2 === 0 && !law.keeps.length : proven < 0;
  if (kind === "keep") return [`Look at ${named}: a fill there keeps the tempo.`, shape.regions[box]];
  const what = isLost ? "the fill that gives away least" : "a quiet fill";
  return [`Look at ${named} for ${what}.`, shape.regions[box]];
}

/**
 * Return a region that a move completes.
 * @param {SudokuState} state
 * @param {Move} move
 */
function completedBy({ shape, values }, { cell }) {
  const isCompleted = (/** @type {number} */ region) =>
    shape.regions[region].every((other) => other === cell || values[other]);
  return shape.regionsOf[cell].find(isCompleted) ?? shape.regionsOf[cell][2];
}

/**
 * Return the move and why, in a sentence or two.
 * @param {SudokuState} state
 * @param {LawMoves} law
 * @param {Hinted} hinted
 */
function reasonOf(state, law, hinted) {
  const { move, proven } = hinted;
  const named = `Play ${move.value} at ${new Spelling(state.shape).cell(move.cell)}`;
  const reasons = [pointsWords(state, law, hinted), tempoWords(state, law, move)].filter(Boolean);
  const told = reasons.length ? `${named}: it ${reasons.join(", and ")}.` : `${named}.`;
  return proven === null ? told : `${told} ${marginWords(proven)}`;
}

/**
 * @param {SudokuState} state
 * @param {LawMoves} law
 * @param {Hinted} hinted
 */
function pointsWords(state, law, { kind, move }) {
  return kind === "points" ? `scores ${counted(state.points(move), "point")}` : "";
}

/**
 * Return what a move does to the tempo, if the law recommends it.
 * @param {SudokuState} state
 * @param {LawMoves} law
 * @param {Move} move
 */
function tempoWords(state, law, move) {
  const isSkip = law.skips.includes(move);
  const passes = "is a bomb, so that it only passes the turn";
  if (!law.keeps.includes(move)) return isSkip ? passes : "";
  if (state.rules !== "classic") return "is worth most by the law of reach";
  const { empties, bombs } = law;
  if (isSkip) {
    return `${passes}, which keeps the tempo with ${counted(empties, "empty cell")} and ${counted(bombs, "bomb")}`;
  }
  return `keeps the tempo: it leaves ${counted(law.left.get(move) ?? 0, "bomb")}, an even number`;
}

/** @param {number} proven */
function marginWords(proven) {
  if (!proven) return "Best play ends in a draw.";
  return `Best play ${proven > 0 ? "wins" : "loses"} by ${Math.abs(proven)}.`;
}
