// @ts-check
// Why a line was a mistake, in a sentence: what it gave away, and what would have kept it.

import { boxes, listed } from "./words.js";

/**
 * @typedef {import("./control.js").Control} Control
 * @typedef {import("./control.js").Judged} Judged
 */

/**
 * Return why a line was a mistake; "" if it was none, as far as that is known.
 *
 * @param {Control} control before the line
 * @param {number} edge
 * @param {{lost: number, better: number | null} | null} loss
 * @param {boolean | null} keeps whether it keeps control; null if there is none to keep
 */
export function reasonFor(control, edge, loss, keeps) {
  const isLoss = loss !== null && loss.lost > 0;
  if (!isLoss && keeps !== false) return "";
  const move = control.moves.find((one) => one.edge === edge);
  if (!move) throw new Error("the line is not one of the position");
  const { state } = control;
  const said = mistake(control, move);
  const words = [`Player ${state.toMove} draws ${state.grid.lineText(edge)}${said}`];
  if (keeps === false) words.push(controlLost(control));
  if (loss && !isLoss) words.push("by the points nothing is lost");
  if (isLoss && words.length === 1 && !said) words.push("only counting shows what that costs");
  return `${words.join("; ")}.`;
}

/**
 * Return what is wrong with a line at once, to follow its name.
 *
 * @param {Control} control
 * @param {Judged} move
 */
function mistake(control, move) {
  const { mayLeave, leaving, takeable, takesAll, moves } = control;
  if (mayLeave && move.takes) return takesAll === false ? takingTooMuch(control) : "";
  if (leaving.includes(move.edge) && takeable === mayLeave) {
    return takesAll ? ` and leaves ${boxes(mayLeave)}, instead of taking them` : "";
  }
  if (takeable && !move.takes) return ` and leaves ${boxes(takeable)} to the opponent`;
  if (!move.gives) return "";
  const gives = ` and gives ${boxes(move.gives)} away`;
  if (moves.some(({ kind }) => kind === "safe")) return `${gives}, though safe lines were left`;
  const least = Math.min(...moves.filter(({ takes }) => !takes).map((one) => one.gives));
  return move.gives > least ? `${gives}, where ${least} would have been enough` : gives;
}

/** @param {Control} control */
function takingTooMuch({ mayLeave, leaves }) {
  const where = leaves ? ` of ${leaves.kind} ${leaves.name}` : "";
  return ` and takes on, instead of leaving the last ${mayLeave}${where}`;
}

/** @param {Control} control */
function controlLost({ state, keeps, takeable }) {
  const keep = listed(keeps.map((edge) => state.grid.lineText(edge)));
  const other = 3 - state.toMove;
  const before = takeable
    ? "that"
    : `player ${state.toMove} was ahead in the parity fight, and that`;
  return `${before} hands control to player ${other}: ${keep} would have kept it`;
}
