// The search for smallest cores by implicit hitting sets.
//
// A *gap* is what a largest solvable set of filled cells leaves out: every core meets every gap.
// The search looks for a core of so many cells, at first as few as the weights of gaps allow, then
// one more, until there is one or only the best known size is left. It goes through the
// sets of so many cells that meet all gaps depth first: a cell is in the core, or it is not. Where
// all gaps are met it asks the oracle, and if there is a solution learns the gaps that this shows.
//
// Before it goes depth first it guesses: some cells that meet all gaps, not fewest of them. Those
// that have a solution teach gaps, and those that have none are reduced to small cores.
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

// Nodes for a question that does not have to be answered.
constexpr int64_t kBriefly = 200;

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
    kGuess,   // some cells that meet all gaps
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
  Status ask_briefly(const Cells<W> &cells, Budget &budget);
  Cells<W> agreed() const;
  void reduce(const Cells<W> &core);
  void descend();
  Status first(Budget &budget);
  Status reduce_on(Budget &budget);
  Status need_on(Budget &budget);
  Status guess(Budget &budget);
  Status node(Budget &budget);
  Status probe(Budget &budget);
  void guessed();
  Status grow(Budget &budget);
  Status step(Budget &budget);
  void deepen();
  void raise();
  void go_back();
  void choose();
  void begin_growth();
  void learn();
  void shuffle(int count);

  Oracle *oracle_ = nullptr;
  uint16_t *cells_ = nullptr;  // of the board, for each number
  uint16_t *order_ = nullptr;  // in which a solvable set grows
  Decision *decisions_ = nullptr;
  Gaps<W> gaps_;
  Cells<W> all_, best_, core_, chosen_, without_, probe_, solvable_;
  int count_ = 0, depth_ = 0, at_ = 0, at_least_ = 0, most_ = 0, learned_ = 0;
  int reductions_ = 0, end_ = 0, stride_ = 0, dull_ = 0, guessed_ = 0;
  int64_t patience_ = 0;
  uint64_t random_ = 0;  // begins with the same number for each question
  Phase phase_ = kFirst;
  bool is_known_ = false, is_full_ = false, is_listing_ = false, is_guessing_ = false;
  bool is_given_up_ = false;
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
  at_least_ = reductions_ = dull_ = 0;
  random_ = 0x9e3779b97f4a7c15;
  is_full_ = is_listing_ = is_guessing_ = false;
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
    is_guessing_ = false;
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
    case kGuess:
      return guess(budget);
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

// The same for a question that may stay open: after some nodes `is_given_up_`, and kDone, too.
template <int W>
Status Search<W>::ask_briefly(const Cells<W> &cells, Budget &budget) {
  if (!oracle_->is_in_work()) patience_ = kBriefly;
  Budget own = budget;
  if (patience_ < own.nodes_left) own.nodes_left = patience_;
  const int64_t allowed = own.nodes_left;
  const Status status = ask(cells, own);
  const int64_t used = allowed - own.nodes_left;
  budget.nodes_left -= used;
  budget.work_left = own.work_left;
  patience_ -= used;
  is_given_up_ = status == kOutOfBudget && patience_ == 0;
  if (!is_given_up_) return status;
  oracle_->give_up();
  return kDone;
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
  if (core_.count() < best_.count()) best_ = core_;
  end_ = at_ = 0;
  for_each(core_, [&](int cell) { order_[end_++] = static_cast<uint16_t>(cell); });
  shuffle(end_);
  stride_ = end_ / 8 + 1;
  phase_ = kReduce;
}

// Take many cells out at a time, fewer where that is too many. A set that no solution was found for
// in time may have one: its cells stay.
template <int W>
Status Search<W>::reduce_on(Budget &budget) {
  while (at_ < end_) {
    Cells<W> less = core_;
    const int to = at_ + stride_ < end_ ? at_ + stride_ : end_;
    for (int i = at_; i < to; i++) less.take(order_[i]);
    const Status status = ask_briefly(less, budget);
    if (status == kOutOfBudget) return status;
    const bool is_core = status == kDone && !is_given_up_;
    if (!is_core && to - at_ > 1) {
      stride_ = (to - at_) / 2;
      continue;
    }
    if (is_core) {
      core_ = less;
      if (core_.count() < best_.count()) best_ = core_;
      stride_ *= 2;
    }
    at_ = to;
  }
  phase_ = reductions_++ == 0 ? kNeeded : kGuess;
  at_ = 0;
  return kDone;
}

