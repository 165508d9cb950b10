// @ts-check
// Who is ahead in the parity fight, in words: the sentences of `bombe dots explain`.

import { MOST_DOTS } from "./kernel.js";
import { isIndependent, isLong, isOpened, longChains } from "./strings.js";
import { boxes, counted, cut, listed } from "./words.js";

/**
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("./control.js").Control} Control
 * @typedef {import("./effects.js").MoveKind} MoveKind
 * @typedef {import("./strings.js").DotsString} DotsString
 */

const RULE = "long chain rule (a rule of thumb)";

/**
 * Return the grid, the number of lines left, the score and the mover.
 * @param {DotsState} state
 */
export function heading(state) {
  const left = counted(state.moves().length, "line"),
    [first, second] = state.scores;
  const rule = state.extraTurn ? "" : ", no extra turn";
  const mover = state.isOver ? "the game is over" : `player ${state.toMove} to move`;
  return `${state.grid} boxes${rule}: ${left} left, ${first} to ${second}, ${mover}`;
}

/**
 * Return the sentences: control, the long chain rule, the points, the effect of each line.
 * @param {Control} found
 * @returns {string[]}
 */
export function explained(found) {
  const { state } = found;
  if (state.isOver) return [result(state)];
  const fight = state.extraTurn ? aboutControl(found) : withoutExtraTurn(found);
  return [...fight, points(found), ...kinds(found)];
}

/**
 * Return a chain or loop in words.
 * @param {DotsString} one
 */
export function described(one) {
  const length = isLong(one) && one.kind === "chain" ? "long " : "";
  const words = [`${length}${one.kind} of ${boxes(one.boxes.length)}`];
  if (isOpened(one)) words.push(openedWords(one));
  if (!isIndependent(one)) {
    const both = one.ends.every((end) => end === "joint");
    words.push(both ? "from joint to joint" : "ends at a joint");
  }
  return words.join(", ");
}

/**
 * Return where a chain or loop is opened.
 * @param {DotsString} one
 */
function openedWords({ kind, boxes, ends }) {
  if (kind === "loop" || ends[1] !== "open") return "opened";
  return boxes.length === 2 ? "one line takes both" : "opened at both ends";
}

/** @param {DotsState} state */
function result(state) {
  const [first, second] = state.scores;
  if (state.owners.includes(0)) return "every line is drawn; the owners of the boxes are not known";
  if (first === second) return `the game is over: a draw, ${first} to ${second}`;
  return `the game is over: player ${first > second ? 1 : 2} has won, ${first} to ${second}`;
}

/** @param {Control} found */
function aboutControl(found) {
  return found.takeable ? [capture(found)] : [parity(found), longChainRule(found)];
}

/** @param {Control} found */
function withoutExtraTurn(found) {
  const { state, moves } = found;
  const last = moves.length % 2 ? state.toMove : 3 - state.toMove;
  const words = [
    "without the extra turn, the turn always passes and there is no fight for control: " +
      `player ${last} draws the last line`,
  ];
  const captures = moves.filter(({ takes }) => takes).map(({ edge }) => edge);
  if (captures.length) words.push(`a box can be taken by ${lines(found, captures)}`);
  return words;
}

/**
 * Return who is ahead if no box can be taken.
 * @param {Control} found
 */
function parity(found) {
  const { mover, other } = players(found),
    { ahead, nimber, keeps, moves } = found;
  if (ahead === "mover") {
    const said = `${mover} is ahead in the parity fight: the nimstring value is ${nimber}`;
    if (keeps.length === moves.length) return `${said}; any line keeps control`;
    const keep = `${lines(found, keeps)} ${keeps.length === 1 ? "keeps" : "keep"} control`;
    return `${said}; ${keep}, any other line hands it to ${other}`;
  }
  if (ahead === "opponent") {
    return (
      `${other} is ahead in the parity fight: the nimstring value is 0, and whatever ` +
      `${mover} draws, ${other} can keep control`
    );
  }
  return (
    "who is ahead in the parity fight is not known: the budget ran out before all positions " +
    "were valued; give more seconds or nodes"
  );
}

/**
 * Return what to do with boxes that can be taken.
 * @param {Control} found
 */
