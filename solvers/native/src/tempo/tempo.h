// The flat C interface of the search by the tempo law: what Python calls through ctypes.
//
// A search lives in memory of the caller: aligned to 64 bytes, and used again for later positions.
// Nothing here allocates or keeps global state; a search belongs to one thread at a time. A call
// that is out of its budget can be made again, and goes on where it was.
#pragma once

#include "kernel.h"

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
  int64_t nodes;                 // that this call may use
  double seconds;                // that this call may take; 0: no limit
  const volatile int32_t *stop;  // ? not 0: end the call
  int64_t nodes_used;            // by all calls about this position
  const int32_t *roots;          // moves to choose from: cell * N + value - 1
  const uint8_t *skips;          // for each: not 0 if it is a bomb
  const int16_t *extras;         // for each: what it is worth beyond what the search sees
  int32_t count;
  int32_t in_work;  // begin with 0
  int32_t deepest;  // moves to look ahead at most, the root included
  int32_t depth;    // that is being searched
  int32_t best;     // a root, from 0 on
  int32_t value;    // that it was found to have
};

// Memory that a position with so many empty cells needs at least.
BOMBE_API int64_t bombe_tempo_least_bytes(int32_t m, int32_t n, int32_t empty);
// 0; -3: memory is too small.
BOMBE_API int32_t bombe_tempo_begin(void *memory, int64_t bytes, const BombeTempo *tempo);
// 0: done, to the end of the game or as deep as was wanted; 2: interrupted.
BOMBE_API int32_t bombe_tempo_search(void *memory, BombeTempoCall *call);
