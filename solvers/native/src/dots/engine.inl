// One engine of the Dots and Boxes solver: everything that is compiled once for each instruction
// set.
//
// A file dots_<bits>.cpp sets the target, defines BOMBE_LANES (words in a vector) and BOMBE_ENGINE
// (the name of its namespace) and includes this; headers come first, outside the target.

#define BOMBE_INLINE static inline __attribute__((always_inline))
#define BOMBE_MEMBER inline __attribute__((always_inline))

namespace bombe::dots::BOMBE_ENGINE {

#include "dots/sets.inl"
#include "dots/lanes.inl"
#include "dots/keys.inl"
#include "dots/known.inl"
#include "dots/shapes.inl"
#include "dots/moves.inl"
#include "dots/search.inl"

static Link settle_position(const Solver &solver, Edges &free) { return settle(solver, free); }

static Position name_position(const Solver &solver, Edges settled) {
  Position position = position_of(solver, settled);
  see_shape(solver, position);
  return position;
}

static Range look_up_position(const Solver &solver, const Position &position) {
  Range range = {-position.boxes, position.boxes};
  look_up(solver.known, position.key, position.boxes, range);
  return range;
}

static void adopt_all(Solver &solver, const Solver &from) {
  adopt(solver.known, from.known, false, solver.naming.bits);
  adopt(solver.shapes, from.shapes, true, kShapeBits);
}

constexpr Engine kEngine = {64 * BOMBE_LANES, settle_position, name_position, look_up_position, gets,
                            adopt_all};

}  // namespace bombe::dots::BOMBE_ENGINE
