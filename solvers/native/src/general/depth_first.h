// Depth-first search on masks, with an explicit stack in the caller's memory.
//
// A guess picks a word and tries one of its candidates on a copy of all words. If that fails, the
// candidate is ruled out on the original, and the search goes on there: so both halves of the tree
// are searched, no solution comes twice, and the stack holds one level for every open guess.
//
// Which word? One with two bits if there is any: either answer then places something. Of those, the
// one that has most often been the contradiction in which a guess ended (`weights_`). Boards hide a
// hard core in a mass of easy choices, and failures point at it: on irreducible 16x16 boards this
// takes a tenth of the nodes of the first word with two bits.
//
// The search has patience for so many failures, and then leaves the board to who learns from them;
// see general/hand_over.h.
#pragma once

#include <climits>

#include "budget.h"
#include "general/masks.h"
#include "general/matching.h"

namespace bombe {

template <class Mask>
class DepthFirst {
 public:
  void lay_out(Arena &arena, const Shape &shape) {
    shape_ = &shape;
    work_ = 1 + shape.words / 128;
    masks_.lay_out(arena, shape);
    matching_.lay_out(shape);
    guesses_ = arena.take<Guess>(shape.cells + 1);
    weights_ = arena.take<Mask>(shape.words);
    levels_ = arena.take<Mask>(static_cast<size_t>(shape.cells + 1) * shape.words);
  }

  // Start with a board. False: it has no solution.
  bool begin(const uint8_t *board) {
    depth_ = 0;
    verdicts_ = nullptr;
    for (int word = 0; word < shape_->words; word++) weights_[word] = weight_of(1, word);
    is_alive_ = masks_.load(levels_, board);
    return is_alive_;
  }

  // Start with words that were copied from `root()` earlier, and one candidate assumed.
  void begin_with(const Mask *root, int placed, Candidate assumed) {
    depth_ = 0;
    std::memcpy(levels_, root, shape_->words * sizeof(Mask));
    masks_.resume(levels_, placed);
    is_alive_ = masks_.assume(assumed.cell, assumed.value);
  }

  // Rule out every candidate that is kNo there, before the first guess. False: no solution is left.
  bool rule_out(const uint8_t *verdicts);

  // Rule out, before the first guess, what the regions have no place for. False: no solution is
  // left.
  bool prune() { return matching_.prune(masks_); }

  // Whether the regions have a place for everything, after `begin_with`.
  bool is_possible() { return is_alive_ && matching_.is_possible(masks_.words()); }

  // Search on. After kLimit the position is a solution: `write_solution` reads it.
  Status next(Budget &budget);

  // Complete the board with all that is placed.
  void write_solution(const uint8_t *board, uint8_t *solution) const {
    write_placed(masks_.placed_count(), board, solution);
  }

  // Complete the board with what is placed at the root.
  void write_root(const uint8_t *board, uint8_t *solution) const {
    write_placed(placed_at(0), board, solution);
  }

  // Whether the search has been where this solution of the board is.
  bool has_passed(const uint8_t *solution) const;

  // How many more guesses may fail before `next` answers kOutOfBudget.
  void set_patience(int64_t failures) { patience_ = failures; }
  void add_patience(int64_t failures) { patience_ += failures; }
  bool has_patience() const { return patience_ > 0; }

  // From now on guess candidates first that are kUnknown there; null: the lowest.
  void prefer_unknown(const uint8_t *verdicts) { verdicts_ = verdicts; }

  const Mask *root() const { return levels_; }
  Masks<Mask> &masks() { return masks_; }
  int work() const { return work_; }

 private:
  struct Guess {
    Candidate tried;
    int16_t placed;  // how many candidates stood before
  };
  // A weight holds the number of its word in the low bits, so that the largest names its word;
  // counted backwards, so that among equals the first word wins.
  static constexpr Mask kOneBlame = 1 << 13;
  static constexpr Mask kHeaviest = Mask{1} << 31;
  static Mask weight_of(Mask blames, int word) {
    return blames * kOneBlame + (kOneBlame - 1 - static_cast<Mask>(word));
  }

  int placed_at(int depth) const {
    return depth == depth_ ? masks_.placed_count() : guesses_[depth].placed;
  }
  void write_placed(int count, const uint8_t *board, uint8_t *solution) const;
  bool is_within(int depth, const uint8_t *solution) const;

  Mask *level(int depth) const { return levels_ + static_cast<size_t>(depth) * shape_->words; }
  void guess();
  bool retreat();
  void blame(int word);
  int choose_word() const;
  int choose_smallest_word() const;
  Candidate choose() const;

