// A position of the general search: what is still open, as four families of words, and the
// conclusions that singles draw from it.
//
// A word with one bit left is a single: a naked one in the family of cells, a hidden one in the
// others. Placing its candidate takes every other candidate out of its four words, and each of
// those out of three more; words that this leaves with one bit are singles again. A word that loses
// its last bit is a contradiction.
//
// The four words of a placed candidate are closed: set to 0, so that they never count as a choice
// again. What was placed is remembered in a list, in order, which backtracking cuts off.
#pragma once

#include <cstdint>
#include <cstring>

#include "general/shape.h"

namespace bombe {

inline int lowest_bit(uint32_t mask) { return __builtin_ctz(mask); }
inline int lowest_bit(uint64_t mask) { return __builtin_ctzll(mask); }
inline int bit_count(uint32_t mask) { return __builtin_popcount(mask); }
inline int bit_count(uint64_t mask) { return __builtin_popcountll(mask); }

struct Candidate {
  uint16_t cell;
  uint16_t value;
};

// The values that the regions hold already.
template <class Mask>
struct Used {
  Mask rows[kMaxSize] = {}, columns[kMaxSize] = {}, boxes[kMaxSize] = {};

  Mask around(const CellPlace &at) const {
    return rows[at.row] | columns[at.column] | boxes[at.box];
  }
  void add(const CellPlace &at, int value) {
    const Mask bit = Mask{1} << value;
    rows[at.row] |= bit, columns[at.column] |= bit, boxes[at.box] |= bit;
  }
};

template <class Mask>
class Masks {
 public:
  static constexpr int kNoWord = -1;

  void lay_out(Arena &arena, const Shape &shape) {
    shape_ = &shape;
    queue_ = arena.take<uint16_t>(2 * shape.words + 1);  // a word may come as single and as dead
    placed_ = arena.take<Candidate>(shape.cells);
  }

  // Read a board: what C0 leaves. False: the givens clash, or leave no place for something.
  bool load(Mask *words, const uint8_t *board);

  // Go on with a copy of the words as they were when `placed` candidates had been placed.
  void resume(Mask *words, int placed) {
    words_ = words;
    placed_count_ = placed;
    queued_ = 0;
    dead_word_ = kNoWord;
  }

  // Place a candidate that is open, with all that follows. False: a contradiction.
  bool assume(int cell, int value) {
    place(cell, value);
    return settle();
  }

  // Rule a candidate out that is open, with all that follows. False: a contradiction.
  bool exclude(int cell, int value) {
    const CellPlace &at = shape_->places[cell];
    drop(cell, value);
    drop(at.row_words + value, at.column);
    drop(at.column_words + value, at.row);
    drop(at.box_words + value, at.place);
    return settle();
  }

  // Draw all conclusions from singles. False: a contradiction.
  bool settle() {
    while (dead_word_ == kNoWord) {
      if (queued_ == 0) return true;
      const int word = queue_[--queued_];
      if (words_[word] == 0) continue;  // closed since it was queued
      const int bit = lowest_bit(words_[word]);
      place(shape_->cell_of(word, bit), shape_->value_of(word, bit));
    }
    return false;
  }

  bool is_open(int cell, int value) const { return words_[cell] >> value & 1; }
  Mask *words() const { return words_; }
  int placed_count() const { return placed_count_; }
  const Candidate *placed() const { return placed_; }
  int open_cells() const { return to_place_ - placed_count_; }
  int dead_word() const { return dead_word_; }

 private:
  // Take a bit that is set out of a word. Without branches: singles come and go unforeseeably.
  void drop(int word, int bit) {
    const Mask left = words_[word] ^ (Mask{1} << bit);
    words_[word] = left;
    queue_[queued_] = static_cast<uint16_t>(word);
    queued_ += (left & (left - 1)) == 0;
    dead_word_ = left ? dead_word_ : word;
  }

  void place(int cell, int value);
  bool load_used(const uint8_t *board, Used<Mask> &used);
  void load_open(const uint8_t *board, const Used<Mask> &used);
  bool find_singles(const uint8_t *board, const Used<Mask> &used);
  bool find_singles(int family, const Mask *used);
  bool enqueue_if_single(int word);

