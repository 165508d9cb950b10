// The ideas of the Dots and Boxes solver, each with a switch. None changes a value.
#pragma once

#include <cstdint>

namespace bombe::dots {

enum Idea : int32_t {
  // Positions that a turn or a reflection of the board makes equal share one entry of the table.
  kSymmetries = 1 << 0,
  // Two free edges between the same box and the outside are alike: one is drawn as good as the
  // other. So it only counts how many of them are left, in the corners and on boards of one row.
  kCorners = 1 << 1,
  // Of a chain or loop that hangs together with nothing else only kind and length matter, and
  // with the extra turn one move speaks for all edges of a chain: the next player can take all of
  // it anyhow. Of two boxes it is the edge between them, which leaves nothing to decline.
  kChains = 1 << 2,
  // Captures are not searched. With the extra turn the mover takes everything, or leaves the last
  // two boxes of a chain, or the last four of a loop, to be taken by the other, who then has to
  // move. Without it see `settle` in dots/sets.h.
  kCaptures = 1 << 3,
  // Moves in the middle of the board first, those on its rim last.
  kOrder = 1 << 4,
  // Where only chains and loops are left, each independent of the others, the value depends on
  // their lengths alone, and stands in a list: dots/coins.h.
  kLoony = 1 << 5,
  // No margin is larger than the number of boxes that are left: often enough to answer.
  kBounds = 1 << 6,
  // The first question is about the middle, and the next where the answer points; otherwise
  // questions go up from the lowest margin.
  kWindows = 1 << 7,
  // What the table knows of all children is looked up before one of them is searched.
  kPeek = 1 << 8,
  // Positions whose boxes hang together in the same way share what is known, wherever their edges
  // lie: see dots/shapes.h.
  kShapes = 1 << 9,
};

}  // namespace bombe::dots
