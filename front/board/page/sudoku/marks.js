// @ts-check
// What each cell of a Sudoku board shows, before it is drawn: plain data made of the position, the
// answers so far and the shown layers. The drawing, the words and the legend all read it.

import { grouped, signed } from "../words.js";
import { stateOf } from "./states.js";

/** @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {"open" | "safe" | "bomb" | "undecided" | "taboo"} Verdict */
/**
 * @typedef {object} Pencil
 * @property {number} value
 * @property {Verdict} verdict   "open": nothing is said of it
 * @property {string} rating     "d", "s", "p", "c"; "" if unknown or not shown
 * @property {boolean} keeps     it keeps or takes the tempo
 * @property {boolean} best      its worth is the best
 * @property {string} number     its share or its worth; "" if not shown
 * @property {number} share      from 0 to 1; -1 if not shown
 * @property {string} words      all of this in words
 */
/**
 * @typedef {object} CellMark
 * @property {number} value      0 for an empty cell
 * @property {boolean} given
 * @property {0 | 1 | 2} owner
 * @property {boolean} clash
 * @property {boolean} last      the last move was here
 * @property {number} forced     the only value left in every solution; 0 if there is none or it is not shown
 * @property {string} open       who may play here now, in the newer modes: "", "+", "−" or "+−"
 * @property {"" | "dead" | "one" | "two"} reach   who alone can ever reach it
 * @property {Pencil[]} pencils
 * @property {{lit: "" | "step" | "because" | "end" | "asked", core: boolean, number: number, trial: number}} why
 */
/** @typedef {{state: SudokuState, cells: CellMark[]}} Sheet */

const RATINGS = ["d", "s", "p", "c"];
const RATING_WORDS = new Map([
  ["d", "direct"],
  ["s", "by singles"],
  ["p", "by pairs"],
  ["c", "by cases"],
]);
/** @type {CellMark["why"]} */
const UNLIT = { lit: "", core: false, number: 0, trial: 0 };

/**
 * Return what the board shows.
 * @param {Scene} scene
 * @returns {Sheet}
 */
export function sheetOf(scene) {
  const state = stateOf(scene.position);
  const facts = new Facts(scene.screen.why ? calm(scene) : scene, state);
  const owners = state.filled;
  const clashing = new Set(
    state.clashes().flatMap(({ cells }) => cells.map(([r, c]) => state.shape.cell(r, c))),
  );
  const last = lastCell(scene, state);
  const pencils = facts.pencils();
  const cells = state.values.map((value, cell) => {
    const owner = owners[0].has(cell) ? 1 : owners[1].has(cell) ? 2 : 0;
    /** @type {CellMark} */
    const mark = {
      value,
      given: value > 0 && !owner,
      owner,
      clash: clashing.has(cell),
      last: cell === last,
      forced: value ? 0 : (facts.forced.get(cell) ?? 0),
      open: value ? "" : facts.open(cell),
      reach: value ? "" : facts.reach(cell),
      pencils: value ? [] : pencils[cell],
      why: UNLIT,
    };
    return mark;
  });
  return { state, cells: scene.screen.why ? litBy(scene.screen.why, cells, state) : cells };
}

/**
 * Return the scene with candidates alone: beside an explanation all else is noise.
 * @param {Scene} scene
 * @returns {Scene}
 */
function calm(scene) {
  return { ...scene, layers: new Set(scene.layers.has("candidates") ? ["candidates"] : []) };
}

/**
 * @param {Scene} scene
 * @param {SudokuState} state
 */
function lastCell(scene, state) {
  const { move } = scene.node;
  if (move) return state.shape.cell(move[0], move[1]);
  return state.history.at(-1)?.cell ?? -1;
}

