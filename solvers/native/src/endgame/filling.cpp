// The tables of a search: when they are begun and filled, and what their bounds say.
#include "endgame/search.h"

namespace bombe::endgame {

namespace {

// Where several solutions share the memory; what a table does not hold is searched.
constexpr uint64_t kMostBytesPerSet = 256;
constexpr int kMostSearched = 14;  // cells, where there is no table

}  // namespace

// Take memory for the table of a solution, and leave out where another solution is left, too.
void Search::begin_needed() {
  Leaf &leaf = leaves[needed];
  uint64_t *const differences = arena.take_zeroed<uint64_t>(game.solutions - 1);
  if (!leaf.cells) {
    leaf.cells = game.cells < 64 ? (1ull << game.cells) - 1 : ~0ull;
    leaf.bombs = {~0ull, ~0ull};
  }
  leaf.table = __builtin_popcountll(leaf.cells) > kMostCells ? nullptr : arena.take_zeroed<Table>();
  if (!leaf.table || !differences) {
    leaf.table = leaves[game.solutions].table;  // the one that has no room
    return;
  }
  Table &table = *leaf.table;
  lay_out(game, needed, leaf.cells, table.layout, leaf.bombs, leaf.places);
  table.may_give_way = game.solutions == 1;
  if (table.may_give_way) pair_up(table.layout, leaf.places, game.pots);
  table.threads = threads;
  table.left_out = differences;
  for (int other = 0; other < game.solutions; other++)
    if (other != needed) differences[table.left_outs++] = game.difference(needed, other);
  const uint64_t most = game.solutions > 1 ? kMostBytesPerSet << game.cells : ~0ull;
  endgame::begin(table, plans, filling, most, arena);
}

// Whether the table holds the position, and what its moves lead to; or will do so.
bool Search::covers(const Position &position) const {
  const Leaf &leaf = leaves[0];
  const Bits usable = game.usable(position);
  const Table &table = *leaf.table;
  if (position.empty & ~leaf.cells || usable.without(leaf.bombs).is_any()) return false;
  if (table.stage != kFilled) return position.empty == leaf.cells || !table.levels.count;
  const uint32_t high = static_cast<uint32_t>(press(position.empty, leaf.cells) >> table.plan->low);
  for (uint32_t left = high; left; left &= left - 1)
    if (!table.holds(high ^ (left & -left))) return false;
  return table.holds(high);
}

void Search::renew() {
  Leaf &leaf = leaves[0];
  if (game.solutions > 1 || !leaf.table) return;
  if (covers(root)) {
    // Perhaps there is more time now.
    if (leaf.table->stage == kNoRoom && leaf.table->levels.count) leaf.table->stage = kPlanning;
    return;
  }
  close();
  arena.rewind(used_before);
  for (Plan &plan : plans) plan = {};
  leaf.table = nullptr;
  leaf.cells = root.empty;
  leaf.bombs = game.usable(root);
}

bool Search::look_up(uint64_t empty, Bits usable, int &low, int &high) const {
  const Leaf &leaf = leaves[0];
  if (empty & ~leaf.cells || usable.without(leaf.bombs).is_any()) return false;
  return leaf.table->look_up(press(empty, leaf.cells), leaf.bits(usable), low, high);
}

void Search::read_bounds(const Move &move, int at) {
  make_child(root, root_set, move.value, move.at, 1);
  const Position &child = frames[1].position;
  int16_t &lowest = bounds.lows[at], &highest = bounds.highs[at];
  int low, high;
  if (look_up(child.empty, game.usable(child), low, high)) {
    if (move.points - high > lowest) lowest = static_cast<int16_t>(move.points - high);
    if (move.points - low < highest) highest = static_cast<int16_t>(move.points - low);
    return;
  }
  // Half a pair: the opponent can play the other one.
  for (Bits left = game.usable(child); left.is_any() && !move.value; left = left.rest()) {
    const bool is_partner = (leaves[0].places[left.first()] ^ leaves[0].places[move.at]) == 32;
    if (is_partner &&
        look_up(child.empty, game.usable(child).without(bit(left.first())), low, high) &&
        high < highest)
      highest = static_cast<int16_t>(high);
  }
}

void Search::read_bounds() {
  const Bits usable = game.usable(root);
  if (bounds.empty != root.empty || bounds.usable.low != usable.low ||
      bounds.usable.high != usable.high)
    bounds.is_known = false;
  int low, high;
  if (!look_up(root.empty, usable, low, high)) return;
  Move moves[kMostEmpty + kMostPots];
  const int count = list_moves(game, root, moves), most = most_points(game, root);
  if (!bounds.is_known) {
    bounds = {root.empty, usable, true, low, high, {}, {}};
    for (int at = 0; at < count; at++) {
      bounds.lows[at] = static_cast<int16_t>(-most);
      bounds.highs[at] = static_cast<int16_t>(most);
    }
  }
  if (low > bounds.low) bounds.low = low;
  if (high < bounds.high) bounds.high = high;
  for (int at = 0; at < count; at++) read_bounds(moves[at], at);
}

// What neither a table nor a search will find.
bool Search::is_hopeless() const {
  const Table *const table = leaves[0].table;
  return game.solutions == 1 && table && (table->stage == kNoRoom || table->stage == kTooWide) &&
         (filling.level >= 0 || __builtin_popcountll(root.empty) > kMostSearched);
}

Status Search::fill_needed(Budget &budget) {
  if (!leaves[needed].table) begin_needed();
  Table &table = *leaves[needed].table;
  const int64_t before = budget.nodes_left;
  Status status = go_on(table, arena, budget, limits);
  while (status == kDone && table.stage == kBounded) {
    close();
    read_bounds();
    go_finer(table);
    status = go_on(table, arena, budget, limits);
  }
  nodes += before - budget.nodes_left;
  if (status == kDone) {
    close();
    needed = -1;
  } else if (table.ring) {
    __atomic_store_n(&is_open, 1, __ATOMIC_SEQ_CST);
  }
  return status;
}

int64_t Search::help(int worker, const Budget &budget) {
  int64_t done = 0;
  __atomic_fetch_add(&helpers, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&is_open, __ATOMIC_SEQ_CST))
    done = endgame::help(*leaves[0].table, worker, is_open, budget);
  __atomic_fetch_sub(&helpers, 1, __ATOMIC_SEQ_CST);
  return done;
}

void Search::close() {
  __atomic_store_n(&is_open, 0, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&helpers, __ATOMIC_SEQ_CST)) relax();
}

Status Search::fill(Budget &budget) {
  const Table *const table = leaves[0].table;
  if (game.solutions > 1 || (table && table->stage >= kFilled)) return kDone;
  needed = 0;
  return fill_needed(budget);
}

int Search::is_filled() const {
  const Table *const table = leaves[0].table;
  if (game.solutions > 1 || game.pots > kMostBombs) return 0;
  if (!table || table->stage < kFilled) return 1;
  const bool is_first = __builtin_popcountll(leaves[0].cells) == game.cells;
  return table->stage == kFilled && is_first && table->holds_all() ? 2 : 0;
}

}  // namespace bombe::endgame
