// @ts-check
// Records of games, one JSON object per line, as `bombe match` writes them (schema bombe.game/1):
// everything needed to replay them. bombe.boards.record describes the fields.

import { TextError, UsageError } from "../../errors.js";
import { documents } from "../json_documents.js";
import { JsonError, RepeatedKeyError, TooDeepError, decodeJson } from "../json_syntax.js";
import { Span } from "../spans.js";
import { jsonText } from "../words.js";
import { Datum, kind } from "./datum.js";
import { noteProblem } from "./notes.js";
import { gameOf, rulesNamed } from "./rules.js";

/** @typedef {import("../../players.js").Player} Player */
/** @typedef {import("./rules.js").PlainMove} PlainMove */
/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./rules.js").State} State */
/**
 * One move of a game; times in milliseconds.
 * @typedef {Object} Ply
 * @property {Player} player
 * @property {PlainMove} move
 * @property {boolean} isBomb
 * @property {number | bigint} points
 * @property {number} ms
 * @property {number} cpuMs
 * @property {[PlainMove, number][]} proposals
 * @property {string} output
 * @property {Record<string, number>} notes
 */

export const SCHEMA = "bombe.game/1";
/** How games end, as Python's Termination has it. */
const TERMINATIONS = [
  "score",
  "no-proposal",
  "out-of-range",
  "filled",
  "breaks-c0",
  "taboo",
  "not-playable",
  "drawn-already",
  "illegal",
  "no-move",
  "crash",
  "hang",
  "memory",
  "resigned",
  "void",
];
const MOST = 2n ** 64n;
const WINNERS = new Map(
  /** @type {[string, 0 | Player][]} */ ([
    ["1-0", 1],
    ["0-1", 2],
    ["1/2", 0],
    ["*", 0],
  ]),
);
const PLAYERS = new Map(
  /** @type {[number, Player][]} */ ([
    [1, 1],
    [2, 2],
  ]),
);
const VERDICTS = new Map([
  ["placed", false],
  ["bomb", true],
]);
const ENDINGS = new Map(TERMINATIONS.map((name) => [name, name]));
const KNOWN = new Set(
  (
    "id start first second moves scores result termination reason schema match game seed seeds " +
    "rules m n board rows columns extra_turn previous hash"
  ).split(" "),
);
const HALF =
  /\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g;

/** A game from start to end. `winner` is 0 for a draw and for a void game. */
export class GameRecord {
  /**
   * @param {Datum} given
   */
  constructor(given) {
    const named = given.get("game");
    const match = given.get("match");
    const rules = named ? gameNamed(named) : rulesNamed("sudoku");
    this.line = given.line;
    this.id = given.at("id").text();
    this.start = startOf(rules, given);
    this.first = given.at("first").text();
    this.second = given.at("second").text();
    this.plies = given
      .at("moves")
      .items()
      .map((move) => plyOf(rules, move));
    this.scores = pairOf(given.at("scores"));
    this.winner = given.at("result").oneOf(WINNERS);
    this.termination = given.at("termination").oneOf(ENDINGS);
    this.reason = given.at("reason").text();
    this.seeds = seedsOf(given);
    this.match = match?.text() ?? "";
    const others = given.entries().filter(({ key }) => !KNOWN.has(key));
    /** The fields that the schema does not know. @type {Record<string, any>} */
    this.extra = Object.fromEntries(others.map(({ key, datum }) => [key, datum.plain()]));
  }

  /** The name of the game. */
  get game() {
    return gameOf(this.start);
  }

  /** The result as 1-0, 0-1 or 1/2, or * if the game does not count. */
  get result() {
    return this.termination === "void" ? "*" : ["1/2", "1-0", "0-1"][this.winner];
  }

  /**
   * What was noted of turns: how they ended badly, or what they took too much of.
   * @returns {{ply: number, player: number, ending: string, detail: string}[]}
   */
  get incidents() {
    const { incidents } = this.extra;
    return (Array.isArray(incidents) ? incidents : [])
      .filter((each) => Number.isInteger(each?.ply) && Number.isInteger(each?.player))
      .map(({ ply, player, ending = "", detail = "" }) => ({
        ply,
        player,
        ending: `${ending}`,
        detail: `${detail}`,
      }));
  }

  /**
   * Yield the position before each ply, then the last one; throw TextError if a move is refused.
   * @returns {Generator<State>}
   */
  *states() {
    const rules = rulesNamed(this.game);
    let state = this.start;
    yield state;
    for (const [i, { move, isBomb }] of this.plies.entries()) {
      try {
        state = rules.after(state, move, isBomb);
      } catch (error) {
        const reason = /** @type {Error} */ (error).message;
        const problem = `move ${i + 1} of game ${this.id} is impossible: ${reason}`;
        throw new TextError(problem, "remove the line", this.line);
      }
      yield state;
    }
  }
}

/**
 * Return whether a line is a record of a game by its looks: an object with that schema.
 * @param {string} line
 */
