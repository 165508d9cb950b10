// Singles in the order of how few others they need: a second, often shorter chain.
//
// With each single that is placed goes the set of those that it needs, itself included. The next
// one is always one that needs the fewest, and so is the absurdity.
#include <climits>

#include "why/finder.h"

namespace bombe::why {

namespace {

struct Closest {
  Finder &finder;
  State &state;
  int first;  // the log before it is the chain that is known
  int words;  // of a set
  int best = INT_MAX;

  uint64_t *set_of(int step) const { return finder.proofs + (step - first) * words; }
  uint64_t *scratch() const { return finder.proofs + finder.shape.cells * words; }
  uint64_t *best_set() const { return scratch() + words; }

  static bool has(const uint64_t *set, int i) { return set[i / 64] >> i % 64 & 1; }

  int size_of(const uint64_t *set) const {
    int size = 0;
    for (int i = 0; i < words; i++) size += __builtin_popcountll(set[i]);
    return size;
  }

  int added_by(const uint64_t *set, int step) const {
    int size = 0;
    for (int i = 0; i < words; i++) size += __builtin_popcountll(set_of(step)[i] & ~set[i]);
    return size;
  }

  // The step that excludes a candidate and adds least to a set; 0: one that is free or in it.
  int cheapest(const uint64_t *set, int cell, int value, int &count) const {
    const CellPlace &at = finder.shape.places[cell];
    const int holders[4] = {cell, state.done_by[at.row_words + value],
                            state.done_by[at.column_words + value],
                            state.done_by[at.box_words + value]};
    if (state.removed_at[cell * finder.shape.size + value] != kNever) return 0;
    int best_step = 0, least = INT_MAX;
    count = 0;
    for (const int holder : holders) {
      if (holder == kNever || state.filled_at[holder] == kNever) continue;
      const int step = state.filled_at[holder];
      if (step == 0 || has(set, step - first)) return 0;
      const int added = added_by(set, step);
      if (added < least) best_step = step, least = added;
      count++;
    }
    return best_step;
  }

  // Write into the scratch what a requirement needs, what has no alternatives first; the size.
  int weigh(const Requirement &required) const {
    uint64_t *const set = scratch();
    for (int i = 0; i < words; i++) set[i] = 0;
    for (int round = 0; round < 2; round++)
      for (uint64_t rest = required.gone; rest; rest &= rest - 1) {
        const int bit = lowest_bit(rest);
        int count = 0;
        const int step = cheapest(set, finder.shape.cell_of(required.word, bit),
                                  finder.shape.value_of(required.word, bit), count);
        if (!step || (round == 0 && count > 1)) continue;
        for (int i = 0; i < words; i++) set[i] |= set_of(step)[i];
      }
    return size_of(set);
  }

  // The best way of a single, and what it needs.
  int weigh_single(int single, Requirement &best_way) const {
    Record record{};
    record.cell = static_cast<int16_t>(cell_in(single));
    record.value = static_cast<int16_t>(value_in(single));
    Requirement ways[4];
    requirements(finder, record, ways);
    int least = INT_MAX;
    for (const Requirement &way : ways) {
      if (state.words[way.word] & way.gone) continue;
      const int size = weigh(way);
      if (size < least) best_way = way, least = size;
    }
    return least;
  }

  void weigh_queue(int begin) const {
    Requirement way;
    for (int i = begin; i < state.tail; i++) {
      const int cell = cell_in(state.queue[i]);
      const bool is_possible =
          state.filled_at[cell] == kNever && state.is_open(cell, value_in(state.queue[i]));
      state.order[i] = is_possible ? weigh_single(state.queue[i], way) : INT_MAX;
    }
  }

  void weigh_dead(int begin) {
    for (int i = begin; i < state.dead_count; i++) {
      const int size = weigh({state.dead[i], finder.all()});
      if (size >= best) continue;
      best = size;
      for (int j = 0; j < words; j++) best_set()[j] = scratch()[j];
    }
  }

  int next() const {
    int chosen = kNever;
    for (int i = 0; i < state.tail; i++)
      if (state.order[i] < best && (chosen == kNever || state.order[i] < state.order[chosen]))
        chosen = i;
    return chosen;
  }

  void place(int single) {
    Requirement way;
    weigh_single(single, way);
    weigh(way);
    const int step = finder.log_size++;
    for (int i = 0; i < words; i++) set_of(step)[i] = scratch()[i];
    set_of(step)[(step - first) / 64] |= uint64_t{1} << (step - first) % 64;
    Record &record = finder.log[step];
    record = Record{};
    record.cell = static_cast<int16_t>(cell_in(single));
    record.value = static_cast<int16_t>(value_in(single));
    state.place(finder.shape, record.cell, record.value, step);
  }

  void run() {
    weigh_queue(0);
    for (int i = next(); i != kNever; i = next()) {
      state.order[i] = INT_MAX;
      const int single = state.queue[i], tail = state.tail, dead = state.dead_count;
      const int cell = cell_in(single);
      if (state.filled_at[cell] != kNever || !state.is_open(cell, value_in(single))) continue;
      place(single);
      weigh_queue(tail);
      weigh_dead(dead);
    }
  }
};

}  // namespace

void find_closest(Finder &finder) {
  const int known = finder.log_size;
  State &state = finder.states[1];
  state.copy(finder.states[0], finder.shape);
  Closest closest{finder, state, known, (finder.shape.cells + 63) / 64};
  closest.run();
  const int found = finder.log_size;
  finder.log_size = known;
  if (closest.best >= known - 1) return;
  finder.log_size = 1;
  for (int step = known; step < found; step++)
    if (Closest::has(closest.best_set(), step - known))
      finder.log[finder.log_size++] = finder.log[step];
}

}  // namespace bombe::why
