// @ts-check
// Alpha-beta over legal moves, deeper and deeper: a value is what the mover scores from here on,
// less what the opponent does.
//
// A search of depth d looks d moves ahead, and then subtracts the most points that the next move can
// score. It is a generator that yields now and then, so that others can work in between.

/**
 * @typedef {import("./scratch.js").Action} Action
 * @typedef {import("./scratch.js").Scratch} Scratch
 *
 * @typedef {Generator<undefined, number, undefined>} Searching ends with a value
 */

/** Positions between two looks at the clock. */
const LOOK = 32;

/** Searches one position. */
export class MoveSearch {
  /** @param {Scratch} position all legal moves of which are assumed to be safe */
  constructor(position) {
    this.position = position;
    this.visited = 0;
    // Candidates are only ever removed, so no cell becomes unknown later in the search.
    this._prunes = position.playable().some((cell) => this.#isUnknown(cell));
  }

  /**
   * Yield the best root of each depth, and better ones as soon as they are found; nothing where it
   * only wants to pause.
   * @param {readonly Action[]} roots of equal ones the first is preferred
   * @param {number} most the moves to look ahead, the own one included
   * @returns {Generator<Action | undefined, void, undefined>}
   */
  *deepen(roots, most) {
    const actions = [...roots];
    const end = actions.length ? Math.min(most, this.position.emptyCount) : 0;
    for (let depth = 0; depth < end; depth++) {
      let [best, alpha] = [actions[0], -Infinity];
      for (const action of actions) {
        const value = yield* this.#valueOf(action, depth, alpha, Infinity);
        if (value <= alpha) continue;
        [best, alpha] = [action, value];
        yield action;
      }
      actions.splice(actions.indexOf(best), 1);
      actions.unshift(best);
    }
  }

  /** Return the legal moves, the most promising cells first. */
  actions() {
    return this.#cells().flatMap((cell) =>
      this.position.candidates(cell).map((value) => ({ cell, value })),
    );
  }

  /**
   * Return the value of an action within the window, searching `depth` moves after it.
   * @param {Action} action
   * @param {number} depth
   * @param {number} alpha
   * @param {number} beta
   * @returns {Searching}
   */
  *#valueOf({ cell, value }, depth, alpha, beta) {
    const { position } = this;
    const mover = position.toMove;
    const points = position.play(cell, value);
    const isSame = position.toMove === mover;
    const found = isSame
      ? points + (yield* this.#value(depth, alpha - points, beta - points))
      : points - (yield* this.#value(depth, points - beta, points - alpha));
    position.undo();
    return found;
  }

  /**
   * Return the value of the position: exact inside the window, else a bound on that side.
   * @param {number} depth
   * @param {number} alpha
   * @param {number} beta
   * @returns {Searching}
   */
  *#value(depth, alpha, beta) {
    if (++this.visited % LOOK === 0) yield;
    if (!depth) return this.position.bestPoints;
    let best = -Infinity;
    for (const action of this.actions()) {
      best = Math.max(best, yield* this.#valueOf(action, depth - 1, Math.max(alpha, best), beta));
      if (best >= beta) break;
    }
    return best === -Infinity ? 0 : best;
  }

  /**
   * Return the mover's cells: most points first, then those that let the opponent score 0; without
   * those that still allow every value, while there are others.
   */
  #cells() {
    const { position } = this;
    const scoring = position.scoring();
    const giving = position.inRegionsWith(2);
    const others = position.playable().filter((cell) => !scoring.has(cell));
    const cells = [
      ...[...scoring].sort(([, one], [, other]) => other - one).map(([cell]) => cell),
      ...others.filter((cell) => !giving[cell]),
      ...others.filter((cell) => giving[cell]),
    ];
    if (!this._prunes) return cells;
    const known = cells.filter((cell) => !this.#isUnknown(cell));
    return known.length ? known : cells;
  }

  /** @param {number} cell */
  #isUnknown(cell) {
    return this.position.candidates(cell).length === this.position.shape.size;
  }
}
