// @ts-check
// Records of games, one JSON object per line, as `bombe match` writes them (schema bombe.game/1):
// everything needed to replay them. bombe.boards.record describes the fields.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };
import { BoardError, TextError, UsageError } from "../../errors.js";
import { refusal } from "../../refusals.js";
import { Value, parsed } from "../value.js";
import { kindOf } from "../words.js";
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
 * @property {number} points
 * @property {number} ms
 * @property {number} cpuMs
 * @property {string} output
 * @property {Record<string, number>} notes
 */

const { schema: SCHEMA, most_notes } = FACTS.games;
const LARGEST = 1e18;
const RESULTS = ["1/2", "1-0", "0-1"];
const WINNERS = new Map(/** @type {[string, 0 | Player][]} */ ([["1-0", 1], ["0-1", 2], ["1/2", 0], ["*", 0]]));
const PLAYERS = new Map(/** @type {[number, Player][]} */ ([[1, 1], [2, 2]]));
const VERDICTS = new Map([
  ["placed", false],
  ["bomb", true],
]);
const NAME_OF_NOTE = /^[A-Za-z][A-Za-z0-9_]{0,23}$/;
const LARGEST_NOTE = 1e15;

/** A game from start to end. `winner` is 0 for a draw and for a void game. */
export class GameRecord {
  /**
   * @param {Value} given
   */
  constructor(given) {
    const name = given.get("game");
    const rules = checked(name ?? given, () => rulesNamed(name?.text() ?? "sudoku"));
    this.line = given.line;
    this.id = given.at("id").text();
    this.start = startOf(rules, given);
    this.first = given.at("first").text();
    this.second = given.at("second").text();
    this.plies = given
      .at("moves")
      .items()
      .map((move) => plyOf(rules, move));
    const [one, two] = given.at("scores").items(2);
    this.scores = [one.whole(-LARGEST, LARGEST), two.whole(-LARGEST, LARGEST)];
    this.winner = given.at("result").oneOf(WINNERS);
    this.termination = given.at("termination").text();
    this.reason = given.at("reason").text();
    /** @type {unknown} */
    this.noted = given.get("incidents")?.raw;
  }

  /** The name of the game. */
  get game() {
    return gameOf(this.start);
  }

  /** The result as 1-0, 0-1 or 1/2, or * if the game does not count. */
  get result() {
    return this.termination === "void" ? "*" : RESULTS[this.winner];
  }

  /**
   * What was noted of turns: how they ended badly, or what they took too much of.
   * @returns {{ply: number, player: number, ending: string, detail: string}[]}
   */
  get incidents() {
    return (Array.isArray(this.noted) ? this.noted : [])
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
        const problem = /** @type {Error} */ (error).message;
        throw refusal("record-move", { number: i + 1, id: this.id, problem }, this.line);
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
  return /^\s*\{/.test(line) && /"schema"\s*:\s*"bombe\.game\/1"/.test(line);
}

/**
 * Return the games of a log; blank lines are skipped.
 * @param {string} text
 */
export function readRecords(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  return lines.flatMap((line, i) => (line.trim() ? [readRecord(line, i + 1)] : []));
}

/**
 * Return the game of a line; throw TextError if it cannot be read.
 * @param {string} text
 * @param {number} line
 */
function readRecord(text, line) {
  const given = new Value(parsed(text, "record-json", line), "", line);
  if (given.get("schema")?.raw !== SCHEMA) throw given.error("record-schema", { schema: SCHEMA });
  return new GameRecord(given);
}

/**
 * Return what a function makes of a value; its error says what is wrong with it.
 * @template T
 * @param {Value} value
 * @param {() => T} make
 */
function checked(value, make) {
  try {
    return make();
  } catch (error) {
    const isKnown = error instanceof BoardError || error instanceof UsageError || error instanceof TextError;
    if (!isKnown || (error instanceof TextError && error.line)) throw error;
    throw value.error("record", { problem: `is ${kindOf(value.raw)}: ${error.message}` });
  }
}

/**
 * Return the start; what a record says of it beside must be true.
 * @param {Rules} rules
 * @param {Value} given
 */
function startOf(rules, given) {
  const value = given.at("start");
  const start = checked(value, () => rules.start(new Value(value.raw)));
  for (const [key, fact] of Object.entries(rules.facts(start))) {
    const said = given.get(key);
    if (said && said.raw !== fact) {
      const problem = `is ${kindOf(said.raw)}, but the start has ${JSON.stringify(fact)}`;
      throw said.error("record", { problem });
    }
  }
  return start;
}

/**
 * @param {Rules} rules
 * @param {Value} given
 * @returns {Ply}
 */
function plyOf(rules, given) {
  const move = given.at("move");
  return {
    player: given.at("player").oneOf(PLAYERS),
    move: checked(move, () => rules.move(move.raw)),
    isBomb: given.at("verdict").oneOf(VERDICTS),
    points: given.at("points").whole(-LARGEST, LARGEST),
    ms: given.get("ms")?.number() ?? 0,
    output: given.get("output")?.text() ?? "",
    notes: notesOf(given.get("notes")),
    cpuMs: given.get("cpu_ms")?.number() ?? 0,
  };
}

/**
 * Return what an agent noted of its turn: numbers by name, such as depth 4 and nodes 1200.
 * @param {Value | null} given
 */
function notesOf(given) {
  const notes = given?.entries() ?? [];
  if (notes.length > most_notes) throw notes[most_notes].value.error("record", { problem: "is one note too many" });
  return Object.fromEntries(
    notes.map(({ key, value }) => {
      const number = Number(value.raw);
      const isNumber = typeof value.raw === "number" || typeof value.raw === "boolean";
      if (!NAME_OF_NOTE.test(key) || !isNumber || !(Math.abs(number) <= LARGEST_NOTE)) {
        throw value.error("record", { problem: "is no note: notes are numbers with a name of letters" });
      }
      return [key, number];
    }),
  );
}
