// @ts-check
// Who is ahead in the parity fight, in words: the sentences of `bombe dots explain`.

import { either, firstFew, tell } from "../../boards/telling.js";
import sentences from "../../../../analysis/dots/sentences.json" with { type: "json" };
import { fits } from "./values.js";
import { longChains } from "./strings.js";

/** @typedef {import("./control.js").Control} Control */

/**
 * Return the position in a sentence, and who has control, the long chain rule, the points and the
 * effect of each line.
 * @param {Control} found
 */
export function explained(found) {
  const facts = factsOf(found);
  const told = tell(sentences, "explained", facts).split("\n");
  return [tell(sentences, "heading", facts), ...told.filter(Boolean)];
}

/**
 * Return what a hint says of a good line: what to look for.
 * @param {Control} found
 * @param {string} line
 * @param {string[]} best
 */
export function advice(found, line, best) {
  const safe = found.moves.filter(({ kind }) => kind === "safe");
  return tell(sentences, "hint", {
    ...factsAbout(found, line),
    any_best: best.length === found.moves.length,
    all_safe_best: safe.every(({ move }) => best.includes(move)),
  });
}

/**
 * Return why a line was a mistake; "" if it was none, as far as that is known.
 * @param {Control} found before the line
 * @param {string} line
 * @param {number | null} lost
 * @param {boolean | null} keeps whether it keeps control; null if there is none to keep
 */
export function mistake(found, line, lost, keeps) {
  if (!lost && keeps !== false) return "";
  const facts = { ...factsAbout(found, line), lost, hands_over: keeps === false };
  const slip = tell(sentences, "slip", facts);
  return tell(sentences, "mistake", { ...facts, slip });
}

/**
 * @param {Control} found
 * @param {string} line
 */
function factsAbout(found, line) {
  const { moves, takeable, may_leave: mayLeave, keeps, behind } = found;
  const move = moves.find((each) => each.move === line);
  if (!move) throw new Error("the line is not one of the position");
  const least = Math.min(...moves.filter(({ takes }) => !takes).map(({ gives }) => gives));
  return {
    ...factsOf(found),
    ...move,
    can_take: takeable > 0,
    can_choose: mayLeave > 0,
    is_leaving: behind.leaving.includes(line),
    is_ready: takeable === mayLeave,
    keeps_it: keeps.includes(line),
    least,
    gives_least: move.gives <= least,
  };
}

/** @param {Control} found */
function factsOf(found) {
  const { behind, moves, ahead, keeps, best, margin, may_leave: mayLeave } = found;
  const { state, left, plan, worth } = behind,
    { toMove, scores, owners, grid } = state;
  const other = 3 - toMove,
    [first, second] = scores;
  /** @param {string} kind */
  const listed = (kind) => {
    const all = moves.filter((one) => one.kind === kind);
    return firstFew(all.map(({ move, gives }) => (gives ? `${move} gives ${gives}` : move)));
  };
  return {
    ...found,
    ...found.long_chain_rule,
    grid,
    is_over: state.isOver,
    is_owned: !owners.includes(0),
    left: moves.length,
    first,
    second,
    winner: first === second ? 0 : first > second ? 1 : 2,
    mover: toMove,
    other,
    last: moves.length % 2 ? toMove : other,
    captures: either(moves.filter(({ takes }) => takes).map(({ move }) => move)),
    keeps: either(keeps),
    best: either(best),
    keeps_all: keeps.length === moves.length,
    keeps_one: keeps.length === 1,
    has_choice: mayLeave > 0 && ahead !== "nobody",
    leaves: left && `${left.kind} ${left.name}`,
    is_simple: worth !== null,
    plan: either(plan),
    chains: longChains(found)
      .map(({ name }) => name)
      .join(", "),
    lead: Math.abs(margin ?? 0),
    mover_gains: (margin ?? 0) > 0,
    is_small: fits(grid),
    any_best: best.length === moves.length && best.length > 1,
    safe: listed("safe"),
    handout: listed("handout"),
    loony: listed("loony"),
  };
}
