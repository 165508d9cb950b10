// The oracle of the search for cores.
#include "cores/oracle.h"

#include <cstring>

#include "general/general.h"
#include "nine/nine.h"

namespace bombe::cores {

namespace {

// Nodes of the 9x9 search before the one that learns is asked.
constexpr int64_t kPatience = 500;

}  // namespace

void Oracle::lay_out(Arena &arena, int m, int n) {
  cells_ = m * n * m * n;
  board_ = arena.take_zeroed<uint8_t>(cells_);
  asked_ = arena.take_zeroed<uint8_t>(cells_);
  solution_ = arena.take_zeroed<uint8_t>(cells_);
  auto *const general = arena.take<uint8_t>(general::state_bytes(m, n));
  auto *const nine = m == 3 && n == 3 ? arena.take<uint8_t>(nine::state_bytes()) : nullptr;
  if (!general) return;  // it is only measured
  general::prepare(general, m, n);
  if (nine) nine::prepare(nine);
  general_ = reinterpret_cast<general::State *>(general);
  nine_ = reinterpret_cast<nine::State *>(nine);
}

void Oracle::begin(const BombeCores &question) {
  std::memcpy(board_, question.board, cells_);
  cell_ = question.cell;
  values_ = cell_ < 0 ? 1 : question.values;
  last_ = 0;
  stage_ = kIdle;
}

void Oracle::clear() { std::memset(asked_, 0, cells_); }

Status Oracle::ask(Budget &budget) {
  if (stage_ == kIdle) {
    left_ = values_;
    stage_ = kNext;
  }
  for (;;) {
    if (stage_ == kNext) {
      if (!left_) {
        stage_ = kIdle;
        return kDone;
      }
      if (!spend(budget)) return kOutOfBudget;
      if (!begin_next()) continue;
    }
    const Status status = search(budget);
    if (status == kOutOfBudget) return status;
    stage_ = status == kLimit ? kIdle : kNext;
    if (status == kLimit) return status;
  }
}

// Begin with the next value for the cell, first with the one that stood in the last solution.
// False: there is no solution with it.
bool Oracle::begin_next() {
  const int value = left_ >> last_ & 1 ? last_ : __builtin_ctzll(left_);
  left_ &= ~(1ull << value);
  if (cell_ >= 0) asked_[cell_] = static_cast<uint8_t>(value);
  last_ = value;
  patience_ = kPatience;
  const bool is_open = nine_ ? nine::begin(nine_, asked_) : general::begin(general_, asked_);
  if (is_open) stage_ = nine_ ? kFast : kThorough;
  return is_open;
}

Status Oracle::search(Budget &budget) {
  if (stage_ == kFast) {
    const Status status = search_fast(budget);
    if (stage_ == kFast) return status;
    if (!general::begin(general_, asked_)) return kDone;
  }
  return general::next(general_, budget, solution_);
}

// kThorough is the next stage if this one has no patience left.
Status Oracle::search_fast(Budget &budget) {
  Budget own = budget;
  if (patience_ < own.nodes_left) own.nodes_left = patience_;
  const int64_t allowed = own.nodes_left;
  const Status status = nine::next(nine_, own, solution_);
  const int64_t used = allowed - own.nodes_left;
  budget.nodes_left -= used;
  budget.work_left = own.work_left;
  patience_ -= used;
  if (status == kOutOfBudget && patience_ == 0) stage_ = kThorough;
  return status;
}

}  // namespace bombe::cores
