// @ts-check
// The usable bombs of a board, and the effect of each fill on them: which it kills and creates.
//
// A bomb disappears when its cell is filled, or when its value is placed in a region of its cell.
// On a board with one solution there is no other effect. With several solutions, a fill excludes
// some of them, so that it may also create bombs, and each fill needs an audit.
//
// A candidate is a number, cell * N + value - 1; a set of candidates is a byte for each of them.

/** @typedef {import("../../../boards/shape.js").Shape} Shape */
/**
 * A fill, the bombs that it kills and creates, and how many are usable after it.
 * @typedef {{fill: number, kills: number[], makes: number[], left: number}} FillEffect
 */

/** The true candidates of a board, and its usable bombs. */
export class UsableBombs {
  /**
   * @param {Shape} shape
   * @param {Uint8Array} legal the candidates that C0 and the taboo moves leave
   * @param {Uint8Array} isTrue whether each candidate is true
   */
  constructor(shape, legal, isTrue) {
    this.shape = shape;
    this.isTrue = isTrue;
    this.bombs = legal.map((is, at) => Number(is && !isTrue[at]));
    this.count = countOf(this.bombs);
    this.isProper = isProper(isTrue, shape.size);
  }

  /** Whether the board has a solution, or is full. */
  get hasTrue() {
    return this.isTrue.includes(1);
  }

  /**
   * Return the effect of a fill on a board with one solution, where it only kills bombs.
   * @param {number} fill
   * @returns {FillEffect}
   */
  properEffect(fill) {
    const { size, peers } = this.shape;
    const cell = Math.floor(fill / size);
    const own = Array.from({ length: size }, (_, i) => cell * size + i);
    const others = peers[cell].map((peer) => peer * size + (fill % size));
    const kills = [...own, ...others].filter((at) => this.bombs[at]).sort((a, b) => a - b);
    return { fill, kills, makes: [], left: this.count - kills.length };
  }

  /**
   * Return the effect of a fill from the bombs of the next board.
   * @param {number} fill
   * @param {UsableBombs} after
   * @returns {FillEffect}
   */
  effect(fill, after) {
    const kills = [];
    const makes = [];
    for (let at = 0; at < this.bombs.length; at++) {
      if (this.bombs[at] > after.bombs[at]) kills.push(at);
      if (this.bombs[at] < after.bombs[at]) makes.push(at);
    }
    return { fill, kills, makes, left: after.count };
  }
}

/**
 * Return how many candidates a set has.
 * @param {Uint8Array} candidates
 * @returns {number}
 */
function countOf(candidates) {
  let count = 0;
  for (const is of candidates) count += is;
  return count;
}

/**
 * Return whether no cell has more than one true candidate.
 * @param {Uint8Array} isTrue
 * @param {number} size
 * @returns {boolean}
 */
function isProper(isTrue, size) {
  for (let first = 0; first < isTrue.length; first += size) {
    if (countOf(isTrue.subarray(first, first + size)) > 1) return false;
  }
  return true;
}
