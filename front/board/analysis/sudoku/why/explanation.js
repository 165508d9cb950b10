// @ts-check
// An explanation: what was asked, the answer, the chain that shows it, and the core, in the words
// and in the JSON of `bombe why`.

import SENTENCES from "../../../../../analysis/why/sentences.json" with { type: "json" };
import { fill, listed, sentence } from "../../../boards/templates.js";
import { boardLine } from "../../../boards/symbols.js";
import { boardFields } from "../words.js";
import { chainJson, places, walkJson } from "./plain.js";
import { ratingOf } from "./refutation.js";
import { Teller } from "./words.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../tempo/law.js").Outlook} Outlook
 * @typedef {import("./cores.js").Core} Core
 * @typedef {import("./refutation.js").Question} Question
 * @typedef {import("./refutation.js").Refutation} Refutation
 *
 * What a bomb is worth as a skip, the fills that kill it, and the numbers that the law goes by.
 * @typedef {object} Stakes
 * @property {Outlook} verdict for the mover, who plays it
 * @property {Move[]} killers
 * @property {number} empties
 * @property {number} bombs
 *
 * `isSo` answers what is asked; null: it is not known. `refutation` is null unless something is
 * refuted, and where time ended before it was found. `witnesses` are solutions that show what can
 * be: of a safe move one, of a cell one for each of its true `values`, of a board up to two.
 * @typedef {object} Found
 * @property {SudokuState} state
 * @property {"bomb" | "forced" | "board"} kind
 * @property {boolean | null} isSo
 * @property {boolean} isFinal whether more time would not change it
 * @property {Move | null} move the move that is asked about, or the value that the cell must have
 * @property {number | null} cell
 * @property {Refutation | null} refutation
 * @property {Question} refuted
 * @property {readonly Uint8Array[]} witnesses
 * @property {readonly number[]} values
 * @property {Core | null} core
 * @property {Stakes | null} stakes
 * @property {readonly string[]} remarks
 */

/** The most cells with which a sentence may begin. */
const FEW = 6;
const ANSWERS = { bomb: "is_bomb", forced: "is_forced", board: "is_unsolvable" };

/** Why a move is a bomb, a cell is forced, or a board has no solution; or that it is not so. */
export class Explanation {
  /** @param {Found} found */
  constructor(found) {
    this.found = found;
    this.shape = found.state.shape;
    this.teller = new Teller(this.shape, found.refuted);
    this.rating = found.refutation && ratingOf(found.refutation);
    this.story = found.refutation ? this.teller.story(found.refutation) : "";
  }

  /** The explanation in words, of one or many lines. */
  get text() {
    const { kind, refuted } = this.found;
    if (!this.story) return sentence(this.#answer());
    if (kind === "bomb" || refuted.fact) return this.story;
    return fill(SENTENCES.answer["no solution"], { story: this.story });
  }

  /** The answer and how hard it is to see, in one sentence. */
  get summary() {
    return this.rating ? `${this.#answer()} (${this.ratingWords})` : this.#answer();
  }

  /** All that is known, in words: the lines that `bombe why` prints. */
  get lines() {
    const told = [sentence(this.summary), this.story, this.#coreWords(), this.#stakesWords()];
    return [...told, ...this.found.remarks].filter(Boolean).join("\n").split("\n");
  }

  /** In a few words how hard it is to see; "" if nothing is refuted. */
  get ratingWords() {
    if (!this.rating) return "";
    const words = SENTENCES.rating;
    const { level, depth, steps } = this.rating;
    return fill(words.words, {
      level,
      seen: words["in full"][level],
      deep: depth > 1 ? fill(words.deep, { depth }) : "",
      steps: steps ? fill(words.steps, { steps }) : "",
      fewer: steps > 1 && !this.found.refutation?.isShortest ? words.fewer : "",
    });
  }

  /** Return the answer in a few words. */
  #answer() {
    const { kind, move, cell, values, refutation } = this.found;
    /** @type {Record<string, string>} */
    const templates = SENTENCES.answer[kind];
    return fill(templates[this.#answerKey()], {
      cell: this.teller.spell.cell(cell ?? move?.cell ?? 0),
      value: move?.value,
      values,
      untold: refutation ? "" : SENTENCES.answer.untold,
    });
  }

  /** Return which of the answers to such a question it is. */
  #answerKey() {
    const { kind, isSo, isFinal, values, witnesses } = this.found;
    if (isSo === null) return "unknown";
    if (isSo || kind === "bomb") return isSo ? "yes" : "no";
    if (kind === "forced") return values.length ? "no" : "no value";
    if (witnesses.length > 1) return "more";
    return isFinal ? "one" : "no";
  }

