// A shortest chain of singles: all sets of singles, the small ones first.
//
// What is a single stays one until it is placed. So each set that can be placed one by one is met
// once, if its members are taken in the order of the queue.
#include "why/finder.h"

namespace bombe::why {

namespace {

constexpr int kPlaced = 8;  // what a single that is placed costs, in tests whether it is the last

struct Enumeration {
  Finder &finder;
  int work = 0;
  bool is_complete = true;

  // Whether `left` more singles from `first` of the queue on lead to an absurdity; then they are in
  // the log.
  bool find(int at, int first, int left) {
    const State &state = finder.states[at];
    for (int i = first; i < state.tail && is_complete; i++) {
      const int cell = cell_in(state.queue[i]), value = value_in(state.queue[i]);
      if (state.filled_at[cell] != kNever) continue;  // a given that was a single before
      if (!spend_work(left > 1 ? kPlaced : 1)) return false;
      if (left > 1 ? leads_on(at, i, left) : is_deadly(state, cell, value)) {
        note(at, cell, value);
        return true;
      }
    }
    return false;
  }

  bool leads_on(int at, int i, int left) {
    const State &state = finder.states[at];
    State &next = finder.states[at + 1];
    next.copy_without_removals(state, finder.shape);
    next.place(finder.shape, cell_in(state.queue[i]), value_in(state.queue[i]), at);
    return next.dead_count || find(at + 1, i + 1, left - 1);
  }

  // Whether nothing is left of a word when a single is placed.
  bool is_deadly(const State &state, int cell, int value) const {
    return has_rival(state, cell, value) || empties_a_region(state, cell, value);
  }

  // Whether another single is in the same cell, or of the same value in a peer.
  bool has_rival(const State &state, int cell, int value) const {
    const Shape &shape = finder.shape;
    const CellPlace &at = shape.places[cell];
    for (uint64_t rest = state.words[cell] & ~bit(value); rest; rest &= rest - 1) {
      const int other = lowest_bit(rest);
      if (state.words[at.row_words + other] == bit(at.column) ||
          state.words[at.column_words + other] == bit(at.row) ||
          state.words[at.box_words + other] == bit(at.place))
        return true;
    }
    const int words[3] = {at.row_words + value, at.column_words + value, at.box_words + value};
    const int own[3] = {at.column, at.row, at.place};
    for (int i = 0; i < 3; i++)
      for (uint64_t rest = state.words[words[i]] & ~bit(own[i]); rest; rest &= rest - 1)
        if (state.words[shape.cell_of(words[i], lowest_bit(rest))] == bit(value)) return true;
    return false;
  }

  // Whether all places of the value in another region are in sight of the cell.
  bool empties_a_region(const State &state, int cell, int value) const {
    const CellPlace &at = finder.shape.places[cell];
    const int m = finder.shape.m, n = finder.shape.n, size = finder.shape.size;
    const int top = at.row / m, left = at.column / n;
    const uint64_t *const rows = state.words + finder.shape.cells + value;
    const uint64_t *const columns = rows + size * size, *const boxes = columns + size * size;
    const uint64_t box_columns = (bit(n) - 1) << left * n, box_rows = (bit(m) - 1) << top * m;
    for (int i = 0; i < size; i++) {
      const uint64_t of_row = i / m == top ? box_columns : bit(at.column);
      const uint64_t of_column = i / n == left ? box_rows : bit(at.row);
      if ((i != at.row && !(rows[i * size] & ~of_row)) ||
          (i != at.column && !(columns[i * size] & ~of_column)))
        return true;
    }
    uint64_t in_column = 0;
    for (int i = 0; i < m; i++) in_column |= bit(i * n + at.column % n);
    for (int i = 0; i < n; i++)
      if (i != top && !(boxes[(i * m + left) * size] & ~in_column)) return true;
    const uint64_t in_row = (bit(n) - 1) << at.row % m * n;
    for (int i = 0; i < m; i++)
      if (i != left && !(boxes[(top * m + i) * size] & ~in_row)) return true;
    return false;
  }

  static uint64_t bit(int i) { return uint64_t{1} << i; }

  bool spend_work(int cost) {
    work += cost;
    return is_complete = work <= kShortestWork;
  }

  void note(int step, int cell, int value) {
    Record &record = finder.log[step];
    record = Record{};
    record.cell = static_cast<int16_t>(cell), record.value = static_cast<int16_t>(value);
  }
};

}  // namespace

bool shorten(Finder &finder) {
  Enumeration enumeration{finder};
  const int known = finder.log_size - 1;
  for (int size = 1; size < known; size++) {
    if (size + 2 > kStates) return false;
    finder.states[1].copy_without_removals(finder.states[0], finder.shape);
    if (enumeration.find(1, 0, size)) {
      finder.log_size = size + 1;
      return true;
    }
    if (!enumeration.is_complete) return false;
  }
  return true;
}

}  // namespace bombe::why
