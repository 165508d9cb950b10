// The flat C interface of the finder of refutations: what Python calls through ctypes.
//
// Its memory is used again for all boards of the shape that it was prepared for. Unlike the other
// parts a call that is out of its budget does not go on where it was: it begins anew.
#pragma once

#include <cstdint>

#include "kernel.h"
#include "slice.h"

namespace bombe::why {

// The deductions, and how a chain of them ends; the order is that of Python's `Rule`.
enum Rule : int32_t { kNaked, kHidden, kLocked, kNakedPair, kHiddenPair, kCase };
enum Absurdity : int32_t { kNoCandidate, kNoPlace, kClash };

}  // namespace bombe::why

// What is to be refuted: that a cell holds a value, or does not, or that the board has a solution.
struct BombeWhy {
  BombeSlice slice;
  const uint8_t *board;  // N*N bytes, 0 for an empty cell
  int32_t cell;          // that is empty; -1: the board itself
  int32_t value;         // from 1 on
  int32_t is_not;        // not 0: that it does not hold the value
  int32_t is_shortest;   // ? no shorter chain of singles does it
  int32_t *chain;        // the chain, as why/write.cpp says
  int64_t room;          // for so many numbers
  int64_t length;        // of the chain
};

// How hard the refutations of many values are to see.
struct BombeRatings {
  BombeSlice slice;
  const uint8_t *board;
  const uint64_t *masks;  // for each cell the values to be refuted, value v as bit v
  int32_t *ratings;       // for each of them, in order: level, depth, steps; begin with level -1,
                          // and below 0 it is not known
};

// Memory for a shape.
BOMBE_API int64_t bombe_why_bytes(int32_t m, int32_t n);
BOMBE_API int32_t bombe_why_begin(void *memory, int64_t bytes, int32_t m, int32_t n);
// kDone: the chain is written; kLimit: nothing is absurd, or the chain has no room; kOutOfBudget.
BOMBE_API int32_t bombe_why_refute(void *memory, BombeWhy *why);
// kDone or kOutOfBudget; then those are known that were rated before.
BOMBE_API int32_t bombe_why_rate(void *memory, BombeRatings *ratings);