/** What the answers say of moves and cells, as the shown layers let it be seen. */
class Facts {
  /**
   * @param {Scene} scene
   * @param {SudokuState} state
   */
  constructor(scene, state) {
    this.scene = scene;
    this.state = state;
    this.size = state.shape.size;
    const audit = this.known("audit");
    const bombs = scene.layers.has("bombs");
    /** @type {Map<number, Verdict>} by candidate */
    this.verdicts = new Map();
    if (bombs)
      for (const kind of /** @type {const} */ (["safe", "bombs", "undecided"]))
        this.note(kind, audit?.[kind]);
    /** @type {Map<number, number>} the value by cell */
    this.forced = new Map();
    if (scene.layers.has("forced")) {
      for (const [row, column, value] of audit?.forced ?? [])
        this.forced.set(state.shape.cell(row, column), value);
    }
    /** @type {Set<number>} */
    this.keeps = new Set(this.shownAnswer("tempo")?.keeps?.map(this.candidate));
    this.ratings = this.ratingsByCandidate();
    this.shares = this.shownAnswer("shares");
    this.values = worthOf(this.shownAnswer("values"), this.candidate);
    this.reached = reachOf(scene, this.shownAnswer("reach"), state);
  }

  /** @param {readonly number[]} move */
  candidate = ([row, column, value]) => (row * this.size + column) * this.size + value - 1;

  /**
   * @param {string} name
   */
  known(name) {
    return this.scene.answers.of(name).value;
  }

  /**
   * @param {string} layer
   */
  shownAnswer(layer) {
    return this.scene.layers.has(layer) ? this.known(layer) : null;
  }

  /**
   * @param {"safe" | "bombs" | "undecided"} kind
   * @param {readonly number[][] | undefined} moves
   */
  note(kind, moves = []) {
    for (const move of moves) this.verdicts.set(this.candidate(move), kind === "bombs" ? "bomb" : kind);
  }

  ratingsByCandidate() {
    const answer = this.shownAnswer("ratings");
    return new Map(
      /** @type {number[][]} */ (answer?.ratings ?? []).map(([row, column, value, level]) => [
        this.candidate([row, column, value]),
        RATINGS[level] ?? "",
      ]),
    );
  }

  /**
   * Return the pencil marks of every cell.
   * @returns {Pencil[][]}
   */
  pencils() {
    /** @type {Pencil[][]} */
    const found = this.state.values.map(() => []);
    for (const move of this.state.moves()) {
      const candidate = this.state.candidate(move);
      if (this.isShown(candidate)) found[move.cell].push(this.pencil(candidate, move.value, "open"));
    }
    for (const candidate of this.state.taboo) {
      const { cell, value } = this.state.moveOf(candidate);
      if (!this.state.values[cell]) found[cell].push(this.pencil(candidate, value, "taboo"));
    }
    return found;
  }

  /**
   * Return whether any shown layer says something of a legal move.
   * @param {number} candidate
   */
  isShown(candidate) {
    return (
      this.scene.layers.has("candidates") ||
      this.verdicts.get(candidate) === "bomb" ||
      this.verdicts.get(candidate) === "undecided" ||
      this.keeps.has(candidate) ||
      this.values.has(candidate) ||
      this.ratings.has(candidate) ||
      this.share(candidate) > 0
    );
  }

  /**
   * Return the part of the solutions that has a candidate; -1 if it is not known or not shown.
   * @param {number} candidate
   */
  share(candidate) {
    const all = this.shares?.solutions?.value;
    if (!all) return -1;
    return this.shares.counts[Math.floor(candidate / this.size)][candidate % this.size] / all;
  }

  /**
   * @param {number} candidate
   * @param {number} value
   * @param {Verdict} usual
   * @returns {Pencil}
   */
  pencil(candidate, value, usual) {
    const verdict = usual === "taboo" ? usual : (this.verdicts.get(candidate) ?? usual);
    const share = this.share(candidate);
    const worth = this.values.get(candidate);
    const rating = this.ratings.get(candidate) ?? "";
    const keeps = this.keeps.has(candidate);
    const number = share >= 0 ? percent(share) : (worth?.text ?? "");
    const said = [
      verdict === "open" ? "" : verdict,
      RATING_WORDS.get(rating),
      keeps && "keeps the tempo",
      share >= 0 && `${percent(share)} % of ${solutionsWords(this.shares.solutions)}`,
      worth && `worth ${worth.text}`,
      worth?.best && "best",
    ];
    const words = [value, ...said.filter(Boolean)].join(" ");
    return { value, verdict, rating, keeps, best: Boolean(worth?.best), number, share, words };
  }

