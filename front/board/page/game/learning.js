// @ts-check
// Learn from your mistakes: the position before a mistake is shown without any layer, the reader
// looks for the move, and is told whether it is as good. Nothing is shown before that.

import { nodeOf, sameMove, visited } from "../study.js";
import { explainedWords, mistakes } from "./judging.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../study.js").Move} Move */
/** @typedef {import("./judging.js").Judged} Judged */
/**
 * @typedef {object} Learning  an exercise in progress
 * @property {readonly Judged[]} all
 * @property {number} at
 * @property {"looking" | "judging" | "right" | "wrong" | "shown"} stage
 * @property {string} words   what was said last
 * @property {import("../study.js").Study} before  the study as it was, to which it goes back
 */

const LOOK = "Find a better move than the one that was played.";

/**
 * Begin with the first mistake of the players that are chosen.
 * @param {App} app
 */
export function beginLearning(app) {
  const all = mistakes(app, app.store.screen.judged);
  if (all.length) turnTo(app, { all, at: 0, stage: "looking", words: LOOK, before: app.store.study });
}

/**
 * End the exercise: the study is shown where it was before.
 * @param {App} app
 */
export function endLearning(app) {
  const { learning } = app.store.screen;
  if (!learning) return;
  app.store.turnTo(learning.before);
  app.store.show({ learning: null });
}

/**
 * Go to the next mistake, or end after the last one.
 * @param {App} app
 */
export function nextExercise(app) {
  const learning = /** @type {Learning} */ (app.store.screen.learning);
  if (learning.at + 1 < learning.all.length) {
    turnTo(app, { ...learning, at: learning.at + 1, stage: "looking", words: LOOK });
  } else endLearning(app);
}

/**
 * Show what was better, and why.
 * @param {App} app
 */
export function solveExercise(app) {
  const learning = /** @type {Learning} */ (app.store.screen.learning);
  const judged = learning.all[learning.at];
  const words = explainedWords(app, judged);
  app.store.show({ learning: { ...learning, stage: "shown", words } });
}

/**
 * @param {App} app
 * @param {Learning} learning
 */
function turnTo(app, learning) {
  const before = learning.all[learning.at].node.parent ?? 0;
  app.store.turnTo(visited(learning.before, before));
  app.store.show({ learning, mode: "play", taboo: false, cell: null, value: null });
}

/**
 * Look at a move that was played in the exercise; a move that is no better is taken back.
 * @param {App} app
 */
export async function judgeAttempt(app) {
  const learning = /** @type {Learning | null} */ (app.store.screen.learning);
  if (!learning || learning.stage === "judging" || learning.stage === "shown") return;
  const { node, ply } = learning.all[learning.at];
  const { study } = app.store;
  const tried = nodeOf(study);
  const asked = nodeOf(learning.before, node.parent ?? 0).position;
  if (tried.move === null || nodeOf(study, tried.parent ?? 0).position !== asked) return;
  const judging = { ...learning, stage: "judging", words: "Looking at your move." };
  app.store.show({ learning: judging });
  const isGood = await isAsGood(app, asked, tried.move, ply.better);
  if (app.store.screen.learning !== judging) return; // the reader went on meanwhile
  const named = app.view.moveText(tried.move, app.store.settings);
  app.store.turnTo(visited(learning.before, node.parent ?? 0));
  const words = {
    yes: `Right: ${named} gives nothing away.`,
    no: `${named} is no better. Look again.`,
    unknown: `Whether ${named} is as good is not known. Look again, or see the answer.`,
  }[isGood];
  app.store.show({ learning: { ...learning, stage: isGood === "yes" ? "right" : "wrong", words } });
}

/**
 * Return whether a move gives nothing away: by the exact values where they are known, by the law
 * where it knows, and else only if it is the better move that was found.
 * @param {App} app
 * @param {any} position
 * @param {Move} move
 * @param {Move | null} better
 * @returns {Promise<"yes" | "no" | "unknown">}
 */
async function isAsGood(app, position, move, better) {
  if (better && sameMove(better, move)) return "yes";
  const isDots = app.store.study.game === "dots";
  try {
    const values = await app.ask(isDots ? "dots_values" : "values", { position, seconds: 5 });
    const text = move.join(isDots ? " " : ","); // a line of Dots and Boxes is a text
    const value = values.moves?.find((/** @type {any} */ each) => String(each.move) === text);
    const bounds = values.exact && isDots ? { low: values.margin, high: values.margin } : values;
    const [low, high] = value ? [value.value ?? value.low, value.value ?? value.high] : [null, null];
    if (bounds.high !== null && low === bounds.high) return "yes";
    if (high !== null && high < bounds.low) return "no";
    if (isDots) return "unknown";
    const { keeps, verdict } = await app.ask("tempo", { position });
    if (verdict !== "won") return "unknown";
    return keeps.some((/** @type {Move} */ keep) => sameMove(keep, move)) ? "yes" : "no";
  } catch {
    return "unknown";
  }
}
