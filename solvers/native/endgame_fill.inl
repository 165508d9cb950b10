// Fills blocks of the table: what is compiled once for each instruction set.
//
// Margins stay below kMost = 64, and some lanes need a value that loses against every margin. A
// byte has room for both if a difference that is too small becomes -128 (`less`):
//
//     kNothing = -64   no move was found so far; below every margin
//     kAbsent  = -128  the "gain" of filling a cell that is not empty in this lane, or of playing
//                      a bomb that is dead there: -128 - x is at most -64 for any x that occurs
//
// The low cells are relaxed in five rounds: after round p the lanes of p empty low cells are final.
// Before it a lane may hold anything from -64 to 7 + 64.

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

// Call `visit` with the number, the gain and the first block of the child of each cell of H.
template <typename Visit>
BOMBE_INLINE void for_each_fill(const Table &table, uint32_t high, Visit visit) {
  const int half = table.half;
  const uint32_t below = high & ((1u << half) - 1);
  const Side &lower = table.sides[0][below], &upper = table.sides[1][high >> half];
  const uint64_t alone_below = lower.alone & upper.apart, alone_above = upper.alone & lower.apart;
  for (uint32_t left = below; left; left &= left - 1) {
    const int cell = __builtin_ctz(left);
    visit(cell, table.high_gains[cell][alone_below >> 3 * cell & 7],
          table.offsets[high ^ (left & -left)]);
  }
  for (uint32_t left = high ^ below; left; left &= left - 1) {
    const int cell = __builtin_ctz(left);
    visit(cell, table.high_gains[cell][alone_above >> 3 * (cell - half) & 7],
          table.offsets[high ^ (left & -left)]);
  }
}

BOMBE_INLINE void gather_low_gains(const Table &table, uint32_t high, Lanes *gains) {
  const uint32_t below = high & ((1u << table.half) - 1);
  const uint64_t free = table.sides[0][below].free & table.sides[1][high >> table.half].free;
  for (int low = 0; low < kLow; low++) gains[low] = load(table.low_gains[low][free >> 3 * low & 7]);
}

BOMBE_INLINE void gather_gains(const Table &table, uint32_t high, Block &block) {
  block.cells = 0;
  const int8_t *const values = table.values;
  for_each_fill(table, high, [&](int, const int8_t *gain, uint32_t child) {
    block.gains[block.cells] = load(gain);
    block.children[block.cells++] = values + static_cast<uint64_t>(child) * kLanes;
  });
  gather_low_gains(table, high, block.low_gains);
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
    best = larger(best, less(block.gains[cell], load(block.children[cell])));
    other = larger(other, less(block.gains[cell + 1], load(block.children[cell + 1])));
  }
  if (cell < block.cells) best = larger(best, less(block.gains[cell], load(block.children[cell])));
  return larger(best, other);
}

BOMBE_INLINE Lanes best_low_fill(const Lanes *gains, Lanes best) {
  Lanes values = best;
  for (int round = 0; round < kLow; round++) {
    const Lanes a = larger(less(gains[0], swap<0>(values)),
                           less(gains[1], swap<1>(values)));
    const Lanes b = larger(less(gains[2], swap<2>(values)),
                           less(gains[3], swap<3>(values)));
    values = larger(larger(a, b), larger(less(gains[4], swap<4>(values)), best));
  }
  return values;
}

BOMBE_INLINE Lanes nothing_in(uint32_t high) {
  int8_t lanes[kLanes] __attribute__((aligned(64)));
  for (int lane = 0; lane < kLanes; lane++) lanes[lane] = kNothing;
  if (!high) lanes[0] = 0;  // nothing is empty: the game is over
  return load(lanes);
}

// The only block of an H without bombs: most are of this kind.
static void fill_one(Table &table, uint32_t high) {
  Lanes gains[kLow], best = nothing_in(high);
  gather_low_gains(table, high, gains);
  const int8_t *const values = table.values;
  for_each_fill(table, high, [&](int, const int8_t *gain, uint32_t child) {
    best = larger(best, less(load(gain), load(values + static_cast<uint64_t>(child) * kLanes)));
  });
  best = best_low_fill(gains, best);
  store(table.peak, larger(load(table.peak), best));
  store(table.values + static_cast<uint64_t>(table.offsets[high]) * kLanes, best);
}

static void fill(Table &table, uint32_t high, uint32_t from, uint32_t to) {
  if (!table.kept_bombs_of(high)) return fill_one(table, high);
  Block block;
  gather_gains(table, high, block);
  list_bombs(table, high, block);
  gather_steps(table, high, block);
  if (from) forward(block, from);
  const Lanes nothing = nothing_in(high);
  Lanes peak = load(table.peak);
  int8_t *const base = table.values + static_cast<uint64_t>(table.offsets[high]) * kLanes;
  for (uint32_t at = from; at < to; at++) {
    Lanes best = best_high_fill(block, nothing);
    for (uint32_t left = at; left; left &= left - 1)
      best = larger(best, less(load(table.skips[block.ids[__builtin_ctz(left)]]),
                               load(base + static_cast<uint64_t>(at ^ (left & -left)) * kLanes)));
    best = best_low_fill(block.low_gains, best);
    peak = larger(peak, best);
    store(base + static_cast<uint64_t>(at) * kLanes, best);
    if (at + 1 == to) break;
    const int64_t *steps = block.steps[__builtin_ctz(at + 1)];
    for (int cell = 0; cell < block.cells; cell++) block.children[cell] += steps[cell];
  }
  store(table.peak, peak);
}
