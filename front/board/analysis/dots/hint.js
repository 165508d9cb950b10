// @ts-check
// A hint for the player to move, in two levels: what to look for, and then the line.

import { bestOf, fits, solve } from "./values.js";
import { control } from "./control.js";
import { MOST_FREE } from "./kernel.js";
import { advice } from "./explain.js";

/**
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("./control.js").Control} Control
 * @typedef {import("./values.js").Working} Working
 *
 * A hint: `kind` is what it rests on, and the line is one to draw, "" if none is known.
 * @typedef {{kind: "exact" | "control" | "safe" | "open", line: string, text: string}} Hint
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
  const best = await bestLines(found, task, seconds);
  const line = best.find((each) => found.keeps.includes(each)) ?? best[0];
  const hint = line
    ? /** @type {Hint} */ ({ kind: "exact", line, text: advice(found, line, best) })
    : (controlHint(found) ?? safeHint(found));
  return level < 2 || !hint.line ? hint : { ...hint, text: `${hint.text} Draw ${hint.line}.` };
}

/**
 * @param {Control} found
 * @param {Working} task
 * @param {number} seconds
 */
async function bestLines({ best, moves, behind: { state } }, task, seconds) {
  if (best.length || !fits(state.grid) || moves.length > MOST_FREE) return best;
  const known = await solve(state, task, { seconds });
  return known.done ? bestOf(state, known) : [];
}

/**
 * @param {Control} found
 * @returns {Hint | null}
 */
function controlHint({ keeps, takeable }) {
  if (!keeps.length) return null;
  const text = takeable ? "Boxes can be taken, and control kept." : "You can keep control.";
  return { kind: "control", line: keeps[0], text };
}

/**
 * @param {Control} found
 * @returns {Hint}
 */
function safeHint({ moves }) {
  const capture = moves.find(({ takes }) => takes);
  if (capture) return { kind: "safe", line: capture.move, text: "A box can be taken." };
  const safe = moves.find(({ kind }) => kind === "safe");
  if (safe) return { kind: "safe", line: safe.move, text: "There are safe lines." };
  const least = moves.reduce((best, move) => (move.gives < best.gives ? move : best), moves[0]);
  return { kind: "open", line: least?.move ?? "", text: "Give away as little as you can." };
}
