// A table with the margin of every position of an endgame on a board with one solution.
//
// A position is (S, A): the cells that are empty and the bombs that can still be played. The value
// of one that stands is at most `kMost` away from 0, so a byte holds it. The cells have numbers;
// the lowest, five to eight of them, are in the fewest bombs. All subsets of these low cells make
// one block of the table, one to eight vectors of 32 bytes; the other cells of S, as a number H,
// choose the blocks:
//
//     offsets[H]  -> block 0   no bomb          | vector 0..7: which low cells from 5 on are empty
//                    block 1   bomb 0           |   lane 0..31: which of the first five are
//                    block 2   bomb 1
//                    block 3   bombs 0 and 1
//                    ...       2^n blocks for n bombs
//
// The bombs of H are those whose high killers are all in H, in order. Where a low cell that kills a
// bomb is filled, the bomb is dead: such a byte repeats the value without the bomb. Many low cells
// mean less work for each byte, as all that depends on H and A is done once for a block, but more
// bytes that repeat. So the table needs one to two bytes for each position.
//
// Children come first if H counts up: a fill of a high cell leads to a smaller H, a skip to an
// earlier block, a fill of a low cell to another byte of the same block.
//
// What is stored is the margin of the player who does *not* move: then the best move is the largest
// of gain + stored value, and the addition can take one of them straight from memory.
//
// Where memory ends, the first `depth` bombs of each H are kept. That set is closed: a fill or a
// skip never brings a bomb forward over one that was kept. The search plays on above.
#pragma once

#include <cstdint>

#include "arena.h"
#include "budget.h"

namespace bombe::endgame {

constexpr int kLaneCells = 5, kLanes = 32;
constexpr int kMostCross = 3;  // low cells beyond those of the lanes
constexpr int kMostLow = kLaneCells + kMostCross;
constexpr int kMostCells = 36;  // of a table
constexpr int kMostBombs = 64;

// All margins are smaller, or the table is not used. See endgame/fill.h.
constexpr int kMost = 64;

enum Stage : int32_t { kCounting, kFilling, kFilled, kNoRoom, kTooWide };

// The endgame that a table is about.
struct Layout {
  int32_t cells, bombs;
  uint64_t regions[kMostCells][3];  // for each cell the empty cells of its regions
  uint64_t killers[kMostBombs];
};

// What a set of high cells means for the regions, one half of the high cells at a time: for the
// empty cells of both halves the words are joined with &. Each word has three bits for each cell,
// one for each of its regions.
struct Side {
  uint64_t alone;  // cells of the set: nothing else of the set is in the region
  uint64_t apart;  // cells of the other half: nothing of the set is in the region
  uint64_t free;   // low cells: nothing of the set is in the region
};

// What the regions say, the same for the tables of all solutions. Of a fill's gains, a block of
// them for each, which of its three regions have no other high cell chooses among eight.
struct Plan {
  int32_t low, high, half;  // cells; half of the high ones choose in sides[0], the rest in sides[1]
  int8_t *high_gains, *low_gains;  // null: not yet made
  int8_t *trio_gains;  // those of the cells of the lanes once more, as endgame/fill.h needs them
  Side *sides[2];

  const int8_t *high_gain(int cell, uint64_t alone) const {
    return high_gains + ((static_cast<uint64_t>(cell) * 8 + alone) << low);
  }
  const int8_t *low_gain(int cell, uint64_t free) const {
    return low_gains + ((static_cast<uint64_t>(cell) * 8 + free) << low);
  }
  const int8_t *trio_gain(int cell, uint64_t free, int trio) const {
    return trio_gains + ((static_cast<uint64_t>(cell) * 8 + free) * 2 + trio) * 4 * kLanes;
  }
  uint32_t below(uint32_t high_cells) const { return high_cells & ((1u << half) - 1); }
};

// Compiled for each instruction set and each number of low cells beyond those of the lanes: fills
// blocks `from` to `to` of one H.
struct Table;
typedef void (*Filler)(Table &table, uint32_t high, uint32_t from, uint32_t to);

// How tables are filled: for each number of low cells beyond those of the lanes a filler, and that
// number if it is not to be chosen.
struct Filling {
  const Filler *fillers;
  int32_t cross;  // -1: choose
};

struct alignas(64) Table {
  int8_t peak[kLanes];                                 // the smallest stored value in each lane
  uint64_t kills[kMostCells];                          // the bombs that a fill of the cell kills
  int64_t with_bombs[kMostCross + 1][kMostBombs + 1];  // how many H of each kind have so many
  Layout layout;
  const Plan *plan;
  Plan *plans;            // for each number of low cells
  const Filler *fillers;  // likewise
  int8_t *skips;          // a block for each bomb: 0 where it can live
  uint64_t *bombs_in[2];  // for each set of a half's cells: the bombs whose killers in it are empty
  uint32_t *offsets;
  int8_t *values;
  uint64_t most_bytes;       // of values
  uint64_t used_before;      // of the arena
  const uint64_t *left_out;  // sets of cells; see `begin`
  int32_t left_outs;
  int32_t cross, depth;
  bool is_cross_final;
  Stage stage;
  uint64_t next_high, next_block, end_block;  // where the work goes on

  bool is_left_out(uint32_t high_cells) const;
  uint64_t bombs_of(uint32_t high_cells) const {
    return bombs_in[0][plan->below(high_cells)] & bombs_in[1][high_cells >> plan->half];
  }
  bool holds_all() const;  // all positions
  uint64_t kept_bombs_of(uint32_t high_cells) const;
  bool look_up(uint64_t empty, uint64_t usable, int &value) const;
  int guess(uint64_t empty, uint64_t usable) const;
};

// Take memory for all but the values, which will take at most `most_bytes`. The table will not be
// asked about positions in which all cells of one of the sets `left_out` are empty. `plans` are
// shared by the tables of an endgame.
void begin(Table &table, Plan *plans, const Filling &filling, uint64_t most_bytes, Arena &arena);
// Go on filling; memory comes from `arena`. kDone: the stage is how it ended.
Status go_on(Table &table, Arena &arena, Budget &budget);
uint64_t least_bytes(int cells);  // what a table needs without any bomb

extern const Filler kFill128[kMostCross + 1];
#if defined(__x86_64__)
extern const Filler kFill256[kMostCross + 1];
#endif
const Filler *best_fillers();

}  // namespace bombe::endgame
