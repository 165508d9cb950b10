// @ts-check
// An explanation: what was asked, the answer, the chain that shows it, and the core, in the words
// and in the JSON of `bombe why`.

import { boardLine } from "../../../boards/symbols.js";
import { boardFields, counted } from "../words.js";
import { chainJson, plainCell, plainCells, walkJson } from "./plain.js";
import { LEVELS, ratingOf } from "./refutation.js";
import { cellWords, cellsWords, leadWords, listed, sentence, story } from "./words.js";

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
const WORTH = {
  won: "it wins the tempo",
  lost: "it loses the tempo",
  open: "its worth is open",
};

/** Why a move is a bomb, a cell is forced, or a board has no solution; or that it is not so. */
export class Explanation {
  /** @param {Found} found */
  constructor(found) {
    this.found = found;
    this.shape = found.state.shape;
    this.rating = found.refutation && ratingOf(found.refutation);
  }

  /** The explanation in words, of one or many lines. */
  get text() {
    const { refutation, kind, refuted } = this.found;
    if (!refutation) return sentence(this.#answer());
    const isBoard = kind !== "bomb" && !refuted.fact;
    return isBoard ? `The board has no solution. ${this.#story()}` : this.#story();
  }

  /** The answer and how hard it is to see, in one sentence. */
  get summary() {
    const rated = this.ratingWords;
    return rated ? `${this.#answer()} (${rated})` : this.#answer();
  }

  /** All that is known, in words: the lines that `bombe why` prints. */
  get lines() {
    const told = [sentence(this.summary), this.#story(), this.#coreWords(), this.#stakesWords()];
    return [...told, ...this.found.remarks].filter(Boolean).join("\n").split("\n");
  }

  /**
   * In a few words how hard it is to see; "" if nothing is refuted.
   *
   * "or fewer" says that a chain of fewer steps was not ruled out.
   */
  get ratingWords() {
    const { refutation } = this.found;
    if (!refutation || !this.rating) return "";
    const { level, depth, steps } = this.rating;
    const deep = depth > 1 ? ` ${depth} deep` : "";
    const many = steps ? `, ${counted(steps, "step")}` : "";
    const fewer = steps > 1 && !refutation.isShortest ? " or fewer" : "";
    return `rating ${level}: ${levelWords(level)}${deep}${many}${fewer}`;
  }

  #story() {
    const { refuted, refutation } = this.found;
    return refutation ? story(this.shape, refuted, refutation) : "";
  }

  /** Return the answer in a few words. */
  #answer() {
    const { kind, isSo } = this.found;
    if (isSo === null) return `it is not known whether ${this.#asked()}: the budget ended before`;
    if (kind === "bomb") return this.#bombAnswer(isSo);
    return kind === "forced" ? this.#forcedAnswer() : this.#boardAnswer(isSo);
  }

