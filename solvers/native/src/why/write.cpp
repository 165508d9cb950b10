// Writing a chain, with reasons: as few cells and steps as is cheap, and all that is needed.
//
//     chain   how many steps, the steps, the end
//     step    number, rule, cell, value, region, other, two cells, two values, because, after,
//             what it removes, and of a case its chain
//     end     kind, cell, region, value, because, after
//     lists   how many, the items; of a removal the cell and the value, negative if nothing needs
//     it
//
// Values are counted from 1; -1 stands for none.
#include <initializer_list>

#include "why/finder.h"

namespace bombe::why {

namespace {

constexpr int kMostExcluded = 2 * kMaxSize;  // candidates that a step needs gone
constexpr int kMostWays = 5;                 // cells and steps that exclude a candidate

// What excludes a candidate: cells, or shape.cells + the number of a step.
struct Excluded {
  int cell, value, count;
  int keys[kMostWays];
};

struct Reasons {
  int count = 0;
  int keys[kMostExcluded];
};

// Chooses reasons in a state whose steps are numbered.
struct Chooser {
  Finder &finder;
  const State &state;
  Excluded excluded[kMostExcluded];
  int count = 0;
  Reasons reasons;

  Chooser(Finder &of, const State &in) : finder(of), state(in) {}

  void add_key(Excluded &one, int key) {
    for (int i = 0; i < one.count; i++)
      if (one.keys[i] == key) return;
    one.keys[one.count++] = key;
  }

  void add(int cell, int value) {
    const Shape &shape = finder.shape;
    Excluded &one = excluded[count++];
    one.cell = cell, one.value = value, one.count = 0;
    if (state.filled_at[cell] != kNever) add_key(one, cell);
    const CellPlace &at = shape.places[cell];
    for (const int first : {int{at.row_words}, int{at.column_words}, int{at.box_words}})
      if (state.done_by[first + value] != kNever) add_key(one, state.done_by[first + value]);
    const int step = state.removed_at[cell * shape.size + value];
    if (step != kNever) add_key(one, shape.cells + step);
  }

  void add(const Requirement &required) {
    for (uint64_t rest = required.gone; rest; rest &= rest - 1)
      add(finder.shape.cell_of(required.word, lowest_bit(rest)),
          finder.shape.value_of(required.word, lowest_bit(rest)));
  }

  bool is_cited(int key) const {
    for (int i = 0; i < reasons.count; i++)
      if (reasons.keys[i] == key) return true;
    return false;
  }

  bool is_covered(const Excluded &one, int but = kNever) const {
    for (int i = 0; i < one.count; i++)
      if (one.keys[i] != but && is_cited(one.keys[i])) return true;
    return false;
  }

  // Givens before cells that steps fill, these before removals.
  int rank(int key) const {
    if (key >= finder.shape.cells) return 2;
    return state.filled_at[key] > 0;
  }

  // The key that covers most of what is not covered; kNever: all is.
  int best() {
    int16_t *const coverage = finder.coverage;
    int best = kNever;
    for (int i = 0; i < count; i++) {
      if (is_covered(excluded[i])) continue;
      for (int j = 0; j < excluded[i].count; j++) coverage[excluded[i].keys[j]]++;
    }
    const auto is_better = [&](int one, int other) {
      if (coverage[one] != coverage[other]) return coverage[one] > coverage[other];
      return rank(one) != rank(other) ? rank(one) < rank(other) : one < other;
    };
    for (int i = 0; i < count; i++)
      for (int j = 0; j < excluded[i].count; j++) {
        const int key = excluded[i].keys[j];
        if (coverage[key] && (best == kNever || is_better(key, best))) best = key;
      }
    for (int i = 0; i < count; i++)
      for (int j = 0; j < excluded[i].count; j++) coverage[excluded[i].keys[j]] = 0;
    return best;
  }

  void drop_superfluous() {
    for (int i = reasons.count - 1; i >= 0; i--) {
      bool is_superfluous = true;
      for (int j = 0; j < count && is_superfluous; j++)
        is_superfluous = is_covered(excluded[j], reasons.keys[i]);
      if (is_superfluous) reasons.keys[i] = reasons.keys[--reasons.count];
    }
  }

  const Reasons &choose() {
    for (int i = 0; i < count; i++)
      if (excluded[i].count == 1 && !is_cited(excluded[i].keys[0]))
        reasons.keys[reasons.count++] = excluded[i].keys[0];
    for (int key = best(); key != kNever; key = best()) reasons.keys[reasons.count++] = key;
    drop_superfluous();
    return reasons;
  }
};

struct Writer {
  Finder &finder;
  int32_t *out;
  int64_t room, length = 0;
  int number = 0;

  void put(int value) {
    if (length < room) out[length] = value;
    length++;
  }

  Reasons reasons_of(const State &state, const Requirement *required, int count) const {
    Chooser chooser(finder, state);
    for (int i = 0; i < count; i++) chooser.add(required[i]);
    const Reasons reasons = chooser.choose();
    for (int i = 0; i < reasons.count; i++)
      if (reasons.keys[i] >= finder.shape.cells) use(chooser, reasons.keys[i]);
    return reasons;
  }

  // Mark the removals of a step that are needed.
  void use(const Chooser &chooser, int key) const {
    const int step = key - finder.shape.cells;
    if (step == 0) return;
    const int64_t begin = finder.written_at[step];
    if (begin >= room) return;
    for (int i = 0; i < chooser.count; i++) {
      const Excluded &one = chooser.excluded[i];
      for (int64_t at = begin + 1; at < begin + 1 + 2 * int64_t{out[begin]} && at < room; at += 2)
        if (out[at] == one.cell && out[at + 1] == -(one.value + 1)) out[at + 1] = one.value + 1;
    }
  }

