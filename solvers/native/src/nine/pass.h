// One pass over a whole position: all conclusions of a kind for all values at once, without a
// branch until the verdict. nine/README.md draws the steps.
#pragma once

#include "nine/vectors.h"
#include "target.h"

namespace bombe::nine::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

// What a pass, or a row of passes, has come to. kChanged: another pass may find more.
enum Outcome { kDead, kOpen, kSolved, kChanged };

// Shifts -----------------------------------------------------------------------------------------

// Box j takes the content of box j+1. Bits 30 and 31 must be 0, and are undefined afterwards.
BOMBE_INLINE Vector next_box(Vector x) { return x >> kField | x << 2 * kField; }

// In each box, row r takes the content of row r+1; of row r+2.
BOMBE_INLINE Vector next_row(Vector x) {
  return (x >> 3 & in_boxes(0077)) | (x << 6 & in_boxes(0700));
}
BOMBE_INLINE Vector second_next_row(Vector x) {
  return (x >> 6 & in_boxes(0007)) | (x << 3 & in_boxes(0770));
}

// In each group of three bits, bit c takes the content of bit c+1; of bit c+2.
BOMBE_INLINE Vector next_column(Vector x) {
  return (x >> 1 & in_boxes(0333)) | (x << 2 & in_boxes(0444));
}
BOMBE_INLINE Vector second_next_column(Vector x) {
  return (x >> 2 & in_boxes(0111)) | (x << 1 & in_boxes(0666));
}

// Carries ----------------------------------------------------------------------------------------

// The guard of each box that is not empty; the other bits are undefined.
BOMBE_INLINE Vector guard_if_any(Vector x) { return x + all(kBoxes); }

// Each box without its first bit, and its guard set; an empty box has no guard.
BOMBE_INLINE Vector without_first(Vector x) { return (x | all(kGuards)) - all(kFirst); }

// From a guard to the nine cells below it.
BOMBE_INLINE Vector box_below(Vector guards) { return guards - (guards >> 9); }

// The third bit of each minirow: set if any of the three is.
BOMBE_INLINE Vector any_in_minirow(Vector x) {
  const Vector first_two = all(in_boxes(0333));
  return (((x & first_two) + first_two) | x) & (kMinirows << 2);
}

// The first minirow of each box: set in the columns that are not empty.
BOMBE_INLINE Vector any_in_minicolumn(Vector x) {
  return (x | x >> 3 | x >> 6) & all(kMinicolumns);
}

// Locked candidates ------------------------------------------------------------------------------

// In a band a value has one minirow in each box, all in different rows: a minirow that is in no
// such choice of three is ruled out. Three vectors at once: a minirow needs only one of its bits.
template <int count>
BOMBE_INLINE void lock_rows(Vector *x) {
  Vector merged = any_in_minirow(x[0]);
  if constexpr (count > 1) merged |= any_in_minirow(x[1]) >> 1;
  if constexpr (count > 2) merged |= any_in_minirow(x[2]) >> 2;
  const Vector a = next_row(merged), b = second_next_row(merged);
  const Vector others = (a & next_box(b)) | (b & next_box(a));  // of the two other rows and boxes
  merged &= next_box(others);
  for (int i = 0; i < count; i++) {
    const Vector open = merged >> (2 - i) & all(kMinirows);
    x[i] &= (open << 3) - open;
  }
}

// The same for the minicolumns of a stack, which lie in different bands.
template <int count>
BOMBE_INLINE void lock_columns(Vector *x) {
  Vector merged = any_in_minicolumn(x[0]);
  if constexpr (count > 1) merged |= any_in_minicolumn(x[1]) << 3;
  if constexpr (count > 2) merged |= any_in_minicolumn(x[2]) << 6;
  const Vector a = next_column(merged), b = second_next_column(merged);
  const Vector others = (a & next_band(b)) | (b & next_band(a));
  merged &= next_band(others);
  for (int i = 0; i < count; i++) {
    const Vector open = merged >> (3 * i) & all(kMinicolumns);
    x[i] &= open | open << 3 | open << 6;
  }
}

template <int first = 0>
BOMBE_INLINE void lock(Vector *x) {
  constexpr int count = kVectors - first < 3 ? kVectors - first : 3;
  if constexpr (count > 0) {
    lock_rows<count>(x + first);
    lock_columns<count>(x + first);
    lock<first + count>(x);
  }
}

