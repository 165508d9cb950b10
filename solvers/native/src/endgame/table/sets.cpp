// What a table needs before anything is counted: gains of fills, and which bombs live in which
// sets.
#include <cstring>

#include "endgame/table/table.h"

namespace bombe::endgame {

namespace {

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
  for (uint64_t bombs = layout.all; bombs; bombs &= bombs - 1) {
    const int bomb = __builtin_ctzll(bombs);
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
  bombs_in[all] = table.layout.all;
  for (uint32_t cells = all; cells-- > 0;) {
    const uint32_t missing = ~cells & all;
    bombs_in[cells] =
        bombs_in[cells | (missing & -missing)] & ~table.kills[first + __builtin_ctz(missing)];
  }
}

}  // namespace

bool take_sets(Table &table, Arena &arena) {
  Plan &plan = table.plans[table.cross];
  const int low = kLaneCells + table.cross;
  if (!plan.high_gains && !make(plan, table.layout, low, arena)) return false;
  table.plan = &plan;
  const int rest = plan.high - plan.half;
  const uint64_t bombs = table.layout.all ? 64 - __builtin_clzll(table.layout.all) : 0;
  table.skips = arena.take_zeroed<int8_t>(bombs << low);
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

}  // namespace bombe::endgame
