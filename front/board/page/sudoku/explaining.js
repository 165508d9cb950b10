// @ts-check
// An explanation step by step: what each step says, and which cells it lights.

/** @typedef {readonly [number, number]} Square */
/** @typedef {{move: readonly number[], number: number}} Placed */
/**
 * @typedef {object} Shown  what the board lights at a step
 * @property {Square[]} asked    the cell of the question
 * @property {Square[]} cells    what the step is about
 * @property {Square[]} because  what it follows from
 * @property {Square[]} end      where the absurdity is
 * @property {Square[]} core
 * @property {Placed[]} placed   what is placed so far, tried values included
 */
/** @typedef {{text: string, depth: number, number: number, shown: Shown}} ExplainedStep */

const NUMBERED = /^\d+\. /;

/**
 * Return the steps of an explanation: what is supposed, the deductions, and the absurdity at the
 * end; none if it has no chain.
 * @param {any} answer  bombe.why/1
 * @returns {ExplainedStep[]}
 */
export function stepsOf(answer) {
  if (!answer.end) return [];
  const walk = new Walk(answer);
  const supposed = answer.question === "bomb" && answer.move ? [{ move: answer.move, number: 0 }] : [];
  if ((answer.chain ?? []).length) walk.add(0, { placed: supposed });
  walk.chain(answer.chain ?? [], answer.end, supposed, 0);
  return walk.steps;
}

/** Goes through a chain and the lines of its text, which are in the same order. */
class Walk {
  /**
   * @param {any} answer
   */
  constructor(answer) {
    this.answer = answer;
    this.lines = String(answer.text ?? "").split("\n").map((line) => line.trim());
    const place = answer.move ?? answer.cell;
    /** @type {Square[]} */
    this.asked = place ? [[place[0], place[1]]] : [];
    /** @type {Map<number, any>} */
    this.byNumber = new Map();
    /** @type {ExplainedStep[]} */
    this.steps = [];
  }

  /**
   * @param {number} depth
   * @param {Partial<Shown>} shown
   */
  add(depth, shown) {
    const line = this.lines.shift() ?? "";
    const number = Number(NUMBERED.exec(line)?.[0].slice(0, -2) ?? 0);
    const usual = { asked: this.asked, cells: [], because: [], end: [], core: this.answer.core ?? [], placed: [] };
    this.steps.push({ text: line.replace(NUMBERED, ""), depth, number, shown: { ...usual, ...shown } });
  }

  /**
   * @param {any[]} chain
   * @param {any} end
   * @param {Placed[]} before  what is placed where the chain begins
   * @param {number} depth
   */
  chain(chain, end, before, depth) {
    let placed = before;
    for (const step of chain) {
      this.byNumber.set(step.number, step);
      if (step.place) placed = [...placed, { move: step.place, number: step.number }];
      this.add(depth, { cells: squaresOf(step), because: this.reasons(step), placed });
      if (!step.case) continue;
      const tried = (step.removes ?? []).slice(0, 1).map((/** @type {number[]} */ move) => ({ move, number: step.number }));
      this.chain(step.case.chain, step.case.end, [...placed, ...tried], depth + 1);
    }
    this.add(depth, { end: this.endCells(end), because: this.reasons(end), placed });
  }

  /**
   * @param {any} step
   * @returns {Square[]}
   */
  reasons({ because = [], after = [] }) {
    const earlier = after.map((/** @type {number} */ number) => this.byNumber.get(number)).filter(Boolean);
    return [...because, ...earlier.flatMap(squaresOf)];
  }

  /**
   * Return the cells in which an absurdity is seen: a cell, or a whole region.
   * @param {any} end
   * @returns {Square[]}
   */
  endCells(end) {
    if (end.cell) return [[end.cell[0], end.cell[1]]];
    return end.region ? regionCells(end.region, this.answer.m, this.answer.n) : [];
  }
}

/**
 * @param {any} step
 * @returns {Square[]}
 */
function squaresOf(step) {
  const moves = [...(step.place ? [step.place] : []), ...(step.removes ?? [])];
  return [...moves.map(([row, column]) => /** @type {Square} */ ([row, column])), ...(step.cells ?? [])];
}

/**
 * Return the cells of a region by its name, "row 0", "column 3" or "box 5".
 * @param {string} name
 * @param {number} m
 * @param {number} n
 * @returns {Square[]}
 */
export function regionCells(name, m, n) {
  const [kind, text] = name.split(" ");
  const index = Number(text);
  return Array.from({ length: m * n }, (_, at) => {
    if (kind === "row") return [index, at];
    if (kind === "column") return [at, index];
    return [Math.floor(index / m) * m + Math.floor(at / n), (index % m) * n + (at % n)];
  });
}
