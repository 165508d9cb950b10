// Whether each region can still give every value a place of its own, and which candidates that
// leaves. Five values that fit in four cells only are a contradiction that singles do not see, and
// neither does a search among the hundreds of other candidates of a nearly empty large board: it
// meets it as twelve cells for eleven values.
#pragma once

#include "general/masks.h"

namespace bombe {

template <class Mask>
class Matching {
 public:
  void lay_out(const Shape &shape) { shape_ = &shape; }

  // Whether the values of each region fit into its cells, one by one.
  bool is_possible(const Mask *words) {
    for (int region = 0; region < 3 * shape_->size; region++) {
      if (!match(words + shape_->cells + region * shape_->size)) return false;
    }
    return true;
  }

  // Rule out every candidate with which the values of a region do not fit, and what follows.
  // False: a contradiction.
  bool prune(Masks<Mask> &masks) {
    for (int unchanged = 0, region = 0; unchanged < 3 * shape_->size; unchanged++) {
      const int first = shape_->cells + region * shape_->size;
      if (!match(masks.words() + first)) return false;
      int bit = 0;
      const int value = find_misfit(masks.words() + first, &bit);
      if (value < 0) {
        region = (region + 1) % (3 * shape_->size);
        continue;
      }
      if (!masks.exclude(shape_->cell_of(first + value, bit), value)) return false;
      unchanged = -1;
    }
    return true;
  }

 private:
  bool match(const Mask *of_values);
  bool place(int value);
  int find_misfit(const Mask *of_values, int *bit);

  const Shape *shape_ = nullptr;
  const Mask *of_values_ = nullptr;  // the cells of the region where each value may still stand
  Mask seen_ = 0;
  int16_t owner_[kMaxSize] = {};  // of each cell: the value that gets it; -1: none
  int16_t cell_[kMaxSize] = {};   // of each value: its cell
};

// Give each value that has no place yet a cell. False: they do not fit.
template <class Mask>
bool Matching<Mask>::match(const Mask *of_values) {
  of_values_ = of_values;
  for (int cell = 0; cell < shape_->size; cell++) owner_[cell] = -1;
  for (int value = 0; value < shape_->size; value++) {
    seen_ = 0;
    if (of_values[value] && !place(value)) return false;
  }
  return true;
}

// Give a value a cell that was not seen; its owner, if there is one, moves to another.
template <class Mask>
bool Matching<Mask>::place(int value) {
  for (;;) {
    const Mask rest = of_values_[value] & ~seen_;
    if (!rest) return false;
    const int cell = lowest_bit(rest);
    seen_ |= Mask{1} << cell;
    if (owner_[cell] >= 0 && !place(owner_[cell])) continue;
    owner_[cell] = static_cast<int16_t>(value);
    cell_[value] = static_cast<int16_t>(cell);
    return true;
  }
}

// Find a value and a cell that leave the others too few cells. -1: there are none.
template <class Mask>
int Matching<Mask>::find_misfit(const Mask *of_values, int *bit) {
  for (int value = 0; value < shape_->size; value++) {
    for (Mask rest = of_values[value]; rest; rest &= rest - 1) {
      const int cell = lowest_bit(rest), before = cell_[value];
      if (cell == before) continue;
      const int other = owner_[cell];
      owner_[before] = -1;
      seen_ = Mask{1} << cell;
      if (other >= 0 && !place(other)) {
        *bit = cell;
        return value;
      }
      owner_[cell] = static_cast<int16_t>(value);
      cell_[value] = static_cast<int16_t>(cell);
    }
  }
  return -1;
}

}  // namespace bombe