  void put_reasons(const Reasons &reasons) {
    for (const bool wants_steps : {false, true}) {
      const int64_t begin = length;
      put(0);
      for (int i = 0; i < reasons.count; i++) {
        const bool is_step = reasons.keys[i] >= finder.shape.cells;
        if (is_step == wants_steps)
          put(is_step ? reasons.keys[i] - finder.shape.cells : reasons.keys[i]);
      }
      if (begin < room) out[begin] = static_cast<int32_t>(length - begin - 1);
    }
  }

  // The way of a single that needs the fewest reasons.
  int easiest(const State &state, const Requirement ways[4]) const {
    int best = kNever, least = 0;
    for (int i = 0; i < 4; i++) {
      if (state.words[ways[i].word] & ways[i].gone) continue;
      Chooser chooser(finder, state);
      chooser.add(ways[i]);
      const int count = chooser.choose().count;
      if (best == kNever || count < least) best = i, least = count;
    }
    return best;
  }

  void write_single(State &state, const Record &record) {
    Requirement ways[4];
    requirements(finder, record, ways);
    const Requirement &way = ways[easiest(state, ways)];
    const bool is_naked = way.word == record.cell;
    put(++number), put(is_naked ? kNaked : kHidden), put(record.cell), put(record.value + 1);
    put(is_naked ? -1 : (way.word - finder.shape.cells) / finder.shape.size);
    for (int i = 0; i < 5; i++) put(-1);
    put_reasons(reasons_of(state, &way, 1));
    put(0);
    state.place(finder.shape, record.cell, record.value, number);
  }

  void write_removal(State &state, const Record &record) {
    Requirement required[4];
    const int count = requirements(finder, record, required);
    const bool is_pair = record.rule == kNakedPair || record.rule == kHiddenPair;
    put(++number), put(record.rule);
    put(record.rule == kCase ? record.cell : -1);
    put(is_pair ? -1 : record.value + 1);
    put(record.rule == kCase ? -1 : record.region), put(record.rule == kLocked ? record.other : -1);
    for (const int cell : record.cells) put(is_pair ? cell : -1);
    for (const int value : record.values) put(is_pair ? value + 1 : -1);
    put_reasons(reasons_of(state, required, count));
    const int step = number;
    finder.written_at[step] = static_cast<int32_t>(length);
    put_removals(state, record);
  }

  void put_removals(State &state, const Record &record) {
    State &before = finder.states[kStates - 1];
    before.copy_without_removals(state, finder.shape);
    apply(finder, state, record, number);
    const int64_t begin = length;
    put(0);
    for (int cell = 0; cell < finder.shape.cells; cell++)
      for (uint64_t rest = before.words[cell] & ~state.words[cell]; rest; rest &= rest - 1)
        put(cell), put(-(lowest_bit(rest) + 1));
    if (begin < room) out[begin] = static_cast<int32_t>((length - begin - 1) / 2);
  }

  void write_case(int at, int header) {
    const Record &record = finder.log[header];
    State &inside = finder.states[at + 1];
    inside.copy(finder.states[at], finder.shape);
    write_removal(finder.states[at], record);
    inside.place(finder.shape, record.cell, record.value, number);
    write_chain(at + 1, header + 1, header + 1 + record.length);
  }

  void write_chain(int at, int first, int end) {
    State &state = finder.states[at];
    const int64_t begin = length;
    int steps = 0;
    put(0);
    for (int i = first; i < end && !state.dead_count; i += 1 + finder.log[i].length, steps++) {
      const Record &record = finder.log[i];
      if (record.rule == kCase) write_case(at, i);
      else if (record.rule > kHidden) write_removal(state, record);
      else write_single(state, record);
    }
    if (begin < room) out[begin] = steps;
    write_end(state);
  }

  // The absurdity that needs the fewest reasons.
  void write_end(const State &state) {
    int best = 0, least = 0;
    for (int i = 0; i < state.dead_count; i++) {
      Chooser chooser(finder, state);
      chooser.add({state.dead[i], finder.all()});
      const int count = chooser.choose().count;
      if (!i || count < least) best = state.dead[i], least = count;
    }
    const Requirement required = {best, finder.all()};
    const bool is_cell = best < finder.shape.cells;
    put(is_cell ? kNoCandidate : kNoPlace), put(is_cell ? best : -1);
    put(is_cell ? -1 : (best - finder.shape.cells) / finder.shape.size);
    put(is_cell ? -1 : finder.shape.value_of(best, 0) + 1);
    put_reasons(reasons_of(state, &required, 1));
  }

  void write_clash() {
    put(0), put(kClash), put(-1), put(finder.clash[0]), put(finder.clash[1] + 1);
    put(2), put(finder.clash[2]), put(finder.clash[3]), put(0);
  }
};

}  // namespace

int64_t write(Finder &finder, int32_t *chain, int64_t room) {
  Writer writer{finder, chain, room};
  if (finder.clash[0] != kNever) {
    writer.write_clash();
  } else {
    finder.states[1].copy(finder.states[0], finder.shape);
    writer.write_chain(1, 1, finder.log_size);
  }
  return writer.length <= room ? writer.length : -1;
}

}  // namespace bombe::why
