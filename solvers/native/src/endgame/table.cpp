// The table of an endgame: its layout in memory, the order of the work, looking values up.
#include "endgame/table.h"

#include <cstring>

#include "cpu.h"

namespace bombe::endgame {

namespace {

constexpr int kSmall = 16;          // so many cells need no long blocks
constexpr uint32_t kPiece = 1024;   // blocks, or H to count, between two looks at the clock
constexpr uint32_t kLeftOut = ~0u;  // in place of an offset

int bit_count(uint64_t bits) { return __builtin_popcountll(bits); }

// Gains of a fill, or what stands for them where the cell is a low one that is not empty.
void set_gains(int8_t *gains, const uint64_t *regions, int low, int low_cell) {
  const uint32_t self = low_cell < 0 ? 0 : 1u << low_cell;
  const uint32_t all = 1u << low;
  for (uint32_t cells = 0; cells < all; cells++) {
    int completed = 0;  // a bit for each region
    for (int j = 0; j < 3; j++) completed |= ((regions[j] & cells) == self) << j;
    const bool is_absent = low_cell >= 0 && !(cells & self);
    for (uint32_t alone = 0; alone < 8; alone++) {
      const int points = (1 << bit_count(completed & alone)) - 1;
      gains[(alone << low) + cells] = static_cast<int8_t>(is_absent ? -128 : points);
    }
  }
}

// Three bits for each cell from `first` on: whether its regions hold nothing of the set.
uint64_t apart_from(const Layout &layout, uint64_t set, int first, int count) {
  uint64_t bits = 0;
  for (int i = 0; i < count && first + i < layout.cells; i++)
    for (int j = 0; j < 3; j++)
      if (!(layout.regions[first + i][j] & set & ~(1ull << (first + i))))
        bits |= 1ull << (3 * i + j);
  return bits;
}

// The half of `count` cells from `first` on; the other one has `others` from `other` on.
void set_side(Side *side, const Layout &layout, int low, int first, int count, int other,
              int others) {
  for (uint32_t cells = 0; cells < 1u << count; cells++) {
    const uint64_t set = static_cast<uint64_t>(cells) << first;
    side[cells] = {apart_from(layout, set, first, count), apart_from(layout, set, other, others),
                   apart_from(layout, set, 0, low)};
  }
}

// Quarter q of three vectors, of the last twice, is put together in vector q.
void set_trio(int8_t *to, const int8_t *gains, const int *vectors) {
  for (int quarter = 0; quarter < 4; quarter++)
    for (int i = 0; i < 4; i++)
      std::memcpy(to + quarter * kLanes + i * 8, gains + vectors[i] * kLanes + quarter * 8, 8);
}

void set_trios(Plan &plan) {
  constexpr int kTrios[2][4] = {{1, 2, 4, 4}, {3, 5, 6, 6}};
  for (int cell = 0; cell < kLaneCells; cell++)
    for (int free = 0; free < 8; free++)
      for (int trio = 0; trio < 2; trio++)
        set_trio(plan.trio_gains + ((cell * 8 + free) * 2 + trio) * 4 * kLanes,
                 plan.low_gain(cell, free), kTrios[trio]);
}

bool make(Plan &plan, const Layout &layout, int low, Arena &arena) {
  const int high = layout.cells > low ? layout.cells - low : 0, half = high / 2;
  plan = {low, high, half, nullptr, nullptr, nullptr, {}};
  for (int i = 0; i < 2; i++)
    plan.sides[i] = arena.take_zeroed<Side>(1ull << (i ? high - half : half));
  int8_t *const low_gains = arena.take_zeroed<int8_t>(static_cast<uint64_t>(8 * low) << low);
  int8_t *const gains = arena.take_zeroed<int8_t>(static_cast<uint64_t>(8 * high) << low);
  plan.trio_gains = arena.take_zeroed<int8_t>(kLaneCells * 8 * 2 * 4 * kLanes);
  if (!plan.sides[0] || !plan.sides[1] || !low_gains || !gains || !plan.trio_gains) return false;
  set_side(plan.sides[0], layout, low, low, half, low + half, high - half);
  set_side(plan.sides[1], layout, low, low + half, high - half, low, half);
  plan.low_gains = low_gains;
  plan.high_gains = gains;
  // Low cells that do not exist take part, without points; their lanes are never looked up.
  for (int cell = 0; cell < low; cell++)
    set_gains(low_gains + (static_cast<uint64_t>(8 * cell) << low), layout.regions[cell], low,
              cell);
  for (int cell = 0; cell < high; cell++)
    set_gains(gains + (static_cast<uint64_t>(8 * cell) << low), layout.regions[low + cell], low,
              -1);
  if (low == kMostLow) set_trios(plan);
  return true;
}

void set_bombs(Table &table) {
  const Layout &layout = table.layout;
  const int low = table.plan->low;
  std::memset(table.kills, 0, sizeof table.kills);
  for (int bomb = 0; bomb < layout.bombs; bomb++) {
    const uint64_t killers = layout.killers[bomb];
    for (uint64_t left = killers; left; left &= left - 1)
      table.kills[__builtin_ctzll(left)] |= 1ull << bomb;
    const uint64_t low_killers = killers & ((1ull << low) - 1);
    for (uint64_t cells = 0; cells < 1ull << low; cells++)
      table.skips[(static_cast<uint64_t>(bomb) << low) + cells] = low_killers & ~cells ? -128 : 0;
  }
}

// The bombs that no cell kills among the `count` cells from `first` on.
void set_bombs_in(uint64_t *bombs_in, const Table &table, int first, int count) {
  const uint32_t all = (1u << count) - 1;
  const int bombs = table.layout.bombs;
  bombs_in[all] = bombs == kMostBombs ? ~0ull : (1ull << bombs) - 1;
  for (uint32_t cells = all; cells-- > 0;) {
    const uint32_t missing = ~cells & all;
    bombs_in[cells] =
        bombs_in[cells | (missing & -missing)] & ~table.kills[first + __builtin_ctz(missing)];
  }
}

// Memory for all that is needed to count, with so many low cells.
bool take_sets(Table &table, Arena &arena) {
  Plan &plan = table.plans[table.cross];
  const int low = kLaneCells + table.cross;
  if (!plan.high_gains && !make(plan, table.layout, low, arena)) return false;
  table.plan = &plan;
  const int rest = plan.high - plan.half;
  table.skips = arena.take_zeroed<int8_t>(static_cast<uint64_t>(table.layout.bombs) << low);
  table.bombs_in[0] = arena.take_zeroed<uint64_t>(1ull << plan.half);
  table.bombs_in[1] = arena.take_zeroed<uint64_t>(1ull << rest);
  const uint64_t sets = 1ull << plan.high;
  table.offsets = table.left_outs ? arena.take_zeroed<uint32_t>(sets) : arena.take<uint32_t>(sets);
  if (!table.skips || !table.bombs_in[0] || !table.bombs_in[1] || !table.offsets) return false;
  set_bombs(table);
  set_bombs_in(table.bombs_in[0], table, low, plan.half);
  set_bombs_in(table.bombs_in[1], table, low + plan.half, rest);
  return true;
}

void mark_left_out(Table &table) {
  const int low = table.plan->low;
  for (int i = 0; i < table.left_outs; i++)
    if (!(table.left_out[i] & ((1ull << low) - 1)))
      table.offsets[table.left_out[i] >> low] = kLeftOut;
}

uint64_t bytes_with(const Table &table, int cross, int depth) {
  uint64_t blocks = 0;
  for (int bombs = 0; bombs <= kMostBombs; bombs++) {
    if (!table.with_bombs[cross][bombs]) continue;  // a word cannot be shifted by 64
    const int kept = bombs < depth ? bombs : depth;
    blocks += static_cast<uint64_t>(table.with_bombs[cross][bombs]) << kept;
  }
  return blocks << (kLaneCells + cross);
}

// How long the blocks should be: long ones take less time for each byte, but more bytes. The
// shortest if there is no room for all bombs.
int choose_cross(const Table &table, uint64_t most) {
  // Measured, with the time that the system takes for a page.
  constexpr double kTime[kMostCross + 1] = {64, 58, 46, 42};
  int best = 0;
  double least = 0;
  for (int cross = 0; cross <= table.cross; cross++) {
    const uint64_t bytes = table.layout.bombs > 30 ? ~0ull : bytes_with(table, cross, kMostBombs);
    const double time = kTime[cross] * static_cast<double>(bytes);
    if (bytes > most || (least > 0 && time > least)) continue;
    best = cross;
    least = time;
  }
  return best;
}

uint64_t room(const Table &table, const Arena &arena) {
  return arena.left() < table.most_bytes ? arena.left() : table.most_bytes;
}

// Memory for as many bombs as there is room for.
void choose_depth(Table &table, Arena &arena) {
  const int cross = table.is_cross_final ? table.cross : choose_cross(table, room(table, arena));
  if (cross < table.cross) {
    arena.rewind(table.used_before);
    table.plans[table.cross] = {};
    table.cross = cross;
    if (!take_sets(table, arena)) {
      table.stage = kNoRoom;
      return;
    }
  }
  const uint64_t most = room(table, arena);
  table.depth = 0;
  while (table.depth < 30 && table.depth < table.layout.bombs &&
         bytes_with(table, cross, table.depth + 1) <= most)
    table.depth++;
  table.values = arena.take<int8_t>(bytes_with(table, cross, table.depth));
  table.stage = table.values ? kFilling : kNoRoom;
  table.next_high = table.next_block = table.end_block = 0;
}

// Count the bombs of an H, for blocks that are shorter as well: some of their low cells are high.
void count_bombs(Table &table, uint32_t high) {
  const uint64_t all = table.bombs_of(high);
  table.with_bombs[table.cross][bit_count(all)]++;
  if (table.is_cross_final) return;
  for (int cross = 0; cross < table.cross; cross++) {
    for (uint32_t cells = 0; cells < 1u << table.cross; cells += 1u << cross) {
      uint64_t bombs = all;
      for (int i = cross; i < table.cross; i++)
        if (!(cells >> i & 1)) bombs &= ~table.kills[kLaneCells + i];
      table.with_bombs[cross][bit_count(bombs)]++;
    }
  }
}

void count_piece(Table &table) {
  const uint64_t end = 1ull << table.plan->high;
  uint64_t high = table.next_high;
  for (const uint64_t until = high + kPiece < end ? high + kPiece : end; high < until; high++) {
    const uint32_t cells = static_cast<uint32_t>(high);
    const bool is_left_out = table.left_outs && table.is_left_out(cells);
    table.offsets[high] = is_left_out ? kLeftOut : 0;
    if (!is_left_out) count_bombs(table, cells);
  }
  table.next_high = high;
}

// Fill up to `most` blocks; a long H may be left in its midst. How many they were.
int64_t fill_piece(Table &table, int64_t most) {
  const uint64_t end = 1ull << table.plan->high;
  const Filler filler = table.fillers[table.cross];
  int64_t done = 0;
  while (done < most && table.next_high < end) {
    const uint32_t high = static_cast<uint32_t>(table.next_high);
    if (table.left_outs && table.offsets[high] == kLeftOut) {
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
    filler(table, high, static_cast<uint32_t>(from), static_cast<uint32_t>(to));
    done += to - from;
    table.next_block = to == blocks ? 0 : static_cast<uint64_t>(to);
    table.next_high += to == blocks;
  }
  return done;
}

bool is_too_wide(const Table &table) {
  for (int8_t value : table.peak)
    if (value <= -kMost) return true;
  return false;
}

}  // namespace

const Filler *best_fillers() {
#if defined(__x86_64__)
  if (vector_bits() >= 256) return kFill256;
#endif
  return kFill128;
}

uint64_t least_bytes(int cells) {
  const int high = cells > kLaneCells ? cells - kLaneCells : 0;
  return sizeof(Table) + ((sizeof(Side) + sizeof(uint64_t)) << (high / 2 + 2)) +
         (sizeof(uint32_t) << high) + (static_cast<uint64_t>(8 * cells + kLanes) << kLaneCells) +
         (static_cast<uint64_t>(kLanes) << high) + 16 * kAlignment;
}

void begin(Table &table, Plan *plans, const Filling &filling, uint64_t most_bytes, Arena &arena) {
  table.plans = plans;
  table.fillers = filling.fillers;
  table.most_bytes = most_bytes;
  // Few cells are done before long blocks pay.
  const int cross = table.layout.cells - kSmall;
  table.cross = cross < 0 ? 0 : cross < kMostCross ? cross : kMostCross;
  if (filling.cross >= 0) table.cross = filling.cross;
  table.is_cross_final = table.left_outs || filling.cross >= 0;
  table.used_before = arena.used();
  table.stage = take_sets(table, arena) ? kCounting : kNoRoom;
  if (table.stage == kCounting) mark_left_out(table);
}

Status go_on(Table &table, Arena &arena, Budget &budget) {
  while (table.stage == kCounting) {
    count_piece(table);
    if (table.next_high >> table.plan->high) choose_depth(table, arena);
    if (!has_time(budget, kPiece / 256)) return kOutOfBudget;
  }
  while (table.stage == kFilling) {
    if (budget.nodes_left <= 0) return kOutOfBudget;
    budget.nodes_left -= fill_piece(table, budget.nodes_left < kPiece ? budget.nodes_left : kPiece);
    if (is_too_wide(table)) table.stage = kTooWide;
    else if (table.next_high >> table.plan->high) table.stage = kFilled;
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
    if (with_bombs[cross][count]) return false;
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
  const int low = plan->low;
  const uint32_t high_cells = static_cast<uint32_t>(empty >> low);
  const uint64_t kept = usable ? kept_bombs_of(high_cells) : 0;
  if (usable & ~kept) return false;
  const uint64_t block = offsets[high_cells] + block_of(usable, kept);
  value = -values[(block << low) + (empty & ((1ull << low) - 1))];
  return true;
}

// The margin with fewer bombs, but as odd or even a number of them.
int Table::guess(uint64_t empty, uint64_t usable) const {
  uint64_t known = usable & kept_bombs_of(static_cast<uint32_t>(empty >> plan->low));
  if ((bit_count(known) ^ bit_count(usable)) & 1) known &= known - 1;
  int value = 0;
  look_up(empty, known, value);
  return value;
}

}  // namespace bombe::endgame
