// The flat C interface of exact endgames: what Python calls through ctypes.
//
// An endgame gets as much memory as it may take for its tables, and belongs to one thread at a
// time; see slice.h for the rest.
#pragma once

#include <cstdint>

#include "kernel.h"
#include "slice.h"

namespace bombe::endgame {

constexpr int kMostEmpty = 64;  // cells
constexpr int kMostPots = 128;  // candidates that can be bombs
constexpr int kMostWorkers = 16;

}  // namespace bombe::endgame

// What an endgame is made from. `open`, which only reach/ reads, has bit 0 where the mover may play
// and bit 1 where the opponent may, filled cells included that neighbours of theirs.
struct BombeEndgame {
  const uint8_t *board;      // N*N bytes, 0 for an empty cell
  const uint8_t *solutions;  // all of them, one or more
  const uint8_t *taboo;      // for cell * N + value - 1: not 0 if taboo
  const uint8_t *open;       // ?
  int64_t solution_count;
  int32_t m, n;
  int32_t has_skips;  // 0: no player may play a bomb
};

// What a call may use, and how far the table is that is being filled.
struct BombeEndgameWork {
  BombeSlice slice;       // a block of a table is a node
  double seconds_in_all;  // that all calls about this question may take; 0: no limit
  int64_t nodes_in_all;   // likewise; INT64_MAX: no limit
  int64_t states, of;     // of the table: how many are filled, of how many
  int32_t threads;        // that can work on the table; see bombe_endgame_help
  int32_t wants_help;     // whether there is work for them
};

// A question about the endgame's position, or one that comes from it.
struct BombeEndgameCall {
  BombeEndgameWork work;
  const uint8_t *board, *taboo, *open;  // as above; bit 0 of `open` is this position's mover
  int32_t low, high;                    // bounds of the margin
  int32_t best;                         // an optimal move; -1: not known, or none
  int32_t count;                        // legal moves, kMostEmpty + kMostPots at most
  int32_t *moves;                       // cell * N + value - 1
  uint8_t *skips;                       // not 0: the move is a bomb
  int32_t *lows, *highs;                // bounds of its value
  int32_t *line;                        // ? best play to the end, as many moves at most
  int32_t line_count;
  int32_t wants_time;    // whether it ended early since the next table would take too long
  int64_t wanted_bytes;  // in all, for the first bounds, if they had no room; 0: not known
  int32_t wants_all;     // the value of every move, not just the margin
};

// A Trouble: kTooLarge, over kMostEmpty empty cells; kTooManyMoves, over kMostPots pots.
BOMBE_API int32_t bombe_endgame_begin(void *memory, int64_t bytes, const BombeEndgame *endgame);
// Fill the table of a board with one solution. kDone: it is filled, or there is none; kOutOfBudget.
BOMBE_API int32_t bombe_endgame_fill(void *memory, BombeEndgameWork *work);
// Work on the table, while another thread fills it or asks; `worker` counts from 1. The blocks that
// it filled, until there is nothing to do for it at the moment or `work` is over.
BOMBE_API int64_t bombe_endgame_help(void *memory, int32_t worker, const BombeSlice *slice);
// kDone; kOutOfBudget; kNotFromHere.
BOMBE_API int32_t bombe_endgame_ask(void *memory, BombeEndgameCall *call);
// 0: there is no table that holds everything; 1: it is not yet filled; 2: filled.
BOMBE_API int32_t bombe_endgame_is_filled(const void *memory);
// For tests: fill tables with vectors of 128 bits, in blocks of 32 << `cross` positions, 0 to 3, as
// a ring with so many top cells and no more room than it needs, at one level. -1: choose that.
BOMBE_API void bombe_endgame_fill_by(void *memory, int32_t narrow, int32_t cross, int32_t top,
                                     int32_t level);
