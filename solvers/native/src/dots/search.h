// "Does the mover get so much?", answered by looking at what every move leaves.
#pragma once

#include <cstdint>

#include "budget.h"
#include "dots/keys.h"
#include "dots/known.h"
#include "dots/layout.h"
#include "dots/moves.h"
#include "dots/sets.h"
#include "dots/shapes.h"
#include "target.h"

namespace bombe::dots::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

inline bool gets(Solver &solver, Worker &worker, const Position &here, int target);

// A node is searched; false: the budget is used up, or another worker has the answer.
BOMBE_INLINE bool pay(Solver &solver, Worker &worker) {
  if (worker.is_stopped) return false;
  const bool is_stale = __atomic_load_n(&solver.shared.serial, __ATOMIC_RELAXED) != worker.serial;
  worker.is_stopped = is_stale || !spend(worker.budget, 2);
  if (!worker.is_stopped) __atomic_store_n(&worker.nodes, worker.nodes + 1, __ATOMIC_RELAXED);
  return !worker.is_stopped;
}

// Whether a move leaves the other with `limit` at most.
BOMBE_INLINE bool is_good(Solver &solver, Worker &worker, const Move &move, int limit) {
  const int least = limit - move.link.gain;
  if (move.link.sign < 0) return gets(solver, worker, move.left, -least);
  if (!move.link.declined) return !gets(solver, worker, move.left, least + 1);
  const int declined = move.link.declined, span = least + declined;
  return span >= 0 && !gets(solver, worker, move.left, span - declined + 1) &&
         gets(solver, worker, move.left, -span - declined);
}

// Several workers: moves that another one is searching are postponed to the end.
struct Turns {
  uint64_t *busy;
  bool is_shared;

  BOMBE_INLINE uint64_t *place(uint64_t key) const {
    return busy + ((key ^ key >> 20) & ((1ull << kBusyBits) - 1));
  }
  BOMBE_INLINE bool is_busy(uint64_t key) const {
    return __atomic_load_n(place(key), __ATOMIC_RELAXED) == key;
  }
  BOMBE_INLINE void set(uint64_t key, uint64_t to) const {
    if (is_shared) __atomic_store_n(place(key), to, __ATOMIC_RELAXED);
  }
};

// Prefetch what is known of the next move while another one is searched.
BOMBE_INLINE void prefetch(const Solver &solver, Position &position) {
  fetch(solver.known, position.key);
  see_shape(solver, position);
}

// Search the moves that are left, until one is good.
BOMBE_INLINE bool try_moves(Node &node, Solver &solver, Worker &worker, int target) {
  const Position &here = node.here;
  Frame &frame = node.frame;
  const Turns turns = {solver.busy, solver.workers > 1 && size(here.free) >= 14};
  int end = node.wanted;
  if (end) prefetch(solver, frame.moves[frame.order[0]].left);
  for (int i = 0; i < end; i++) {
    const Move &move = frame.moves[frame.order[i]];
    if (i + 1 < node.wanted) prefetch(solver, frame.moves[frame.order[i + 1]].left);
    if (turns.is_shared && i < node.wanted && i > 0 && turns.is_busy(move.left.key)) {
      frame.order[end++] = frame.order[i];
      continue;
    }
    turns.set(move.left.key, move.left.key);
    const bool is_enough = is_good(solver, worker, move, node.limit);
    turns.set(move.left.key, 0);
    if (worker.is_stopped) return false;
    if (is_enough) return true;
    Range range;
    if (turns.is_shared && look_up(solver.known, here.key, here.boxes, range)) {
      if (range.low >= target) return true;
      if (range.high < target) return false;
    }
  }
  return false;
}

BOMBE_INLINE bool is_decided(const Range &range, int target) {
  return range.low >= target || range.high < target;
}

BOMBE_INLINE bool look_up_shape(const Solver &solver, const Position &position, Range &range) {
  return position.has_shape && look_up(solver.shapes, position.shape, position.boxes, range);
}

BOMBE_INLINE void keep(const Solver &solver, const Position &position, Range range, int64_t nodes) {
  keep(solver.known, position.key, position.boxes, range, nodes);
  if (position.has_shape) keep(solver.shapes, position.shape, position.boxes, range, nodes);
}

inline bool gets(Solver &solver, Worker &worker, const Position &here, int target) {
  const int boxes = here.boxes;
  if ((target ^ boxes) & 1) target++;  // margins are odd or even as boxes are
  if (solver.has(kBounds) || !boxes) {
    if (target <= -boxes) return true;
    if (target > boxes) return false;
  }
  Range range = {-boxes, boxes};
  if (look_up(solver.known, here.key, boxes, range) && is_decided(range, target))
    return range.low >= target;
  if (look_up_shape(solver, here, range) && is_decided(range, target)) {
    keep(solver.known, here.key, boxes, range, 1);
    return range.low >= target;
  }
  if (!pay(solver, worker)) return false;
  const int64_t before = worker.nodes;
  Node node = begin(solver, worker.frames[worker.depth], here, target);
  consider_all(node);
  bool is_reached = node.is_settled;
  if (!is_reached) {
    worker.depth++;
    is_reached = try_moves(node, solver, worker, target);
    worker.depth--;
    if (worker.is_stopped) return false;
  }
  if (is_reached && target > range.low) range.low = target;
  if (!is_reached && target - 2 < range.high) range.high = target - 2;
  keep(solver, here, range, worker.nodes - before + 1);
  return is_reached;
}

BOMBE_TARGET_END

}  // namespace bombe::dots::BOMBE_WIDTH
