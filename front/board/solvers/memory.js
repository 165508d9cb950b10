// @ts-check
// The memory of the kernel: blocks that are taken and given back, and views that survive growth.
//
// Memory of WebAssembly grows and never shrinks. So what was given back is used again, from the
// lowest address on: a large table lies behind the small blocks, and the next one in its place.

/** Of every block, in bytes: a line of the cache, as the kernel wants it. */
export const ALIGNMENT = 64;

/** Bytes that a memory may have in all, unless it is told otherwise; the page takes some, too. */
export const MOST_BYTES = 512 * 2 ** 20;

const PAGE = 2 ** 16;

/** The kernel's memory has no room for so much. */
export class OutOfMemory extends Error {
  /** @param {number} bytes */
  constructor(bytes) {
    super(`${Math.ceil(bytes / 2 ** 20)} MB more than the engines of this page may use`);
    this.name = "OutOfMemory";
  }
}

/** A stretch of memory from `start` to `end`. @typedef {{start: number, end: number}} Stretch */

/** The memory of one kernel. */
export class Memory {
  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} mostBytes
   */
  constructor(memory, mostBytes = MOST_BYTES) {
    this.mostBytes = mostBytes;
    this._memory = memory;
    this._view = new DataView(memory.buffer);
    this._bytes = new Uint8Array(memory.buffer);
    this._end = memory.buffer.byteLength;
    /** @type {Stretch[]} What is free, by address; no two touch. */
    this._free = [];
    this.inUse = 0;
  }

  /** All bytes; to be asked anew after anything that may take memory. */
  get bytes() {
    if (this._bytes.length === 0) this._bytes = new Uint8Array(this._memory.buffer);
    return this._bytes;
  }

  /** The same for numbers of any width. */
  get view() {
    if (this._view.buffer !== this._memory.buffer) this._view = new DataView(this._memory.buffer);
    return this._view;
  }

  /** Bytes that the memory has, free ones too. */
  get size() {
    return this._memory.buffer.byteLength;
  }

  /** Bytes that one more block can have. */
  get left() {
    const last = this._free.at(-1);
    const tail = last && last.end === this._end ? last.end - last.start : 0;
    const largest = Math.max(0, ...this._free.map(({ start, end }) => end - start));
    return Math.max(largest, tail + this.mostBytes - this._end);
  }

  /**
   * Return the address of so many bytes, whatever is in them; or throw OutOfMemory.
   *
   * @param {number} bytes
   * @returns {number}
   */
  take(bytes) {
    const wanted = rounded(bytes);
    const place = this._free.findIndex(({ start, end }) => end - start >= wanted);
    const stretch = place < 0 ? this._grow(wanted) : this._free[place];
    const address = stretch.start;
    stretch.start += wanted;
    if (stretch.start === stretch.end) this._free.splice(this._free.indexOf(stretch), 1);
    this.inUse += wanted;
    return address;
  }

  /**
   * Let others use so many bytes from an address on.
   *
   * @param {number} address
   * @param {number} bytes
   */
  giveBack(address, bytes) {
    const end = address + rounded(bytes);
    this.inUse -= end - address;
    let place = this._free.findIndex(({ start }) => start > address);
    if (place < 0) place = this._free.length;
    const [before, after] = [this._free[place - 1], this._free[place]];
    const freed = { start: address, end };
    if (after?.start === end) freed.end = this._free.splice(place, 1)[0].end;
    if (before?.end === address) before.end = freed.end;
    else this._free.splice(place, 0, freed);
  }

  /**
   * Return the last free stretch, grown to at least so many bytes.
   *
   * @param {number} wanted
   * @returns {Stretch}
   */
  _grow(wanted) {
    let last = this._free.at(-1);
    if (last?.end !== this._end) {
      last = { start: this._end, end: this._end };
      this._free.push(last);
    }
    const pages = Math.ceil((wanted - (last.end - last.start)) / PAGE);
    const excess = this._end + pages * PAGE - this.mostBytes;
    if (excess > 0 || !this._hasGrown(pages)) {
      if (last.start === last.end) this._free.pop();
      throw new OutOfMemory(Math.max(excess, 1));
    }
    this._end = last.end = this.size;
    return last;
  }

  /**
   * Return whether the browser granted so many pages.
   *
   * @param {number} pages
   * @returns {boolean}
   */
  _hasGrown(pages) {
    try {
      this._memory.grow(pages);
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * Blocks that are given back together, when what they were taken for is over.
 */
export class Room {
  /** @param {import("./kernel.js").Kernel} kernel */
  constructor(kernel) {
    this.kernel = kernel;
    this.memory = kernel.memory;
    /** @type {[address: number, bytes: number][]} */
    this._blocks = [];
  }

  /**
   * Return the address of so many bytes, whatever is in them.
   *
   * @param {number} bytes
   * @returns {number}
   */
  take(bytes) {
    const address = this.memory.take(bytes);
    this._blocks.push([address, bytes]);
    return address;
  }

  /**
   * Return the address of so many bytes, filled with 0.
   *
   * @param {number} bytes
   * @returns {number}
   */
  takeZeroed(bytes) {
    const address = this.take(bytes);
    this.memory.bytes.fill(0, address, address + bytes);
    return address;
  }

  /**
   * Return the address of a copy of an array: bytes, or numbers of any width.
   *
   * @param {ArrayLike<number> | ArrayBufferView} values an array of numbers becomes bytes
   * @returns {number}
   */
  copy(values) {
    const bytes = ArrayBuffer.isView(values)
      ? new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
      : Uint8Array.from(values);
    const address = this.take(bytes.length);
    this.memory.bytes.set(bytes, address);
    return address;
  }

  /**
   * Return a structure of the kernel with these fields; the others are 0.
   *
   * @param {string} name in C
   * @param {Record<string, number>} [fields]
   */
  make(name, fields = {}) {
    const structure = this.kernel.structure(name);
    const made = structure.at(this.memory, this.takeZeroed(structure.bytes));
    return Object.assign(made, fields);
  }

  /** Give all blocks back. */
  release() {
    for (const [address, bytes] of this._blocks) this.memory.giveBack(address, bytes);
    this._blocks = [];
  }
}

/**
 * @param {number} bytes
 * @returns {number}
 */
function rounded(bytes) {
  return Math.max(1, Math.ceil(bytes / ALIGNMENT)) * ALIGNMENT;
}
