// The oracle of the search for cores.
#include "cores/oracle.h"

#include <cstring>

#include "general/general.h"
#include "nine/nine.h"

namespace bombe::cores {

namespace {

// Nodes of the 9x9 search before the one that learns takes over: few filled cells hide a
// contradiction well.
constexpr int64_t kPatience = 500;

}  // namespace

void Oracle::lay_out(Arena &arena, int m, int n) {
  cells_ = m * n * m * n;
  board_ = arena.take_zeroed<uint8_t>(cells_);
  asked_ = arena.take_zeroed<uint8_t>(cells_);
  solution_ = arena.take_zeroed<uint8_t>(cells_);
  const bool is_nine = m == 3 && n == 3;
  auto *const memory =
      arena.take<uint8_t>(is_nine ? nine::state_bytes() : general::state_bytes(m, n));
  if (!memory) return;  // it is only measured
  if (is_nine) {
    nine::prepare(memory);
    nine_ = reinterpret_cast<nine::State *>(memory);
    nine::hand_over_after(nine_, kPatience, UINT32_MAX);
  } else {
    general_ = general::prepare(memory, m, n);
  }
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
    const Status status =
        nine_ ? nine::next(nine_, budget, solution_) : general::next(general_, budget, solution_);
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
  const bool is_open = nine_ ? nine::begin(nine_, asked_) : general::begin(general_, asked_);
  if (is_open) stage_ = kSearch;
  return is_open;
}

}  // namespace bombe::cores
