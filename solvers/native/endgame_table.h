// A table with the margin of every position of an endgame on a board with one solution.
//
// A position is (S, A): the cells that are empty and the bombs that can still be played. The value
// of one that stands is at most `kMost` away from 0, so a byte holds it. The cells have numbers; the
// five lowest, `kLow`, are in the fewest bombs. All 32 subsets of them make one vector, a block; the
// other cells of S, as a number H, choose the blocks:
//
//     offsets[H]  -> block 0   no bomb          | lane 0..31: which of the low cells are empty
//                    block 1   bomb 0
//                    block 2   bomb 1
//                    block 3   bombs 0 and 1
//                    ...       2^n blocks for n bombs
//
// The bombs of H are those whose high killers are all in H, in order. In a lane where a low cell
// that kills a bomb is filled, the bomb is dead: such a lane repeats the value without the bomb. So
// the table needs about as many bytes as there are positions.
//
// Children come first if H counts up: a fill of a high cell leads to a smaller H, a skip to an
// earlier block, a fill of a low cell to another lane of the same block.
//
// Where memory ends, the first `depth` bombs of each H are kept. That set is closed: a fill or a
// skip never brings a bomb forward over one that was kept. The search plays on above.
#pragma once

#include "search.h"

namespace bombe::endgame {

constexpr int kLow = 5, kLanes = 32;
constexpr int kMostCells = 36;  // of a table
constexpr int kMostBombs = 64;

// All margins are smaller, or the table is not used. See endgame_fill.inl.
constexpr int kMost = 64;

enum Stage : int32_t { kCounting, kFilling, kFilled, kNoRoom, kTooWide };

// Memory that is handed out from the front; it is the caller's, and zero.
struct Arena {
  uint8_t *next, *end;

  // Null: there is not so much left.
  void *take(uint64_t bytes) {
    const uint64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (rounded > static_cast<uint64_t>(end - next)) return nullptr;
    uint8_t *taken = next;
    next += rounded;
    return taken;
  }
};

// The endgame that a table is about.
struct Layout {
  int32_t cells, bombs;
  uint64_t regions[kMostCells][3];  // for each cell the empty cells of its regions
  uint64_t killers[kMostBombs];
};

// What a set of high cells means, one half of the high cells at a time: for the empty cells of both
// halves the words are joined with &. Words for cells have three bits for each, one for each of
// its regions.
struct Side {
  uint64_t bombs;  // whose killers in this half are empty
  uint64_t alone;  // cells of the set: nothing else of the set is in the region
  uint64_t apart;  // cells of the other half: nothing of the set is in the region
  uint64_t free;   // low cells: nothing of the set is in the region
};

// Compiled for each instruction set: fills blocks `from` to `to` of one H.
struct Table;
typedef void (*Filler)(Table &table, uint32_t high, uint32_t from, uint32_t to);

struct alignas(64) Table {
  // Of a fill, by the lane: which of its three regions have no other high cell chooses among eight.
  int8_t high_gains[kMostCells - kLow][8][kLanes];
  int8_t low_gains[kLow][8][kLanes];
  int8_t skips[kMostBombs][kLanes];  // 0 where the bomb can live
  int8_t peak[kLanes];               // the largest value in each lane
  uint64_t kills[kMostCells];  // the bombs that a fill of the cell kills
  int64_t with_bombs[kMostBombs + 1];  // how many H have so many bombs

  int32_t cells, bombs, high;  // `high` is the number of cells above the low ones
  int32_t half;                // so many of them choose in sides[0], the others in sides[1]
  Side *sides[2];
  uint32_t *offsets;
  int8_t *values;
  uint64_t most_blocks;
  bool leaves_out;             // whether some H are left out
  int32_t depth;
  Stage stage;
  Filler filler;
  uint64_t next_high, next_block, end_block;  // where the work goes on

  bool is_left_out(uint32_t high_cells) const;
  uint64_t bombs_of(uint32_t high_cells) const {
    return sides[0][high_cells & ((1u << half) - 1)].bombs & sides[1][high_cells >> half].bombs;
  }
  bool holds_all() const;  // all positions
  uint64_t kept_bombs_of(uint32_t high_cells) const;
  bool look_up(uint64_t empty, uint64_t usable, int &value) const;
  int guess(uint64_t empty, uint64_t usable) const;
};

// Take memory for all but the values, which will take at most `most_blocks`.
void begin(Table &table, const Layout &layout, Filler filler, uint64_t most_blocks, Arena &arena);
// Say that no position will be looked up in which all these cells are empty.
void leave_out(Table &table, uint64_t cells);
// Go on filling; memory comes from `arena`. kDone: the stage tells how it ended.
Status go_on(Table &table, Arena &arena, Budget &budget);
uint64_t least_bytes(int cells);  // what a table needs without any bomb

extern const Filler kFill128;
#if defined(__x86_64__)
extern const Filler kFill256;
#endif
Filler best_filler();

}  // namespace bombe::endgame