  #asked() {
    const { kind } = this.found;
    if (kind === "board") return "the board has a solution";
    return `${this.#subject()} is ${kind === "bomb" ? "a bomb" : "forced"}`;
  }

  /** Return the move or the cell that is asked about. */
  #subject() {
    const { kind, move, cell } = this.found;
    if (kind === "bomb" && move) return `${move.value} at ${cellWords(this.shape, move.cell)}`;
    return cellWords(this.shape, cell ?? 0);
  }

  /** @param {boolean} isBomb */
  #bombAnswer(isBomb) {
    if (isBomb) return `${this.#subject()} is a bomb${this.#untold()}`;
    return `${this.#subject()} is safe: a solution has it there`;
  }

  #forcedAnswer() {
    const { move, isSo, values } = this.found;
    if (move && isSo) return `${this.#subject()} must be ${move.value}${this.#untold()}`;
    if (!values.length) return `${this.#subject()} is not forced, for the board has no solution`;
    return `${this.#subject()} is not forced: it can be ${listed(values, "or")}`;
  }

  /** @param {boolean} isUnsolvable */
  #boardAnswer(isUnsolvable) {
    if (isUnsolvable) return `the board has no solution${this.#untold()}`;
    if (this.found.witnesses.length > 1) return "the board has more than one solution";
    return this.found.isFinal ? "the board has one solution" : "the board has a solution";
  }

  /** Return that no chain was found in time, if that is so. */
  #untold() {
    return this.found.refutation ? "" : "; why was not found in time";
  }

  /** Return in a sentence which filled cells alone do it; "" if that is not known. */
  #coreWords() {
    const { core } = this.found;
    if (!core) return "";
    const { cells } = core;
    if (!cells.length) return "No filled cell is needed for that.";
    const named = cellsWords(this.shape, cells);
    const which = cells.length > FEW ? `${cells.length} filled cells` : named;
    const listing = which === named ? "" : `: ${named}`;
    return `${which} alone ${this.#does(cells.length)}${fewestWords(core)}${listing}.`;
  }

  /**
   * Return what so many cells do.
   * @param {number} many
   */
  #does(many) {
    const { fact, isNot } = this.found.refuted;
    const ending = many === 1 ? "s" : "";
    if (!fact) return `leave${ending} no solution`;
    return isNot ? `force${ending} it` : `make${ending} it a bomb`;
  }

  /** Return in a sentence what the bomb is worth as a skip; "" if that is not known. */
  #stakesWords() {
    const { stakes } = this.found;
    if (!stakes) return "";
    const { empties, bombs } = stakes;
    const worth = `As a skip ${WORTH[stakes.verdict]} (empty cells: ${empties}, bombs: ${bombs})`;
    const killers = stakes.killers.map((m) => `${cellWords(this.shape, m.cell)}=${m.value}`);
    if (!killers.length) return `${worth}; no fill kills it.`;
    return `${worth}; ${listed(killers)} ${killers.length === 1 ? "kills" : "kill"} it.`;
  }

  /** Return plain data: the fields of bombe.why/1, and what a page lights of each step. */
  toJson() {
    const { state, kind, isSo, isFinal, move, cell, values, remarks } = this.found;
    const witnesses = this.found.witnesses.map((witness) => boardLine([...witness]));
    return {
      schema: "bombe.why/1",
      final: isFinal,
      ...boardFields(state),
      question: kind,
      move: move && state.plain(move),
      cell: cell === null ? null : plainCell(this.shape, cell),
      [ANSWERS[kind]]: isSo,
      ...this.#refutationJson(),
      ...this.#coreJson(),
      values: [...values],
      witness: witnesses[0] ?? null,
      witnesses,
      stakes: this.#stakesJson(),
      remarks: [...remarks],
      text: this.text,
      summary: this.summary,
      lines: this.lines,
      stakes_words: this.#stakesWords(),
    };
  }

  #refutationJson() {
    const { refutation, refuted } = this.found;
    const { fact, isNot } = refuted;
    return {
      asked: fact && { ...plainFact(this.shape, fact), is_not: isNot },
      lead: leadWords(this.shape, refuted),
      rating: this.rating?.level ?? null,
      depth: this.rating?.depth ?? null,
      steps: this.rating?.steps ?? null,
      chain_kind: refutation && (refutation.isShortest ? "shortest" : "short"),
      ...(refutation ? chainJson(this.shape, refutation) : { chain: null, end: null }),
      walk: refutation ? walkJson(this.shape, refuted, refutation) : [],
    };
  }

  #coreJson() {
    const { core } = this.found;
    const cells = core && plainCells(this.shape, core.cells);
    return {
      core: cells,
      core_kind: core && core.kind,
      core_at_least: core && core.atLeast,
      cores: cells ? [cells] : [],
    };
  }

  #stakesJson() {
    const { stakes, state } = this.found;
    return stakes && { ...stakes, killers: stakes.killers.map((killer) => state.plain(killer)) };
  }
}

/**
 * Return how bombs of a level are seen, in full.
 * @param {number} level
 */
function levelWords(level) {
  if (!level) return LEVELS[0];
  return level === 2 ? "by pairs or locked candidates" : `by ${LEVELS[level]}`;
}

/**
 * Return how few cells would do.
 * @param {Core} core
 */
function fewestWords({ cells, kind, atLeast }) {
  if (cells.length === 1) return "";
  if (kind === "smallest") return ", and fewer do not";
  return atLeast ? `, and at least ${atLeast} are needed` : ", and perhaps fewer do";
}

/**
 * @param {import("../../../boards/shape.js").Shape} shape
 * @param {import("./refutation.js").Fact} fact
 */
function plainFact(shape, { cell, value }) {
  return { cell: plainCell(shape, cell), value };
}
