// @ts-check
// What links hold packed: LZ-string, and JSON that SudokuPad made shorter.
//
// LZ-string cuts a text into pieces, each a piece from before with one character more, and every piece
// is the number of the one that it extends. Numbers are written from the least bit on, with as many
// bits as the largest one so far needs: 0 and 1 announce a character of 8 or 16 bits, 2 is the end,
// and pieces count from 3. Six bits at a time are a character of Base64, or of an alphabet for
// addresses that has `-` for `/` and `$` for `=`; a blank stands for the plus that some program ate.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const [SHORT, LONG, END] = [0, 1, 2];
const TOKEN = /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|([^\][{},:'"\s]+)(?=\s*:)|[[,](?=\s*[,\]])|[^\][{},:'"\s]+/g;
const WORDS = new Map([
  ["t", "true"],
  ["f", "false"],
]);

/**
 * Return the text of what was packed; throw an error that says what is wrong.
 * @param {string} packed
 */
export function decompress(packed) {
  let taken = 0;
  const bit = () => {
    const sign = packed[Math.floor(taken / 6)] ?? "=";
    if ("=$".includes(sign)) throw new Error("it is cut off");
    const digit = ALPHABET.indexOf(sign.replace(" ", "+").replace("-", "/"));
    if (digit < 0) throw new Error(`'${sign}' is none of its characters`);
    return (digit >> (5 - (taken++ % 6))) & 1;
  };
  const number = (/** @type {number} */ width) => {
    let value = 0;
    for (let i = 0; i < width; i++) value |= bit() << i;
    return value;
  };
  const pieces = ["", "", ""];
  let [text, before] = ["", ""];
  for (let next = number(2); next !== END; next = number(32 - Math.clz32(pieces.length))) {
    if (next === SHORT || next === LONG) {
      next = pieces.push(String.fromCharCode(number(next === SHORT ? 8 : 16))) - 1;
    }
    // The piece that is meant may be the one that this one completes.
    const piece = pieces[next] ?? (next === pieces.length && before ? before + before[0] : null);
    if (piece === null) throw new Error("it names a piece that does not exist");
    if (before) pieces.push(before + piece[0]);
    before = piece;
    text += piece;
    if (text.length > FACTS.links.longest) {
      throw new Error(`it unpacks to more than ${FACTS.links.longest.toLocaleString("en-US")} characters`);
    }
  }
  return text;
}

/**
 * Return the value of JSON, or of the short form: in it names have no quotes and texts single ones,
 * true and false are `t` and `f`, colours are bare, and an object without keys is left out of an array.
 * @param {string} text
 */
export function parseLoose(text) {
  const strict = text.includes('"') ? text : text.replace(TOKEN, strictToken);
  return JSON.parse(strict);
}

/**
 * @param {string} token
 * @param {string | undefined} inside of single quotes
 * @param {string | undefined} name of a key
 */
function strictToken(token, inside, name) {
  if (inside !== undefined) return `"${inside.replaceAll("\\'", "'").replace(/[\n\r\t]/g, " ")}"`;
  if (name) return `"${name}"`;
  if (token === "[" || token === ",") return `${token}{}`;
  const isPlain = /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)$/.test(token);
  return isPlain ? token : (WORDS.get(token) ?? `"${token}"`);
}
