// The table of an endgame: its layout in memory, the order of the work, looking values up.
#include "endgame_table.h"

#include <cstring>

#include "nine.h"

namespace bombe::endgame {

namespace {

constexpr uint32_t kPiece = 1024;  // blocks, or H to count, between two looks at the clock
constexpr uint32_t kLeftOut = ~0u;  // in place of an offset

int bit_count(uint64_t bits) { return __builtin_popcountll(bits); }

// The points of a fill that completes regions: 0, 1, 3, 7.
int8_t points(int regions) { return static_cast<int8_t>((1 << regions) - 1); }

void set_gains(int8_t (*gains)[kLanes], const uint64_t *regions, int low_cell) {
  const int self = low_cell < 0 ? 0 : 1 << low_cell;
  for (int alone = 0; alone < 8; alone++)
    for (int lane = 0; lane < kLanes; lane++) {
      int completed = 0;
      for (int j = 0; j < 3; j++)
        completed += (alone >> j & 1) && (static_cast<int>(regions[j]) & lane) == self;
      const bool is_absent = low_cell >= 0 && !(lane & self);
      gains[alone][lane] = is_absent ? -128 : points(completed);
    }
}

// Three bits for each cell from `first` on: whether its regions hold nothing of the set.
uint64_t apart_from(const Layout &layout, uint64_t set, int first, int count) {
  uint64_t bits = 0;
  for (int i = 0; i < count && first + i < layout.cells; i++)
    for (int j = 0; j < 3; j++)
      if (!(layout.regions[first + i][j] & set & ~(1ull << (first + i)))) bits |= 1ull << (3 * i + j);
  return bits;
}

// The half of `count` cells from `first` on; the other one has `others` from `other` on.
void set_side(Side *side, const Table &table, const Layout &layout, int first, int count, int other,
              int others) {
  const uint32_t all = (1u << count) - 1;
  for (uint32_t cells = 0; cells <= all; cells++) {
    const uint64_t set = static_cast<uint64_t>(cells) << first;
    Side &entry = side[cells];
    entry.bombs = table.bombs == kMostBombs ? ~0ull : (1ull << table.bombs) - 1;
    for (uint32_t missing = ~cells & all; missing; missing &= missing - 1)
      entry.bombs &= ~table.kills[first + __builtin_ctz(missing)];
    entry.alone = apart_from(layout, set, first, count);
    entry.apart = apart_from(layout, set, other, others);
    entry.free = apart_from(layout, set, 0, kLow);
  }
}

void set_cells(Table &table, const Layout &layout) {
  for (int cell = kLow; cell < layout.cells; cell++)
    set_gains(table.high_gains[cell - kLow], layout.regions[cell], -1);
  // Low cells that do not exist take part, without points; nobody looks their lanes up.
  for (int low = 0; low < kLow; low++) set_gains(table.low_gains[low], layout.regions[low], low);
}

void set_bombs(Table &table, const Layout &layout) {
  for (int bomb = 0; bomb < layout.bombs; bomb++) {
    const uint64_t killers = layout.killers[bomb];
    for (uint64_t left = killers; left; left &= left - 1)
      table.kills[__builtin_ctzll(left)] |= 1ull << bomb;
    for (int lane = 0; lane < kLanes; lane++)
      table.skips[bomb][lane] = killers % kLanes & ~static_cast<uint64_t>(lane) ? -128 : 0;
  }
}

uint64_t blocks_with(const Table &table, int depth) {
  uint64_t blocks = 0;
  for (int bombs = 0; bombs <= kMostBombs; bombs++) {
    const int kept = bombs < depth ? bombs : depth;
    blocks += static_cast<uint64_t>(table.with_bombs[bombs]) << kept;
  }
  return blocks;
}

// Memory for as many bombs as there is room for.
void choose_depth(Table &table, Arena &arena) {
  uint64_t most = static_cast<uint64_t>(arena.end - arena.next) / kLanes;
  if (most > table.most_blocks) most = table.most_blocks;
  table.depth = 0;
  while (table.depth < 30 && table.depth < table.bombs && blocks_with(table, table.depth + 1) <= most)
    table.depth++;
  table.values = static_cast<int8_t *>(arena.take(blocks_with(table, table.depth) * kLanes));
  table.stage = table.values ? kFilling : kNoRoom;
  table.next_high = table.next_block = table.end_block = 0;
}

bool take_sets(Table &table, const Layout &layout, Arena &arena) {
  const int half = table.half, rest = table.high - half;
  table.sides[0] = static_cast<Side *>(arena.take(sizeof(Side) << half));
  table.sides[1] = static_cast<Side *>(arena.take(sizeof(Side) << rest));
  table.offsets = static_cast<uint32_t *>(arena.take(sizeof(uint32_t) << table.high));
  if (!table.sides[0] || !table.sides[1] || !table.offsets) return false;
  set_side(table.sides[0], table, layout, kLow, half, kLow + half, rest);
  set_side(table.sides[1], table, layout, kLow + half, rest, kLow, half);
  return true;
}

void count_piece(Table &table) {
  const uint64_t end = 1ull << table.high;
  uint64_t high = table.next_high;
  for (const uint64_t until = high + kPiece < end ? high + kPiece : end; high < until; high++) {
    const uint32_t cells = static_cast<uint32_t>(high);
    if (table.leaves_out && table.is_left_out(cells)) table.offsets[high] = kLeftOut;
    else table.with_bombs[bit_count(table.bombs_of(cells))]++;
  }
  table.next_high = high;
}

// Fill up to `most` blocks; a long H may be left in its midst. How many they were.
int64_t fill_piece(Table &table, int64_t most) {
  const uint64_t end = 1ull << table.high;
  int64_t done = 0;
  while (done < most && table.next_high < end) {
    const uint32_t high = static_cast<uint32_t>(table.next_high);
    if (table.offsets[high] == kLeftOut) {
      table.next_high++;
      continue;
    }
    if (!table.next_block) {
      table.offsets[high] = static_cast<uint32_t>(table.end_block);
      table.end_block += 1ull << bit_count(table.kept_bombs_of(high));
    }
    const int64_t blocks = static_cast<int64_t>(table.end_block - table.offsets[high]);
    const int64_t from = static_cast<int64_t>(table.next_block);
    const int64_t to = blocks - from > most - done ? from + most - done : blocks;
    table.filler(table, high, static_cast<uint32_t>(from), static_cast<uint32_t>(to));
    done += to - from;
    table.next_block = to == blocks ? 0 : static_cast<uint64_t>(to);
    table.next_high += to == blocks;
  }
  return done;
}

bool is_too_wide(const Table &table) {
  for (int8_t value : table.peak)
    if (value >= kMost) return true;
  return false;
}

}  // namespace

Filler best_filler() {
#if defined(__x86_64__)
  if (!std::strncmp(nine::instructions(), "avx", 3)) return kFill256;
#endif
  return kFill128;
}

uint64_t least_bytes(int cells) {
  const int high = cells > kLow ? cells - kLow : 0;
  return sizeof(Table) + (sizeof(Side) << (high / 2 + 2)) + (sizeof(uint32_t) << high) +
         (static_cast<uint64_t>(kLanes) << high) + 8 * kAlignment;
}

void begin(Table &table, const Layout &layout, Filler filler, uint64_t most_blocks, Arena &arena) {
  table.most_blocks = most_blocks;
  table.filler = filler;
  table.cells = layout.cells;
  table.bombs = layout.bombs;
  table.high = layout.cells > kLow ? layout.cells - kLow : 0;
  table.half = table.high / 2;
  set_cells(table, layout);
  set_bombs(table, layout);
  table.stage = take_sets(table, layout, arena) ? kCounting : kNoRoom;
}

void leave_out(Table &table, uint64_t cells) {
  if (table.stage != kCounting || cells % kLanes) return;
  table.offsets[cells >> kLow] = kLeftOut;
  table.leaves_out = true;
}

Status go_on(Table &table, Arena &arena, Budget &budget) {
  while (table.stage == kCounting) {
    count_piece(table);
    if (table.next_high >> table.high) choose_depth(table, arena);
    if (!has_time(budget, kPiece / 256)) return kOutOfBudget;
  }
  while (table.stage == kFilling) {
    if (budget.nodes_left <= 0) return kOutOfBudget;
    budget.nodes_left -= fill_piece(table, budget.nodes_left < kPiece ? budget.nodes_left : kPiece);
    if (is_too_wide(table)) table.stage = kTooWide;
    else if (table.next_high >> table.high) table.stage = kFilled;
    else if (!has_time(budget, kPiece / 8)) return kOutOfBudget;
  }
  return kDone;
}

// Whether all of some cells that were left out are empty: then so they are in a child.
bool Table::is_left_out(uint32_t high_cells) const {
  if (offsets[high_cells] == kLeftOut) return true;
  for (uint32_t left = high_cells; left; left &= left - 1)
    if (offsets[high_cells ^ (left & -left)] == kLeftOut) return true;
  return false;
}

bool Table::holds_all() const {
  for (int count = depth + 1; count <= kMostBombs; count++)
    if (with_bombs[count]) return false;
  return true;
}

uint64_t Table::kept_bombs_of(uint32_t high_cells) const {
  const uint64_t all = bombs_of(high_cells);
  if (bit_count(all) <= depth) return all;
  uint64_t rest = all;
  for (int i = 0; i < depth; i++) rest &= rest - 1;
  return all ^ rest;
}

namespace {

uint64_t block_of(uint64_t usable, uint64_t kept) {
  uint64_t block = 0;
  for (uint64_t left = usable; left; left &= left - 1)
    block |= 1ull << bit_count(kept & ((left & -left) - 1));
  return block;
}

}  // namespace

// The margin; false: more bombs are usable than the table knows about.
bool Table::look_up(uint64_t empty, uint64_t usable, int &value) const {
  const uint32_t high_cells = static_cast<uint32_t>(empty >> kLow);
  const uint64_t kept = usable ? kept_bombs_of(high_cells) : 0;
  if (usable & ~kept) return false;
  const uint64_t block = offsets[high_cells] + block_of(usable, kept);
  value = values[block * kLanes + empty % kLanes];
  return true;
}

// The margin with fewer bombs, but as odd or even a number of them.
int Table::guess(uint64_t empty, uint64_t usable) const {
  uint64_t known = usable & kept_bombs_of(static_cast<uint32_t>(empty >> kLow));
  if ((bit_count(known) ^ bit_count(usable)) & 1) known &= known - 1;
  int value = 0;
  look_up(empty, known, value);
  return value;
}

}  // namespace bombe::endgame
