// @ts-check
// A position seen by the law of reach: the verdict, how sure it is, and what each move changes.

import { leadOf, tempoWords, verdictOf } from "./law.js";
import { measuredByReach } from "./measured.js";
import { Balances, verdictAfter, worthOf } from "./moves.js";
import { agreement } from "../tempo/law.js";
import { fixed } from "../words.js";
import MEASURED from "../../../../../analysis/reach/measured.json" with { type: "json" };
import SENTENCES from "../../../../../analysis/reach/sentences.json" with { type: "json" };
import { counted, fill } from "../../../boards/templates.js";

/** @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("../tempo/law.js").Outlook} Outlook */
/** @typedef {import("../tempo/law.js").MeasuredOutcomes} MeasuredOutcomes */
/** @typedef {import("../tempo/effects.js").FillEffect} FillEffect */
/** @typedef {import("./facts.js").ReachFacts} ReachFacts */
/** @typedef {import("./moves.js").BalancedMove} BalancedMove */

/** The percentage of positions in which the law has to be right, for a verdict. */
const LEAST = 60;

/** The facts of a position, and the law of reach applied to it and to its moves. */
export class ReachView {
  /**
   * @param {SudokuState} state
   * @param {ReachFacts} facts
   * @param {Uint8Array | null} bombs null if they are not counted, or the board has no solution
   * @param {readonly FillEffect[]} effects empty if not all are known, as the skips are
   * @param {readonly number[]} skips
   */
  constructor(state, facts, bombs, effects, skips) {
    this.facts = facts;
    this._state = state;
    const balances = bombs && facts.reach.fills ? new Balances(state, facts.reach, bombs) : null;
    /** The usable bombs on cells that somebody can reach; null if not known, or all is over. */
    this.bombs = balances && balances.bombs;
    this.balance = balances && balances.now;
    /** @type {readonly BalancedMove[]} */
    this.moves = balances
      ? [...effects.map((each) => balances.fill(each)), ...balances.skips(skips)]
      : [];
    this._first = this.moves.reduce(better, null);
    /** The balance after the move that is worth most; null if there is none, or all is over. */
    this.ahead = this._first ? this._first.balance || null : null;
    this.measured = this.#measured();
    this.verdict = this.#verdict();
  }

  /** @returns {MeasuredOutcomes | null} */
  #measured() {
    if (this.ahead === null) return null;
    const { rules, shape } = this._state;
    return measuredByReach(rules, shape.size, this.facts.reach.fills, this.ahead);
  }

  /**
   * Return the law's verdict on the mover, one move ahead; open where it is hardly ever right.
   * @returns {Outlook}
   */
  #verdict() {
    if (this.ahead === null || !this.measured) return "open";
    const verdict = verdictOf(this.ahead);
    return agreement(this.measured, verdict) < LEAST ? "open" : verdict;
  }

  /** The moves after which the mover is ahead by the law, if it wins by it. */
  get keeps() {
    if (this.verdict !== "won") return [];
    return this.moves.filter((each) => verdictAfter(each) === "won").map((each) => each.move);
  }

  /** The moves that are worth most by the law; none where it has no verdict. */
  get best() {
    if (this.verdict === "open") return [];
    const most = Math.max(...this.moves.map(worthOf));
    return this.moves.filter((each) => worthOf(each) === most);
  }

  /** What the law expects of the best move; null where it has no verdict. */
  get estimate() {
    const [best] = this.best;
    return best ? worthOf(best) : null;
  }

  /** What is missing for a verdict, in words. */
  get whyOpen() {
    const words = SENTENCES.open;
    const player = this._state.toMove;
    if (this.balance === null) return words.unsolvable;
    if (!this.facts.reach.open[player - 1]) return fill(words.closed, { player });
    if (this.ahead === null) return words.last;
    if (!this.measured) return fill(words.unmeasured, { why: this.why });
    const right = fixed(agreement(this.measured, verdictOf(this.ahead)), 0);
    return fill(words.unsure, { right, games: gamesWords(this.measured), why: this.why });
  }

  /** What the law counts after the move that is worth most, in words; empty without one. */
  get why() {
    if (!this._first) return "";
    const { after } = this._first;
    const isOther = after.toMove !== this._state.toMove;
    const lead = isOther ? -after.lead : after.lead;
    const side = lead ? "behind" : "none";
    return fill(SENTENCES.why, {
      lead: fill(SENTENCES.lead[lead > 0 ? "ahead" : side], { fills: halves(Math.abs(lead)) }),
      tempo: tempoWords(after.fills, after.bombs),
      turn: SENTENCES.turn[isOther ? "other" : "again"],
    });
  }

  /** Return plain values, ready for JSON. */
  toJson() {
    const mover = this._state.toMove;
    return {
      mover,
      ...this.facts.toJson(),
      live_bombs: this.bombs,
      lead: leadOf(this.facts.reach, mover) / 2,
      balance: this.balance,
      ahead: this.ahead,
      estimate: this.estimate,
      after: this.moves.map(({ move, points, balance }) => ({
        move: this._state.plain(this._state.moveOf(move)),
        points,
        balance,
      })),
    };
  }
}

/**
 * Return what figures were measured on.
 * @param {MeasuredOutcomes} measured
 */
export function gamesWords({ games }) {
  return fill(SENTENCES[games ? "games" : "endgames"], MEASURED.fills);
}

/**
 * Return the move that is worth more, by the law and then by the balance; of two alike, the first.
 * @param {BalancedMove | null} first
 * @param {BalancedMove} second
 * @returns {BalancedMove}
 */
function better(first, second) {
  if (!first) return second;
  const more = worthOf(second) - worthOf(first) || second.balance - first.balance;
  return more > 0 ? second : first;
}

/**
 * Return a number of half fills in words: 1/2 fill, 1 fill, 1 1/2 fills.
 * @param {number} halfFills
 * @returns {string}
 */
function halves(halfFills) {
  const whole = Math.floor(halfFills / 2);
  if (halfFills % 2 === 0) return counted(whole, "fill");
  return whole ? `${whole} 1/2 fills` : "1/2 fill";
}
