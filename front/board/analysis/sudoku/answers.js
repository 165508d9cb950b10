// @ts-check
// The types of answers, as Python declares their fields; made by BOMBE_REWRITE_DOCS=1 pytest tests/project/test_schemas.py.

/**
 * @typedef {object} AuditAnswer  bombe.audit/1
 * @property {string} schema  the kind of answer, such as `bombe.audit/1`
 * @property {boolean} final  more time would not change the answer
 * @property {string} board  N * N symbols, row by row, `.` for an empty cell; 1 to 9, then A = 10
 * @property {number} m  rows of a box
 * @property {number} n  columns of a box; N = m * n
 * @property {string} rules  the play mode
 * @property {number} givens  filled cells
 * @property {any[]} clashes  values that are twice in a region; JSON has the region, the value and the cells
 * @property {{value: number, kind: "exact" | "at_least"}} solutions  how many solutions, up to `--limit`: `exact`, or `at_least`
 * @property {number[][]} safe  safe moves; JSON lists row, column and value, counted from 0, 0 and 1
 * @property {number[][]} bombs  bombs; JSON lists them
 * @property {number[][]} undecided  legal moves that are neither, for time ended
 * @property {number[][]} forced  cells with one true candidate; JSON lists the moves
 * @property {number[][]} taboo  moves that are taboo
 * @property {number} playable  cells on which the mover may play
 * @property {{direct: number, singles: number, pairs: number, cases: number, unrated: number, moves: any[]}} [ratings]  with `--rate`: how many bombs are seen how; JSON has the rating of each
 * @property {string} summary  in one sentence
 */

export {};
