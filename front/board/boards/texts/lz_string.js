// @ts-check
// LZ-string: the compression in the links of f-puzzles, SudokuPad and other pages.
//
// A text is cut into pieces, each a piece from before with one character more, and every piece is
// the number of the one that it extends. Numbers are written from the least bit on, with as many
// bits as the largest one so far needs: 0 and 1 announce a character of 8 or 16 bits, 2 is the end,
// and pieces count from 3. Six bits at a time are a character of Base64, or of an alphabet for
// addresses that has `-` for `/` and `$` for `=`.

import { quoted } from "./words.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const ALIKE = new Map([
  [" ", "+"],
  ["-", "/"],
]);
const [SHORT, LONG, END, FIRST] = [0, 1, 2, 3];
const BITS = 6;

/** A packed text that is damaged or too large, and where. */
export class PackedTextError extends Error {
  /**
   * @param {string} problem
   * @param {number} [offset]
   */
  constructor(problem, offset = 0) {
    super(problem);
    this.name = "PackedTextError";
    this.problem = problem;
    this.offset = offset;
  }
}

/**
 * Return a text packed, in Base64.
 * @param {string} text
 */
export function compress(text) {
  const packer = new Packer();
  for (let i = 0; i < text.length; i++) packer.add(text[i]);
  return packer.end();
}

/**
 * Return the text of what was packed; a blank stands for the plus that some program ate.
 *
 * What follows the end of the packed text is not looked at.
 * @param {string} packed
 * @param {number} longest
 */
export function decompress(packed, longest) {
  const bits = new Bits(packed);
  const pieces = Array(FIRST).fill("");
  const found = [];
  let [length, width, before] = [0, 2, ""];
  for (let number = bits.number(width); number !== END; number = bits.number(width)) {
    let piece = number;
    if (number === SHORT || number === LONG) {
      piece = pieces.push(String.fromCharCode(bits.number(number === SHORT ? 8 : 16))) - 1;
    }
    if (piece > pieces.length || (piece === pieces.length && !before)) {
      throw new PackedTextError("it names a piece that does not exist", bits.offset);
    }
    // The piece that is meant may be the one that this one completes.
    if (before) pieces.push(before + (pieces[piece] ?? before)[0]);
    before = pieces[piece];
    found.push(before);
    length += before.length;
    if (length > longest) {
      const most = longest.toLocaleString("en-US");
      throw new PackedTextError(`it unpacks to more than ${most} characters`);
    }
    width = 32 - Math.clz32(pieces.length);
  }
  return found.join("");
}

/** The pieces so far, and the bits of their numbers. */
class Packer {
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Set<string>} */
  #unseen = new Set();
  /** @type {number[]} */
  #bits = [];
  #piece = "";
  #width = 2;
  #room = 2;

  /**
   * Extend the piece by a character, or end it there and begin with the character.
   * @param {string} character
   */
  add(character) {
    if (!this.#numbers.has(character)) {
      this.#numbers.set(character, this.#numbers.size + FIRST);
      this.#unseen.add(character);
    }
    const longer = this.#piece + character;
    if (this.#numbers.has(longer)) {
      this.#piece = longer;
      return;
    }
    this.#emit();
    this.#numbers.set(longer, this.#numbers.size + FIRST);
    this.#piece = character;
  }

  /** Return all bits as characters. */
  end() {
    if (this.#piece) this.#emit();
    this.#write(END, this.#width);
    const missing = BITS - (this.#bits.length % BITS);
    this.#bits.push(...Array(missing).fill(0));
    let text = "";
    for (let i = 0; i < this.#bits.length; i += BITS) {
      text += ALPHABET[parseInt(this.#bits.slice(i, i + BITS).join(""), 2)];
    }
    return text + "=".repeat((4 - (text.length % 4)) % 4);
  }

  /** Write the number of the piece, or the character that was not seen before. */
  #emit() {
    if (this.#unseen.delete(this.#piece)) {
      const code = this.#piece.charCodeAt(0);
      const isLong = code > 0xff;
      this.#write(isLong ? LONG : SHORT, this.#width);
      this.#write(code, isLong ? 16 : 8);
      this.#count();
    } else {
      this.#write(/** @type {number} */ (this.#numbers.get(this.#piece)), this.#width);
    }
    this.#count();
  }

  /** Take a number of the present width; when all are taken, make it wider. */
  #count() {
    this.#room -= 1;
    if (this.#room) return;
    this.#room = 2 ** this.#width;
    this.#width += 1;
  }

  /**
   * @param {number} number
   * @param {number} width
   */
  #write(number, width) {
    for (let bit = 0; bit < width; bit++) this.#bits.push((number >> bit) & 1);
  }
}

/** The bits of a packed text, taken as numbers. */
class Bits {
  #packed;
  #taken = 0;

  /** @param {string} packed */
  constructor(packed) {
    this.#packed = packed;
  }

  /** The character that comes next. */
  get offset() {
    return Math.floor(this.#taken / BITS);
  }

  /**
   * Take a number of so many bits; throw PackedTextError where the text has ended.
   * @param {number} width
   */
  number(width) {
    let value = 0;
    for (let bit = 0; bit < width; bit++) value |= this.#bit() << bit;
    return value;
  }

  #bit() {
    const character = this.#packed[this.offset];
    if (character === undefined || character === "=" || character === "$") {
      throw new PackedTextError("it is cut off", this.offset);
    }
    const digit = ALPHABET.indexOf(ALIKE.get(character) ?? character);
    if (digit < 0) {
      const [whole] = Array.from(this.#packed.slice(this.offset, this.offset + 2));
      throw new PackedTextError(`${quoted(whole)} is none of its characters`, this.offset);
    }
    const place = this.#taken % BITS;
    this.#taken += 1;
    return (digit >> (BITS - 1 - place)) & 1;
  }
}
