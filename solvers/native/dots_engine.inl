// One engine of the Dots and Boxes solver: everything that is compiled once for each instruction
// set.
//
// A file dots_<bits>.cpp sets the target, defines BOMBE_LANES (words in a vector) and BOMBE_ENGINE
// (the name of its namespace) and includes this; headers come first, outside the target.

#define BOMBE_INLINE static inline __attribute__((always_inline))
#define BOMBE_MEMBER inline __attribute__((always_inline))

namespace bombe::dots::BOMBE_ENGINE {

#include "dots_sets.inl"
#include "dots_keys.inl"
#include "dots_known.inl"
#include "dots_shapes.inl"
#include "dots_moves.inl"
#include "dots_search.inl"

static Link settle_position(const Solver &solver, Edges &position) {
  return settle(solver, position);
}

static uint64_t key_of_position(const Solver &solver, Edges settled) {
  return key_of(solver, settled);
}

static Range look_up_position(const Solver &solver, Edges settled, uint64_t key) {
  const int boxes = size(alive(sides(solver.board, settled)));
  Range range = {-boxes, boxes};
  look_up(solver.known, key, boxes, range);
  return range;
}

constexpr Engine kEngine = {settle_position, key_of_position, look_up_position, gets};

}  // namespace bombe::dots::BOMBE_ENGINE
