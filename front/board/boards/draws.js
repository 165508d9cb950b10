// @ts-check
// Random draws from a seed, the same as in Python: bombe.boards.draws says how.

import { UsageError } from "./errors.js";
import { listed } from "./shape.js";

const STEP = 0x9e3779b9;

/** Draws that follow from a whole number. */
export class Draws {
  #state = 0;

  /** @param {number | bigint} seed */
  constructor(seed) {
    if (typeof seed !== "bigint" && !Number.isInteger(seed)) {
      throw new UsageError(`a seed of ${seed}: give a whole number`);
    }
    const whole = BigInt(seed);
    for (let rest = whole < 0n ? -whole : whole; rest; rest >>= 32n) {
      this.#state = mixed(this.#state ^ Number(rest & 0xffffffffn));
    }
  }

  /**
   * Return a whole number from 0 on, below a limit.
   * @param {number} limit
   */
  below(limit) {
    const bits = 32 - Math.clz32(limit);
    let drawn = limit;
    while (drawn >= limit) {
      this.#state = (this.#state + STEP) | 0;
      drawn = mixed(this.#state) >>> (32 - bits);
    }
    return drawn;
  }

  /**
   * Return `count` different items of a list, in random order.
   * @template T
   * @param {readonly T[]} items
   * @param {number} count
   * @returns {T[]}
   */
  sample(items, count) {
    const pool = [...items];
    return listed(count, (i) => {
      const j = i + this.below(pool.length - i);
      [pool[i], pool[j]] = [pool[j], pool[i]];
      return pool[i];
    });
  }
}

/**
 * Return 32 bits that depend on 32 bits.
 * @param {number} word
 */
function mixed(word) {
  let found = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  found = Math.imul(found ^ (found >>> 15), 0x735a2d97);
  return (found ^ (found >>> 15)) >>> 0;
}