  const Shape *shape_ = nullptr;
  Masks<Mask> masks_;
  Matching<Mask> matching_;
  Guess *guesses_ = nullptr;
  Mask *weights_ = nullptr;  // how often the word was the contradiction
  Mask *levels_ = nullptr;
  const uint8_t *verdicts_ = nullptr;
  int depth_ = 0, work_ = 1;
  int64_t patience_ = 0;
  bool is_alive_ = false;  // false: the position is refuted, or its solution was returned
};

template <class Mask>
bool DepthFirst<Mask>::rule_out(const uint8_t *verdicts) {
  for (int cell = 0; cell < shape_->cells; cell++) {
    for (int value = 0; value < shape_->size; value++) {
      if (verdicts[cell * shape_->size + value] != kNo || !masks_.is_open(cell, value)) continue;
      if (!masks_.exclude(cell, value)) return false;
    }
  }
  return true;
}

template <class Mask>
Status DepthFirst<Mask>::next(Budget &budget) {
  for (;;) {
    if (!is_alive_) {
      if (!retreat()) return kDone;
    } else if (masks_.open_cells() == 0) {
      is_alive_ = false;
      return kLimit;
    } else if (has_patience() && spend(budget, work_)) {
      guess();
    } else {
      return kOutOfBudget;
    }
  }
}

template <class Mask>
void DepthFirst<Mask>::guess() {
  const Candidate tried = choose();
  const int placed = masks_.placed_count();
  guesses_[depth_] = {tried, static_cast<int16_t>(placed)};
  std::memcpy(level(depth_ + 1), level(depth_), shape_->words * sizeof(Mask));
  masks_.resume(level(++depth_), placed);
  is_alive_ = masks_.assume(tried.cell, tried.value);
}

// Go back to the last open guess and rule out what it tried. False: everything is searched.
template <class Mask>
bool DepthFirst<Mask>::retreat() {
  if (masks_.dead_word() != Masks<Mask>::kNoWord) {
    blame(masks_.dead_word());
    patience_--;
  }
  if (depth_ == 0) return false;
  const Guess &guess = guesses_[--depth_];
  masks_.resume(level(depth_), guess.placed);
  is_alive_ = masks_.exclude(guess.tried.cell, guess.tried.value);
  return true;
}

template <class Mask>
void DepthFirst<Mask>::write_placed(int count, const uint8_t *board, uint8_t *solution) const {
  std::memcpy(solution, board, shape_->cells);
  for (int i = 0; i < count; i++) {
    const Candidate &placed = masks_.placed()[i];
    solution[placed.cell] = static_cast<uint8_t>(placed.value + 1);
  }
}

// Levels hold what is still to be searched under the guesses before: a solution that has made a
// guess and is not within its level has been ruled out there, when its part had been searched.
template <class Mask>
bool DepthFirst<Mask>::has_passed(const uint8_t *solution) const {
  for (int depth = 0; is_within(depth, solution); depth++) {
    if (depth == depth_) return false;
    const Candidate &tried = guesses_[depth].tried;
    if (solution[tried.cell] != tried.value + 1) return false;
  }
  return true;
}

template <class Mask>
bool DepthFirst<Mask>::is_within(int depth, const uint8_t *solution) const {
  const Mask *words = level(depth);
  for (int cell = 0; cell < shape_->cells; cell++) {
    if (words[cell] && !(words[cell] >> (solution[cell] - 1) & 1)) return false;
  }
  for (int i = 0; i < placed_at(depth); i++) {
    const Candidate &placed = masks_.placed()[i];
    if (solution[placed.cell] != placed.value + 1) return false;
  }
  return true;
}

template <class Mask>
void DepthFirst<Mask>::blame(int word) {
  weights_[word] += kOneBlame;
  if (weights_[word] < kHeaviest) return;
  for (int i = 0; i < shape_->words; i++) {
    weights_[i] = weight_of((weights_[i] / kOneBlame + 1) / 2, i);
  }
}

// Whether exactly two bits are set; without branches, so that loops over it become vector code.
template <class Mask>
inline bool is_pair(Mask mask) {
  const Mask without_one = mask & (mask - 1);
  const Mask without_two = without_one & (without_one - 1);
  return (without_one != 0) & (without_two == 0);
}

// The heaviest word with two bits, or the cell with the fewest where there is none.
template <class Mask>
int DepthFirst<Mask>::choose_word() const {
  const Mask *words = masks_.words(), *weights = weights_;
  const int count = shape_->words;
  Mask heaviest = 0;
  for (int word = 0; word < count; word++) {
    const Mask weight = weights[word] & (Mask{0} - Mask{is_pair(words[word])});
    heaviest = weight > heaviest ? weight : heaviest;
  }
  if (heaviest == 0) return choose_smallest_word();
  return static_cast<int>(kOneBlame - 1 - heaviest % kOneBlame);
}

// Of the cells only: no pair is left on nearly empty boards, where failures are rare and a look at
// all words would be the larger part of a node.
template <class Mask>
int DepthFirst<Mask>::choose_smallest_word() const {
  const Mask *words = masks_.words();
  int smallest = 0, fewest = INT_MAX;
  for (int word = 0; word < shape_->cells; word++) {
    const int bits = bit_count(words[word]);
    if (bits == 0 || bits >= fewest) continue;
    smallest = word, fewest = bits;
    if (bits <= 3) break;  // there are no two
  }
  return smallest;
}

template <class Mask>
Candidate DepthFirst<Mask>::choose() const {
  const int word = choose_word();
  Candidate first = {};
  for (Mask rest = masks_.words()[word]; rest; rest &= rest - 1) {
    const int bit = lowest_bit(rest);
    const Candidate candidate = {static_cast<uint16_t>(shape_->cell_of(word, bit)),
                                 static_cast<uint16_t>(shape_->value_of(word, bit))};
    const int at = candidate.cell * shape_->size + candidate.value;
    if (!verdicts_ || verdicts_[at] == kUnknown) return candidate;
    if (rest == masks_.words()[word]) first = candidate;
  }
  return first;
}

}  // namespace bombe