  /** Return in a sentence which filled cells alone do it; "" if that is not known. */
  #coreWords() {
    const { core, refuted } = this.found;
    const words = SENTENCES.core;
    if (!core?.cells.length) return core ? words.none : "";
    const cells = core.cells.length;
    const named = listed(this.teller.spell.cells(core.cells));
    const asked = refuted.isNot ? "is not" : "is";
    return fill(words.words, {
      which: cells > FEW ? fill(words.which, { cells }) : named,
      does: fill(words.does[refuted.fact ? asked : "board"], { cells }),
      fewest: fewestWords(core),
      listing: cells > FEW ? fill(words.listing, { cells: named }) : "",
    });
  }

  /** Return in a sentence what the bomb is worth as a skip; "" if that is not known. */
  #stakesWords() {
    const { stakes } = this.found;
    if (!stakes) return "";
    const words = SENTENCES.stakes;
    const killers = stakes.killers.map((killer) => this.teller.spell.move(killer));
    const many = killers.length;
    const killed = many ? fill(words.kill, { killers, many }) : words["no killer"];
    return fill(words.words, { ...stakes, worth: words[stakes.verdict], killed });
  }

  /** Return plain data: the fields of bombe.why/1, and what a page lights of each step. */
  toJson() {
    const { state, kind, isSo, isFinal, move, cell, values, remarks, core, stakes } = this.found;
    const { refutation, refuted } = this.found;
    const witnesses = this.found.witnesses.map((witness) => boardLine([...witness]));
    const cells = core && places(this.shape, core.cells);
    const { fact, isNot } = refuted;
    return {
      schema: "bombe.why/1",
      final: isFinal,
      ...boardFields(state),
      question: kind,
      move: move && state.plain(move),
      cell: cell === null ? null : this.shape.coordinates(cell),
      [ANSWERS[kind]]: isSo,
      asked: fact && { cell: this.shape.coordinates(fact.cell), value: fact.value, is_not: isNot },
      lead: this.teller.lead,
      rating: this.rating?.level ?? null,
      depth: this.rating?.depth ?? null,
      steps: this.rating?.steps ?? null,
      chain_kind: refutation && (refutation.isShortest ? "shortest" : "short"),
      ...(refutation ? chainJson(this.shape, refutation) : { chain: null, end: null }),
      walk: refutation ? walkJson(this.shape, this.teller, refutation) : [],
      core: cells,
      core_kind: core && core.kind,
      core_at_least: core && core.atLeast,
      cores: cells ? [cells] : [],
      values: [...values],
      witness: witnesses[0] ?? null,
      witnesses,
      stakes: stakes && { ...stakes, killers: stakes.killers.map((each) => state.plain(each)) },
      remarks: [...remarks],
      text: this.text,
      summary: this.summary,
      lines: this.lines,
      stakes_words: this.#stakesWords(),
    };
  }
}

/**
 * Return how few cells would do.
 * @param {Core} core
 */
function fewestWords({ cells, kind, atLeast }) {
  if (cells.length === 1) return "";
  if (kind === "smallest") return SENTENCES.core.smallest;
  return fill(SENTENCES.core[atLeast ? "at least" : "at most"], { least: atLeast });
}
