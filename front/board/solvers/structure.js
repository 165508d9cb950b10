// @ts-check
// Structures of C in the kernel's memory: their fields are declared once, and where each stands
// follows from C's rules for a machine of 32 bits.

/**
 * @typedef {import("./memory.js").Memory} Memory
 * @typedef {"i32" | "i64" | "u64" | "f64" | "pointer"} FieldType
 */

/** Bytes of a field; also its alignment. */
const BYTES = { i32: 4, pointer: 4, i64: 8, u64: 8, f64: 8 };

/** What is written into an i64 that has no limit. */
const MOST = 2n ** 63n - 1n;

/**
 * A structure of C, and how its fields are read and written: as numbers, and Infinity for the
 * largest of an i64, which means that there is no limit.
 *
 * @template {Record<string, FieldType>} Fields
 */
export class Structure {
  /**
   * A structure with these fields, behind those of `head` if it begins with another structure.
   *
   * @param {string} name as C++ has it
   * @param {Fields} fields in the order of C++
   * @param {Structure<any>} [head]
   */
  constructor(name, fields, head) {
    this.name = name;
    /** @type {Map<string, {type: FieldType, offset: number}>} */
    this.places = new Map(head?.places);
    let end = head?.bytes ?? 0;
    this.alignment = head?.alignment ?? 1;
    for (const [field, type] of Object.entries(fields)) {
      const offset = roundUp(end, BYTES[type]);
      this.places.set(field, { type, offset });
      this.alignment = Math.max(this.alignment, BYTES[type]);
      end = offset + BYTES[type];
    }
    this.bytes = roundUp(end, this.alignment);
    this.record = recordOf(this.places);
  }

  /**
   * Return how many bytes behind the beginning a field stands.
   *
   * @param {keyof Fields & string} field
   * @returns {number}
   */
  offset(field) {
    const place = this.places.get(field);
    if (!place) throw new RangeError(`${this.name} has no field ${field}`);
    return place.offset;
  }

  /**
   * Return the structure that stands at an address.
   *
   * @param {Memory} memory
   * @param {number} address
   * @returns {{[field in keyof Fields]: number} & {readonly address: number}}
   */
  at(memory, address) {
    return new this.record(memory, address);
  }
}

/**
 * Return a structure that begins with another one.
 *
 * @template {Record<string, FieldType>} Head
 * @template {Record<string, FieldType>} Fields
 * @param {string} name
 * @param {Structure<Head>} head
 * @param {Fields} fields
 * @returns {Structure<Head & Fields>}
 */
export function extended(name, head, fields) {
  return /** @type {any} */ (new Structure(name, fields, head));
}

/**
 * Return a class whose objects have a property for each field.
 *
 * @param {Map<string, {type: FieldType, offset: number}>} places
 * @returns {new (memory: Memory, address: number) => any}
 */
function recordOf(places) {
  class Record {
    /**
     * @param {Memory} memory
     * @param {number} address
     */
    constructor(memory, address) {
      this.memory = memory;
      this.address = address;
    }
  }
  for (const [field, { type, offset }] of places) {
    Object.defineProperty(Record.prototype, field, property(type, offset));
  }
  return Record;
}

/**
 * Return the property that reads and writes a field.
 *
 * @param {FieldType} type
 * @param {number} offset
 * @returns {PropertyDescriptor & ThisType<{memory: Memory, address: number}>}
 */
function property(type, offset) {
  const [read, write] = ACCESS[type];
  return {
    get() {
      return read(this.memory.view, this.address + offset);
    },
    /** @param {number} value */
    set(value) {
      write(this.memory.view, this.address + offset, value);
    },
  };
}

/**
 * How each type is read and written.
 *
 * @type {Record<FieldType, [
 *   read: (view: DataView, at: number) => number,
 *   write: (view: DataView, at: number, value: number) => void,
 * ]>}
 */
const ACCESS = {
  i32: [
    (view, at) => view.getInt32(at, true),
    (view, at, value) => view.setInt32(at, value, true),
  ],
  pointer: [
    (view, at) => view.getUint32(at, true),
    (view, at, value) => view.setUint32(at, value, true),
  ],
  f64: [
    (view, at) => view.getFloat64(at, true),
    (view, at, value) => view.setFloat64(at, value, true),
  ],
  i64: [
    (view, at) => toNumber(view.getBigInt64(at, true)),
    (view, at, value) => view.setBigInt64(at, toInt64(value), true),
  ],
  u64: [
    (view, at) => Number(view.getBigUint64(at, true)),
    (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  ],
};

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
