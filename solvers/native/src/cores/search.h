// The search for smallest cores by implicit hitting sets.
//
// A *gap* is what a largest solvable set of filled cells leaves out: every core meets every gap.
// The search looks for a core of so many cells, at first as few as there are gaps without a common
// cell, then one more, until there is one or only the best known size is left. It goes through the
// sets of so many cells that meet all gaps depth first: a cell is in the core, or it is not. Where
// all gaps are met it asks the oracle, and if there is a solution learns the gaps that this shows.
//
// Filled cells are numbered from 0 in the order of the board. All that is known stands in the
// memory, so the search can be left at any question and goes on there.
#pragma once

#include <cstdint>

#include "arena.h"
#include "budget.h"
#include "cores/cores.h"
#include "cores/gaps.h"
#include "cores/oracle.h"
#include "territory/sets.h"

namespace bombe::cores {

template <int W>
class Search {
 public:
  // Take the memory for boards of so many cells, and all that is left of it for gaps.
  void lay_out(Arena &arena, Oracle &oracle);

  void begin(const BombeCores &question);
  int32_t prove(Budget &budget);
  int32_t next(Budget &budget);
  void write(BombeCoresCall &call) const;

 private:
  enum Phase {
    kFirst,   // is what is known a core?
    kReduce,  // which of its cells can it do without?
    kNeeded,  // which cells are in every core?
    kRaise,   // one cell more
    kNode,    // decide about a cell
    kDead,    // go back to the last decision
    kProbe,   // can these cells be solved?
    kGrow,    // with which others?
    kFound,   // a core of the size that was looked for
    kEnd,     // a smallest core is known, or there is none
  };
  struct Decision {
    Cells<W> chosen, without;
  };

  Status ask(const Cells<W> &cells, Budget &budget);
  Cells<W> agreed() const;
  void reduce(const Cells<W> &core);
  void descend();
  Status first(Budget &budget);
  Status reduce_on(Budget &budget);
  Status need_on(Budget &budget);
  Status node(Budget &budget);
  Status probe(Budget &budget);
  Status grow(Budget &budget);
  Status step(Budget &budget);
  void raise();
  void go_back();
  void choose();
  void begin_growth();
  void shuffle(int count);

