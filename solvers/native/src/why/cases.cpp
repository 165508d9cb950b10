// Cases: a candidate is removed because a chain of its own refutes it.
#include <climits>

#include "why/finder.h"

namespace bombe::why {

namespace {

constexpr int kShort = 6, kMiddling = 20, kLongest = INT_MAX;  // cases, in deductions

// The open candidates of words with so many bits at least and at most, each once.
int add_candidates(Finder &finder, State &state, int count, int least, int most) {
  const Shape &shape = finder.shape;
  for (int word = 0; word < shape.words; word++) {
    const int bits = __builtin_popcountll(state.words[word]);
    if (bits < least || bits > most || state.done_by[word] != kNever) continue;
    for (uint64_t rest = state.words[word]; rest; rest &= rest - 1) {
      const int cell = shape.cell_of(word, lowest_bit(rest));
      const int value = shape.value_of(word, lowest_bit(rest));
      if (finder.seen[cell] >> value & 1) continue;
      finder.seen[cell] |= uint64_t{1} << value;
      state.order[count++] = pack(cell, value);
    }
  }
  return count;
}

// Put all candidates in the order of the fewest alternatives.
int put_in_order(Finder &finder, State &state) {
  std::memset(finder.seen, 0, sizeof(uint64_t) * finder.shape.cells);
  int count = 0;
  for (int bits = 2; bits <= 4; bits++) count = add_candidates(finder, state, count, bits, bits);
  return add_candidates(finder, state, count, 5, finder.shape.size);
}

// Try a candidate of the state `at`; kAbsurd: it is refuted, and its case stands in the log.
Outcome refute(Finder &finder, int at, int cell, int value, int depth) {
  if (!finder.spend_node(1 + finder.shape.cells / 8)) return Outcome::kStopped;
  if (finder.log_size >= finder.log_room) return Outcome::kNoRoom;
  const int header = finder.log_size++, needs = finder.needs_size;
  Record &record = finder.log[header];
  record = Record{};
  record.rule = kCase;
  record.cell = static_cast<int16_t>(cell), record.value = static_cast<int16_t>(value);
  State &inside = finder.states[at + 1];
  inside.copy(finder.states[at], finder.shape);
  inside.place(finder.shape, cell, value, header);
  const Outcome outcome = close_cases(finder, at + 1, depth);
  if (outcome == Outcome::kAbsurd) {
    cut(finder, inside, header);
    return compact(finder, header) ? outcome : Outcome::kNoRoom;
  }
  finder.log_size = header, finder.needs_size = needs;
  return outcome;
}

// Try all candidates with cases of that depth inside; kStuck: `is_changed` says whether one went.
Outcome sweep(Finder &finder, int at, int depth, int longest, bool &is_changed) {
  State &state = finder.states[at];
  const int count = put_in_order(finder, state);
  for (int i = 0; i < count; i++) {
    const int cell = cell_in(state.order[i]), value = value_in(state.order[i]);
    if (state.filled_at[cell] != kNever || !state.is_open(cell, value)) continue;
    const int header = finder.log_size, needs = finder.needs_size;
    Outcome outcome = refute(finder, at, cell, value, depth);
    if (outcome == Outcome::kStuck) continue;
    if (outcome != Outcome::kAbsurd) return outcome;
    if (finder.log[header].length > longest) {
      finder.log_size = header, finder.needs_size = needs;
      continue;
    }
    is_changed = true;
    state.remove(finder.shape, cell, value, header);
    outcome = close_pairs(finder, state);
    // Cheaper cases may do now.
    if (outcome != Outcome::kStuck || depth > 0) return outcome;
  }
  return Outcome::kStuck;
}

}  // namespace

Outcome close_cases(Finder &finder, int at, int depth) {
  Outcome outcome = close_pairs(finder, finder.states[at]);
  // Cases of few deductions first; not inside of cases, where all that counts is whether there is
  // one.
  const int shortest = finder.is_rough || at > 1 ? kLongest : kShort;
  for (int inside = 0, longest = shortest; inside < depth && outcome == Outcome::kStuck;) {
    bool is_changed = false;
    outcome = sweep(finder, at, inside, longest, is_changed);
    if (is_changed) inside = 0, longest = shortest;
    else if (longest < kLongest) longest = longest < kMiddling ? kMiddling : kLongest;
    else inside++;
  }
  return outcome;
}

}  // namespace bombe::why
