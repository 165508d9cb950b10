// @ts-check
// The generator of Python's `random`, so that the play mode `random` draws the same cells from the
// same seed as `SudokuState.start(board, "random", seed)` does there: the Mersenne Twister.

import { UsageError } from "./errors.js";
import { listed } from "./shape.js";

const WORDS = 624;
const MIDDLE = 397;

/** Random numbers as random.Random(seed) gives them, for whole seeds. */
export class PythonRandom {
  /** @type {Uint32Array} */
  #words;
  #next = WORDS;

  /** @param {number | bigint} seed */
  constructor(seed) {
    if (typeof seed !== "bigint" && !Number.isInteger(seed)) {
      throw new UsageError(`a seed of ${seed}: give a whole number`);
    }
    this.#words = seededBy(keyOf(BigInt(seed)));
  }

  /**
   * Return `count` different items of a list, in random order.
   * @template T
   * @param {readonly T[]} items
   * @param {number} count
   * @returns {T[]}
   */
  sample(items, count) {
    const setSize = 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0);
    return items.length <= setSize ? this.#fromPool(items, count) : this.#fromSet(items, count);
  }

  /**
   * Return a whole number from 0 on, below a limit.
   * @param {number} limit
   */
  below(limit) {
    const bits = 32 - Math.clz32(limit);
    let drawn = limit;
    while (drawn >= limit) drawn = this.#draw() >>> (32 - bits);
    return drawn;
  }

  /**
   * @template T
   * @param {readonly T[]} items
   * @param {number} count
   */
  #fromPool(items, count) {
    const pool = [...items];
    return listed(count, (i) => {
      const j = this.below(pool.length - i);
      const drawn = pool[j];
      pool[j] = pool[pool.length - i - 1];
      return drawn;
    });
  }

  /**
   * @template T
   * @param {readonly T[]} items
   * @param {number} count
   */
  #fromSet(items, count) {
    const selected = new Set();
    return listed(count, () => {
      let j = this.below(items.length);
      while (selected.has(j)) j = this.below(items.length);
      selected.add(j);
      return items[j];
    });
  }

  /** Return the next 32 bits. */
  #draw() {
    if (this.#next === WORDS) {
      twist(this.#words);
      this.#next = 0;
    }
    let word = this.#words[this.#next++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }
}

/**
 * Return the words of a seed, the lowest first.
 * @param {bigint} seed
 */
function keyOf(seed) {
  const key = [];
  for (let rest = seed < 0n ? -seed : seed; rest; rest >>= 32n)
    key.push(Number(rest & 0xffffffffn));
  return key.length ? key : [0];
}

/**
 * Return the first words of a generator, by the key of its seed.
 * @param {number[]} key
 */
function seededBy(key) {
  const words = new Uint32Array(WORDS);
  words[0] = 19650218;
  for (let i = 1; i < WORDS; i++) words[i] = Math.imul(1812433253, mixed(words, i)) + i;
  let at = 1;
  /** @param {number} word */
  const put = (word) => {
    words[at] = word;
    at += 1;
    if (at === WORDS) {
      words[0] = words[WORDS - 1];
      at = 1;
    }
  };
  for (let k = 0; k < Math.max(WORDS, key.length); k++) {
    const j = k % key.length;
    put((words[at] ^ Math.imul(mixed(words, at), 1664525)) + key[j] + j);
  }
  for (let k = 1; k < WORDS; k++) put((words[at] ^ Math.imul(mixed(words, at), 1566083941)) - at);
  words[0] = 0x80000000;
  return words;
}

/**
 * @param {Uint32Array} words
 * @param {number} i
 */
function mixed(words, i) {
  return words[i - 1] ^ (words[i - 1] >>> 30);
}

/**
 * Make the next 624 words.
 * @param {Uint32Array} words
 */
function twist(words) {
  for (let i = 0; i < WORDS; i++) {
    const joined = (words[i] & 0x80000000) | (words[(i + 1) % WORDS] & 0x7fffffff);
    words[i] = words[(i + MIDDLE) % WORDS] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
  }
}
