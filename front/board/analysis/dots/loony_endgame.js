// @ts-check
// The loony endgame: the value of independent chains and loops where nothing else is left.
//
// The player to move has to open one of them. The opponent takes all of it and moves next, or takes
// all but two boxes (all but four of a loop) and keeps control: the mover has to open the next one
// as well.

import { LONG } from "./strings.js";

/** @typedef {Pick<import("./strings.js").DotsString, "kind" | "boxes">} Piece */

const MOST_ORDERS = 5_000;

/** @param {Piece} piece */
export function pieceKey({ kind, boxes }) {
  return `${kind} ${boxes.length}`;
}

/**
 * Return the mover's margin if only these are left, and for each kind of piece the margin if one of
 * it is gone; null if there are too many orders of opening them.
 * @param {Piece[]} pieces
 */
export function marginsOf(pieces) {
  const kinds = [...new Map(pieces.map((piece) => [pieceKey(piece), piece]))];
  const counts = kinds.map(([key]) => pieces.filter((piece) => pieceKey(piece) === key).length);
  if (counts.reduce((product, count) => product * (count + 1), 1) > MOST_ORDERS) return null;
  /** @type {Map<string, number>} */
  const known = new Map([[counts.map(() => 0).join(), 0]]);
  const without = (/** @type {number[]} */ left, /** @type {number} */ at) =>
    margin(left.map((count, i) => (i === at ? count - 1 : count)));
  /** @type {(left: number[]) => number} */
  const margin = (left) => {
    const found =
      known.get(left.join()) ??
      Math.max(
        ...kinds.map(([, piece], at) => (left[at] ? -taken(piece, without(left, at)) : -Infinity)),
      );
    known.set(left.join(), found);
    return found;
  };
  return {
    margin: margin(counts),
    without: new Map(kinds.map(([key], at) => [key, without(counts, at)])),
  };
}

/**
 * Return the value of an opened piece to the taker, if moving in the rest is worth `rest`.
 *
 * The taker takes all of it and moves, or, if possible, all but a few, and the opponent moves.
 * @param {Piece} piece
 * @param {number} rest
 */
function taken({ kind, boxes: { length } }, rest) {
  const whole = length + rest;
  // The middle line of a chain of two leaves the taker no choice.
  const declined = kind === "loop" ? 4 : length >= LONG ? 2 : 0;
  return declined ? Math.max(whole, length - 2 * declined - rest) : whole;
}