  const Shape *shape_ = nullptr;
  Mask *words_ = nullptr;
  uint16_t *queue_ = nullptr;    // words that have had one bit left
  Candidate *placed_ = nullptr;  // in the order in which they were placed
  int queued_ = 0, placed_count_ = 0, to_place_ = 0, dead_word_ = kNoWord;
};

template <class Mask>
void Masks<Mask>::place(int cell, int value) {
  const Shape &shape = *shape_;
  const CellPlace at = shape.places[cell];
  const int in_row = at.row_words + value, in_column = at.column_words + value;
  const int in_box = at.box_words + value;

  for (Mask rest = words_[cell] ^ Mask{1} << value; rest; rest &= rest - 1) {
    const int other = lowest_bit(rest);
    drop(at.row_words + other, at.column);
    drop(at.column_words + other, at.row);
    drop(at.box_words + other, at.place);
  }
  // The box comes first: what it takes out of our row and column need not be looked at there.
  const uint16_t *box = shape.region_cells + (2 * shape.size + at.box) * shape.size;
  for (Mask rest = words_[in_box] ^ Mask{1} << at.place; rest; rest &= rest - 1) {
    const int peer = box[lowest_bit(rest)];
    const CellPlace &p = shape.places[peer];
    drop(peer, value);
    drop(p.row_words + value, p.column);
    drop(p.column_words + value, p.row);
  }
  for (Mask rest = words_[in_row] ^ Mask{1} << at.column; rest; rest &= rest - 1) {
    const int peer = at.row * shape.size + lowest_bit(rest);
    const CellPlace &p = shape.places[peer];
    drop(peer, value);
    drop(p.column_words + value, at.row);
    drop(p.box_words + value, p.place);
  }
  for (Mask rest = words_[in_column] ^ Mask{1} << at.row; rest; rest &= rest - 1) {
    const int peer = lowest_bit(rest) * shape.size + at.column;
    const CellPlace &p = shape.places[peer];
    drop(peer, value);
    drop(p.row_words + value, at.column);
    drop(p.box_words + value, p.place);
  }
  words_[cell] = words_[in_row] = words_[in_column] = words_[in_box] = 0;
  placed_[placed_count_++] = {static_cast<uint16_t>(cell), static_cast<uint16_t>(value)};
}

template <class Mask>
bool Masks<Mask>::load(Mask *words, const uint8_t *board) {
  resume(words, 0);
  Used<Mask> used;
  if (!load_used(board, used)) return false;
  load_open(board, used);
  return find_singles(board, used) && settle();
}

// Note which values each region holds. False: one of them twice.
template <class Mask>
bool Masks<Mask>::load_used(const uint8_t *board, Used<Mask> &used) {
  to_place_ = 0;
  for (int cell = 0; cell < shape_->cells; cell++) {
    if (board[cell] == 0) {
      to_place_++;
      continue;
    }
    const CellPlace &at = shape_->places[cell];
    if (used.around(at) >> (board[cell] - 1) & 1) return false;
    used.add(at, board[cell] - 1);
  }
  return true;
}

// Set the bits of all candidates that C0 allows.
template <class Mask>
void Masks<Mask>::load_open(const uint8_t *board, const Used<Mask> &used) {
  const Mask every = ~Mask{0} >> (8 * static_cast<int>(sizeof(Mask)) - shape_->size);
  std::memset(words_, 0, shape_->words * sizeof(Mask));
  for (int cell = 0; cell < shape_->cells; cell++) {
    if (board[cell]) continue;
    const CellPlace &at = shape_->places[cell];
    words_[cell] = every & ~used.around(at);
    for (Mask rest = words_[cell]; rest; rest &= rest - 1) {
      const int value = lowest_bit(rest);
      words_[at.row_words + value] |= Mask{1} << at.column;
      words_[at.column_words + value] |= Mask{1} << at.row;
      words_[at.box_words + value] |= Mask{1} << at.place;
    }
  }
}

// Queue all singles. False: something has no place at all.
template <class Mask>
bool Masks<Mask>::find_singles(const uint8_t *board, const Used<Mask> &used) {
  for (int cell = 0; cell < shape_->cells; cell++) {
    if (!board[cell] && !enqueue_if_single(cell)) return false;
  }
  return find_singles(1, used.rows) && find_singles(2, used.columns) && find_singles(3, used.boxes);
}

template <class Mask>
bool Masks<Mask>::find_singles(int family, const Mask *used) {
  int word = family * shape_->cells;
  for (int region = 0; region < shape_->size; region++) {
    for (int value = 0; value < shape_->size; value++, word++) {
      if (!(used[region] >> value & 1) && !enqueue_if_single(word)) return false;
    }
  }
  return true;
}

template <class Mask>
bool Masks<Mask>::enqueue_if_single(int word) {
  const Mask open = words_[word];
  queue_[queued_] = static_cast<uint16_t>(word);
  queued_ += (open & (open - 1)) == 0;
  return open != 0;
}

}  // namespace bombe
