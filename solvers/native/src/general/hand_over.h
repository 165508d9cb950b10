// Depth-first search first, and a search that learns where that takes long.
//
// Most boards are done before clauses could have been set up; a few have a core so hard that a
// search without learning goes through it again and again. What counts is how often a guess failed:
// a descent without failures is cheap, however deep. Every solution buys some more failures, so
// that boards with many solutions stay where solutions are cheapest.
//
// The learning search begins at the root, free of the guesses made so far. It may then come upon
// solutions that were given out before the hand-over: the stack of the depth-first search, which
// stays as it is, shows which they are, and they are skipped.
#pragma once

#include "general/depth_first.h"
#include "general/learn.h"

namespace bombe {

// How many guesses may fail before the hand-over. Measured on irreducible boards: up to 16x16 the
// depth-first search wins, and learning cuts off the tail; from 20x20 on learning wins, but boards
// that are done after some hundred failures should not have to set it up.
inline int64_t patience_for(int size) { return size <= 16 ? 2'000 : 400; }

constexpr int64_t kPatiencePerSolution = 4;  // more for every solution, or question answered

template <class Mask>
class HandOver {
 public:
  void lay_out(Arena &arena, const Shape &shape, DepthFirst<Mask> &depth_first, Learner &learner) {
    shape_ = &shape;
    depth_first_ = &depth_first;
    learner_ = &learner;
    first_patience_ = patience_for(shape.size);
    board_ = arena.take<uint8_t>(shape.cells);
    solution_ = arena.take<uint8_t>(shape.cells);
  }

  // For tests: so much patience from the next board on.
  void set_patience(int64_t failures) { first_patience_ = failures; }

  // Start with a board. False: it has no solution.
  bool begin(const uint8_t *board) {
    std::memcpy(board_, board, shape_->cells);
    is_learning_ = false;
    given_ = 0;
    depth_first_->set_patience(first_patience_);
    return depth_first_->begin(board);
  }

  // Start with the solutions of a board that hold no kNo, and learn at once. False: there is none.
  bool begin_learning(const uint8_t *board, const uint8_t *verdicts) {
    if (!begin(board) || !depth_first_->rule_out(verdicts)) return false;
    is_learning_ = true;
    learner_->begin(depth_first_->root());
    return true;
  }

  // Search on. After kLimit there is a solution: `write_solution` reads it.
  Status next(Budget &budget) {
    if (!is_learning_) {
      const Status status = next_by_depth(budget);
      if (status != kOutOfBudget || depth_first_->has_patience()) return status;
      if (!start_learning()) return kDone;
    }
    return next_by_learning(budget);
  }

  void write_solution(uint8_t *solution) const {
    if (!is_learning_) return depth_first_->write_solution(board_, solution);
    depth_first_->write_root(board_, solution);
    learner_->write_solution(solution);
  }

 private:
  // False: there is no solution, which a look at the root has shown. A solution that was given out
  // spares that look, and needs the stack as it is.
  bool start_learning() {
    if (given_ == 0 && !(depth_first_->begin(board_) && depth_first_->prune())) return false;
    is_learning_ = true;
    learner_->begin(depth_first_->root());
    return true;
  }

  Status next_by_depth(Budget &budget) {
    const Status status = depth_first_->next(budget);
    if (status == kLimit) {
      given_++;
      depth_first_->add_patience(kPatiencePerSolution);
    }
    return status;
  }

  Status next_by_learning(Budget &budget) {
    for (;;) {
      const Status status = learner_->next(budget);
      if (status != kLimit || given_ == 0) return status;
      write_solution(solution_);
      if (!depth_first_->has_passed(solution_)) return kLimit;
      given_--;
    }
  }

  const Shape *shape_ = nullptr;
  DepthFirst<Mask> *depth_first_ = nullptr;
  Learner *learner_ = nullptr;
  uint8_t *board_ = nullptr, *solution_ = nullptr;
  int64_t first_patience_ = 0;
  int64_t given_ = 0;  // solutions of the depth-first search that the learning one has not met
  bool is_learning_ = false;
};

}  // namespace bombe