export function isRecord(line) {
  return (
    /^\s*\{/.test(line) &&
    line.includes(`"${SCHEMA}"`) &&
    /"schema"\s*:\s*"bombe\.game\/1"/.test(line)
  );
}

/**
 * Return the games of a log; blank lines are skipped.
 * @param {readonly string[]} lines
 */
export function readRecords(lines) {
  return lines.flatMap((line, i) => (line.trim() ? [readRecord(line, i + 1)] : []));
}

/**
 * Return the game of a line; throw TextError if it cannot be read.
 * @param {string} text
 */
function readRecord(text, line = 0) {
  const given = decoded(text, line);
  if (!(given instanceof Map) || given.get("schema") !== SCHEMA) {
    throw new TextError(`not a game of schema ${SCHEMA}`, "give a log of `bombe match`", line);
  }
  return new GameRecord(new Datum(given, line));
}

/**
 * @param {string} text
 * @param {number} line
 */
function decoded(text, line) {
  try {
    return decodeJson(text.replace(HALF, (each) => (each.length === 6 ? "\\ufffd" : each)));
  } catch (error) {
    const remedy = "remove the line";
    if (error instanceof JsonError) {
      throw new TextError(`not JSON: ${error.message}`, remedy, line, error.at + 1);
    }
    if (error instanceof RepeatedKeyError) {
      throw new TextError(`key ${jsonText(error.key)} stands twice`, remedy, line);
    }
    if (!(error instanceof TooDeepError)) throw error;
    throw new TextError("brackets nested too deeply", remedy, line);
  }
}

/**
 * @param {Datum} named
 */
function gameNamed(named) {
  named.text();
  return named.checked(rulesNamed);
}

/**
 * Return the start; what a record says of it beside must be true.
 * @param {Rules} rules
 * @param {Datum} given
 */
function startOf(rules, given) {
  const datum = given.at("start");
  datum.mapping();
  datum.plain();
  const start = datum.checked((raw) => positionOf(rules, jsonText(raw)));
  for (const [key, fact] of Object.entries(rules.facts(start))) {
    const said = given.get(key);
    if (said && said.raw !== fact) {
      throw said.error(`is ${kind(said.raw)}, but the start has ${jsonText(fact)}`);
    }
  }
  return start;
}

/**
 * @param {Rules} rules
 * @param {string} text
 */
function positionOf(rules, text) {
  try {
    const [found] = documents([new Span(text, 1)]);
    return rules.start(found);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new UsageError(`start:${error.line}:${error.column}: ${error.message}`);
  }
}

/** @param {Datum} datum */
function pairOf(datum) {
  const [one, other] = datum.items(2);
  return /** @type {[number, number]} */ ([
    one.whole(undefined, MOST),
    other.whole(undefined, MOST),
  ]);
}

/**
 * Return the seeds of the players; logs of version 0.2 have only the first one's.
 * @param {Datum} given
 */
function seedsOf(given) {
  const [seeds, seed] = [given.get("seeds"), given.get("seed")];
  if (seeds && seeds.raw !== null) return pairOf(seeds);
  if (!seed || seed.raw === null) return null;
  const first = BigInt(seed.whole(undefined, MOST));
  return [first, first + 1n];
}

/**
 * @param {Rules} rules
 * @param {Datum} datum
 * @returns {Ply}
 */
function plyOf(rules, datum) {
  const [ms, cpuMs, output] = ["ms", "cpu_ms", "output"].map((key) => datum.get(key));
  return {
    player: datum.at("player").oneOf(PLAYERS),
    move: moveOf(rules, datum.at("move")),
    isBomb: datum.at("verdict").oneOf(VERDICTS),
    points: datum.at("points").whole(),
    ms: ms?.number() ?? 0,
    proposals: proposalsOf(rules, datum.get("proposals")),
    output: output?.text() ?? "",
    notes: notesOf(datum.get("notes")),
    cpuMs: cpuMs?.number() ?? 0,
  };
}

/**
 * @param {Rules} rules
 * @param {Datum} datum
 */
function moveOf(rules, datum) {
  datum.plain();
  return datum.checked((raw) => {
    const move = rules.move(raw);
    if (move) return move;
    const start = Array.from(jsonText(raw)).slice(0, 60).join("");
    throw new UsageError(`a move is ${rules.expected}, not ${start}`);
  });
}

/**
 * @param {Rules} rules
 * @param {Datum | null} datum
 * @returns {[PlainMove, number][]}
 */
function proposalsOf(rules, datum) {
  return (datum?.items() ?? []).map((proposal) => {
    const [move, ms] = proposal.items(2);
    return [moveOf(rules, move), ms.number()];
  });
}

/** @param {Datum | null} datum */
function notesOf(datum) {
  /** @type {Map<string, number>} */
  const notes = new Map();
  for (const { key, datum: value } of datum?.entries() ?? []) {
    const wrong = noteProblem(notes, key, value.raw);
    if (wrong) throw value.error(`is no note: ${wrong}`);
    notes.set(key, value.raw === true ? 1 : value.raw === false ? 0 : value.number());
  }
  return Object.fromEntries(notes);
}
