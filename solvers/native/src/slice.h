// What the C interfaces of endgames, of the search by the tempo law and of Dots have in common.
//
// What they work on lives in memory of the caller, aligned to 64 bytes. Nothing allocates or keeps
// global state. A call that is out of its budget can be made again, and goes on where it was.
#pragma once

#include <cstdint>

#include "budget.h"
#include "kernel.h"

// The head of such a call: what it may use, and what the question took.
struct BombeSlice {
  int64_t nodes;                 // that this call may use
  double seconds;                // that this call may take; 0: no limit
  const volatile int32_t *stop;  // ? not 0: end the call
  int64_t nodes_used;            // by all calls about this question
  int64_t in_work;               // begin with 0; then whether there is more to do
};

namespace bombe {

// Why a position is refused. A call answers one of these, or a Status.
enum Trouble : int32_t {
  kFine = 0,
  kTooLarge = -1,      // more empty cells, or more dots, than there are bits
  kTooManyMoves = -2,  // more candidates that can be bombs, or more free edges, than that
  kTooLittleMemory = -3,
  kNotFromHere = -4,  // it does not come from the position that the memory was prepared for
};

inline Budget budget_of(const BombeSlice &slice) {
  return {slice.nodes, slice.seconds > 0 ? now() + slice.seconds : 0, slice.stop, 0};
}

}  // namespace bombe
