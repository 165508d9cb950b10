// Answers about many boards: lines of "m n board" on stdin, the board as a hex digit pair for each
// cell; on stdout for each its count up to 3, the kind of the count, and a hash of its verdicts.
//
// Its argument is the kernel, gzipped.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

import { solverFor } from "../../../front/board/solvers/boards.js";
import { Kernel } from "../../../front/board/solvers/kernel.js";
import { Task } from "../../../front/board/worker/task.js";

const LIMIT = 3;

const kernel = await Kernel.from(gunzipSync(readFileSync(process.argv[2])));
const task = new Task(() => {});
const answers = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [m, n, hex] = line.split(" ");
  const values = Buffer.from(hex, "hex");
  const solver = solverFor(kernel, { m: Number(m), n: Number(n) });
  const { value, kind } = await solver.count(values, LIMIT, task);
  const { verdicts } = await solver.audit(values, task);
  answers.push(`${value} ${kind} ${createHash("sha256").update(verdicts).digest("hex")}\n`);
}
process.stdout.write(answers.join(""));
