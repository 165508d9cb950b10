// @ts-check
// Random games of Dots and Boxes, without playing them line by line.
//
// A random game is a random order of the undrawn edges. A box is completed when the last of its
// sides is drawn; the turn passes with every line that completes no box.

/**
 * @typedef {import("./dots_scratch.js").DotsScratch} DotsScratch
 * @typedef {import("../boards/python_random.js").PythonRandom} PythonRandom
 */

/**
 * Return the mover's mean margin after each edge that is the first of some playout.
 * @param {DotsScratch} position
 * @param {number} count
 * @param {PythonRandom} random
 */
export function meanMargins(position, count, random) {
  const edges = position.edges(),
    boxes = openBoxes(position, edges);
  const sums = new Float64Array(edges.length),
    counts = new Float64Array(edges.length);
  for (let game = 0; game < count; game++) {
    const { first, margin } = playout(edges.length, boxes, position.extraTurn, random);
    sums[first] += margin;
    counts[first]++;
  }
  /** @type {Map<number, number>} */
  const means = new Map();
  edges.forEach((edge, i) => counts[i] && means.set(edge, sums[i] / counts[i]));
  return means;
}

/**
 * Return the undrawn sides of each open box, as places in the list of edges.
 * @param {DotsScratch} position
 * @param {number[]} edges
 */
function openBoxes(position, edges) {
  const place = new Map(edges.map((edge, i) => [edge, i]));
  return [...position.left.keys()]
    .filter((box) => position.left[box])
    .map((box) => position.sides(box).map((edge) => place.get(edge) ?? 0));
}

/**
 * Return the first edge of a random game, by its place, and the mover's margin.
 * @param {number} lines
 * @param {number[][]} boxes
 * @param {boolean} extraTurn
 * @param {PythonRandom} random
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
