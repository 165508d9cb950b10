// The gaps that are known, and what they say about a core that is being chosen.
#pragma once

#include <cstdint>

#include "arena.h"
#include "territory/sets.h"

namespace bombe::cores {

// A set of filled cells.
template <int W>
using Cells = territory::BOMBE_WIDTH::Set<W>;
using territory::BOMBE_WIDTH::for_each;

enum Outcome { kHopeless, kAllMet, kOpenGaps };

template <int W>
class Gaps {
 public:
  // Take what is left of the memory.
  void lay_out(Arena &arena, int cells) {
    often_ = arena.take<int32_t>(cells);
    begin_ = arena.take<int32_t>(cells + 2);
    constexpr uint64_t kEach = 2 * sizeof(Cells<W>) + 2 * sizeof(int32_t), kEdges = 8 * kAlignment;
    room_ = arena.left() > kEdges ? static_cast<int32_t>((arena.left() - kEdges) / kEach) : 0;
    gaps_ = arena.take<Cells<W>>(room_);
    open_ = arena.take<Cells<W>>(room_);
    sizes_ = arena.take<int32_t>(room_);
    order_ = arena.take<int32_t>(room_);
  }

  void clear() { count_ = 0; }
  int32_t count() const { return count_; }

  // False: there is no room.
  bool add(const Cells<W> &gap) {
    if (count_ == room_) return false;
    gaps_[count_++] = gap;
    return true;
  }

  // Whether cells can be added to `chosen`, none of those `without`, to at most `most`, so that
  // they meet every gap. A cell that has to be is added.
  Outcome look(Cells<W> &chosen, const Cells<W> &without, int most, int cells);

  // After kOpenGaps: of a smallest open gap the cell that is in most of them.
  int most_promising() const;

 private:
  bool find_open(Cells<W> &chosen, const Cells<W> &without);
  void sort(int cells);
  int disjoint() const;
  bool suffice(int more, int cells);

  Cells<W> *gaps_ = nullptr, *open_ = nullptr;
  int32_t *sizes_ = nullptr, *order_ = nullptr;  // of the open ones: small ones first
  int32_t *often_ = nullptr;                     // for each cell: in how many open gaps it is
  int32_t *begin_ = nullptr;
  int32_t room_ = 0, count_ = 0, open_count_ = 0;
};

template <int W>
Outcome Gaps<W>::look(Cells<W> &chosen, const Cells<W> &without, int most, int cells) {
  if (!find_open(chosen, without)) return kHopeless;
  const int more = most - chosen.count();
  if (more < 0) return kHopeless;
  if (open_count_ == 0) return kAllMet;
  if (more == 0) return kHopeless;
  sort(cells);
  if (disjoint() > more || !suffice(more, cells)) return kHopeless;
  return kOpenGaps;
}

// Collect what is left of the gaps that are not met. False: nothing is left of one.
template <int W>
bool Gaps<W>::find_open(Cells<W> &chosen, const Cells<W> &without) {
  for (bool is_settled = false; !is_settled;) {
    is_settled = true;
    open_count_ = 0;
    for (int32_t i = 0; i < count_; i++) {
      if ((gaps_[i] & chosen).any()) continue;
      const Cells<W> left = gaps_[i] - without;
      const int size = left.count();
      if (size == 0) return false;
      if (size == 1) {
        chosen = chosen | left;
        is_settled = false;
        continue;
      }
      sizes_[open_count_] = size;
      open_[open_count_++] = left;
    }
  }
  return true;
}

template <int W>
void Gaps<W>::sort(int cells) {
  for (int size = 0; size <= cells + 1; size++) begin_[size] = 0;
  for (int32_t i = 0; i < open_count_; i++) begin_[sizes_[i] + 1]++;
  for (int size = 1; size <= cells + 1; size++) begin_[size] += begin_[size - 1];
  for (int32_t i = 0; i < open_count_; i++) order_[begin_[sizes_[i]]++] = i;
}

// How many gaps without a common cell are found, small ones first: each needs a cell.
template <int W>
int Gaps<W>::disjoint() const {
  Cells<W> met = Cells<W>::none();
  int number = 0;
  for (int32_t i = 0; i < open_count_; i++) {
    const Cells<W> &gap = open_[order_[i]];
    if ((gap & met).any()) continue;
    met = met | gap;
    number++;
  }
  return number;
}

// Whether so many cells can be in all open gaps by their number.
template <int W>
bool Gaps<W>::suffice(int more, int cells) {
  for (int cell = 0; cell < cells; cell++) often_[cell] = 0;
  for (int32_t i = 0; i < open_count_; i++) for_each(open_[i], [&](int cell) { often_[cell]++; });
  int32_t met = 0, bound = INT32_MAX;
  for (int i = 0; i < more; i++) {
    int32_t best = 0, same = 0;
    for (int cell = 0; cell < cells; cell++) {
      if (often_[cell] >= bound || often_[cell] < best) continue;
      same = often_[cell] == best ? same + 1 : 1;
      best = often_[cell];
    }
    if (best == 0) break;
    const int taken = same < more - i ? same : more - i;
    met += taken * best;
    i += taken - 1;
    bound = best;
    if (met >= open_count_) return true;
  }
  return met >= open_count_;
}

template <int W>
int Gaps<W>::most_promising() const {
  int promising = -1;
  for_each(open_[order_[0]], [&](int cell) {
    if (promising < 0 || often_[cell] > often_[promising]) promising = cell;
  });
  return promising;
}

}  // namespace bombe::cores
