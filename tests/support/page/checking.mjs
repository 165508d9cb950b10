// Holds refutations to their reasons with the page's checker: an array of {m, n, values, question,
// refutation} as JSON on stdin, the faults as an array on stdout.

import { readFileSync } from "node:fs";

import { faultIn } from "../../../front/board/analysis/sudoku/why/checker.js";
import { Shape } from "../../../front/board/boards/shape.js";

const proofs = JSON.parse(readFileSync(0, "utf8"));
const faults = proofs.map(({ m, n, values, question, refutation }) =>
  faultIn(Shape.of(m, n), values, question, refutation),
);
process.stdout.write(JSON.stringify(faults));
