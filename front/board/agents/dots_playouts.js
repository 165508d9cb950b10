// @ts-check
// Random games of Dots and Boxes, without playing them line by line.
//
// A random game is a random order of the undrawn edges. A box is completed when the last of its
// sides is drawn; the turn passes with every line that completes no box.

/**
 * @typedef {import("../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("../boards/draws.js").Draws} Draws
 */

/** The random games of one position, however many: what they say of each first edge. */
export class Playouts {
  /**
   * @param {DotsState} state
   * @param {Draws} random
   */
  constructor(state, random) {
    this._edges = state.free();
    this._boxes = openBoxes(state, this._edges);
    this._extraTurn = state.extraTurn;
    this._random = random;
    this._sums = new Float64Array(this._edges.length);
    this._counts = new Float64Array(this._edges.length);
  }

  /**
   * Play so many more games.
   * @param {number} count
   */
  play(count) {
    for (let game = 0; game < count; game++) {
      const { first, margin } = playout(
        this._edges.length,
        this._boxes,
        this._extraTurn,
        this._random,
      );
      this._sums[first] += margin;
      this._counts[first]++;
    }
  }

  /** Return the mover's mean margin after each edge that was the first of some game. */
  means() {
    const known = this._edges.flatMap((edge, i) => (this._counts[i] ? [{ edge, i }] : []));
    return new Map(known.map(({ edge, i }) => [edge, this._sums[i] / this._counts[i]]));
  }
}

/**
 * Return the undrawn sides of each open box, as places in the list of edges.
 * @param {DotsState} state
 * @param {number[]} edges
 */
function openBoxes({ grid }, edges) {
  const place = new Map(edges.map((edge, i) => [edge, i]));
  const boxes = grid.sidesOf.map((sides) => sides.flatMap((edge) => place.get(edge) ?? []));
  return boxes.filter(({ length }) => length);
}

/**
 * Return the first edge of a random game, by its place, and the mover's margin.
 * @param {number} lines
 * @param {number[][]} boxes
 * @param {boolean} extraTurn
 * @param {Draws} random
 */
function playout(lines, boxes, extraTurn, random) {
  const when = new Int32Array(lines),
    taken = new Int32Array(lines);
  for (let i = 0; i < lines; i++) {
    const j = random.below(i + 1);
    when[i] = when[j];
    when[j] = i;
  }
  for (const sides of boxes) taken[Math.max(...sides.map((side) => when[side]))]++;
  let margin = 0,
    sign = 1;
  for (const count of taken) {
    margin += sign * count;
    if (!(count && extraTurn)) sign = -sign;
  }
  return { first: when.indexOf(0), margin };
}
