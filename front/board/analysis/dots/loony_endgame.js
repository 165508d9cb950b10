// @ts-check
// The loony endgame: the value of independent chains and loops where nothing else is left.
//
// The player to move has to open one of them. The opponent takes all of it and moves next, or takes
// all but two boxes (all but four of a loop) and keeps control: the mover has to open the next one
// as well.

import { LONG } from "./strings.js";

/** @typedef {import("./strings.js").DotsString} DotsString */
/**
 * The kind and length of a chain or loop that has not been opened, and how many there are.
 * @typedef {{kind: import("./strings.js").StringKind, boxes: number, count: number}} Pieces
 */

/**
 * The kinds of pieces that strings are.
 * @param {DotsString[]} strings
 * @returns {Pieces[]}
 */
export function piecesOf(strings) {
  /** @type {Map<string, Pieces>} */
  const found = new Map();
  for (const {
    kind,
    boxes: { length: boxes },
  } of strings) {
    const key = pieceKey({ kind, boxes }),
      known = found.get(key);
    if (known) known.count++;
    else found.set(key, { kind, boxes, count: 1 });
  }
  return [...found.values()];
}

/** @param {Pick<Pieces, "kind" | "boxes">} piece */
export function pieceKey({ kind, boxes }) {
  return `${kind} ${boxes}`;
}

/**
 * How many sets of pieces can be left during play.
 * @param {Pieces[]} pieces
 */
export function orders(pieces) {
  return pieces.reduce((product, { count }) => product * (count + 1), 1);
}

/**
 * The mover's margin if only these are left, by trying every order of opening them.
 *
 * The number of steps is the number of sets of pieces that can be left, see `orders`.
 * @param {Pieces[]} pieces
 */
export function marginOf(pieces) {
  const margins = marginsOfAll(pieces);
  return margins[margins.length - 1];
}

/**
 * For each kind of piece the mover's margin if one piece of it is gone.
 * @param {Pieces[]} pieces
 */
export function marginsWithout(pieces) {
  const margins = marginsOfAll(pieces);
  return steps(pieces).map((step) => margins[margins.length - 1 - step]);
}

/**
 * The margin of every set of pieces that can be left, numbered as digits in a mixed base.
 * @param {Pieces[]} pieces
 */
function marginsOfAll(pieces) {
  const step = steps(pieces);
  /** @type {number[]} */
  const known = [0];
  for (let left = 1; left < orders(pieces); left++) {
    let best = -Infinity;
    pieces.forEach((piece, i) => {
      const isLeft = Math.floor(left / step[i]) % (piece.count + 1) > 0;
      if (isLeft) best = Math.max(best, -taken(piece, known[left - step[i]]));
    });
    known.push(best);
  }
  return known;
}

/**
 * By how much the number of a set falls when a piece of each kind is taken out.
 * @param {Pieces[]} pieces
 */
function steps(pieces) {
  let step = 1;
  return pieces.map(({ count }) => {
    const mine = step;
    step *= count + 1;
    return mine;
  });
}

/**
 * The value of an opened piece to the taker, if moving in the rest is worth `rest`.
 *
 * The taker takes all of it and moves, or, if possible, all but a few, and the opponent moves.
 * @param {Pieces} piece
 * @param {number} rest
 */
function taken({ kind, boxes }, rest) {
  const whole = boxes + rest;
  // The middle line of a chain of two leaves the taker no choice.
  const declined = kind === "loop" ? 4 : boxes >= LONG ? 2 : 0;
  return declined ? Math.max(whole, boxes - 2 * declined - rest) : whole;
}
