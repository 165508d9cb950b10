// Answers the page's questions outside a browser: a JSON line each on stdin, and on stdout.
//
//     {"id": 1, "ask": "solution", "params": {...}}    a question
//     {"id": 1, "cancel": true}                        its answer is not wanted any more
//     {"id": 1, "report": ...}                         what is known so far
//     {"id": 1, "answer": ...}                         or "error": {"name": ..., "message": ...}
//
// Its argument is the kernel, gzipped or not.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

import { Desk } from "../../../front/board/worker/desk.js";

const GZIP = 0x1f;

const file = readFileSync(process.argv[2]);
const kernel = file[0] === GZIP ? gunzipSync(file) : file;
const desk = new Desk((reply) => process.stdout.write(`${JSON.stringify(reply)}\n`));
void desk.take({ kernel });
for await (const line of createInterface({ input: process.stdin })) void desk.take(JSON.parse(line));
