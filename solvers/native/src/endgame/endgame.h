// The flat C interface of exact endgames: what Python calls through ctypes.
//
// An endgame lives in memory of the caller: aligned to 64 bytes, as much as it may take for its
// tables. Nothing here allocates or keeps global state; an endgame belongs to one
// thread at a time. A call that is out of its budget can be made again, and goes on where it was.
#pragma once

#include "kernel.h"

// What an endgame is made from. `open` has bit 0 where the mover may play and bit 1 where the
// opponent may, filled cells included that neighbours of theirs; null in classic play.
struct BombeEndgame {
  const uint8_t *board;      // N*N bytes, 0 for an empty cell
  const uint8_t *solutions;  // all of them, one or more
  const uint8_t *taboo;      // for cell * N + value - 1: not 0 if taboo
  const uint8_t *open;       // ?
  int64_t solution_count;
  int32_t m, n;
  int32_t has_skips;  // 0: nobody may play a bomb
  int32_t unused;
};

// A question about the endgame's position, or one that comes from it.
struct BombeEndgameCall {
  const uint8_t *board, *taboo, *open;  // as above; bit 0 of `open` is this position's mover
  int64_t nodes;                        // that this call may use
  double seconds;                       // that this call may take; 0: no limit
  const volatile int32_t *stop;         // ? not 0: end the call
  int64_t nodes_used;                   // by all calls about this position; a block is a node
  int32_t wants_all;                    // the value of every move, not just the margin
  int32_t in_work;                      // begin with 0
  int32_t low, high;                    // bounds of the margin
  int32_t best;                         // an optimal move; -1: not known, or none
  int32_t count;                        // legal moves, 64 + 128 at most
  int32_t *moves;                       // cell * N + value - 1
  uint8_t *skips;                       // not 0: the move is a bomb
  int32_t *lows, *highs;                // bounds of its value
  int32_t *line;                        // ? best play to the end, 64 + 128 moves at most
  int64_t line_count;
};

// Memory that an endgame with so many empty cells needs at least, about; no promise.
BOMBE_API int64_t bombe_endgame_least_bytes(int32_t empty);
// 0; -1: over 64 empty cells; -2: over 128 candidates that can be bombs; -3: memory is too small.
BOMBE_API int32_t bombe_endgame_begin(void *memory, int64_t bytes, const BombeEndgame *endgame);
// Fill the table of a board with one solution: only budget and `in_work` of the call count.
// 0: done, or there is none; 2: interrupted.
BOMBE_API int32_t bombe_endgame_fill(void *memory, BombeEndgameCall *call);
// 0: answered; 2: interrupted; -4: the position does not come from this endgame.
BOMBE_API int32_t bombe_endgame_ask(void *memory, BombeEndgameCall *call);
// 0: there is no table that holds everything; 1: it is not yet filled; 2: filled.
BOMBE_API int32_t bombe_endgame_is_filled(const void *memory);
// For tests: fill tables with vectors of 128 bits, in blocks of 32 << `cross` positions, 0 to 3.
BOMBE_API void bombe_endgame_fill_by(void *memory, int32_t narrow, int32_t cross);
