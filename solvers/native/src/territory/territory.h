// The flat C interface of the search in the newer play modes: what Python calls through ctypes.
//
// Its memory is 0 at first, and used again for later positions. A search belongs to one thread at a
// time; see slice.h for the rest.
#pragma once

#include <cstdint>

#include "kernel.h"
#include "slice.h"

// A position, with a byte or a mask for each of the N*N cells.
struct BombeTerritory {
  const uint8_t *board;     // 0 for an empty cell
  const uint8_t *solution;  // 0 where it is not known
  const uint8_t *open;    // bit 0: the mover may play there while it is empty; bit 1: the opponent
  const uint8_t *roots;   // not 0: a cell to choose from, if the mover may play there
  const uint64_t *bombs;  // the usable bombs, value v as bit v
  int32_t m, n;
};

struct BombeTerritoryCall {
  BombeSlice slice;
  int32_t deepest;  // moves to look ahead at most, the root included
  int32_t depth;    // that is being searched
  int32_t cell;     // the best move: its cell; -1: none is known yet
  int32_t is_skip;  // whether it is the lowest bomb on that cell
  int32_t value;    // of the last depth that was finished, in sixteenths of a point
  int32_t unused;
};

// Memory that the search needs at least; 0: the board is too large for it.
BOMBE_API int64_t bombe_territory_least_bytes(int32_t m, int32_t n);
// kFine, kTooLarge or kTooLittleMemory.
BOMBE_API int32_t bombe_territory_begin(void *memory, int64_t bytes, const BombeTerritory *given);
// kDone: to the end of the game or as deep as was wanted; kOutOfBudget.
BOMBE_API int32_t bombe_territory_search(void *memory, BombeTerritoryCall *call);
