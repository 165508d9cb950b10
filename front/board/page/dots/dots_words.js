// @ts-check
// What a grid of Dots and Boxes shows, in words: below the grid, in the labels of lines and boxes,
// in the panels.

import { counted, listed, sentence, signed } from "../words.js";
import { stateOf } from "./dots_states.js";

/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../../boards/dots_state.js").DotsState} DotsState */
/** @typedef {import("./dots_sheet.js").LineMark} LineMark */
/** @typedef {import("./dots_sheet.js").BoxMark} BoxMark */
/** @typedef {import("./dots_sheet.js").DotsSheet} DotsSheet */

const KINDS = /** @type {const} */ ([
  ["capture", "line that takes a box", "lines that take a box"],
  ["safe", "safe line", "safe lines"],
  ["handout", "handout", "handouts"],
  ["loony", "loony line", "loony lines"],
]);

/**
 * Return boxes in words.
 * @param {number} count
 */
export function boxesText(count) {
  return counted(count, "box", "boxes");
}

/**
 * Return the position in some sentences, as far as it is known.
 * @param {Scene} scene
 */
export function describeDots(scene) {
  const state = stateOf(scene.position);
  if (state.isOver) return overText(state);
  const { value: control, state: stage, error } = scene.answers.of("dots_control");
  if (stage === "failed") return sentence(`no answer: ${error?.message}`);
  const left = `${counted(state.free().length, "line")} left`;
  if (!control) return `${left}.`;
  return [
    sentence([left, kindsText(control), stringsText(control)].filter(Boolean).join("; ")),
    aheadText(control),
    worthText(scene, control),
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {DotsState} state */
function overText({ scores: [one, two], owners }) {
  if (owners.includes(0)) return "Every line is drawn; the owners of the boxes are not known.";
  if (one === two) return `The game is over: a draw, ${one} to ${two}.`;
  return `The game is over: player ${one > two ? 1 : 2} has won, ${Math.max(one, two)} to ${Math.min(one, two)}.`;
}

/** @param {any} control */
function kindsText({ moves }) {
  const found = KINDS.flatMap(([kind, one, many]) => {
    const count = moves.filter((/** @type {any} */ move) => move.kind === kind).length;
    return count ? [counted(count, one, many)] : [];
  });
  return listed(found);
}

/** @param {any} control */
function stringsText({ strings }) {
  const chains = strings.filter(
    (/** @type {any} */ one) => one.kind === "chain" && one.long,
  ).length;
  const loops = strings.filter((/** @type {any} */ one) => one.kind === "loop").length;
  return listed(
    [chains && counted(chains, "long chain"), loops && counted(loops, "loop")].filter(Boolean),
  );
}

/** @param {any} control */
function aheadText({ ahead, to_move: mover, final, extra_turn: extraTurn }) {
  if (!final || !extraTurn || ahead === "nobody") return "";
  if (ahead === "unknown") return "Who is ahead in the parity fight is not known.";
  return `Player ${ahead === "mover" ? mover : 3 - mover} is ahead in the parity fight.`;
}

/**
 * @param {Scene} scene
 * @param {any} control
 */
function worthText(scene, control) {
  const values = scene.layers.has("values") ? scene.answers.of("dots_values").value : null;
  const margin = values?.margin ?? control.margin;
  if (margin !== null && margin !== undefined) return marginText(margin, control.to_move);
  return values ? boundsText(values) : "";
}

/**
 * Return what is known of a margin that is not known exactly.
 * @param {any} values bombe.dots/1
 */
export function boundsText({ low, high, moves }) {
  const isOpen = moves.every((/** @type {any} */ move) => move.low === -move.high);
  if (isOpen && low === -high) return "What the position is worth is not known.";
  return `The mover gets between ${signed(low)} and ${signed(high)} boxes more from here on.`;
}

/**
 * Return who gets more boxes with best play.
 * @param {number} margin of the mover
 * @param {number} mover
 */
export function marginText(margin, mover) {
  if (margin === 0) return "With best play both get equally many boxes from here on.";
  const ahead = margin > 0 ? mover : 3 - mover;
  return `With best play player ${ahead} gets ${boxesText(Math.abs(margin))} more from here on.`;
}

/**
 * Return what screen readers say of a line.
 * @param {DotsSheet} sheet
 * @param {LineMark} mark
 */
export function lineLabel({ state, strings }, mark) {
  const [kind, row, column] = state.grid.lines[mark.edge];
  const name = `${kind === "h" ? "horizontal" : "vertical"} line row ${row} column ${column}`;
  if (mark.drawn) return `${name}, drawn${mark.last ? ", the last line" : ""}`;
  const string = strings.find((one) => one.name === mark.string);
  return [name, "free", ...lineFacts(mark), string && `in ${stringName(string)}`]
    .filter(Boolean)
    .join(", ");
}

/**
 * Return what is known of a free line, in some words each.
 * @param {LineMark} mark
 * @returns {string[]}
 */
function lineFacts({ kind, takes, gives, nimber, worth, best, keeps }) {
  return [
    kind === "capture" ? `takes ${boxesText(takes)}` : "",
    kind === "safe" ? "safe" : "",
    gives && kind !== "capture" ? `gives ${boxesText(gives)}` : "",
    kind === "loony" ? "loony" : "",
    keeps ? "keeps control" : "",
    nimber && nimber !== "loony" ? `nimber ${nimber}` : "",
    worth ? `worth ${worthWords(worth)}` : "",
    best ? "best" : "",
  ].filter(Boolean);
}

/**
 * @param {import("./dots_sheet.js").Worth} worth
 */
function worthWords({ low, high }) {
  return low === high ? signed(low) : `between ${signed(low)} and ${signed(high)}`;
}

/**
 * Return what screen readers say of a box.
 * @param {DotsSheet} sheet
 * @param {BoxMark} mark
 */
export function boxLabel({ state, strings }, { box, complete, owner, left, string, joint }) {
  const [row, column] = state.grid.place(box);
  const name = `box row ${row} column ${column}`;
  if (complete) return `${name}, ${owner ? `of player ${owner}` : "complete, owner not known"}`;
  const one = strings.find((each) => each.name === string);
  return [name, `${counted(left, "side")} left`, one && `in ${stringName(one)}`, joint && "joint"]
    .filter(Boolean)
    .join(", ");
}

/** @param {import("./dots_sheet.js").StringMark} one */
function stringName({ name, loop, boxes }) {
  return `${loop ? "loop" : "chain"} ${name} of ${boxes.length}`;
}

/**
 * Return the sentences about control as the page says them: without what only a terminal can do.
 * @param {readonly string[]} text
 */
export function sentencesFor(text) {
  return text
    .slice(1)
    .map((words) =>
      sentence(
        words
          .replace("; give more seconds or nodes", "")
          .replace(
            "; `bombe dots solve` searches for that",
            "; the layer of values searches for that",
          ),
      ),
    );
}
