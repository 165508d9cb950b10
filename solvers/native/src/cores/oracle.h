// The oracle: whether the board with some of its filled cells has a solution, and which one.
//
// On 9x9 the search in vector registers is asked.
#pragma once

#include <cstdint>

#include "arena.h"
#include "budget.h"
#include "cores/cores.h"

namespace bombe::general {
struct State;
}
namespace bombe::nine {
struct State;
}

namespace bombe::cores {

class Oracle {
 public:
  // Take the memory for boards of a shape, and prepare it.
  void lay_out(Arena &arena, int m, int n);

  void begin(const BombeCores &question);

  // The board that will be asked about: all cells are empty at first.
  void clear();
  void fill(int cell) { asked_[cell] = board_[cell]; }

  // kLimit: there is a solution; kDone: there is none; kOutOfBudget: call again.
  Status ask(Budget &budget);
  void give_up() { stage_ = kIdle; }
  bool is_in_work() const { return stage_ != kIdle; }

  // Whether the solution has the value of a filled cell.
  bool agrees(int cell) const { return solution_[cell] == board_[cell]; }

  const uint8_t *board() const { return board_; }
  int cells() const { return cells_; }

 private:
  enum Stage { kIdle, kNext, kSearch };

  bool begin_next();

  nine::State *nine_ = nullptr;        // null on other shapes than 9x9
  general::State *general_ = nullptr;  // null on 9x9
  uint8_t *board_ = nullptr, *asked_ = nullptr, *solution_ = nullptr;
  uint64_t values_ = 0, left_ = 0;
  int cells_ = 0, cell_ = -1, last_ = 0;
  Stage stage_ = kIdle;
};

}  // namespace bombe::cores
