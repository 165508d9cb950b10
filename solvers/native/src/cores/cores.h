// The flat C interface of the search for smallest cores: what Python calls through ctypes.
//
// A core is a set of filled cells that, with the question, has no solution. Its memory is prepared
// for a shape and used again for later questions. A search belongs to one thread at a time; see
// slice.h for the rest.
#pragma once

#include <cstdint>

#include "kernel.h"
#include "slice.h"

// A question. One of `values`, value v as bit v, would have to stand in the empty cell `cell`.
struct BombeCores {
  const uint8_t *board;  // N*N bytes, 0 for an empty cell
  const uint8_t *upper;  // ? not 0: the cell is in what is known to be a core
  uint64_t values;
  int32_t cell;  // -1: the question is about the board alone
  int32_t unused;
};

struct BombeCoresCall {
  BombeSlice slice;
  uint16_t *cells;   // room for N*N: the best core that is known, in order
  int32_t count;     // how many there are; -1: none is known
  int32_t at_least;  // no core has fewer cells
};

// Memory that boards of a shape need, and so many bytes for what a search learns.
BOMBE_API int64_t bombe_cores_bytes(int32_t m, int32_t n, int64_t learned);
BOMBE_API void bombe_cores_prepare(void *memory, int64_t bytes, int32_t m, int32_t n);
BOMBE_API void bombe_cores_begin(void *memory, const BombeCores *question);
// Find a smallest core. kDone: it is proven, or there is a solution and no core is known;
// kOutOfBudget; kTooLittleMemory: no more can be learned.
BOMBE_API int32_t bombe_cores_prove(void *memory, BombeCoresCall *call);
// After that: find the next core of the same size, from the first on. kLimit: it stands in `cells`;
// kDone: there is no other; kOutOfBudget; kTooLittleMemory.
BOMBE_API int32_t bombe_cores_next(void *memory, BombeCoresCall *call);
