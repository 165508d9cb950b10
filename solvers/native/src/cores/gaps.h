// The gaps that are known, and what they say about a core that is being chosen.
//
// How many cells it takes to meet all gaps is bounded from below by weights. Each gap has one, and
// a cell may carry as much as 1 of the gaps that it is in: then each cell of a core pays for at
// most 1, so there are at least as many as all weights together. What cells carry beyond that is
// subtracted from the sum, so any weights give a bound. They are improved step by step
// (subgradients), and those of the last question are where the next one begins. With whole numbers
// for weights the bound is exact, and the same on all machines.
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

// xorshift; never 0.
inline uint64_t draw(uint64_t &random) {
  random ^= random << 13, random ^= random >> 7, random ^= random << 17;
  return random >> 33;
}

template <int W>
class Gaps {
 public:
  // Take what is left of the memory.
  void lay_out(Arena &arena, int cells) {
    load_ = arena.take<int64_t>(cells);
    begin_ = arena.take<int32_t>(cells + 2);
    constexpr uint64_t kEach = 2 * sizeof(Cells<W>) + 5 * sizeof(int32_t), kEdges = 8 * kAlignment;
    room_ = arena.left() > kEdges ? static_cast<int32_t>((arena.left() - kEdges) / kEach) : 0;
    gaps_ = arena.take<Cells<W>>(room_);
    open_ = arena.take<Cells<W>>(room_);
    weight_ = arena.take<int32_t>(room_);
    number_ = arena.take<int32_t>(room_);
    sizes_ = arena.take<int32_t>(room_);
    order_ = arena.take<int32_t>(room_);
    turn_ = arena.take<int32_t>(room_);
  }

  void clear() {
    count_ = 0;
    stride_ = kLongStride;
  }
  int32_t count() const { return count_; }
  int32_t open() const { return open_count_; }

  // False: there is no room.
  bool add(const Cells<W> &gap) {
    if (count_ == room_) return false;
    weight_[count_] = 0;
    gaps_[count_++] = gap;
    stride_ = kLongStride;
    return true;
  }

  // Whether cells can be added to `chosen`, none of those `without`, to at most `most`, so that
  // they meet every gap. Cells that have to be are added, and some that cannot be are ruled out.
  Outcome look(Cells<W> &chosen, Cells<W> &without, int most, int cells);

  // After kOpenGaps: of a smallest open gap the cell that carries most.
  int most_promising() const;

  // How many cells meet all gaps at least, but no more than `enough`.
  int at_least(int enough, int cells);

  // After that: some cells that meet all gaps, with none to spare.
  Cells<W> hit(uint64_t &random, int cells);

 private:
  static constexpr int32_t kOne = 1 << 14;  // what a cell may carry
  static constexpr int32_t kLongStride = 16, kShortStride = 1;

  bool find_open(Cells<W> &chosen, const Cells<W> &without);
  void sort(int cells);
  int disjoint() const;
  Outcome weigh(Cells<W> &chosen, Cells<W> &without, int more, int cells, bool &is_settled);
  int64_t sum_up(int cells);
  int64_t fill_up(int cells);
  bool settle(Cells<W> &chosen, Cells<W> &without, int64_t spare, int cells) const;
  void step(int64_t missing, int stride);
  void greedily(Cells<W> &chosen, int cells);
  void spare_some(Cells<W> &chosen) const;

  Cells<W> *gaps_ = nullptr, *open_ = nullptr;
  int32_t *weight_ = nullptr;                    // of all gaps
  int32_t *number_ = nullptr;                    // of the open ones, among all
  int32_t *sizes_ = nullptr, *order_ = nullptr;  // of the open ones: small ones first
  int32_t *turn_ = nullptr;                      // of the open ones: where their weights should go
  int32_t *begin_ = nullptr;
  int64_t *load_ = nullptr;  // what each cell carries
  Cells<W> heavy_;           // those that carry more than they may
  int32_t room_ = 0, count_ = 0, open_count_ = 0, stride_ = 0;
  Cells<W> single_;
};

