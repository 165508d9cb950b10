// The order in which a table is filled that does not fit into memory as a whole, or that several
// threads fill.
//
// A state needs only states with one cell less, or one bomb less of the same cells. So the sets of
// high cells come in chunks: by the number of their cells, and those with the same number by their
// `top` highest cells T:
//
//     chunk (k, T)   all H with k cells below the top ones, and T: for k = 0, 1, ... for T = 0, 1
//     ...
//
// A fill of a lower cell leads to chunk (k - 1, T), a fill of a top cell to (k, T without it):
// never further back than 1 << top chunks. So that many, and the one in work, must be in memory at
// a time: with no top cells two layers, which are a quarter of the table or more, with four not
// much more than one, if about as many states have a top cell as have not: so they are among those
// in the fewest bombs (prepare.cpp). The memory is a ring, and the chunks follow each other around
// it. What is there at the end are the chunks with the most cells, which hold the first position,
// its moves, and the next turns.
//
// Within a chunk no H needs another one, so threads take runs of them; when a chunk is done, the
// next one begins. The values do not depend on who computes them.
#pragma once

#include <cstdint>

#include "endgame/endgame.h"

namespace bombe::endgame {

// What a thread does that waits for another one.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// The next larger number with as many bits; out of reach if there are none.
inline uint64_t next_with_as_many(uint64_t bits) {
  if (!bits) return ~0ull;
  const uint64_t carried = bits + (bits & -bits);
  return carried | ((bits ^ carried) >> (2 + __builtin_ctzll(bits)));
}

constexpr int kMostTop = 4, kMostTops = 1 << kMostTop;
constexpr int kMostHigh = 31;  // cells

// More blocks than there is memory for. Counts end here: so no sum of them leaves 64 bits.
constexpr int kMostShift = 40;
constexpr int64_t kEndless = 1ll << kMostShift;

// The blocks that so many units have, up to 64 of them.
inline int64_t blocks_with(int units) { return units < kMostShift ? 1ll << units : kEndless; }

inline int64_t sum_within(int64_t blocks, int64_t more) {
  return more < kEndless - blocks ? blocks + more : kEndless;
}

// The blocks of each chunk, and the longest H of it.
struct Sizes {
  int64_t blocks[kMostHigh + 1][kMostTops];
  int64_t longest[kMostHigh + 1][kMostTops];
};

// What a worker has in hand: some H of the chunk, one after the other.
struct alignas(64) Worker {
  int8_t peak[32];  // the smallest value that it has stored, in each lane
  uint32_t high;    // in work
  uint32_t left;    // H, this one included
  int64_t block;    // of this H, where the work goes on
  bool is_idle;     // it stopped in its run; another worker may take that over
};

struct alignas(64) Ring {
  Worker workers[kMostWorkers];
  int64_t begins[(kMostHigh + 1) * kMostTops];  // where each chunk begins; see `next`
  int64_t room;                                 // blocks
  int64_t next;         // where the next H goes, counted from the first turn of the ring on
  int64_t done;         // blocks
  int32_t top, low;     // cells of H
  int32_t chunk;        // in work
  int32_t open;         // runs in work
  uint64_t next_lower;  // cells of the next H of the chunk below the top ones
  bool is_handed_out;   // the whole chunk
  int32_t lock;
};

}  // namespace bombe::endgame