// Singles ----------------------------------------------------------------------------------------

// In which cells at least one of the planes is set, and in which at least two.
struct Tally {
  Vector once = {}, twice = {};

  BOMBE_INLINE void add(Vector x) {
    twice |= once & x;
    once |= x;
  }

  // Add up the planes inside the vectors too.
  BOMBE_INLINE void fold() {
    for (int distance = kPlanes / 2; distance; distance /= 2) {
      const Vector o = swap_planes(once, distance), t = swap_planes(twice, distance);
      twice |= t | (once & o);
      once |= o;
    }
  }
};

BOMBE_INLINE Tally tally_of(const Position &position) {
  Tally tally;
  for (int i = 0; i < kVectors; i++) tally.add(position.of[i]);
  tally.fold();
  return tally;
}

// A cell that has only one value left takes it from the rest of its box. Of two such cells in one
// box the second loses the value, and so all it had.
BOMBE_INLINE Vector clear_boxes(Vector x, Vector naked) {
  const Vector single = x & naked, less = without_first(single);
  return (x & ~box_below(less & all(kGuards))) | (single & ~less);
}

// The single values of cells and the single cells of boxes, and what is wrong with them.
struct Singles {
  Vector hidden[kVectors];  // a value's only cell in a box
  Vector full = all(~0u);   // guards: every value has a cell there
  Tally cells;              // how many values a cell has left
  Tally claims;             // and how many have no other cell in the box

  BOMBE_INLINE explicit Singles(const Vector *x) {
    for (int i = 0; i < kVectors; i++) {
      const Vector less = without_first(x[i]);
      const Vector is_single = less & ~guard_if_any(x[i] & less) & all(kGuards);
      hidden[i] = x[i] & box_below(is_single);
      full &= i == kVectors - 1 ? less | load(kReal.not_in_last) : less;
      cells.add(x[i]);
      claims.add(hidden[i]);
    }
    cells.fold();
    claims.fold();
  }

  BOMBE_INLINE bool is_dead() const {
    const Vector cells_without = all(kBoxes) & ~cells.once, boxes_without = all(kGuards) & ~full;
    return is_any(((cells_without | boxes_without) & load(kReal.bands)) | claims.twice);
  }

  BOMBE_INLINE Vector naked() const { return cells.once & ~cells.twice; }
};

// Every cell has one value, and each value is in every box: is it in every row and column?
BOMBE_INLINE bool is_solution(const Vector *x) {
  Vector rows = all(~0u), columns = all(~0u);
  for (int i = 0; i < kVectors; i++) {
    const Vector pad = i == kVectors - 1 ? load(kReal.not_in_last) : Vector{};
    const Vector row = any_in_minirow(x[i]), column = any_in_minicolumn(x[i]);
    rows &= row | row >> kField | row >> 2 * kField | pad;
    columns &= column | next_band(column) | next_band(next_band(column)) | pad;
  }
  const Vector missing = (all(0444) & ~rows) | (all(kMinicolumns) & ~columns);
  return !is_any(missing & load(kReal.bands));
}

// The pass ---------------------------------------------------------------------------------------

BOMBE_INLINE Outcome pass(Position &position) {
  Vector x[kVectors];
  for (int i = 0; i < kVectors; i++) x[i] = position.of[i];
  lock(x);
  const Singles singles(x);
  if (__builtin_expect(singles.is_dead(), 0)) return kDead;
  const Vector naked = singles.naked();
  if (!is_any(all(kBoxes) & load(kReal.bands) & ~naked)) {
    for (int i = 0; i < kVectors; i++) position.of[i] = x[i];
    return is_solution(x) ? kSolved : kDead;
  }
  Vector changed = {};
  for (int i = 0; i < kVectors; i++) {
    const Vector y = clear_boxes(x[i] & (~singles.claims.once | singles.hidden[i]), naked);
    changed |= y ^ position.of[i];
    position.of[i] = y;
  }
  return is_any(changed) ? kChanged : kOpen;
}

// Passes until nothing changes.
BOMBE_INLINE Outcome propagate(Position &position) {
  Outcome outcome;
  do {
    outcome = pass(position);
  } while (outcome == kChanged);
  return outcome;
}

BOMBE_TARGET_END

}  // namespace bombe::nine::BOMBE_WIDTH
