// @ts-check
// Who can reach which empty cells, and what a fill changes: sets of cells as integers, bit by cell.
//
// A player may play on an empty cell that was given to it at the start or that touches a cell that
// it filled, by a side or a corner. A cell is *open* to a player that may play there now, *shared*
// if both can ever reach it, *private* if only one can, *dead* if nobody can. Whatever is said here
// holds for every way in which the game can go on; bombe.analysis.reach.cells has the proofs.

/** @typedef {1 | 2} Player */
/** @typedef {[bigint, bigint]} Cells a set of cells for each player */

/** What depends only on the size of a board, for steps from cell to cell. */
class CellGrid {
  /** @param {number} size the number of rows */
  constructor(size) {
    const cells = size * size;
    this.size = size;
    let first = 0n;
    for (let cell = 0; cell < cells; cell += size) first |= 1n << BigInt(cell);
    this.full = (1n << BigInt(cells)) - 1n;
    this._width = BigInt(size);
    this._notFirst = this.full ^ first;
    this._notLast = this.full ^ (first << BigInt(size - 1));
  }

  /**
   * Return these cells and all that touch one of them.
   * @param {bigint} cells
   * @returns {bigint}
   */
  spread(cells) {
    const wide = cells | ((cells & this._notLast) << 1n) | ((cells & this._notFirst) >> 1n);
    return (wide | (wide << this._width) | (wide >> this._width)) & this.full;
  }

  /**
   * Return the empty cells that are connected with a seed.
   * @param {bigint} seeds
   * @param {bigint} empty
   * @returns {bigint}
   */
  flood(seeds, empty) {
    let found = seeds & empty;
    for (;;) {
      const wider = this.spread(found) & empty;
      if (wider === found) return found;
      found = wider;
    }
  }
}

/** @type {Map<number, CellGrid>} */
const GRIDS = new Map();

/**
 * Return the steps of boards with so many rows, which are made once.
 * @param {number} size
 * @returns {CellGrid}
 */
export function cellGrid(size) {
  const grid = GRIDS.get(size) ?? new CellGrid(size);
  GRIDS.set(size, grid);
  return grid;
}

/** Who can play where: the cells `open` to each player, and those that it can `ever` reach. */
export class Reach {
  /**
   * @param {CellGrid} grid
   * @param {bigint} empty
   * @param {Cells} near the cells, empty or not, on which each may play while they are empty
   */
  constructor(grid, empty, near) {
    this.grid = grid;
    this.empty = empty;
    this.near = near;
    /** @type {Cells} */
    this.open = [empty & near[0], empty & near[1]];
    /** @type {Cells} */
    this.ever = [grid.flood(this.open[0], empty), grid.flood(this.open[1], empty)];
  }

  /** The cells that somebody can reach. */
  get live() {
    return this.ever[0] | this.ever[1];
  }

  /** The cells that both can reach. */
  get shared() {
    return this.ever[0] & this.ever[1];
  }

  /**
   * The cells that only one player can ever reach, and will fill.
   * @returns {Cells}
   */
  get private() {
    const [first, second] = this.ever;
    return [first & ~second, second & ~first];
  }

  /** The empty cells that nobody can ever reach. */
  get dead() {
    return this.empty & ~this.live;
  }

  /** The number of fills until the end of the game, whoever makes them. */
  get fills() {
    return size(this.live);
  }

  /**
   * Return the cells that a fill opens to its player, and those that the other loses by it.
   * @param {Player} player
   * @param {number} cell that is open to it
   * @returns {{opens: bigint, takes: bigint}}
   */
  fill(player, cell) {
    const other = 2 - player;
    const empty = this.empty & ~bit(cell);
    const opens = this.grid.spread(bit(cell)) & empty & ~this.near[player - 1];
    const stillOpen = this.open[other] & empty;
    const lost = has(this.ever[other], cell)
      ? this.ever[other] & empty & ~this.grid.flood(stillOpen, empty)
      : 0n;
    return { opens, takes: lost };
  }

  /**
   * Return who can reach what once a player has filled a cell that is open to it.
   * @param {Player} player
   * @param {number} cell
   * @returns {Reach}
   */
  after(player, cell) {
    const around = this.grid.spread(bit(cell));
    const [first, second] = this.near;
    /** @type {Cells} */
    const near = player === 1 ? [first | around, second] : [first, second | around];
    return new Reach(this.grid, this.empty & ~bit(cell), near);
  }
}

/**
 * Return the set of one cell.
 * @param {number} cell
 * @returns {bigint}
 */
function bit(cell) {
  return 1n << BigInt(cell);
}

/**
 * Return the set of these cells.
 * @param {Iterable<number>} cells
 * @returns {bigint}
 */
export function setOf(cells) {
  let found = 0n;
  for (const cell of cells) found |= bit(cell);
  return found;
}

/**
 * Return whether a set has a cell.
 * @param {bigint} cells
 * @param {number} cell
 * @returns {boolean}
 */
export function has(cells, cell) {
  return (cells & bit(cell)) !== 0n;
}

/**
 * Return the cells of a set, in order.
 * @param {bigint} cells
 * @returns {number[]}
 */
export function listOf(cells) {
  const digits = cells.toString(2);
  const found = [];
  for (let cell = 0; cell < digits.length; cell++)
    if (digits[digits.length - 1 - cell] === "1") found.push(cell);
  return found;
}

/**
 * Return how many cells a set has.
 * @param {bigint} cells
 * @returns {number}
 */
export function size(cells) {
  let count = 0;
  for (const digit of cells.toString(16)) count += BITS[parseInt(digit, 16)] ?? 0;
  return count;
}

const BITS = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
