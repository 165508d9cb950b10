// One engine of the Dots and Boxes solver: what a source compiles for one width of a vector.
#pragma once

#include "dots/keys.h"
#include "dots/known.h"
#include "dots/layout.h"
#include "dots/search.h"
#include "dots/sets.h"
#include "dots/shapes.h"
#include "target.h"

namespace bombe::dots::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

inline Link settle_position(const Solver &solver, Edges &free) { return settle(solver, free); }

inline Position name_position(const Solver &solver, Edges settled) {
  Position position = position_of(solver, settled);
  see_shape(solver, position);
  return position;
}

inline Range look_up_position(const Solver &solver, const Position &position) {
  Range range = {-position.boxes, position.boxes};
  look_up(solver.known, position.key, position.boxes, range);
  return range;
}

inline void adopt_all(Solver &solver, const Solver &from) {
  adopt(solver.known, from.known, false, solver.naming.bits);
  adopt(solver.shapes, from.shapes, true, kShapeBits);
}

constexpr Engine kEngine = {BOMBE_BITS, settle_position, name_position, look_up_position,
                            gets,       adopt_all};

BOMBE_TARGET_END

}  // namespace bombe::dots::BOMBE_WIDTH
