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
// Where the whole does not fit into memory, H comes in another order, and what is no longer needed
// gives way: see endgame/table/ring.h. Tables of boards with several solutions do not do that:
// there the first `depth` bombs of each H are kept. That set is closed: a fill or a skip never
// brings a bomb forward over one that was kept. The search plays on above.
#pragma once

#include <cstdint>

#include "arena.h"
#include "budget.h"
#include "endgame/table/levels.h"
#include "endgame/table/ring.h"

namespace bombe::endgame {

constexpr int kLaneCells = 5, kLanes = 32;
constexpr int kMostCross = 3;  // low cells beyond those of the lanes
constexpr int kMostLow = kLaneCells + kMostCross;
constexpr int kMostCells = 36;  // of a table
constexpr int kMostBombs = 64;

// All margins are smaller, or the table is not used. See endgame/table/fill.h.
constexpr int kMost = 64;

// kPlanning and kMeasuring come before a ring; kBounded is a ring that is full, but not exact.
enum Stage : int32_t {
  kCounting,
  kPlanning,
  kMeasuring,
  kFilling,
  kBounded,
  kFilled,
  kNoRoom,
  kTooWide
};

// The endgame that a table is about.
struct Layout {
  int32_t cells;
  uint64_t all;                     // bombs
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
  int8_t
      *trio_gains;  // those of the cells of the lanes once more, as endgame/table/fill.h needs them
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
// blocks `from` to `to` of one H, and notes the smallest stored value of each lane in `peak`.
struct Table;
typedef void (*Filler)(const Table &table, uint32_t high, uint32_t from, uint32_t to, int8_t *peak);

// How tables are filled: for each number of low cells beyond those of the lanes a filler, and that
// number if it is not to be chosen; the top cells of a ring that has no more room than it needs, if
// it is to be one.
struct Filling {
  const Filler *fillers, *both;  // the latter for R and F; see endgame/table/levels.h
  int32_t cross, top;            // -1: choose
  int32_t level;                 // likewise; else no other one is tried
};

struct alignas(64) Table {
  int8_t peak[kLanes];                                 // the smallest stored value in each lane
  uint64_t kills[kMostCells];                          // the bombs that a fill of the cell kills
  int64_t with_bombs[kMostCross + 1][kMostBombs + 1];  // how many H of each kind have so many
  Layout layout;
  const Plan *plan;
  Plan *plans;  // for each number of low cells
  Filling filling;
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
  int32_t first_cross;
  bool wants_time;        // no level was chosen, though there is room for one
  uint64_t wanted_bytes;  // in all, for the coarsest level, if that had no room; else 0
  double seconds;         // that calls worked on the level that is being filled
  bool may_give_way;      // what is no longer needed
  Terms terms;
  Levels levels;    // of which the first one is exact
  Sizes *sizes;     // for each number of low cells
  Ring *ring;       // null: the H come in numeric order, and all are kept
  int64_t blocks;   // in all
  int32_t threads;  // that can work on it
  Stage stage;
  uint64_t next_high, next_block, end_block;  // where the work goes on

  bool is_left_out(uint32_t high_cells) const;
  uint64_t bombs_of(uint32_t high_cells) const {
    return bombs_in[0][plan->below(high_cells)] & bombs_in[1][high_cells >> plan->half];
  }
  bool holds(uint32_t high_cells) const;
  bool holds_all() const;  // all positions
  void show_progress(int64_t &states, int64_t &of) const;
  uint64_t units_of(uint32_t high_cells) const;
  bool look_up(uint64_t empty, uint64_t usable, int &value) const;
  // Bounds of the margin; false: no state stands for the position.
  bool look_up(uint64_t empty, uint64_t usable, int &low, int &high) const;
  int guess(uint64_t empty, uint64_t usable) const;
};

// What a worker of a ring does when called: the blocks that it filled, about `most`. 0: there is
// nothing to do for it now.
int64_t work(Table &table, int worker, int64_t most);
int64_t help(Table &table, int worker, const int32_t &is_open, const Budget &budget);
void pause(Table &table, int worker);  // it does not go on now
void begin_ring(Table &table, int top, int64_t room);
// The blocks that a ring needs with so many low and top cells.
int64_t least_room(const Sizes &sizes, int high, int tops, int top);
constexpr uint32_t kLeftOut = ~0u;  // in place of an offset

// Take memory for all that is needed to count, with so many low cells; false: there is too little.
bool take_sets(Table &table, Arena &arena);
// Take memory for all but the values, which will take at most `most_bytes`. The table will not be
// asked about positions in which all cells of one of the sets `left_out` are empty. `plans` are
// shared by the tables of an endgame.
void begin(Table &table, Plan *plans, const Filling &filling, uint64_t most_bytes, Arena &arena);
// What a question may still use.
struct Limits {
  double deadline;  // on the clock of `now()`; 0: none
  int64_t nodes;    // INT64_MAX: no limit
  bool is_patient;  // it comes in many pieces, and wants no bounds before what is best
};
// Go on filling; memory comes from `arena`. kDone: the stage is how it ended.
Status go_on(Table &table, Arena &arena, Budget &budget, const Limits &limits);
void go_finer(Table &table);  // the bounds have been read

extern const Filler kFill128[kMostCross + 1], kBoth128[kMostCross + 1];
#if defined(__x86_64__)
extern const Filler kFill256[kMostCross + 1], kBoth256[kMostCross + 1];
#endif
Filling best_filling();

}  // namespace bombe::endgame
