// Answers what tests ask of the page's rules and texts, which need no kernel: an array of questions
// {do, ...} as JSON on stdin, the array of answers on stdout. What is refused is {refused: ...}.

import { readFileSync } from "node:fs";

import { DotsState } from "../../../front/board/boards/dots_state.js";
import { Grid } from "../../../front/board/boards/grid.js";
import { moveText, readCell, readMove } from "../../../front/board/boards/moves.js";
import { Shape } from "../../../front/board/boards/shape.js";
import { SudokuState } from "../../../front/board/boards/sudoku_state.js";
import { readText } from "../../../front/board/boards/texts.js";
import { textOfBytes } from "../../../front/board/boards/texts/bytes.js";
import { edgesText } from "../../../front/board/boards/texts/dots/lists.js";
import { Draws } from "../../../front/board/boards/draws.js";
import { contentsOf } from "../../../front/board/boards/texts/contents.js";
import { recordText } from "../../../front/board/boards/texts/games/writer.js";
import { lineText } from "../../../front/board/boards/texts/sudoku/line.js";

const STATES = { sudoku: SudokuState, dots: DotsState };
const numbers = (cells) => [...cells].sort((a, b) => a - b);

const QUESTIONS = {
  /** Play moves, and tell everything about the position before each of them and after the last. */
  replay({ game, start, plies, probes }) {
    const told = [];
    let state = STATES[game].fromJson(start);
    for (const [i, probed] of probes.entries()) {
      told.push({ ...FACTS[game](state), probes: probed.map((move) => state.reasons(move)) });
      if (i === plies.length) break;
      const { move, bomb } = plies[i];
      told[i].points = state.points(move);
      state = bomb ? state.reject(move) : state.play(move);
    }
    return told;
  },

  under: ({ position, rules, seed }) => SudokuState.fromJson(position).under(rules, seed).toJson(),

  play: ({ game, position, move }) => STATES[game].fromJson(position).play(move).toJson(),

  setUp({ position, cells }) {
    const first = SudokuState.fromJson(position);
    return cells.reduce((state, [cell, value]) => state.withValue(cell, value), first).toJson();
  },

  read({ text, options = {} }) {
    const found = readText(text, options);
    if (found.kind === "games") return found.games.map(gameFacts);
    return found.positions.map((state) => state.toJson());
  },

  draws({ seed, limits, items, count }) {
    const draws = new Draws(BigInt(seed));
    return [limits.map((limit) => draws.below(limit)), draws.sample(items, count)];
  },

  file: ({ hex }) => textOfBytes(Uint8Array.from(Buffer.from(hex, "hex"))),

  kind: ({ text }) => readText(text).kind,

  contents: ({ text }) => contentsOf(text),

  write({ game, position, format }) {
    const state = STATES[game].fromJson(position);
    return { line: lineText, edges: edgesText }[format]?.(state) ?? null;
  },

  record: ({ game, start, ...others }) =>
    recordText({ start: STATES[game].fromJson(start), ...others }),

  moveText: ({ move, notation }) => moveText(move, notation),
  readMove: ({ text }) => readMove(text),
  readCell: ({ text }) => readCell(text),

  shape({ m, n }) {
    const { size, cells, regions, regionsOf, peers, neighbours } = Shape.of(m, n);
    return { size, cells, regions, regionsOf, peers, neighbours };
  },

  grid({ rows, columns }) {
    const { edges, lines, sidesOf, boxesOf } = Grid.of(rows, columns);
    return { edges, lines, sidesOf: sidesOf.map(numbers), boxesOf };
  },
};

const FACTS = {
  sudoku: (state) => ({
    position: state.toJson(),
    moves: state.moves().map((move) => state.plain(move)),
    masks: state.candidateMasks(),
    playable: [1, 2].map((player) => numbers(state.playable(player))),
    filled: state.filled.map(numbers),
    isOver: state.isOver,
    initial: state.initialValues,
    clashes: state.clashes(),
  }),
  dots: (state) => ({
    position: state.toJson(),
    moves: state.moves(),
    isOver: state.isOver,
    scores: state.scores,
  }),
};

function gameFacts(record) {
  const { id, first, second, winner, termination, reason, line, scores, plies } = record;
  const states = Array.from(record.states(), (state) => state.toJson());
  return { id, first, second, winner, termination, reason, line, scores, plies, states };
}

function answered({ do: name, ...params }) {
  try {
    return QUESTIONS[name](params);
  } catch (error) {
    const { name: kind, message, line = 0, column = 0, problem, remedy } = error;
    return { refused: { kind, message, line, column, problem, remedy } };
  }
}

const questions = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(questions.map(answered)));
