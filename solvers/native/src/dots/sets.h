// Sets of boxes and edges: what can be captured, what hangs together. All boxes at a time.
#pragma once

#include <cstdint>

#include "dots/coins.h"
#include "dots/layout.h"
#include "target.h"

namespace bombe::dots::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

BOMBE_INLINE int size(uint64_t set) { return __builtin_popcountll(set); }

BOMBE_INLINE int size(Edges edges) { return size(edges.h) + size(edges.v); }

BOMBE_INLINE Edges without(Edges a, Edges b) { return {a.h & ~b.h, a.v & ~b.v}; }

BOMBE_INLINE Sides sides(const Board &board, Edges free) {
  return {free.h & board.boxes, free.h >> board.width & board.boxes, free.v & board.boxes,
          free.v >> 1 & board.boxes};
}

BOMBE_INLINE uint64_t alive(const Sides &s) { return s.above | s.below | s.left | s.right; }

// Boxes with one free edge, with two, and with three or four (joints).
BOMBE_INLINE uint64_t ones(const Sides &s) {
  const uint64_t odd = s.above ^ s.below ^ s.left ^ s.right;
  const uint64_t three =
      (s.above & s.below & (s.left ^ s.right)) | (s.left & s.right & (s.above ^ s.below));
  return odd & ~three;
}

BOMBE_INLINE uint64_t twos(const Sides &s) {
  const uint64_t odd = s.above ^ s.below ^ s.left ^ s.right;
  return ~odd & alive(s) & ~(s.above & s.below & s.left & s.right);
}

BOMBE_INLINE uint64_t joints(const Sides &s) {
  return (s.above & s.below & (s.left | s.right)) | (s.left & s.right & (s.above | s.below));
}

// Boxes with a free edge to the outside.
BOMBE_INLINE uint64_t outer(const Board &board, const Sides &s) {
  return (s.above & board.top) | (s.below & board.bottom) | (s.left & board.left) |
         (s.right & board.right);
}

// The boxes that free edges join to these in one step.
BOMBE_INLINE uint64_t grown(const Board &board, Edges free, uint64_t boxes) {
  const int width = board.width;
  return boxes | (boxes & free.h) >> width | (boxes & free.h >> width) << width |
         (boxes & free.v) >> 1 | (boxes & free.v >> 1) << 1;
}

// All boxes that free edges join to these, by way of boxes of a set.
BOMBE_INLINE uint64_t joined(const Board &board, Edges free, uint64_t boxes, uint64_t within) {
  for (;;) {
    const uint64_t more = grown(board, free, boxes) & within;
    if (more == boxes) return boxes;
    boxes = more;
  }
}

// The free edges of boxes.
BOMBE_INLINE Edges edges_of(const Board &board, Edges free, uint64_t boxes) {
  return {free.h & (boxes | boxes << board.width), free.v & (boxes | boxes << 1)};
}

// Draw the last edge of boxes that have one.
BOMBE_INLINE void capture(const Board &board, const Sides &s, uint64_t boxes, Edges &free) {
  free.h &= ~((boxes & s.above) | (boxes & s.below) << board.width);
  free.v &= ~((boxes & s.left) | (boxes & s.right) << 1);
}

// With the extra turn: capture everything. Boxes can be declined if some box was not to be had at
// once (else nothing longer than a box or two in a row is there to take); two if an edge leads out
// of such a box, to one that stays or out of the board: there the chain can be cut off. Otherwise
// everything that is to be had has both ends captured, and it takes four.
BOMBE_INLINE Link settle_all(const Board &board, Edges &free) {
  Sides s = sides(board, free);
  const int before = size(alive(s));
  uint64_t above = 0, below = 0, left = 0, right = 0;  // where the edge is that later boxes lose
  bool is_first = true;
  for (uint64_t now = ones(s); now; now = ones(s), is_first = false) {
    if (!is_first) {
      above |= now & s.above;
      below |= now & s.below;
      left |= now & s.left;
      right |= now & s.right;
    }
    capture(board, s, now, free);
    s = sides(board, free);
  }
  const uint64_t stay = alive(s);
  const int8_t gain = static_cast<int8_t>(before - size(stay));
  if (!(above | below | left | right)) return {gain, 1, 0};
  const uint64_t outward = (above & (stay << board.width | board.top)) |
                           (below & (stay >> board.width | board.bottom)) |
                           (left & (stay << 1 | board.left)) | (right & (stay >> 1 | board.right));
  return {gain, 1, static_cast<int8_t>(outward ? 2 : 4)};
}

// Without the extra turn: the captures that nothing can beat, by turns. Two boxes with one edge; a
// box whose capture opens no other; and if only one box is to be had, that one.
BOMBE_INLINE Link settle_by_turns(const Board &board, Edges &free) {
  Link link = {0, 1, 0};
  for (;;) {
    const Sides s = sides(board, free);
    const uint64_t now = ones(s), two = twos(s);
    if (!now) return link;
    const int width = board.width;
    const uint64_t above = now & s.above, below = now & s.below;
    const uint64_t left = now & s.left, right = now & s.right;
    uint64_t taken = (below & above >> width) | (right & left >> 1);
    int boxes = 2;
    if (!taken) {
      boxes = 1;
      const uint64_t opening =
          (above & two << width) | (below & two >> width) | (left & two << 1) | (right & two >> 1);
      taken = now & ~opening;
      if (!taken && !(now & (now - 1))) taken = now;
      if (!taken) return link;
    }
    capture(board, s, taken & -taken, free);
    link.gain = static_cast<int8_t>(link.gain + boxes * link.sign);
    link.sign = static_cast<int8_t>(-link.sign);
  }
}

BOMBE_INLINE Link settle(const Solver &solver, Edges &free) {
  if (!solver.has(kCaptures)) return {0, 1, 0};
  return solver.has_extra_turn ? settle_all(solver.board, free)
                               : settle_by_turns(solver.board, free);
}

// The boxes of chains and loops that hang together with nothing else.
BOMBE_INLINE uint64_t independent(const Board &board, Edges free, const Sides &s) {
  const uint64_t all = alive(s);
  return all & ~joined(board, free, all & ~twos(s), all);
}

// The number of a multiset and one more chain or loop, of these boxes; kNoCoins: they are too many.
BOMBE_INLINE uint32_t with_one(const Solver &solver, Edges free, uint32_t number, uint64_t boxes) {
  const Coins &coins = solver.coins;
  const int length = size(boxes);
  if (number == kNoCoins || length > coins.most) return kNoCoins;
  const bool is_loop = size(edges_of(solver.board, free, boxes)) == length;
  return coins.next[number * coins.types + (is_loop ? coins.loop(length) : coins.chain(length))];
}

// The number of all of them.
BOMBE_INLINE uint32_t number_of(const Solver &solver, Edges free, uint64_t boxes) {
  uint32_t number = 0;
  while (boxes && number != kNoCoins) {
    const uint64_t one = joined(solver.board, free, boxes & -boxes, boxes);
    number = with_one(solver, free, number, one);
    boxes &= ~one;
  }
  return number;
}

BOMBE_TARGET_END

}  // namespace bombe::dots::BOMBE_WIDTH