// What a core can do without at all is no cell of every core: so only the cells of one are tried.
template <int W>
Status Search<W>::need_on(Budget &budget) {
  for (; at_ < count_; at_++) {
    if (!best_.has(at_)) continue;
    Cells<W> less = all_;
    less.take(at_);
    const Status status = ask_briefly(less, budget);
    if (status == kOutOfBudget) return status;
    if (status == kLimit) is_full_ |= !gaps_.add(all_ - less);
  }
  at_least_ = static_cast<int>(gaps_.count());
  phase_ = kGuess;
  return kDone;
}

// After so many guesses in a row that improved neither bound the search goes depth first, and
// after each number of cells that was ruled out it guesses some more.
constexpr int kDull = 12, kDullAgain = 6;

// So many sets with cells to spare are reduced to cores where the best known one is large.
constexpr int kReductions = 24;

// Guess some cells that meet all gaps. They are cheaper than fewest cells, and teach as much.
template <int W>
Status Search<W>::guess(Budget &budget) {
  if (!spend(budget, 1 + gaps_.count() / 4)) return kOutOfBudget;
  const int least = gaps_.at_least(best_.count(), count_);
  if (least > at_least_ || best_.count() < guessed_) dull_ = 0;
  at_least_ = least > at_least_ ? least : at_least_;
  guessed_ = best_.count();
  if (at_least_ >= best_.count()) {
    phase_ = kEnd;
  } else if (dull_++ >= kDull) {
    deepen();
  } else {
    chosen_ = without_ = Cells<W>::none();
    probe_ = gaps_.hit(random_, count_);
    learned_ = 0;
    is_guessing_ = true;
    phase_ = kProbe;
  }
  return kDone;
}

template <int W>
void Search<W>::deepen() {
  is_guessing_ = false;
  most_ = at_least_;
  descend();
}

// No core has only `most_` cells.
template <int W>
void Search<W>::raise() {
  at_least_ = most_ + 1;
  dull_ = kDull - kDullAgain;
  phase_ = is_listing_ ? kEnd : kGuess;
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

template <int W>
Status Search<W>::probe(Budget &budget) {
  const Status status = learned_ ? ask_briefly(probe_, budget) : ask(probe_, budget);
  if (status == kOutOfBudget) return status;
  if (status == kLimit) begin_growth();
  else if (is_guessing_) guessed();
  else if (learned_) phase_ = kNode;
  else best_ = chosen_, phase_ = kFound;
  return kDone;
}

// What was guessed is a core, or what was learned from it leaves none out.
template <int W>
void Search<W>::guessed() {
  phase_ = kGuess;
  const bool is_far = best_.count() > 2 * at_least_ && reductions_ < kReductions;
  if (!learned_ || (is_far && !is_given_up_)) reduce(probe_);
}

// Cells that may be in the core come first, for then the gap leaves few choices; in any order, for
// gaps that are alike say little.
template <int W>
void Search<W>::begin_growth() {
  solvable_ = agreed();
  end_ = 0;
  for_each(all_ - solvable_, [&](int cell) { order_[end_++] = static_cast<uint16_t>(cell); });
  shuffle(end_);
  at_ = 0;
  stride_ = (end_ + 1) / 2;
  phase_ = kGrow;
}

template <int W>
void Search<W>::shuffle(int count) {
  for (int i = count - 1; i > 0; i--) {
    const int other = static_cast<int>(draw(random_) % static_cast<uint64_t>(i + 1));
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
      const Status status = ask_briefly(more, budget);
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
  learn();
  return kDone;
}

template <int W>
void Search<W>::learn() {
  const Cells<W> gap = all_ - solvable_;
  is_full_ |= !gaps_.add(gap);
  probe_ = probe_ | gap;
  learned_++;
  phase_ = is_guessing_ || chosen_.count() + learned_ <= most_ ? kProbe : kNode;
}

}  // namespace bombe::cores
