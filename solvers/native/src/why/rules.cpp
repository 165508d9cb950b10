// Singles, locked candidates and pairs.
#include "why/finder.h"

namespace bombe::why {

namespace {

Record *add(Finder &finder, int rule) {
  if (finder.log_size >= finder.log_room) return nullptr;
  Record &record = finder.log[finder.log_size++];
  record = Record{};
  record.rule = static_cast<int16_t>(rule);
  return &record;
}

// The bits of the cells of `region` that are in `other`, too.
uint64_t shared(const Shape &shape, int region, int other) {
  uint64_t bits = 0;
  for (int i = 0; i < shape.size; i++) {
    const CellPlace &at = shape.places[shape.region_cells[region * shape.size + i]];
    const int first = shape.cells + other * shape.size;
    if (at.row_words == first || at.column_words == first || at.box_words == first)
      bits |= uint64_t{1} << i;
  }
  return bits;
}

bool is_pair(uint64_t word) {
  const uint64_t rest = word & (word - 1);
  return rest && !(rest & (rest - 1));
}

int region_of(const Shape &shape, int first_word) {
  return (first_word - shape.cells) / shape.size;
}

// Apply a step that was found, as the next one of the log.
bool take(Finder &finder, State &state, const Record &found) {
  Record *const record = add(finder, found.rule);
  if (!record) return false;
  *record = found;
  apply(finder, state, found, finder.log_size - 1);
  return true;
}

struct Scan {
  Finder &finder;
  State &state;
  const Shape &shape;
  bool has_room = true, has_found = false;

  bool goes_on() const { return has_room && !state.dead_count; }

  void use(const Record &record) {
    has_room = take(finder, state, record);
    has_found = true;
  }

  bool is_used_up(int word) const { return state.done_by[word] != kNever; }

  // The places of a value in `region`, if they all are in `other`, and not all of that one's.
  void look_at_locked(int region, int value, int other_word) {
    const int word = finder.region_word(region, value);
    const uint64_t places = state.words[word];
    if (__builtin_popcountll(state.words[other_word]) == __builtin_popcountll(places)) return;
    const int other = region_of(shape, other_word);
    if (places & ~shared(shape, region, other)) return;
    Record record{};
    record.rule = kLocked;
    record.value = static_cast<int16_t>(value);
    record.region = static_cast<int16_t>(region), record.other = static_cast<int16_t>(other);
    use(record);
  }

  // All places of a word have the same row, column or box, and so it may lock another region.
  void look_at_word(int region, int value) {
    const int word = finder.region_word(region, value);
    if (is_used_up(word) || !state.words[word]) return;
    // Two regions share no more cells than that.
    const int most = shape.m > shape.n ? shape.m : shape.n;
    if (__builtin_popcountll(state.words[word]) > most) return;
    uint16_t others[3];
    bool agree[3] = {true, true, true};
    const CellPlace &first = shape.places[shape.cell_of(word, lowest_bit(state.words[word]))];
    others[0] = first.row_words, others[1] = first.column_words, others[2] = first.box_words;
    for (uint64_t rest = state.words[word] & (state.words[word] - 1); rest; rest &= rest - 1) {
      const CellPlace &at = shape.places[shape.cell_of(word, lowest_bit(rest))];
      agree[0] &= at.row_words == others[0];
      agree[1] &= at.column_words == others[1];
      agree[2] &= at.box_words == others[2];
      if (agree[0] + agree[1] + agree[2] < 2) return;
    }
    for (int i = 0; i < 3 && goes_on(); i++)
      if (agree[i] && others[i] + value != word) look_at_locked(region, value, others[i] + value);
  }

  void look_at_naked(int region, int one, int other) {
    const uint64_t both = state.words[one];
    const int values[2] = {lowest_bit(both), lowest_bit(both & (both - 1))};
    bool removes = false;
    for (const int value : values)
      removes |= __builtin_popcountll(state.words[finder.region_word(region, value)]) > 2;
    if (removes) use(pair(kNakedPair, region, one, other, values));
  }

  void look_at_hidden(int region, int one, int other) {
    const uint64_t both = state.words[finder.region_word(region, one)];
    const int values[2] = {one, other};
    const int first = region * shape.size;
    const int cells[2] = {shape.region_cells[first + lowest_bit(both)],
                          shape.region_cells[first + lowest_bit(both & (both - 1))]};
    if (!is_pair(state.words[cells[0]]) || !is_pair(state.words[cells[1]]))
      use(pair(kHiddenPair, region, cells[0], cells[1], values));
  }

  static Record pair(int rule, int region, int one, int other, const int values[2]) {
    Record record{};
    record.rule = static_cast<int16_t>(rule);
    record.region = static_cast<int16_t>(region);
    record.cells[0] = static_cast<int16_t>(one), record.cells[1] = static_cast<int16_t>(other);
    for (int i = 0; i < 2; i++) record.values[i] = static_cast<int16_t>(values[i]);
    return record;
  }

