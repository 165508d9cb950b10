// @ts-check
// What the engines say of a whole game: the line on which the reader is, judged move by move, and
// where its mistakes are. What is not known is null, and never a mistake.

import { lineAfter, pathTo } from "../study.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../asking.js").Answer} Answer */
/** @typedef {import("../study.js").Move} Move */
/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../study.js").StudyNode} StudyNode */
/**
 * @typedef {object} Ply  what is known of a move
 * @property {number} ply                  from 1
 * @property {1 | 2} mover
 * @property {Move} move
 * @property {boolean | null} [bomb]
 * @property {"won" | "lost" | "open" | null} verdict  the law's, for the mover, before the move
 * @property {number | null} margin        exact, from the side of player 1, before the move
 * @property {number | null} lost          points given away
 * @property {Move | null} better
 * @property {boolean | null} [solvable]   after the move
 * @property {boolean} [thrown]            whether it gave the tempo away
 * @property {string} why                  a sentence, "" if nothing went wrong
 */
/** @typedef {{plies: Ply[], final_margin: number | null, last_solvable?: number | null, thrown?: number[], problem?: string, final: boolean}} Judgement */
/** @typedef {{node: StudyNode, ply: Ply}} Judged */

const NAMES = { sudoku: "judge", dots: "dots_judge" };
/** @type {WeakMap<Study["nodes"], Map<string, any>>} */
const asked = new WeakMap();

/**
 * Return the nodes of the line that goes through the current one, from the root to its end.
 * @param {Study} study
 * @returns {StudyNode[]}
 */
export function shownLine(study) {
  return [...pathTo(study), ...lineAfter(study, study.current)];
}

/**
 * Return the question about the shown line; null if it has no moves.
 * @param {Study} study
 * @param {import("../settings.js").Settings} settings
 */
export function judgeQuestion(study, { notation }) {
  const line = shownLine(study);
  const moves = line.slice(1);
  if (!moves.length) return null;
  const key = `${moves[moves.length - 1].id} ${notation}`;
  const known = asked.get(study.nodes) ?? new Map();
  asked.set(study.nodes, known);
  if (!known.has(key)) {
    const bombs = moves.map(({ outcome }) => outcome === "bomb");
    const more = study.game === "sudoku" ? { bombs, notation } : {};
    known.set(key, { start: line[0].position, moves: moves.map(({ move }) => move), ...more });
  }
  return { name: NAMES[study.game], params: known.get(key), rank: 2 };
}

/**
 * Return what is known of the shown line so far.
 * @param {App} app
 * @returns {Answer}
 */
export function judgementOf(app) {
  const question = judgeQuestion(app.store.study, app.store.settings);
  if (!question) return { state: "none", value: null, error: null };
  return app.asking.of(question.name, question.params);
}

/**
 * Return the moves of the shown line, each with what is known of it.
 * @param {Study} study
 * @param {Judgement | null} judgement
 * @returns {Judged[]}
 */
export function judgedLine(study, judgement) {
  const moves = shownLine(study).slice(1);
  return (judgement?.plies ?? []).flatMap((ply) => {
    const node = moves[ply.ply - 1];
    return node ? [{ node, ply }] : [];
  });
}

/**
 * Return whether a move gave something away.
 * @param {Ply} ply
 */
export function isMistake(ply) {
  return (ply.lost ?? 0) > 0 || ply.thrown === true;
}

/**
 * Return the mistakes of the shown line, of both players or of one.
 * @param {App} app
 * @param {number} [player]  0 for both
 * @returns {Judged[]}
 */
export function mistakes(app, player = 0) {
  const found = judgedLine(app.store.study, judgementOf(app).value);
  return found.filter(({ ply }) => isMistake(ply) && (!player || ply.mover === player));
}

/**
 * Go to the next mistake after the current move, or to the one before it; say if there is none.
 * @param {App} app
 * @param {1 | -1} direction
 */
export function toMistake(app, direction) {
  const at = pathTo(app.store.study).length - 1;
  const all = mistakes(app, app.store.screen.judged);
  const next = direction > 0 ? all.find(({ ply }) => ply.ply > at) : all.filter(({ ply }) => ply.ply < at).at(-1);
  if (next) app.store.visit(next.node.id);
  else app.say(direction > 0 ? "No later mistake is known." : "No earlier mistake is known.");
}

/**
 * Return in a sentence what a mistake cost and what was better.
 * @param {App} app
 * @param {Judged} judged
 */
function mistakeWords(app, { node, ply }) {
  const { settings, study } = app.store;
  const named = (/** @type {Move} */ move) => app.view.moveText(move, settings);
  const cost = ply.lost ? `lost ${ply.lost} ${unit(study, ply.lost)}` : "gave the tempo away";
  const isLost = ply.margin !== null && (ply.mover === 1 ? ply.margin : -ply.margin) < 0;
  const better = ply.better ? `; ${named(ply.better)} was better${isLost ? ", but loses, too" : ""}` : "";
  return `${named(node.move)} ${cost}${better}.`;
}

/**
 * Return what a mistake cost, what was better, and why.
 * @param {App} app
 * @param {Judged} judged
 */
export function explainedWords(app, judged) {
  return [mistakeWords(app, judged), judged.ply.why].filter(Boolean).join(" ");
}

/**
 * @param {Study} study
 * @param {number} count
 */
function unit({ game }, count) {
  const one = game === "dots" ? "box" : "point";
  const many = game === "dots" ? "boxes" : "points";
  return count === 1 ? one : many;
}