template <int W>
Outcome Gaps<W>::look(Cells<W> &chosen, Cells<W> &without, int most, int cells) {
  for (;;) {
    if (!find_open(chosen, without)) return kHopeless;
    const int more = most - chosen.count();
    if (more < 0) return kHopeless;
    if (open_count_ == 0) return kAllMet;
    if (more == 0) return kHopeless;
    sort(cells);
    if (disjoint() > more) return kHopeless;
    bool is_settled = true;
    const Outcome outcome = weigh(chosen, without, more, cells, is_settled);
    if (is_settled) return outcome;
  }
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
      number_[open_count_] = i;
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

// So often weights are improved where a cell has to be decided about, unless the bound is far from
// what would end the matter.
constexpr int kSteps = 16, kFar = 3;

template <int W>
Outcome Gaps<W>::weigh(Cells<W> &chosen, Cells<W> &without, int more, int cells, bool &is_settled) {
  for (int i = 0;; i++) {
    const int64_t sum = sum_up(cells), spare = static_cast<int64_t>(more) * kOne - sum;
    if (spare < 0) return kHopeless;
    if (settle(chosen, without, spare, cells)) {
      is_settled = false;
      return kOpenGaps;
    }
    if (i == kSteps || spare > static_cast<int64_t>(kFar) * kOne) return kOpenGaps;
    step(spare + kOne, kLongStride);
  }
}

// The bound for the open gaps, times kOne.
template <int W>
int64_t Gaps<W>::sum_up(int cells) {
  for (int cell = 0; cell < cells; cell++) load_[cell] = 0;
  int64_t sum = 0;
  for (int32_t i = 0; i < open_count_; i++) {
    const int32_t weight = weight_[number_[i]];
    if (weight == 0) continue;
    sum += weight;
    for_each(open_[i], [&](int cell) { load_[cell] += weight; });
  }
  sum += fill_up(cells);
  heavy_ = Cells<W>::none();
  for (int cell = 0; cell < cells; cell++) {
    if (load_[cell] <= kOne) continue;
    sum -= load_[cell] - kOne;
    heavy_.put(cell);
  }
  return sum;
}

// Raise the weight of gaps whose cells can all carry more; by how much altogether.
template <int W>
int64_t Gaps<W>::fill_up(int cells) {
  Cells<W> full = Cells<W>::none();
  for (int cell = 0; cell < cells; cell++)
    if (load_[cell] >= kOne) full.put(cell);
  int64_t sum = 0;
  for (int32_t i = 0; i < open_count_; i++) {
    const Cells<W> &gap = open_[order_[i]];
    if ((gap & full).any()) continue;
    int64_t more = kOne;
    for_each(gap, [&](int cell) { more = kOne - load_[cell] < more ? kOne - load_[cell] : more; });
    weight_[number_[order_[i]]] += static_cast<int32_t>(more);
    sum += more;
    for_each(gap, [&](int cell) {
      load_[cell] += more;
      if (load_[cell] >= kOne) full.put(cell);
    });
  }
  return sum;
}

// Rule out what would cost more than there is to spare, and choose what it would cost more than
// that to do without; whether there was such a cell.
template <int W>
bool Gaps<W>::settle(Cells<W> &chosen, Cells<W> &without, int64_t spare, int cells) const {
  bool is_any = false;
  for (int cell = 0; cell < cells; cell++) {
    const int64_t cost = kOne - load_[cell];
    if (cost <= spare && -cost <= spare) continue;
    if (chosen.has(cell) || without.has(cell)) continue;
    (cost > 0 ? without : chosen).put(cell);
    is_any = true;
  }
  return is_any;
}

// Weights of gaps that no heavy cell meets go up, those that more than one meets go down.
template <int W>
void Gaps<W>::step(int64_t missing, int stride) {
  int64_t norm = 0;
  for (int32_t i = 0; i < open_count_; i++) {
    const int32_t turn = 1 - (open_[i] & heavy_).count();
    turn_[i] = turn < 0 && weight_[number_[i]] == 0 ? 0 : turn;
    norm += turn_[i] * turn_[i];
  }
  if (norm == 0) return;
  const int64_t by = missing * stride / (kLongStride * norm);
  for (int32_t i = 0; i < open_count_; i++) {
    int32_t &weight = weight_[number_[i]];
    const int64_t now = weight + by * turn_[i];
    weight = static_cast<int32_t>(now < 0 ? 0 : now > kOne ? kOne : now);
  }
}

template <int W>
int Gaps<W>::most_promising() const {
  int promising = -1;
  for_each(open_[order_[0]], [&](int cell) {
    if (promising < 0 || load_[cell] > load_[promising]) promising = cell;
  });
  return promising;
}

constexpr int kRootSteps = 12;

template <int W>
int Gaps<W>::at_least(int enough, int cells) {
  single_ = Cells<W>::none();
  find_open(single_, Cells<W>::none());
  sort(cells);
  const int singles = single_.count();
  const int64_t wanted = static_cast<int64_t>(enough - singles) * kOne;
  int64_t best = 0, first = 0;
  for (int i = 0; open_count_ && best <= wanted - kOne; i++) {
    const int64_t sum = sum_up(cells);
    best = sum > best ? sum : best;
    if (i == 0) first = sum;
    if (i == kRootSteps) break;
    step(wanted - sum, stride_);
  }
  if (best == first && stride_ > kShortStride) stride_ = stride_ * 3 / 4;
  const int least = singles + static_cast<int>((best + kOne - 1) / kOne);
  return least < enough ? least : enough;
}

template <int W>
Cells<W> Gaps<W>::hit(uint64_t &random, int cells) {
  Cells<W> chosen = single_;
  for (int32_t i = 0; i < open_count_; i++) {
    const int64_t share = weight_[number_[i]] + kOne / 32;
    turn_[i] = static_cast<int32_t>(share * static_cast<int64_t>(64 + draw(random) % 32) / 64);
  }
  greedily(chosen, cells);
  spare_some(chosen);
  return chosen;
}

// Choose the cell with the largest share in the gaps that are not met, until there are none.
template <int W>
void Gaps<W>::greedily(Cells<W> &chosen, int cells) {
  for (int cell = 0; cell < cells; cell++) load_[cell] = 0;
  for (int32_t i = 0; i < open_count_; i++)
    for_each(open_[i], [&](int cell) { load_[cell] += turn_[i]; });
  for (int32_t left = open_count_; left > 0;) {
    int best = 0;
    for (int cell = 1; cell < cells; cell++)
      if (load_[cell] > load_[best]) best = cell;
    chosen.put(best);
    for (int32_t i = 0; i < open_count_; i++) {
      if (!turn_[i] || !open_[i].has(best)) continue;
      for_each(open_[i], [&](int cell) { load_[cell] -= turn_[i]; });
      turn_[i] = 0;
      left--;
    }
  }
}

// Leave out cells without which all gaps are met.
template <int W>
void Gaps<W>::spare_some(Cells<W> &chosen) const {
  Cells<W> spare = chosen;
  for_each(chosen, [&](int cell) {
    if (!spare.has(cell)) return;
    Cells<W> less = chosen;
    less.take(cell);
    for (int32_t i = 0; i < count_ && spare.has(cell); i++)
      if (!(gaps_[i] & less).any()) spare.take(cell);
    if (spare.has(cell)) chosen = less;
  });
}

}  // namespace bombe::cores
