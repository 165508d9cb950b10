// Cutting a log backwards: from an absurdity to what it needs, to what that needs, and so on.
#include <climits>

#include "why/finder.h"

namespace bombe::why {

namespace {

constexpr int kFree = 0, kAnyway = 1, kNew = 2;  // what it costs to rely on a step

struct Cutter {
  Finder &finder;
  const State &state;
  int header;

  int cost(int step) const {
    return step == 0 || step == header ? kFree : finder.is_needed[step] ? kAnyway : kNew;
  }

  // The step that excludes a candidate and costs least, of those the earliest; kNever: none before.
  int excluded_by(int cell, int value, int before) const {
    const CellPlace &at = finder.shape.places[cell];
    const int holders[4] = {cell, state.done_by[at.row_words + value],
                            state.done_by[at.column_words + value],
                            state.done_by[at.box_words + value]};
    int best = kNever;
    const auto consider = [&](int step) {
      if (step == kNever || step >= before) return;
      if (best == kNever || cost(step) < cost(best) || (cost(step) == cost(best) && step < best))
        best = step;
    };
    consider(state.removed_at[cell * finder.shape.size + value]);
    for (const int holder : holders)
      if (holder != kNever) consider(state.filled_at[holder]);
    return best;
  }

  // How many steps a requirement adds, about; INT_MAX: it was not met before that step.
  int price(const Requirement &required, int before) const {
    int total = 0;
    for (uint64_t rest = required.gone; rest; rest &= rest - 1) {
      const int bit = lowest_bit(rest);
      const int step = excluded_by(finder.shape.cell_of(required.word, bit),
                                   finder.shape.value_of(required.word, bit), before);
      if (step == kNever) return INT_MAX;
      total += cost(step) == kNew;
    }
    return total;
  }

  void mark(const Requirement &required, int before) {
    for (uint64_t rest = required.gone; rest; rest &= rest - 1) {
      const int bit = lowest_bit(rest);
      const int step = excluded_by(finder.shape.cell_of(required.word, bit),
                                   finder.shape.value_of(required.word, bit), before);
      finder.is_needed[step] = 1;
    }
  }

  void mark_single(const Requirement ways[4], int before) {
    int best = 0, least = INT_MAX;
    for (int i = 0; i < 4; i++) {
      const int now = price(ways[i], before);
      if (now < least) best = i, least = now;
    }
    mark(ways[best], before);
  }

  void mark_needs(int step) {
    const Record &record = finder.log[step];
    for (int i = 0; i < record.needed; i++) finder.is_needed[finder.needs[record.needs + i]] = 1;
    Requirement required[4];
    const int count = requirements(finder, record, required);
    if (record.rule <= kHidden) return mark_single(required, step);
    for (int i = 0; i < count; i++) mark(required[i], step);
  }

  // Mark what a requirement needs; the number of deductions.
  int run(const Requirement &required) {
    std::memset(finder.is_needed, 0, static_cast<size_t>(finder.log_size));
    mark(required, finder.log_size);
    int weight = 0;
    for (int step = finder.log_size - 1; step > header; step--) {
      if (!finder.is_needed[step]) continue;
      mark_needs(step);
      weight += 1 + finder.log[step].length;
    }
    return weight;
  }
};

}  // namespace

int cut(Finder &finder, const State &state, int header) {
  Cutter cutter{finder, state, header};
  int best = 0, least = INT_MAX, last = 0;
  const int count = finder.is_rough ? 1 : state.dead_count;
  for (int i = 0; i < count; i++) {
    const int weight = cutter.run({state.dead[last = i], finder.all()});
    if (weight < least) best = i, least = weight;
  }
  if (best != last) cutter.run({state.dead[best], finder.all()});
  return least;
}

int cut_to(Finder &finder, const State &state, int cell, int value) {
  return Cutter{finder, state, 0}.run({cell, uint64_t{1} << value});
}

bool compact(Finder &finder, int header) {
  const int begin = finder.needs_size;
  for (int step = 1; step < header; step++) {
    if (!finder.is_needed[step]) continue;
    if (finder.needs_size >= finder.needs_room) return false;
    finder.needs[finder.needs_size++] = step;
  }
  int kept = header + 1;
  for (int step = header + 1; step < finder.log_size;) {
    const int whole = 1 + finder.log[step].length;
    if (finder.is_needed[step])
      for (int i = 0; i < whole; i++) finder.log[kept++] = finder.log[step + i];
    step += whole;
  }
  finder.log_size = kept;
  Record &record = finder.log[header];  // of the whole chain a place that nobody reads
  record.length = kept - header - 1;
  record.needs = begin, record.needed = finder.needs_size - begin;
  return true;
}

}  // namespace bombe::why