  /**
   * @param {number} cell
   */
  open(cell) {
    return (
      this.reached?.open.map((cells, player) => (cells.has(cell) ? "+\u2212"[player] : "")).join("") ?? ""
    );
  }

  /**
   * @param {number} cell
   */
  reach(cell) {
    if (!this.reached) return "";
    if (this.reached.dead.has(cell)) return "dead";
    return this.reached.only[0].has(cell) ? "one" : this.reached.only[1].has(cell) ? "two" : "";
  }
}

/**
 * Return a part as a percentage without a fraction: never 0 or 100 for what is not.
 * @param {number} share
 */
export function percent(share) {
  const rounded = Math.round(share * 100);
  if (share > 0 && rounded === 0) return "<1";
  return share < 1 && rounded === 100 ? ">99" : String(rounded);
}

/**
 * Return which solutions a share is a part of.
 * @param {{value: number, kind: string}} solutions
 */
export function solutionsWords({ value, kind }) {
  const count = grouped(value);
  if (kind !== "exact") return `the first ${count} solutions found`;
  return value === 1 ? "the one solution" : `the ${count} solutions`;
}

/**
 * Return the worth of moves by candidate.
 * @param {any} answer
 * @param {(move: readonly number[]) => number} candidate
 */
function worthOf(answer, candidate) {
  const isBest = new Set(answer?.exact ? answer.best?.map(candidate) : []);
  /** @type {[number, {text: string, best: boolean}][]} */
  const found = (answer?.moves ?? []).map((/** @type {any} */ each) => {
    const at = candidate(each.move);
    return [at, { text: worthText(each), best: isBest.has(at) }];
  });
  return new Map(found);
}

/**
 * Return the worth of a move: "+3", "+1\u2026+4", or "?".
 * @param {{value?: number | null, low?: number | null, high?: number | null, exact?: boolean}} worth
 */
function worthText({ value, low, high, exact }) {
  const least = low ?? (exact ? value : null);
  const most = high ?? (exact ? value : null);
  if (least === null || least === undefined || most === null || most === undefined) return "?";
  return least === most ? signed(least) : `${signed(least)}\u2026${signed(most)}`;
}

/**
 * Return who can play where.
 * @param {Scene} scene
 * @param {any} answer
 * @param {SudokuState} state
 */
function reachOf(scene, answer, state) {
  if (!scene.layers.has("reach") || state.rules === "classic") return null;
  /** @param {readonly number[][]} [squares] */
  const cells = (squares = []) => new Set(squares.map(([row, column]) => state.shape.cell(row, column)));
  return {
    open: [state.playable(1), state.playable(2)],
    dead: cells(answer?.dead),
    only: [0, 1].map((player) => cells(answer?.players?.[player]?.private)),
  };
}

/**
 * Return the cells with the light of an explanation's step.
 * @param {import("./explaining.js").Shown} shown
 * @param {CellMark[]} cells
 * @param {SudokuState} state
 * @returns {CellMark[]}
 */
function litBy(shown, cells, state) {
  /** @param {readonly (readonly number[])[]} squares */
  const set = (squares) => new Set(squares.map(([row, column]) => state.shape.cell(row, column)));
  const [asked, step, because, end, core] = [
    shown.asked,
    shown.cells,
    shown.because,
    shown.end,
    shown.core,
  ].map((squares) => set(squares));
  const numbers = new Map(
    shown.placed.map(({ move, number }) => [state.shape.cell(move[0], move[1]), { number, trial: move[2] }]),
  );
  return cells.map((mark, cell) => {
    const lit = asked.has(cell)
      ? "asked"
      : end.has(cell)
        ? "end"
        : step.has(cell)
          ? "step"
          : because.has(cell)
            ? "because"
            : "";
    const placed = numbers.get(cell) ?? { number: 0, trial: 0 };
    return { ...mark, why: { lit, core: core.has(cell), ...placed } };
  });
}