  Oracle *oracle_ = nullptr;
  uint16_t *cells_ = nullptr;  // of the board, for each number
  uint16_t *order_ = nullptr;  // in which a solvable set grows
  Decision *decisions_ = nullptr;
  Gaps<W> gaps_;
  Cells<W> all_, best_, core_, chosen_, without_, probe_, solvable_;
  int count_ = 0, depth_ = 0, at_ = 0, at_least_ = 0, most_ = 0, learned_ = 0;
  int reductions_ = 0, end_ = 0, stride_ = 0;
  uint64_t random_ = 0;  // begins with the same number for each question
  Phase phase_ = kFirst;
  bool is_known_ = false, is_full_ = false, is_listing_ = false;
};

template <int W>
void Search<W>::lay_out(Arena &arena, Oracle &oracle) {
  oracle_ = &oracle;
  cells_ = arena.take<uint16_t>(oracle.cells());
  order_ = arena.take<uint16_t>(oracle.cells() + 1);
  decisions_ = arena.take<Decision>(oracle.cells() + 1);
  gaps_.lay_out(arena, oracle.cells());
}

template <int W>
void Search<W>::begin(const BombeCores &question) {
  all_ = best_ = Cells<W>::none();
  count_ = 0;
  for (int cell = 0; cell < oracle_->cells(); cell++) {
    if (!question.board[cell]) continue;
    if (question.upper && question.upper[cell]) best_.put(count_);
    all_.put(count_);
    cells_[count_++] = static_cast<uint16_t>(cell);
  }
  is_known_ = question.upper != nullptr;
  core_ = is_known_ ? best_ : all_;
  gaps_.clear();
  at_least_ = reductions_ = 0;
  random_ = 0x9e3779b97f4a7c15;
  is_full_ = is_listing_ = false;
  phase_ = kFirst;
}

template <int W>
void Search<W>::write(BombeCoresCall &call) const {
  call.at_least = at_least_;
  call.count = is_known_ ? best_.count() : -1;
  if (!is_known_) return;
  uint16_t *cell = call.cells;
  for_each(best_, [&](int number) { *cell++ = cells_[number]; });
}

template <int W>
int32_t Search<W>::prove(Budget &budget) {
  while (phase_ != kEnd) {
    if (is_full_) return kTooLittleMemory;
    if (step(budget) == kOutOfBudget) return kOutOfBudget;
    if (phase_ == kFound) phase_ = kEnd;
  }
  return kDone;
}

template <int W>
int32_t Search<W>::next(Budget &budget) {
  if (!is_listing_) {
    is_listing_ = true;
    most_ = at_least_;
    if (is_known_) descend();
  }
  if (phase_ == kFound) phase_ = kDead;
  while (phase_ != kEnd) {
    if (is_full_) return kTooLittleMemory;
    if (step(budget) == kOutOfBudget) return kOutOfBudget;
    if (phase_ == kFound) return kLimit;
  }
  return kDone;
}

template <int W>
Status Search<W>::step(Budget &budget) {
  switch (phase_) {
    case kFirst:
      return first(budget);
    case kReduce:
      return reduce_on(budget);
    case kNeeded:
      return need_on(budget);
    case kNode:
      return node(budget);
    case kProbe:
      return probe(budget);
    case kGrow:
      return grow(budget);
    case kRaise:
      raise();
      return kDone;
    case kDead:
      go_back();
      return kDone;
    default:
      return kDone;
  }
}

// Ask about some of the filled cells; after kOutOfBudget about the same ones again.
template <int W>
Status Search<W>::ask(const Cells<W> &cells, Budget &budget) {
  if (!oracle_->is_in_work()) {
    oracle_->clear();
    for_each(cells, [&](int number) { oracle_->fill(cells_[number]); });
  }
  return oracle_->ask(budget);
}

// The filled cells that the solution agrees with.
template <int W>
Cells<W> Search<W>::agreed() const {
  Cells<W> same = Cells<W>::none();
  for (int number = 0; number < count_; number++)
    if (oracle_->agrees(cells_[number])) same.put(number);
  return same;
}

template <int W>
Status Search<W>::first(Budget &budget) {
  const Status status = ask(core_, budget);
  if (status == kOutOfBudget) return status;
  is_known_ = status == kDone;
  phase_ = kEnd;
  if (is_known_) {
    best_ = core_;
    reduce(core_);
  }
  return kDone;
}

template <int W>
void Search<W>::reduce(const Cells<W> &core) {
  core_ = core;
  at_ = 0;
  phase_ = kReduce;
}

template <int W>
Status Search<W>::reduce_on(Budget &budget) {
  for (; at_ < count_; at_++) {
    if (!core_.has(at_)) continue;
    Cells<W> less = core_;
    less.take(at_);
    const Status status = ask(less, budget);
    if (status == kOutOfBudget) return status;
    if (status == kDone) core_ = less;
    if (core_.count() < best_.count()) best_ = core_;
  }
  const bool is_first = reductions_++ == 0;
  phase_ = is_first ? kNeeded : kNode;
  at_ = 0;
  if (!is_first && best_.count() <= most_) phase_ = kEnd;
  return kDone;
}

// What a core can do without at all is no cell of every core: so only the cells of one are tried.
template <int W>
Status Search<W>::need_on(Budget &budget) {
  for (; at_ < count_; at_++) {
    if (!best_.has(at_)) continue;
    Cells<W> less = all_;
    less.take(at_);
    const Status status = ask(less, budget);
    if (status == kOutOfBudget) return status;
    if (status == kLimit) is_full_ |= !gaps_.add(all_ - less);
  }
  at_least_ = static_cast<int>(gaps_.count());
  most_ = at_least_ - 1;
  phase_ = kRaise;
  return kDone;
}

// No core has only `most_` cells.
template <int W>
void Search<W>::raise() {
  if (is_listing_) {
    phase_ = kEnd;
    return;
  }
  at_least_ = most_ = most_ + 1;
  if (at_least_ >= best_.count()) phase_ = kEnd;
  else descend();
}

template <int W>
void Search<W>::descend() {
  chosen_ = without_ = Cells<W>::none();
  depth_ = 0;
  phase_ = kNode;
}

template <int W>
Status Search<W>::node(Budget &budget) {
  if (!spend(budget)) return kOutOfBudget;
  const Outcome outcome = gaps_.look(chosen_, without_, most_, count_);
  if (outcome == kHopeless) {
    phase_ = kDead;
  } else if (outcome == kAllMet) {
    probe_ = chosen_;
    learned_ = 0;
    phase_ = kProbe;
  } else {
    choose();
  }
  return kDone;
}

template <int W>
void Search<W>::choose() {
  const int cell = gaps_.most_promising();
  Decision &decision = decisions_[depth_++];
  decision = {chosen_, without_};
  decision.without.put(cell);
  chosen_.put(cell);
}

template <int W>
void Search<W>::go_back() {
  phase_ = kRaise;
  if (depth_ == 0) return;
  const Decision &decision = decisions_[--depth_];
  chosen_ = decision.chosen;
  without_ = decision.without;
  phase_ = kNode;
}

// So many sets that have no solution are reduced to cores, in search of a small one.
constexpr int kReductions = 8;

template <int W>
Status Search<W>::probe(Budget &budget) {
  const Status status = ask(probe_, budget);
  if (status == kOutOfBudget) return status;
  if (status == kLimit) {
    begin_growth();
  } else if (learned_ == 0) {
    best_ = chosen_;
    phase_ = kFound;
  } else if (!is_listing_ && reductions_ < kReductions) {
    reduce(probe_);
  } else {
    phase_ = kNode;
  }
  return kDone;
}

// Cells that may be in the core come first, for then the gap leaves few choices; in any order, for
// gaps that are alike say little.
template <int W>
void Search<W>::begin_growth() {
  solvable_ = agreed();
  end_ = 0;
  const Cells<W> open = all_ - solvable_;
  for_each(open - without_, [&](int cell) { order_[end_++] = static_cast<uint16_t>(cell); });
  shuffle(end_);
  for_each(open & without_, [&](int cell) { order_[end_++] = static_cast<uint16_t>(cell); });
  at_ = 0;
  stride_ = (end_ + 1) / 2;
  phase_ = kGrow;
}

template <int W>
void Search<W>::shuffle(int count) {
  for (int i = count - 1; i > 0; i--) {
    random_ ^= random_ << 13, random_ ^= random_ >> 7, random_ ^= random_ << 17;
    const int other = static_cast<int>((random_ >> 33) % static_cast<uint64_t>(i + 1));
    const uint16_t cell = order_[i];
    order_[i] = order_[other];
    order_[other] = cell;
  }
}

// Add many cells at a time, fewer where that is too many.
template <int W>
Status Search<W>::grow(Budget &budget) {
  while (at_ < end_) {
    Cells<W> more = solvable_;
    const int to = at_ + stride_ < end_ ? at_ + stride_ : end_;
    for (int i = at_; i < to; i++) more.put(order_[i]);
    if (!(more == solvable_)) {
      const Status status = ask(more, budget);
      if (status == kOutOfBudget) return status;
      if (status == kDone) {
        stride_ = to - at_ > 1 ? (to - at_) / 2 : 1;
        if (to - at_ > 1) continue;
      } else {
        solvable_ = agreed();
        stride_ *= 2;
      }
    }
    at_ = to;
  }
  const Cells<W> gap = all_ - solvable_;
  is_full_ |= !gaps_.add(gap);
  probe_ = probe_ | gap;
  phase_ = chosen_.count() + ++learned_ > most_ ? kNode : kProbe;
  return kDone;
}

}  // namespace bombe::cores
