// The flat C interface of exact Dots and Boxes: what Python calls through ctypes.
//
// A solver gets as much memory as its table may take, filled with 0; see slice.h for the rest.
#pragma once

#include <cstdint>

#include "kernel.h"
#include "slice.h"

namespace bombe::dots {

constexpr int kMostDots = 64, kMostFree = 64;

// The ideas of the solver, each with a switch. None changes a value.
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

// What a solver is made from. Edges are numbered row by row, the horizontal ones first.
struct BombeDots {
  const uint8_t *drawn;   // for each edge: not 0 if it is drawn
  int32_t rows, columns;  // in boxes
  int32_t extra_turn;     // 0: the turn passes after every line
  int32_t ideas;          // that are used
  int32_t workers;        // threads that may work at a time
};

// A question about the solver's position, or one that comes from it.
struct BombeDotsCall {
  BombeSlice slice;       // the nodes of the thread that asks; see bombe_dots_nodes
  const uint8_t *drawn;   // as above
  int32_t low, high;      // bounds of the margin
  int32_t count;          // free edges, kMostFree at most
  int32_t wants_all;      // the value of every move, not just the margin
  int32_t *moves;         // the number of each
  int32_t *lows, *highs;  // bounds of its value
};

// The memory to give a solver whose table may take so many bytes, or a Trouble: kTooLarge, over
// kMostDots dots; kTooManyMoves, over kMostFree free edges; kTooLittleMemory, the table must be
// larger.
BOMBE_API int64_t bombe_dots_bytes(const BombeDots *dots, int64_t table);
// A Trouble, as above.
BOMBE_API int32_t bombe_dots_begin(void *memory, int64_t bytes, const BombeDots *dots);
// Take over what a solver that was begun with less memory has found out; it is not needed any more.
BOMBE_API void bombe_dots_adopt(void *memory, const void *from);
// kDone; kOutOfBudget; kNotFromHere.
BOMBE_API int32_t bombe_dots_ask(void *memory, BombeDotsCall *call);
// Help calls, as worker 1 or more, in a thread of its own until bombe_dots_dismiss.
BOMBE_API void bombe_dots_help(void *memory, int32_t worker);
BOMBE_API void bombe_dots_gather(void *memory);          // before helpers start
BOMBE_API void bombe_dots_dismiss(void *memory);         // lets all helpers return
BOMBE_API int64_t bombe_dots_nodes(const void *memory);  // that all workers have searched so far
// For tests and measurements: use no vectors over 128, 256 or 512 bits. How wide they are then.
BOMBE_API int32_t bombe_dots_narrow(void *memory, int32_t bits);
