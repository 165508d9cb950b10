// @ts-check
// The players of Competitive Sudoku in the page, by name, and how one of them is asked for a move.
//
// Their names are those of bombe.agents.table. In the page none of them plays a bomb by accident:
// where it does not mean to skip, it chooses among the moves that are known to be safe, if there are
// any.

import { chooseAsChampion } from "./champion.js";
import { chooseGreedily } from "./greedy.js";
import { chooseBySkipRule } from "./skip.js";
import { Turn } from "./turn.js";
import { UsageError } from "../../boards/errors.js";
import { Draws } from "../../boards/draws.js";
import { SudokuState } from "../../boards/sudoku_state.js";

/**
 * @typedef {import("../../worker/task.js").Task} Task
 * @typedef {import("./turn.js").Proposal} Proposal
 *
 * @typedef {{name: string, summary: string, choose: (turn: Turn) => Promise<void>}} Player
 */

/** @type {Player[]} */
const PLAYERS = [
  {
    name: "greedy",
    summary: "most points now, ties at random",
    choose: chooseGreedily,
  },
  {
    name: "minimax-skip",
    summary: "alpha-beta, and a sure bomb to keep the number of empty cells odd at its turn",
    choose: chooseBySkipRule,
  },
  {
    name: "champion",
    summary: "counts tempo from the first move, plays endgames exactly",
    choose: chooseAsChampion,
  },
];

/** The seconds of a turn if nothing else is said. */
const SECONDS = 1;

/**
 * Answer which players there are, and why one does not play here.
 * @param {{position: unknown}} params
 */
export async function engines({ position }) {
  const state = SudokuState.fromJson(position);
  const why_not = state.isOver ? "the game is over" : null;
  return PLAYERS.map(({ name, summary }) => ({ name, summary, available: !why_not, why_not }));
}

/**
 * Answer the move that a player chooses; reports are its proposals, better and better.
 *
 * The same seed gives the same move where the time does not matter: `depth` limits the moves that a
 * search looks ahead.
 * @param {{position: unknown, engine: string, seed?: number, seconds?: number, depth?: number}} params
 * @param {Task} task
 */
export async function choose({ position, engine, seed = 0, seconds = SECONDS, depth }, task) {
  const state = SudokuState.fromJson(position);
  const player = PLAYERS.find(({ name }) => name === engine);
  if (!player) {
    const known = PLAYERS.map(({ name }) => name).join(", ");
    throw new UsageError(`there is no engine ${engine}: choose one of ${known}`);
  }
  const plain = (/** @type {Proposal} */ { move, proven, isBomb }) => ({
    move: move && state.plain(move),
    proven,
    bomb: isBomb,
  });
  const report = (/** @type {Proposal} */ proposal) =>
    task.report({ ...plain(proposal), final: false });
  const turn = new Turn(state, new Draws(seed), seconds, task, report);
  if (depth !== undefined) turn.depth = depth;
  if (!state.isOver) await player.choose(turn);
  return { ...plain(turn.proposal), final: true };
}
