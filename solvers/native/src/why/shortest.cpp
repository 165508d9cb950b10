// A shortest chain of singles: all sets of singles, the small ones first.
//
// What is a single stays one until it is placed. So each set that can be placed one by one is met
// once, if its members are taken in the order of the queue.
#include "why/finder.h"

namespace bombe::why {

namespace {

struct Enumeration {
  Finder &finder;
  int nodes = 0;
  bool is_complete = true;

  // Whether `left` more singles from `first` of the queue on lead to an absurdity; then they are in
  // the log.
  bool find(int at, int first, int left) {
    const State &state = finder.states[at];
    for (int i = first; i < state.tail && is_complete; i++) {
      const int cell = cell_in(state.queue[i]), value = value_in(state.queue[i]);
      if (state.filled_at[cell] != kNever) continue;  // a given that was a single before
      if (!spend_node()) return false;
      State &next = finder.states[at + 1];
      next.copy_without_removals(state, finder.shape);
      next.place(finder.shape, cell, value, at);
      if (next.dead_count || (left > 1 && find(at + 1, i + 1, left - 1))) {
        note(at, cell, value);
        return true;
      }
    }
    return false;
  }

  bool spend_node() {
    return is_complete =
               nodes++ < kShortestNodes && finder.spend_node(1 + finder.shape.cells / 128);
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
