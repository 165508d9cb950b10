// @ts-check
// Rules of thumb of Dots and Boxes: the first proposal of the other players, and beginners.

/**
 * @typedef {import("./dots_scratch.js").DotsScratch} DotsScratch
 * @typedef {import("../boards/draws.js").Draws} Draws
 */

/**
 * Return a random edge that completes most boxes, else a safe one, else any.
 *
 * An edge is safe if it is no box's third side.
 * @param {DotsScratch} position  that has undrawn edges
 * @param {Draws} random
 */
export function firstMove(position, random) {
  const scoring = position.scoring(),
    most = Math.max(0, ...scoring.values());
  if (most)
    return drawn(
      [...scoring.keys()].filter((edge) => scoring.get(edge) === most),
      random,
    );
  const safe = position.safe();
  return drawn(safe.length ? safe : position.edges(), random);
}

/**
 * Return any edge.
 * @param {DotsScratch} position  that has undrawn edges
 * @param {Draws} random
 */
export function anyMove(position, random) {
  return drawn(position.edges(), random);
}

/**
 * @param {number[]} edges
 * @param {Draws} random
 */
function drawn(edges, random) {
  return edges[random.below(edges.length)];
}