  // Two words of a region that have the same two bits.
  template <class WordOf, class Use>
  void look_at_pairs(WordOf word_of, Use found) {
    for (int i = 0; i < shape.size; i++) {
      if (!is_pair(state.words[word_of(i)])) continue;
      for (int j = i + 1; j < shape.size && goes_on(); j++)
        if (state.words[word_of(i)] == state.words[word_of(j)] && is_pair(state.words[word_of(i)]))
          found(i, j);
    }
  }

  void look_at_region(int region) {
    for (int value = 0; value < shape.size && goes_on(); value++) look_at_word(region, value);
    const uint16_t *const cells = shape.region_cells + region * shape.size;
    look_at_pairs([=](int i) { return int{cells[i]}; },
                  [=](int i, int j) { look_at_naked(region, cells[i], cells[j]); });
    look_at_pairs([=](int i) { return finder.region_word(region, i); },
                  [=](int i, int j) { look_at_hidden(region, i, j); });
  }
};

}  // namespace

Outcome close_singles(Finder &finder, State &state) {
  while (state.head < state.tail && !state.dead_count) {
    const int end = state.tail;
    while (state.head < end && (!finder.is_rough || !state.dead_count)) {
      const int single = state.queue[state.head++];
      const int cell = cell_in(single), value = value_in(single);
      if (state.filled_at[cell] != kNever || !state.is_open(cell, value)) continue;
      Record *const record = add(finder, kNaked);
      if (!record) return Outcome::kNoRoom;
      record->cell = static_cast<int16_t>(cell), record->value = static_cast<int16_t>(value);
      state.place(finder.shape, cell, value, finder.log_size - 1);
    }
  }
  if (state.dead_count) return Outcome::kAbsurd;
  return state.filled == finder.shape.cells ? Outcome::kHolds : Outcome::kStuck;
}

Outcome close_pairs(Finder &finder, State &state) {
  while (true) {
    const Outcome outcome = close_singles(finder, state);
    if (outcome != Outcome::kStuck) return outcome;
    Scan scan{finder, state, finder.shape};
    for (int region = 0; region < 3 * finder.shape.size && scan.goes_on(); region++)
      scan.look_at_region(region);
    if (!scan.has_room) return Outcome::kNoRoom;
    if (!scan.has_found) return Outcome::kStuck;
  }
}

int requirements(const Finder &finder, const Record &record, Requirement found[4]) {
  const Shape &shape = finder.shape;
  const uint64_t all = finder.all();
  const auto bit = [](int i) { return uint64_t{1} << i; };
  const auto place_in = [&](int region, int cell) {
    const CellPlace &at = shape.places[cell];
    return bit(region < shape.size ? at.column : region < 2 * shape.size ? at.row : at.place);
  };
  switch (record.rule) {
    case kNaked:
    case kHidden: {
      const CellPlace &at = shape.places[record.cell];
      found[0] = {at.box_words + record.value, all & ~bit(at.place)};
      found[1] = {at.row_words + record.value, all & ~bit(at.column)};
      found[2] = {at.column_words + record.value, all & ~bit(at.row)};
      found[3] = {record.cell, all & ~bit(record.value)};
      return 4;
    }
    case kLocked:
      found[0] = {finder.region_word(record.region, record.value),
                  all & ~shared(shape, record.region, record.other)};
      return 1;
    case kNakedPair:
      for (int i = 0; i < 2; i++)
        found[i] = {record.cells[i], all & ~bit(record.values[0]) & ~bit(record.values[1])};
      return 2;
    case kHiddenPair:
      for (int i = 0; i < 2; i++)
        found[i] = {finder.region_word(record.region, record.values[i]),
                    all & ~place_in(record.region, record.cells[0]) &
                        ~place_in(record.region, record.cells[1])};
      return 2;
    default:
      return 0;
  }
}

void apply(const Finder &finder, State &state, const Record &record, int step) {
  const Shape &shape = finder.shape;
  // Remove the places of a value in a region that are not in `kept`.
  const auto remove_places = [&](int word, auto is_kept) {
    for (uint64_t rest = state.words[word]; rest; rest &= rest - 1) {
      const int cell = shape.cell_of(word, lowest_bit(rest));
      if (!is_kept(cell)) state.remove(shape, cell, shape.value_of(word, 0), step);
    }
  };
  const auto is_one = [&](int cell) { return cell == record.cells[0] || cell == record.cells[1]; };
  if (record.rule == kLocked) {
    const int first = shape.cells + record.region * shape.size;
    remove_places(finder.region_word(record.other, record.value), [&](int cell) {
      const CellPlace &at = shape.places[cell];
      return at.row_words == first || at.column_words == first || at.box_words == first;
    });
  } else if (record.rule == kNakedPair) {
    for (const int value : record.values)
      remove_places(finder.region_word(record.region, value), is_one);
  } else if (record.rule == kHiddenPair) {
    for (const int cell : record.cells)
      for (uint64_t rest = state.words[cell]; rest; rest &= rest - 1) {
        const int value = lowest_bit(rest);
        if (value != record.values[0] && value != record.values[1])
          state.remove(shape, cell, value, step);
      }
  } else if (state.is_open(record.cell, record.value)) {
    state.remove(shape, record.cell, record.value, step);
  }
}

}  // namespace bombe::why
