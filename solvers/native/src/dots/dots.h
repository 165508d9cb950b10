// The flat C interface of exact Dots and Boxes: what Python calls through ctypes.
//
// A solver lives in memory of the caller: aligned to 64 bytes, filled with 0, as much as its table
// may take. Nothing here allocates, keeps global state or starts a thread. A call that is out of
// its budget can be made again, and goes on from what the table and the call's bounds hold.
#pragma once

#include "kernel.h"

// What a solver is made from. Edges are numbered row by row, the horizontal ones first.
struct BombeDots {
  const uint8_t *drawn;   // for each edge: not 0 if it is drawn
  int32_t rows, columns;  // in boxes
  int32_t extra_turn;     // 0: the turn passes after every line
  int32_t rules;          // the ideas to use: dots/rules.h
  int32_t workers;        // threads that may work at a time
  int32_t unused;
};

// A question about the solver's position, or one that comes from it.
struct BombeDotsCall {
  const uint8_t *drawn;          // as above
  int64_t nodes;                 // that this call may use, of all workers
  const volatile int32_t *stop;  // ? not 0: end the call
  int32_t wants_all;             // the value of every move, not just the margin
  int32_t in_work;               // begin with 0
  int32_t low, high;             // bounds of the margin
  int32_t count;                 // free edges, 64 at most
  int32_t unused;
  int32_t *moves;         // the number of each
  int32_t *lows, *highs;  // bounds of its value
};

// The memory to give a solver whose table may take so many bytes; -1: the board has over 64 dots;
// -2: over 64 edges are free; -3: the table must be larger.
BOMBE_API int64_t bombe_dots_bytes(const BombeDots *dots, int64_t table);
// 0; -3: memory is too small; or as above.
BOMBE_API int32_t bombe_dots_begin(void *memory, int64_t bytes, const BombeDots *dots);
// Take over what a solver that was begun with less memory has found out; it is not needed any more.
BOMBE_API void bombe_dots_adopt(void *memory, const void *from);
// 0: answered; 2: interrupted; -4: the position does not come from the solver's.
BOMBE_API int32_t bombe_dots_ask(void *memory, BombeDotsCall *call);
// Help calls, as worker 1 or more, in a thread of its own until bombe_dots_dismiss.
BOMBE_API void bombe_dots_help(void *memory, int32_t worker);
BOMBE_API void bombe_dots_gather(void *memory);          // before helpers start
BOMBE_API void bombe_dots_dismiss(void *memory);         // lets all helpers return
BOMBE_API int64_t bombe_dots_nodes(const void *memory);  // that all workers have searched so far
// For tests and measurements: use no vectors over 128, 256 or 512 bits. How wide they are then.
BOMBE_API int32_t bombe_dots_narrow(void *memory, int32_t bits);
