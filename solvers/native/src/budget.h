// What the two searches of the kernel have in common: budgets, statuses, verdicts.
//
// `general` searches boards of any shape, `nine` boards of 9x9 in vector registers. Both offer the
// same functions, each in a namespace of its own, on a State that lives in the caller's memory:
//
//     size_t  state_bytes(...)              how much memory a State needs, aligned as arena.h says
//     bool    begin(State *, board)         load and propagate; false: the board has no solution
//     Status  next(State *, budget, out)    kLimit: `out` is the next solution; kDone: no more
//     int64_t count(State *, limit, budget, first, &status)
//                                           how many solutions this call found, up to `limit`;
//                                           kLimit: found `limit`, there may be more; kDone: all
//     bool    audit_begin(State *, board, verdicts)
//                                           fill in what C0 says: kNotCandidate, kUnknown; false:
//                                           no solution, then every candidate is kNo already
//     Status  audit(State *, budget, verdicts, witnesses)
//                                           decide the kUnknown; kDone: none is left;
//                                           kLimit: no room for another witness
//
// Everything can be taken in pieces. kOutOfBudget (and kLimit) leave the State where it was: call
// again, with a new budget (with room), and the work goes on as if it had never been interrupted.
// So the order of solutions, the verdicts, the witnesses and the number of nodes do not depend on
// where a clock cut the work.
//
// A board is N*N bytes, row by row, 0 for an empty cell. No value is above N: kernel.cpp has
// looked. Givens may clash; such a board has no solution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel.h"

namespace bombe {

// What a question may still use.
struct Budget {
  int64_t nodes_left;            // INT64_MAX: no limit
  double deadline;               // on the clock of `now()`; 0: none
  const volatile int32_t *stop;  // not 0: somebody wants the search to end; may be null
  int32_t work_left;             // until the next look at the clock and at `stop`; begin with 0
};

// The unit of work is what a 9x9 node costs, about half a microsecond: a look every 50 us or so.
constexpr int32_t kWorkPerLook = 128;

double now();                        // seconds on the monotonic clock
bool is_over(const Budget &budget);  // looks at the clock and at `stop`, not at the nodes

// Whether there is time for some more work; looks only now and then.
inline bool has_time(Budget &budget, int32_t work) {
  budget.work_left -= work;
  if (budget.work_left > 0) return true;
  budget.work_left = kWorkPerLook;
  return !is_over(budget);
}

// Pay for one node, before it is searched. False: do not search it, answer kOutOfBudget.
inline bool spend(Budget &budget, int32_t work = 1) {
  if (budget.nodes_left <= 0 || !has_time(budget, work)) return false;
  budget.nodes_left--;
  return true;
}

// Where an audit puts solutions: every kYes is held by one of them, possibly after a renaming of
// the values that no given holds (those are all alike: the ledger in Python renames in the same
// way, and so one witness proves (cell, v) for all such v at once).
struct Witnesses {
  uint8_t *boards;  // null: they are not wanted, and there is always room
  int64_t room;     // how many boards fit
  int64_t count;    // how many are there
};

}  // namespace bombe
