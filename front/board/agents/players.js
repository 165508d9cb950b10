// @ts-check
// The questions about players, which are the same for both games: who plays here, and which move a
// player chooses.

import { UsageError } from "../boards/errors.js";
import { Draws } from "../boards/draws.js";

/**
 * @typedef {import("../worker/task.js").Task} Task
 * @typedef {import("./turn.js").Proposal} Proposal
 */
/**
 * @template State, Turn
 * @typedef {object} Player
 * @property {string} name
 * @property {string} summary
 * @property {(turn: Turn) => void | Promise<void>} choose proposes moves, better and better
 * @property {(state: State) => string} [whyNot] why it does not play here; "" if it does
 */

/** The seconds of a turn if nothing else is said. */
const SECONDS = 1;

/**
 * Answer which players there are, and why one does not play here.
 * @template {{isOver: boolean}} State
 * @param {Player<State, any>[]} players
 * @param {State} state
 */
export function enginesOf(players, state) {
  return players.map(({ name, summary, whyNot }) => {
    const why_not = state.isOver ? "the game is over" : whyNot?.(state) || null;
    return { name, summary, available: !why_not, why_not };
  });
}

/**
 * Answer the move that a player chooses; reports are its proposals, better and better.
 *
 * The same seed gives the same move where the time does not matter: `depth` limits the moves that a
 * search looks ahead.
 * @template {{isOver: boolean}} State
 * @template {{depth: number, proposal: Proposal}} Turn
 * @param {Player<State, Turn>[]} players
 * @param {new (state: State, random: Draws, seconds: number, task: Task,
 *   report: (proposal: Proposal) => void) => Turn} TurnKind
 * @param {State} state
 * @param {{engine: string, seed?: number, seconds?: number, depth?: number}} params
 * @param {Task} task
 */
export async function chosenMove(players, TurnKind, state, params, task) {
  const { engine, seed = 0, seconds = SECONDS, depth } = params;
  const player = players.find(({ name }) => name === engine);
  if (!player) {
    const known = players.map(({ name }) => name).join(", ");
    throw new UsageError(`there is no engine ${engine}: choose one of ${known}`);
  }
  const report = (/** @type {Proposal} */ proposal) => task.report({ ...proposal, final: false });
  const turn = new TurnKind(state, new Draws(seed), seconds, task, report);
  if (depth !== undefined) turn.depth = depth;
  if (!state.isOver) await player.choose(turn);
  return { ...turn.proposal, final: true };
}
