// Shapes. Where the free edges lie does not matter, only how boxes hang together by them: by chains
// of so many boxes (0: a single edge) between joints, and between joints and the outside. So a
// position is also known by the list of its chains: turned, reflected, drawn in another part of the
// board or with other bends it is the same.
//
// Joints are numbered by the chains around them. Where two look alike, either order may come out:
// so a shape may have several lists, but never a list several shapes. A list is a sum of random
// numbers of 128 bits, one for each kind of chain; of these the table compares 113 or more. That
// two lists among 10^9 are taken for one another has a chance of less than one to 10^15.
#pragma once

#include <cstdint>

#include "dots/known.h"
#include "dots/lanes.h"
#include "dots/layout.h"
#include "dots/sets.h"
#include "target.h"

namespace bombe::dots::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

constexpr uint8_t kOutside = kMostJoints;  // the number of what is no joint

// A step from a box by a free edge: above, below, left, right.
struct Steps {
  uint64_t has[4];
  int up[4], down[4];  // how far a set of boxes is shifted

  BOMBE_INLINE uint64_t next(uint64_t box, int way) const { return box << up[way] >> down[way]; }
  BOMBE_INLINE int turn(uint64_t box, int way) const {
    return has[way] & box ? way : has[way ^ 2] & box ? way ^ 2 : way ^ 3;
  }
};

// The joints' numbers by slot; every other slot, also one just off the board, is outside.
struct Joints {
  uint64_t boxes;
  uint8_t numbers[kMostDots + kMostDots / 2];

  BOMBE_INLINE uint8_t &at(int slot) { return numbers[slot + kMostDots / 2]; }
  BOMBE_INLINE uint8_t of(uint64_t box) { return box ? at(__builtin_ctzll(box)) : kOutside; }
};

// How boxes hang together, and what is around each joint: a sum of random numbers.
struct Shape {
  int chains;
  Chain chain[kMostFree];
  alignas(64) uint64_t looks[kMostJoints + 8];
};

BOMBE_INLINE void add(const Marks &marks, Shape &shape, uint8_t one, uint8_t other, int length) {
  shape.chain[shape.chains++] = {one, other, static_cast<uint8_t>(length)};
  const uint64_t *const around = marks.lengths[one == kOutside || other == kOutside];
  shape.looks[one] += around[length];
  shape.looks[other] += around[length];
}

// Free edges between joints, or between a joint and the outside.
BOMBE_INLINE void draw_singles(const Solver &solver, Edges single, Joints &joints, Shape &shape) {
  for (uint64_t left = single.h; left; left &= left - 1) {
    const int below = __builtin_ctzll(left);
    add(solver.marks, shape, joints.at(below - solver.board.width), joints.at(below), 0);
  }
  for (uint64_t left = single.v; left; left &= left - 1) {
    const int right = __builtin_ctzll(left);
    add(solver.marks, shape, joints.at(right - 1), joints.at(right), 0);
  }
}

// Chains with boxes; false: one is too long.
BOMBE_INLINE bool draw_chains(const Solver &solver, const Sides &s, uint64_t two, Joints &joints,
                              Shape &shape) {
  const Board &board = solver.board;
  const int width = board.width;
  const Steps steps = {{s.above, s.below, s.left, s.right}, {0, width, 0, 1}, {width, 0, 1, 0}};
  const uint64_t all = joints.boxes;
  uint64_t ends[4] = {s.above & two << width & all, s.below & two >> width & all,
                      s.left & two << 1 & all, s.right & two >> 1 & all};
  for (int first = 0; first < 4; first++)
    while (ends[first]) {
      const uint64_t from = ends[first] & -ends[first];
      ends[first] ^= from;
      uint64_t box = steps.next(from, first);
      int way = first, length = 0;
      do {
        length++;
        way = steps.turn(box, way);
        box = steps.next(box, way) & board.boxes;
      } while (box & two);
      if (length > kMostLength) return false;
      ends[way ^ 1] &= ~box;  // the other end
      add(solver.marks, shape, joints.of(from), joints.of(box), length);
    }
  return true;
}

// What joins joints, and boxes with one free edge, which count as joints, too. False: too much.
BOMBE_INLINE bool draw_shape(const Solver &solver, Edges free, Shape &shape) {
  const Board &board = solver.board;
  const Sides s = sides(board, free);
  const uint64_t two = twos(s);
  Joints joints;
  joints.boxes = alive(s) & ~two;
  if (size(joints.boxes) > kMostJoints) return false;
  for (uint8_t &number : joints.numbers) number = kOutside;
  for (uint64_t &look : shape.looks) look = 0;
  uint8_t number = 0;
  for (uint64_t left = joints.boxes; left; left &= left - 1)
    joints.at(__builtin_ctzll(left)) = number++;
  shape.chains = 0;
  draw_singles(solver, without(free, edges_of(board, free, two)), joints, shape);
  return draw_chains(solver, s, two, joints, shape);
}

// The place of each joint in the order of their looks; of two that look alike the number decides.
BOMBE_INLINE void put_in_order(const Shape &shape, uint64_t *order) {
  static_assert(kMostJoints == 8, "their looks are eight words");
  alignas(64) static constexpr uint64_t kNumbers[kMostJoints] = {0, 1, 2, 3, 4, 5, 6, 7};
  alignas(64) uint64_t distinct[kMostJoints];
  const Eight numbers = eight_at(kNumbers);
  Eight looks = eight_at(shape.looks), places = {};
  for (int i = 0; i < kVectors; i++) {
    looks.of[i] = (looks.of[i] & ~7ull) | numbers.of[i];
    reinterpret_cast<Lanes *>(distinct)[i] = looks.of[i];
  }
  for (const uint64_t look : distinct)
    for (int i = 0; i < kVectors; i++)
      places.of[i] -= (Lanes)((Signed)(Lanes{} + look) < (Signed)looks.of[i]);
  for (int i = 0; i < kVectors; i++) reinterpret_cast<Lanes *>(order)[i] = places.of[i];
}

// The key of a shape, and of the multiset, by its number, of what hangs together with no joint.
BOMBE_INLINE ShapeKey shape_key(const Marks &marks, const Shape &shape, uint32_t number) {
  alignas(64) uint64_t order[kMostJoints + 1];
  put_in_order(shape, order);
  order[kOutside] = kOutside;
  ShapeKey key = {number * 0x9E3779B97F4A7C15ull, number * 0xD1342543DE82EF95ull};
  for (int i = 0; i < shape.chains; i++) {
    const Chain &chain = shape.chain[i];
    const ShapeKey &mark = marks.chains[order[chain.from]][order[chain.to]][chain.length];
    key.low += mark.low;
    key.high += mark.high;
  }
  key.low = (key.low ^ key.low >> 32) & ((1ull << kShapeBits) - 1);
  return key;
}

// Find the key of a position's shape, if there is a table for these, and let its line come.
BOMBE_INLINE void see_shape(const Solver &solver, Position &position) {
  Shape shape;
  if (!solver.shapes.entries || !position.is_folded) return;
  if (!draw_shape(solver, position.free, shape)) return;
  position.has_shape = true;
  position.shape = shape_key(solver.marks, shape, position.number);
  fetch(solver.shapes, position.shape.low);
}

BOMBE_TARGET_END

}  // namespace bombe::dots::BOMBE_WIDTH
