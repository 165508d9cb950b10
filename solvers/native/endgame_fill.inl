// Fills blocks of the table: what is compiled once for each instruction set.
//
// Margins stay below kMost = 40, and some lanes need a value that loses against every margin. A
// byte has room for both without saturation or masks:
//
//     kNothing = -40   no move was found so far; below every margin
//     kAbsent  = -80   the "gain" of filling a cell that is not empty in this lane, or of playing
//                      a bomb that is dead there: -80 - x is at most -40 for any x that occurs,
//                      and at least -128
//
// The low cells are relaxed in five rounds: after round p the lanes of p empty low cells are final.
// Before it a lane may hold anything from -40 to 7 + 40, so -80 - x stays in a byte there, too.

constexpr int8_t kNothing = -kMost;

struct Block {
  int bombs;                     // in the blocks of this H
  uint8_t ids[kMostBombs];       // which they are
  int cells;                     // of H
  Lanes gains[kMostCells];       // of each fill
  Lanes low_gains[kLow];
  const int8_t *children[kMostCells];  // where the child of the current block is
  int64_t steps[32][kMostCells];       // how far it moves when the block's lowest 0 bit is set
};

static inline int alone_in(const uint32_t *regions, uint32_t high, uint32_t self) {
  return ((regions[0] & high) == self) | ((regions[1] & high) == self) << 1 |
         ((regions[2] & high) == self) << 2;
}

BOMBE_INLINE void gather_gains(const Table &table, uint32_t high, Block &block) {
  block.cells = 0;
  for (uint32_t left = high; left; left &= left - 1) {
    const int bit = __builtin_ctz(left);
    const int alone = alone_in(table.high_regions[bit + kLow], high, left & -left);
    block.gains[block.cells] = load(table.high_gains[bit][alone]);
    block.children[block.cells++] =
        table.values + static_cast<uint64_t>(table.offsets[high ^ (left & -left)]) * kLanes;
  }
  for (int low = 0; low < kLow; low++)
    block.low_gains[low] = load(table.low_gains[low][alone_in(table.high_regions[low], high, 0)]);
}

// The child of (H, A) by a fill holds the bombs of A that survive it, pressed together: bomb p of
// this H counts for `weight` there, or for nothing. Counting A up by one sets its lowest 0 bit, p,
// and clears all bits below.
static void gather_steps(const Table &table, uint32_t high, Block &block) {
  int cell = 0;
  for (uint32_t left = high; left; left &= left - 1, cell++) {
    const uint64_t kills = table.kills[__builtin_ctz(left) + kLow];
    int64_t weight = kLanes, below = 0;
    for (int p = 0; p < block.bombs; p++) {
      const int64_t counts = kills >> block.ids[p] & 1 ? 0 : weight;
      block.steps[p][cell] = counts - below;
      below += counts;
      if (counts) weight *= 2;
    }
  }
}

static void list_bombs(const Table &table, uint32_t high, Block &block) {
  block.bombs = 0;
  for (uint64_t left = table.kept_bombs_of(high); left; left &= left - 1)
    block.ids[block.bombs++] = static_cast<uint8_t>(__builtin_ctzll(left));
}

// Move the children from block 0 to another one.
static void forward(Block &block, uint32_t to) {
  for (uint32_t at = 0; at < to; at++)
    for (int cell = 0; cell < block.cells; cell++)
      block.children[cell] += block.steps[__builtin_ctz(at + 1)][cell];
}

BOMBE_INLINE Lanes best_high_fill(const Block &block, Lanes best) {
  Lanes other = best;
  int cell = 0;
  for (; cell + 1 < block.cells; cell += 2) {
    best = larger(best, block.gains[cell] - load(block.children[cell]));
    other = larger(other, block.gains[cell + 1] - load(block.children[cell + 1]));
  }
  if (cell < block.cells) best = larger(best, block.gains[cell] - load(block.children[cell]));
  return larger(best, other);
}

BOMBE_INLINE Lanes best_low_fill(const Block &block, Lanes best) {
  Lanes values = best;
  for (int round = 0; round < kLow; round++) {
    const Lanes a = larger(block.low_gains[0] - swap<0>(values),
                           block.low_gains[1] - swap<1>(values));
    const Lanes b = larger(block.low_gains[2] - swap<2>(values),
                           block.low_gains[3] - swap<3>(values));
    values = larger(larger(a, b), larger(block.low_gains[4] - swap<4>(values), best));
  }
  return values;
}

static void fill(Table &table, uint32_t high, uint32_t from, uint32_t to) {
  Block block;
  gather_gains(table, high, block);
  list_bombs(table, high, block);
  if (block.bombs) gather_steps(table, high, block);
  if (from) forward(block, from);
  int8_t start[kLanes] __attribute__((aligned(64)));
  for (int lane = 0; lane < kLanes; lane++) start[lane] = kNothing;
  if (!high) start[0] = 0;  // nothing is empty: the game is over
  const Lanes nothing = load(start);
  Lanes peak = load(table.peak);
  int8_t *const base = table.values + static_cast<uint64_t>(table.offsets[high]) * kLanes;
  for (uint32_t at = from; at < to; at++) {
    Lanes best = best_high_fill(block, nothing);
    for (uint32_t left = at; left; left &= left - 1)
      best = larger(best, load(table.skips[block.ids[__builtin_ctz(left)]]) -
                              load(base + static_cast<uint64_t>(at ^ (left & -left)) * kLanes));
    best = best_low_fill(block, best);
    peak = larger(peak, best);
    store(base + static_cast<uint64_t>(at) * kLanes, best);
    if (at + 1 == to) break;
    const int64_t *steps = block.steps[__builtin_ctz(at + 1)];
    for (int cell = 0; cell < block.cells; cell++) block.children[cell] += steps[cell];
  }
  store(table.peak, peak);
}
