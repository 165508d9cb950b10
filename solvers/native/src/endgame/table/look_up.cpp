// What a filled table says of a position, and how far it is.
#include "endgame/game.h"
#include "endgame/table/table.h"

namespace bombe::endgame {

namespace {

int bit_count(uint64_t bits) { return __builtin_popcountll(bits); }

}  // namespace

// Whether all of some cells that were left out are empty: then so they are in a child.
bool Table::is_left_out(uint32_t high_cells) const {
  if (offsets[high_cells] == kLeftOut) return true;
  for (uint32_t left = high_cells; left; left &= left - 1)
    if (offsets[high_cells ^ (left & -left)] == kLeftOut) return true;
  return false;
}

bool Table::holds_all() const {
  if (!holds(0)) return false;
  for (int count = depth + 1; count <= kMostBombs; count++)
    if (with_bombs[cross][count]) return false;
  return true;
}

// Bytes stand for states, though some repeat.
void Table::show_progress(int64_t &states, int64_t &of) const {
  const bool is_begun = stage == kFilling || stage == kFilled;
  const int64_t in_order =
      static_cast<int64_t>(next_block ? offsets[next_high] + next_block : end_block);
  const int64_t done = ring ? __atomic_load_n(&ring->done, __ATOMIC_RELAXED) : in_order;
  states = is_begun ? done << plan->low : 0;
  of = is_begun ? blocks << plan->low : 0;
}

// Whether the values of an H are there, when all is filled.
bool Table::holds(uint32_t high_cells) const {
  if (!ring) return true;
  const int k = bit_count(high_cells & ((1u << ring->low) - 1));
  return ring->next - ring->begins[k << ring->top | high_cells >> ring->low] <= ring->room;
}

uint64_t Table::units_of(uint32_t high_cells) const {
  const uint64_t all = units_in(terms, bombs_of(high_cells));
  if (bit_count(all) <= depth) return all;
  uint64_t rest = all;
  for (int i = 0; i < depth; i++) rest &= rest - 1;
  return all ^ rest;
}

// The margin; false: more bombs are usable than the table knows about.
bool Table::look_up(uint64_t empty, uint64_t usable, int &value) const {
  const int low = plan->low;
  const uint32_t high_cells = static_cast<uint32_t>(empty >> low);
  const uint64_t kept = usable ? units_of(high_cells) : 0;
  if (usable & ~kept || !holds(high_cells)) return false;
  const uint64_t block = offsets[high_cells] + press(usable, kept);
  value = -values[(block << low) + (empty & ((1ull << low) - 1))];
  return true;
}

bool Table::look_up(uint64_t empty, uint64_t usable, int &lowest, int &highest) const {
  const int low = plan->low;
  const uint32_t high_cells = static_cast<uint32_t>(empty >> low);
  if (!holds(high_cells)) return false;
  const uint64_t alive = bombs_of(high_cells), units = units_in(terms, alive);
  uint64_t unused = 0;
  for (uint64_t left = units; left; left &= left - 1) {
    uint64_t members = 0;
    for (uint64_t rest = members_of(terms, alive, left & -left); rest; rest &= rest - 1)
      if (!(layout.killers[__builtin_ctzll(rest)] & ~empty)) members |= rest & -rest;
    if (members & usable) unused |= left & -left;
    if (members & usable && members & ~usable) return false;
  }
  uint64_t block = offsets[high_cells] + press(unused, units);
  const uint64_t lane = empty & ((1ull << low) - 1);
  lowest = -values[(block << low) + lane];
  if (is_cut(terms, alive)) block += 1ull << bit_count(units);
  highest = -values[(block << low) + lane];
  return true;
}

// The margin with fewer bombs, but as odd or even a number of them.
int Table::guess(uint64_t empty, uint64_t usable) const {
  uint64_t known = usable & units_of(static_cast<uint32_t>(empty >> plan->low));
  if ((bit_count(known) ^ bit_count(usable)) & 1) known &= known - 1;
  int value = 0;
  look_up(empty, known, value);
  return value;
}

}  // namespace bombe::endgame
