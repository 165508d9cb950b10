// @ts-check
// The kernel, compiled to WebAssembly: loads it, and reads its structures, functions and numbers
// from the text that it has about them; see solvers/native/src/kernel.h.
//
// It runs alike in a page, in its worker and in Node.js, and asks the world for nothing but the
// time.

import { Memory, Room } from "./memory.js";
import { Structure, toInt64, toNumber } from "./structure.js";

/** All that the kernel imports: a clock. */
const IMPORTS = { page: { now: () => performance.now() } };

/** A kernel and its memory; all that runs in it runs in one thread. */
export class Kernel {
  /**
   * Return a kernel from the bytes of its file.
   *
   * @param {BufferSource} bytes
   * @param {number} [mostBytes] of memory
   * @returns {Promise<Kernel>}
   */
  static async from(bytes, mostBytes) {
    const { instance } = await WebAssembly.instantiate(bytes, IMPORTS);
    return new Kernel(instance.exports, mostBytes);
  }

  /**
   * @param {WebAssembly.Exports} exports
   * @param {number} [mostBytes]
   */
  constructor(exports, mostBytes) {
    /** @type {Record<string, (...values: number[]) => number>} Functions, by their names in C. */
    this.functions = {};
    /** @type {Map<string, Structure>} */
    this._structures = new Map();
    /** @type {Map<string, number>} */
    this._numbers = new Map();
    this.memory = new Memory(/** @type {WebAssembly.Memory} */ (exports.memory), mostBytes);
    this._read(/** @type {any} */ (exports));
  }

  /** The instructions that the kernel was compiled for. */
  get instructions() {
    return this._text(this.functions.bombe_instructions());
  }

  /** Return an empty room in the memory; who takes it releases it. */
  room() {
    return new Room(this);
  }

  /**
   * Return a structure by its name in C; throw if the kernel has none.
   *
   * @param {string} name
   */
  structure(name) {
    return known(this._structures, name);
  }

  /**
   * Return a constant by its name in C; throw if the kernel has none.
   *
   * @param {string} name
   */
  number(name) {
    return known(this._numbers, name);
  }

  /**
   * Read what the kernel says of its interface: a line for each thing, with its kind and its name.
   *
   * @param {Record<string, Function>} exports
   */
  _read(exports) {
    const lines = this._text(exports.bombe_interface()).trim().split("\n");
    const described = lines.map((line) => line.trim().split(" "));
    /** @param {string} wanted */
    const all = (wanted) => described.filter(([kind]) => kind === wanted);
    for (const [, name, value] of all("number")) this._numbers.set(name, Number(value));
    for (const [, name, ...types] of all("function")) {
      this.functions[name] = ofNumbers(exports[name], types);
    }
    const words = new Map(all("struct").map(([, name, ...rest]) => [name, rest]));
    /** @param {string} name @returns {Structure} */
    const structure = (name) => {
      const [first, ...rest] = words.get(name) ?? [];
      return words.has(first)
        ? new Structure(rest, structure(first))
        : new Structure([first, ...rest]);
    };
    for (const name of words.keys()) this._structures.set(name, structure(name));
  }

  /**
   * Return a string of C.
   *
   * @param {number} address
   * @returns {string}
   */
  _text(address) {
    const bytes = this.memory.bytes;
    return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
  }
}

/**
 * Return a function that takes and returns numbers where C has an int64.
 *
 * @param {Function} call
 * @param {string[]} types of the result and the arguments
 * @returns {(...values: number[]) => number}
 */
function ofNumbers(call, [result, ...types]) {
  const isLarge = types.map((type) => type === "int64_t");
  if (result !== "int64_t" && !isLarge.includes(true)) return /** @type {any} */ (call);
  return (...values) => {
    const answer = call(...values.map((value, at) => (isLarge[at] ? toInt64(value) : value)));
    return result === "int64_t" ? toNumber(answer) : answer;
  };
}

/**
 * @template T
 * @param {Map<string, T>} things
 * @param {string} name
 * @returns {T}
 */
function known(things, name) {
  const found = things.get(name);
  if (found === undefined) {
    throw new Error(`the page's kernel was built from other sources: it has no ${name}`);
  }
  return found;
}
