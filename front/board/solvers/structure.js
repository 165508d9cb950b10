// @ts-check
// Structures of C in the kernel's memory: where each field stands follows from C's rules for a
// machine of 32 bits, and from the fields that the kernel names in `bombe_interface`.

/**
 * @typedef {import("./memory.js").Memory} Memory
 *
 * A structure at an address: a property for each field, and no others. An int64 is a number, with
 * Infinity for the largest, which means that there is no limit.
 * @typedef {{[field: string]: number}} Fields
 */

/** What is written into an int64 that has no limit. */
const MOST = 2n ** 63n - 1n;

const POINTER = access(4, "Uint32");

/**
 * How fields of each type are read and written, and how many bytes they have, which is also their
 * alignment.
 * @type {Record<string, ReturnType<typeof access>>}
 */
const TYPES = {
  int32_t: access(4, "Int32"),
  int64_t: access(8, "BigInt64", toNumber, toInt64),
  uint64_t: access(8, "BigUint64", toNumber, toInt64),
  double: access(8, "Float64"),
  "*": POINTER,
  bytes: POINTER,
};

/** A structure of C, and how its fields are read and written. */
export class Structure {
  /**
   * @param {string[]} fields each with its type, `seconds:double`, in the order of C++
   * @param {Structure} [head] another structure, if it begins with one
   */
  constructor(fields, head) {
    this.bytes = head?.bytes ?? 0;
    this.alignment = head?.alignment ?? 1;
    /** @type {Record<string, number>} How many bytes behind the beginning each field stands. */
    this.offsets = { ...head?.offsets };
    this._record = class extends (head?._record ?? Place) {};
    for (const field of fields) {
      const [name, type] = field.split(":");
      const { bytes, property } = TYPES[type];
      const offset = roundUp(this.bytes, bytes);
      Object.defineProperty(this._record.prototype, name, property(offset));
      this.offsets[name] = offset;
      this.bytes = offset + bytes;
      this.alignment = Math.max(this.alignment, bytes);
    }
    this.bytes = roundUp(this.bytes, this.alignment);
  }

  /**
   * Return the structure that stands at an address.
   *
   * @param {Memory} memory
   * @param {number} address
   * @returns {Fields}
   */
  at(memory, address) {
    return /** @type {any} */ (new this._record(memory, address));
  }
}

/** What the structures of all kinds have: where they stand. */
class Place {
  /**
   * @param {Memory} memory
   * @param {number} address
   */
  constructor(memory, address) {
    this.memory = memory;
    this.address = address;
    Object.preventExtensions(this); // a field that is not there cannot be set
  }
}

/**
 * Return how fields of so many bytes are read and written by methods of a DataView.
 *
 * @param {number} bytes
 * @param {string} kind the end of the methods' names
 * @param {(value: any) => number} [toValue]
 * @param {(value: number) => any} [ofValue]
 */
function access(bytes, kind, toValue = Number, ofValue = (value) => value) {
  /**
   * @param {number} offset
   * @returns {PropertyDescriptor & ThisType<Place>}
   */
  const property = (offset) => ({
    get() {
      const view = /** @type {any} */ (this.memory.view);
      return toValue(view[`get${kind}`](this.address + offset, true));
    },
    /** @param {number} value */
    set(value) {
      const view = /** @type {any} */ (this.memory.view);
      view[`set${kind}`](this.address + offset, ofValue(value), true);
    },
  });
  return { bytes, property };
}

/**
 * Return a number as the kernel takes an int64: Infinity is its largest.
 *
 * @param {number} value
 * @returns {bigint}
 */
export function toInt64(value) {
  return value === Infinity ? MOST : BigInt(value);
}

/**
 * Return an int64 of the kernel as a number.
 *
 * @param {bigint} value
 * @returns {number}
 */
export function toNumber(value) {
  return value === MOST ? Infinity : Number(value);
}

/**
 * @param {number} bytes
 * @param {number} alignment
 * @returns {number}
 */
function roundUp(bytes, alignment) {
  return Math.ceil(bytes / alignment) * alignment;
}
