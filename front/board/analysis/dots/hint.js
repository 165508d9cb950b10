// @ts-check
// A hint for the player to move, in two levels: what to look for, and then the line.

import { bestOf, fits, solve } from "./values.js";
import { control } from "./control.js";
import { MOST_FREE } from "./kernel.js";
import { boxes } from "./words.js";

/**
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("./control.js").Control} Control
 * @typedef {import("./values.js").Working} Working
 *
 * A hint: `kind` is what it rests on, and the edge is a line to draw, -1 if none is better known.
 * @typedef {{kind: "exact" | "control" | "safe" | "open", edge: number, text: string}} Hint
 */

/** Seconds that the exact solver may take. */
const SECONDS = 3;

/**
 * Return a hint of level 1 or 2.
 *
 * @param {DotsState} state
 * @param {number} level
 * @param {Working} task
 * @param {number} [seconds]
 * @returns {Promise<Hint>}
 */
export async function hintFor(state, level, task, seconds = SECONDS) {
  const found = await control(state, task);
  const best = await bestEdges(found, task, seconds);
  const hint = best.length ? exactHint(found, best) : (controlHint(found) ?? safeHint(found));
  if (level < 2 || hint.edge < 0) return hint;
  return { ...hint, text: `${hint.text} Draw ${state.grid.lineText(hint.edge)}.` };
}

/**
 * @param {Control} found
 * @param {Working} task
 * @param {number} seconds
 */
async function bestEdges({ state, best, moves }, task, seconds) {
  if (best.length || !fits(state.grid) || moves.length > MOST_FREE) return best;
  const known = await solve(state, task, { seconds });
  return known.done ? bestOf(known) : [];
}

/**
 * @param {Control} found
 * @param {number[]} best
 * @returns {Hint}
 */
function exactHint(found, best) {
  const edge = best.find((each) => found.keeps.includes(each)) ?? best[0];
  const move = found.moves.find((each) => each.edge === edge);
  const all = best.length === found.moves.length;
  if (!move || all) return { kind: "exact", edge, text: "No line is better than another." };
  return { kind: "exact", edge, text: sentenceAbout(found, move, best) };
}

/**
 * Return what a good line does.
 *
 * @param {Control} found
 * @param {import("./control.js").Judged} move
 * @param {number[]} best
 */
function sentenceAbout(found, { edge, takes, gives, kind }, best) {
  const { takeable, mayLeave, leaving, keeps, ahead, moves } = found;
  const canLeave = mayLeave > 0 && ahead !== "nobody";
  if (takes) return canLeave ? "Take on, but count what to leave." : `Take ${boxes(takes)}.`;
  if (takeable && !(canLeave && leaving.includes(edge))) return "Take nothing yet.";
  if (takeable) return `Leave the last boxes${keeps.includes(edge) ? ", to keep control" : ""}.`;
  const safe = moves.filter((each) => each.kind === "safe");
  if (kind === "safe")
    return safe.every((each) => best.includes(each.edge))
      ? "Any safe line is best."
      : "A safe line is best, but not every one.";
  if (safe.length) return `It is best to give ${boxes(gives)} away, though safe lines are left.`;
  return `Something has to be given away: it is best to give ${boxes(gives)}.`;
}

/**
 * @param {Control} found
 * @returns {Hint | null}
 */
function controlHint({ keeps, takeable }) {
  if (!keeps.length) return null;
  const text = takeable ? "Boxes can be taken, and control kept." : "You can keep control.";
  return { kind: "control", edge: keeps[0], text };
}

/**
 * @param {Control} found
 * @returns {Hint}
 */
function safeHint({ moves }) {
  const capture = moves.find(({ takes }) => takes);
  if (capture) return { kind: "safe", edge: capture.edge, text: "A box can be taken." };
  const safe = moves.find(({ kind }) => kind === "safe");
  if (safe) return { kind: "safe", edge: safe.edge, text: "There are safe lines." };
  const least = moves.reduce((best, move) => (move.gives < best.gives ? move : best), moves[0]);
  return { kind: "open", edge: least?.edge ?? -1, text: "Give away as little as you can." };
}