function capture(found) {
  const { mover, other } = players(found),
    { ahead, leaves, mayLeave: left, takeable, takesAll, worth } = found;
  if (!left || ahead === "nobody")
    return `${mover} can take ${boxes(takeable)} without a loss; ${after(found)}`;
  const what = takeable === 2 ? "both" : `all ${boxes(takeable)}`;
  const last = `the last ${left}${leaves ? ` of ${leaves.kind} ${leaves.name}` : ""}`;
  const leave = left === 2 && takeable === 2 ? "both" : last;
  const choice =
    `${mover} has the choice: take ${what} and move, or leave ${leave} to ${other}, ` +
    "who takes them and has to move";
  if (takesAll === null) return `${choice}; which one keeps control is not known`;
  const advice = takesAll ? "take all" : `leave ${left}`;
  const reason = worth === null ? why(found) : "by the points";
  return `${choice}; ${advice}, ${reason}: ${lines(found, found.plan)} now`;
}

/** @param {Control} found */
function why({ takesAll, nimber }) {
  if (takesAll && !nimber) return "because the rest is not worth more";
  return `to keep control: the rest has the nimstring value ${nimber}`;
}

/**
 * Return who is ahead after everything has been taken.
 * @param {Control} found
 */
function after({ state, ahead, nimber }) {
  if (ahead === "nobody") return "then nothing is left";
  if (ahead === "unknown") return "who is ahead in the parity fight afterwards is not known";
  const whose = ahead === "mover" ? state.toMove : 3 - state.toMove;
  return (
    `afterwards player ${whose} is ahead in the parity fight: ` + `the nimstring value is ${nimber}`
  );
}

/** @param {Control} found */
function longChainRule({ state, strings, ahead, forecast: rule }) {
  if (!rule) throw new Error("a position with the extra turn always has a forecast");
  const mover = state.toMove;
  const wants = `player ${mover} wants their number to be ${rule.moverWantsOdd ? "odd" : "even"}`;
  if (!rule.longChains) return `${RULE}: there is no long chain yet; ${wants}`;
  const names = longChains(strings)
    .map((one) => one.name)
    .join(", ");
  const chains = counted(rule.longChains, "long chain");
  const opener = rule.moverControls ? 3 - mover : mover;
  const so =
    ahead === (rule.moverControls ? "opponent" : "mover")
      ? "the nimstring value, which is exact, decides otherwise"
      : `if that does not change, player ${opener} has to open the first`;
  return `${RULE}: ${chains} so far (${names}), and ${wants}; ${so}`;
}

/** @param {Control} found */
function points(found) {
  const { state, margin, best, moves } = found;
  if (margin === null) return unknownPoints(state);
  const by = best.length === moves.length && best.length > 1 ? "any line" : lines(found, best);
  if (margin === 0) return `with best play both get equally many boxes from here on, by ${by}`;
  const ahead = margin > 0 ? state.toMove : 3 - state.toMove;
  return (
    `with best play player ${ahead} gets ${boxes(Math.abs(margin))} more than ` +
    `player ${3 - ahead} from here on, by ${by}`
  );
}

/** @param {DotsState} state */
function unknownPoints({ grid }) {
  const isSmall = (grid.rows + 1) * (grid.columns + 1) <= MOST_DOTS;
  return (
    "the value in boxes is not known" + (isSmall ? "; `bombe dots solve` searches for that" : "")
  );
}

/**
 * Return the lines by their immediate effect, with the number of boxes that they give away.
 * @param {Control} found
 */
function kinds({ state, moves }) {
  /** @type {[MoveKind, string][]} */
  const meanings = [
    ["safe", "safe lines"],
    ["handout", `handouts${state.extraTurn ? ", which leave the opponent no choice" : ""}`],
    ["loony", "loony lines, after which the opponent chooses who has control"],
  ];
  return meanings.flatMap(([kind, meaning]) => {
    const words = moves
      .filter((move) => move.kind === kind)
      .map(({ edge, gives }) => {
        const line = state.grid.lineText(edge);
        return gives ? `${line} gives ${gives}` : line;
      });
    return words.length ? [`${meaning}: ${cut(words)}`] : [];
  });
}

/**
 * @param {Control} found
 * @param {number[]} edges
 */
function lines({ state }, edges) {
  return listed(edges.map((edge) => state.grid.lineText(edge)));
}

/** @param {Control} found */
function players({ state }) {
  return { mover: `player ${state.toMove}`, other: `player ${3 - state.toMove}` };
}
