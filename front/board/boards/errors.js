// @ts-check
// Every error that the page raises on purpose, as bombe.boards.errors has them.

class NamedError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = new.target.name;
  }
}

/** Values that do not fit a shape or a grid, or a shape that cannot be. */
export class BoardError extends NamedError {}

/** A call, an option or a wish that makes no sense. */
export class UsageError extends NamedError {}

/** A move that the rules refuse; it carries all the reasons. */
export class IllegalMoveError extends NamedError {
  /**
   * @param {string} move the text of the move
   * @param {readonly string[]} reasons
   */
  constructor(move, reasons) {
    super(`${move} is refused: ${reasons.join("; ")}`);
    this.move = move;
    this.reasons = reasons;
  }
}

/** A text that cannot be read: what is wrong, where, and what to do about it. */
export class TextError extends NamedError {
  /**
   * Lines and columns are counted from 1; 0 is unknown.
   * @param {string} problem
   * @param {string} remedy
   * @param {number} [line]
   * @param {number} [column]
   */
  constructor(problem, remedy, line = 0, column = 0) {
    super(`${problem}; ${remedy}`);
    this.problem = problem;
    this.remedy = remedy;
    this.line = line;
    this.column = column;
  }

  /** Where it is, for people: "line 3, column 5"; "" where that is unknown. */
  get where() {
    if (!this.line) return "";
    return this.column ? `line ${this.line}, column ${this.column}` : `line ${this.line}`;
  }
}
