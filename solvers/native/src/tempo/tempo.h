// The flat C interface of the search by the tempo law: what Python calls through ctypes.
//
// Its memory is used again for later positions. A search belongs to one thread at a time; see
// slice.h for the rest.
#pragma once

#include <cstdint>

#include "kernel.h"
#include "slice.h"

// A position. `open` has bit 0 where the mover may play and bit 1 where the opponent may, filled
// cells included that neighbours of theirs; null in classic play.
struct BombeTempo {
  const uint8_t *board;     // N*N bytes, 0 for an empty cell
  const uint8_t *solution;  // N*N bytes, 0 where it is not known
  const uint64_t *bombs;    // for each cell the usable bombs, value v as bit v
  const uint8_t *open;      // ?
  int32_t m, n;
};

struct BombeTempoCall {
  BombeSlice slice;
  const int32_t *roots;   // moves to choose from: cell * N + value - 1
  const uint8_t *skips;   // for each: not 0 if it is a bomb
  const int16_t *extras;  // for each: what it is worth beyond what the search sees
  int32_t count;
  int32_t deepest;  // moves to look ahead at most, the root included
  int32_t depth;    // that is being searched
  int32_t best;     // a root, from 0 on
  int32_t value;    // that it was found to have
};

// Memory that a position with so many empty cells needs at least.
BOMBE_API int64_t bombe_tempo_least_bytes(int32_t m, int32_t n, int32_t empty);
// kFine or kTooLittleMemory.
BOMBE_API int32_t bombe_tempo_begin(void *memory, int64_t bytes, const BombeTempo *tempo);
// kDone: to the end of the game or as deep as was wanted; kOutOfBudget.
BOMBE_API int32_t bombe_tempo_search(void *memory, BombeTempoCall *call);
