// A position while a chain of deductions is built: what is open, and by which step the rest went.
//
// The words are those of general/shape.h: for each cell the values that are open, for each region
// and value the places. A word without a bit is absurd; a word with one bit is a single.
#pragma once

#include <cstdint>
#include <cstring>

#include "arena.h"
#include "general/shape.h"

namespace bombe::why {

constexpr int kMostDead = 16;  // words without a bit that are remembered
constexpr int kNever = -1;

inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }

// A candidate in a queue.
constexpr int pack(int cell, int value) { return cell << 6 | value; }
constexpr int cell_in(int packed) { return packed >> 6; }
constexpr int value_in(int packed) { return packed & 63; }

// Steps are named by where they stand in the log; 0 is the board with the question.
struct State {
  uint64_t *words;      // as general/shape.h counts them
  uint64_t *queued;     // of each cell the values that have been in the queue
  int32_t *filled_at;   // of each cell the step that filled it, or kNever
  int16_t *done_by;     // of each word the cell that fills it, or kNever
  int32_t *removed_at;  // of (cell, value) the step that removed it, or kNever
  int32_t *queue;       // singles, in the order in which they were found
  int32_t *order;       // candidates to try
  int32_t head, tail;   // of the queue
  int32_t filled;       // cells
  int32_t dead_count;
  int32_t dead[kMostDead];  // words without a bit

  void lay_out(const Shape &shape, Arena &arena) {
    words = arena.take<uint64_t>(shape.words);
    queued = arena.take<uint64_t>(shape.cells);
    filled_at = arena.take<int32_t>(shape.cells);
    done_by = arena.take<int16_t>(shape.words);
    removed_at = arena.take<int32_t>(shape.cells * shape.size);
    queue = arena.take<int32_t>(shape.words);
    order = arena.take<int32_t>(shape.cells * shape.size);
  }

  // The pieces are one after the other in the arena, so they are copied at once.
  void copy(const State &from, const Shape &shape) {
    copy_without_removals(from, shape);
    std::memcpy(removed_at, from.removed_at, sizeof(int32_t) * shape.cells * shape.size);
  }

  void copy_without_removals(const State &from, const Shape &) {
    const auto bytes = reinterpret_cast<char *>(removed_at) - reinterpret_cast<char *>(words);
    std::memcpy(words, from.words, static_cast<size_t>(bytes));
    std::memcpy(queue, from.queue, sizeof(int32_t) * from.tail);
    head = from.head, tail = from.tail, filled = from.filled, dead_count = from.dead_count;
    std::memcpy(dead, from.dead, sizeof dead);
  }

  void clear(const Shape &shape) {
    const uint64_t all = ~uint64_t{0} >> (64 - shape.size);
    for (int i = 0; i < shape.words; i++) words[i] = all, done_by[i] = kNever;
    for (int i = 0; i < shape.cells; i++) queued[i] = 0, filled_at[i] = kNever;
    for (int i = 0; i < shape.cells * shape.size; i++) removed_at[i] = kNever;
    head = tail = filled = dead_count = 0;
    if (shape.size == 1) note(shape, 0), note(shape, 1);
  }

  bool is_open(int cell, int value) const { return words[cell] >> value & 1; }

  // Whether nobody holds the value in a region of the cell, and the cell is empty.
  bool is_free(const Shape &shape, int cell, int value) const {
    const CellPlace &at = shape.places[cell];
    return filled_at[cell] == kNever && done_by[at.row_words + value] == kNever &&
           done_by[at.column_words + value] == kNever && done_by[at.box_words + value] == kNever;
  }

  // Take an open candidate away.
  void drop(const Shape &shape, int cell, int value) {
    const CellPlace &at = shape.places[cell];
    drop_bit(shape, cell, value);
    drop_bit(shape, at.row_words + value, at.column);
    drop_bit(shape, at.column_words + value, at.row);
    drop_bit(shape, at.box_words + value, at.place);
  }

  void remove(const Shape &shape, int cell, int value, int step) {
    removed_at[cell * shape.size + value] = step;
    drop(shape, cell, value);
  }

  // Fill an empty cell with an open candidate.
  void place(const Shape &shape, int cell, int value, int step) {
    const CellPlace &at = shape.places[cell];
    const int of_value[3] = {at.row_words + value, at.column_words + value, at.box_words + value};
    const int bits[3] = {at.column, at.row, at.place};
    filled_at[cell] = step;
    filled++;
    done_by[cell] = static_cast<int16_t>(cell);
    for (const int word : of_value) done_by[word] = static_cast<int16_t>(cell);
    for (uint64_t rest = words[cell] & ~(uint64_t{1} << value); rest; rest &= rest - 1)
      drop(shape, cell, lowest_bit(rest));
    for (int i = 0; i < 3; i++)
      for (uint64_t rest = words[of_value[i]] & ~(uint64_t{1} << bits[i]); rest; rest &= rest - 1)
        drop(shape, shape.cell_of(of_value[i], lowest_bit(rest)), value);
  }

 private:
  void drop_bit(const Shape &shape, int word, int bit) {
    const uint64_t left = words[word] &= ~(uint64_t{1} << bit);
    if (!(left & (left - 1))) note(shape, word);
  }

  // A word has one bit or none left.
  void note(const Shape &shape, int word) {
    if (done_by[word] != kNever) return;
    if (!words[word]) {
      if (dead_count < kMostDead) dead[dead_count++] = word;
      return;
    }
    const int bit = lowest_bit(words[word]);
    const int cell = shape.cell_of(word, bit), value = shape.value_of(word, bit);
    if (queued[cell] >> value & 1) return;
    queued[cell] |= uint64_t{1} << value;
    queue[tail++] = pack(cell, value);
  }
};

}  // namespace bombe::why
