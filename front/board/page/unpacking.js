// @ts-check
// What a page holds packed in its elements: gzip, written with 85 signs, five of them for four
// bytes. It is the form of Python's base64.b85encode, with a point in the place of "<".

const SIGNS =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;.=>?@^_`{|}~";
const VALUES = new Uint8Array(128);
[...SIGNS].forEach((sign, value) => {
  VALUES[sign.charCodeAt(0)] = value;
});

/**
 * Return what an element holds packed, as a response whose text or bytes can be taken.
 * @param {Element} element
 */
export function unpacked(element) {
  return inflated(new Blob([bytesOf(element.textContent ?? "")]).stream());
}

/**
 * Return what a stream holds gzipped.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} packed
 */
export function inflated(packed) {
  return new Response(packed.pipeThrough(new DecompressionStream("gzip")));
}

/**
 * Return the bytes of a text; a last group of fewer signs stands for fewer bytes.
 * @param {string} text
 */
export function bytesOf(text) {
  const groups = Math.ceil(text.length / 5);
  const view = new DataView(new ArrayBuffer(4 * groups));
  const filled = text.padEnd(5 * groups, "~");
  for (let group = 0; group < groups; group++) {
    let word = 0;
    for (let at = 5 * group; at < 5 * group + 5; at++) {
      word = 85 * word + (VALUES[filled.charCodeAt(at)] ?? 0);
    }
    view.setUint32(4 * group, word);
  }
  return new Uint8Array(view.buffer, 0, Math.floor((4 * text.length) / 5));
}
