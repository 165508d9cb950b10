// @ts-check
// The kernel, compiled to WebAssembly: loads it and says what both sides must agree on.
//
// It runs alike in a page, in its worker and in Node.js, and asks the world for nothing but the
// time. What C calls int64 is a BigInt where a function takes or returns it.

import { Memory, Room } from "./memory.js";
import { toNumber } from "./structure.js";

/**
 * @typedef {import("./structure.js").Structure<any>} AnyStructure
 *
 * What a part of the kernel and its binding must agree on: see solvers/native/src/facts.cpp.
 * @typedef {{structures: AnyStructure[], numbers: Record<string, number>}} Binding
 */

/** The version of the C interface that these modules speak. */
const VERSION = 3;

/** What the kernel answers about a name that it does not know. */
const UNKNOWN_FACT = -(2n ** 63n);

/** All that the kernel imports: a clock. */
const IMPORTS = { page: { now: () => performance.now() } };

/** The kernel does not fit these modules. */
class KernelError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "KernelError";
  }
}

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
    /** @type {Record<string, (...values: any[]) => any>} The functions of the kernel. */
    this.functions = /** @type {any} */ (exports);
    this.memory = new Memory(/** @type {WebAssembly.Memory} */ (exports.memory), mostBytes);
    /** @type {Set<Binding>} */
    this._checked = new Set();
    const version = this.functions.bombe_version();
    if (version !== VERSION) {
      throw new KernelError(`the page's kernel is of version ${version}, not ${VERSION}`);
    }
  }

  /** The instructions that the kernel was compiled for. */
  get instructions() {
    return this.text(this.functions.bombe_instructions());
  }

  /** Return an empty room in the memory; who takes it releases it. */
  room() {
    return new Room(this.memory);
  }

  /**
   * Return a string of C.
   *
   * @param {number} address
   * @returns {string}
   */
  text(address) {
    const bytes = this.memory.bytes;
    return String.fromCharCode(...bytes.subarray(address, bytes.indexOf(0, address)));
  }

  /**
   * Throw a KernelError unless the kernel has these sizes and numbers.
   *
   * @param {Binding} binding
   */
  check(binding) {
    if (this._checked.has(binding)) return;
    for (const { name, bytes } of binding.structures) this._checkFact(name, bytes);
    for (const [name, value] of Object.entries(binding.numbers)) this._checkFact(name, value);
    this._checked.add(binding);
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  _checkFact(name, value) {
    const room = this.room();
    const written = room.copy(Uint8Array.from(`${name}\0`, (letter) => letter.charCodeAt(0)));
    const found = this.functions.bombe_fact(written);
    room.release();
    if (found === BigInt(value)) return;
    const there = found === UNKNOWN_FACT ? "does not know it" : `has ${toNumber(found)}`;
    throw new KernelError(
      `the kernel was built from other sources: the page has ${name} = ${value}, the kernel ${there}`,
    );
  }
}
