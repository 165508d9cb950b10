// The flat C interface of exact Dots and Boxes: what Python calls through ctypes.
//
// A solver gets as much memory as its table may take, filled with 0; see slice.h for the rest.
#pragma once

#include <cstdint>

#include "kernel.h"
#include "slice.h"

// What a solver is made from. Edges are numbered row by row, the horizontal ones first.
struct BombeDots {
  const uint8_t *drawn;   // for each edge: not 0 if it is drawn
  int32_t rows, columns;  // in boxes
  int32_t extra_turn;     // 0: the turn passes after every line
  int32_t ideas;          // that are used: dots/ideas.h
  int32_t workers;        // threads that may work at a time
};

// A question about the solver's position, or one that comes from it.
struct BombeDotsCall {
  BombeSlice slice;       // the nodes of the thread that asks; see bombe_dots_nodes
  const uint8_t *drawn;   // as above
  int32_t low, high;      // bounds of the margin
  int32_t count;          // free edges, 64 at most
  int32_t wants_all;      // the value of every move, not just the margin
  int32_t *moves;         // the number of each
  int32_t *lows, *highs;  // bounds of its value
};

// The memory to give a solver whose table may take so many bytes, or a Trouble: kTooLarge, over 64
// dots; kTooManyMoves, over 64 free edges; kTooLittleMemory, the table must be larger.
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
