// Depth first: a guess tries one value of a cell on a copy; the position without that value waits
// on the stack. So the two halves have no solution in common.
#pragma once

#include <cstdint>
#include <cstring>

#include "budget.h"
#include "nine/choose.h"
#include "nine/layout.h"
#include "nine/load.h"
#include "nine/pass.h"
#include "nine/vectors.h"
#include "nine/verdicts.h"
#include "target.h"

namespace bombe::nine::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

// Whether all candidates of the one are in the other.
BOMBE_INLINE bool is_within(const Position &position, const Position &other) {
  Vector beyond = {};
  for (int i = 0; i < kVectors; i++) beyond |= position.of[i] & ~other.of[i];
  return !is_any(beyond);
}

// An audit wants solutions that differ, and so guesses where something is not proved yet. That can
// lead into a part of the tree that has no solution and is large; where it takes so many guesses,
// they are better spent on getting out.
constexpr int kFocusedGuesses = 32;

// A search that can be left and taken up again.
struct Search {
  Position here;             // to be searched next, if is_alive
  Position waiting[kCells];  // without the value that was tried, for each open guess
  int32_t depth;             // how many of them
  int32_t pairs_depth;       // the depth below a guess among nothing but pairs; else -1
  int32_t colour_depth;      // the depth at which a solution waits; else -1
  int32_t focused;           // guesses so far that looked for something unproved
  int32_t barren_depth;      // the lowest depth that it has returned to since the last solution
  bool is_alive;
};

// For each value the vectors that are set in its plane and nowhere else.
struct alignas(64) OnlyPlanes {
  uint32_t of[kSize][kVectors * kPlanes * kLanes] = {};
  constexpr OnlyPlanes() {
    for (int value = 0; value < kSize; value++) {
      for (int lane = 0; lane < kLanes; lane++) of[value][kLanes * value + lane] = ~0u;
    }
  }
};
alignas(64) constexpr OnlyPlanes kOnly;

// In every plane of a vector the same cells.
BOMBE_INLINE Vector in_all_planes(const uint32_t *plane) {
  Vector vector;
  for (int i = 0; i < kPlanes; i++) std::memcpy(reinterpret_cast<Plane *>(&vector) + i, plane, 16);
  return vector;
}

BOMBE_INLINE Vector cell_at(int place) { return in_all_planes(kTables.cells[place]); }

// The cell gets the value: it loses all others, and its peers lose this one.
BOMBE_INLINE void put(Position &position, int place, int value) {
  const Vector cell = cell_at(place), peers = in_all_planes(kTables.peers[place]);
  for (int i = 0; i < kVectors; i++) {
    const Vector only = load(kOnly.of[value] + i * kPlanes * kLanes);
    position.of[i] &= ~((cell & ~only) | (peers & only));
  }
}

BOMBE_INLINE void forbid(Position &position, int place, int value) {
  const Vector cell = cell_at(place);
  for (int i = 0; i < kVectors; i++) {
    position.of[i] &= ~(cell & load(kOnly.of[value] + i * kPlanes * kLanes));
  }
}

// Try a value on `here`; the position without it waits. Of a pair, that leaves the other value.
BOMBE_INLINE void guess(Search &search, const Position *proved) {
  const bool is_focused = proved && search.focused < kFocusedGuesses;
  search.focused += is_focused;
  const Choice choice = choose(search.here, is_focused ? proved : nullptr);
  const uint32_t others = choice.values & ~(1u << choice.value);
  Position &rest = search.waiting[search.depth++];
  rest = search.here;
  if (others & (others - 1)) {
    forbid(rest, choice.place, choice.value);
  } else {
    put(rest, choice.place, __builtin_ctz(others));
  }
  put(search.here, choice.place, choice.value);
  search.pairs_depth = choice.is_among_pairs ? search.depth : -1;
}

// Where every open cell is a pair, every value that is open in a region has just two places there
// (on the average it has two, and none has fewer). So solutions come in two colours, and if one
// value settled all cells, the other one gives each of them its other value.
BOMBE_INLINE void leave_other_colour(const Position &solution, Position &rest) {
  const Tally cells = tally_of(rest);
  for (int i = 0; i < kVectors; i++) rest.of[i] &= ~(solution.of[i] & cells.twice);
}

// Go on to the next solution, which is then `here`. With `proved`: to the next one that may hold
// something else.
BOMBE_INLINE Status advance(Search &search, Budget &budget, const Position *proved = nullptr) {
  for (;;) {
    if (!search.is_alive) {
      if (search.depth == 0) return kDone;
      search.here = search.waiting[--search.depth];
      search.pairs_depth = -1;
      if (search.colour_depth == search.depth) {
        search.colour_depth = -1;
        search.barren_depth = kCells;
        return kLimit;
      }
      if (search.depth < search.barren_depth) search.barren_depth = search.depth;
    }
    Outcome outcome = propagate(search.here);
    if (proved && outcome == kOpen && is_within(search.here, *proved)) outcome = kDead;
    search.is_alive = outcome == kOpen;
    if (outcome == kOpen) {
      if (!spend(budget)) return kOutOfBudget;
      guess(search, proved);
    } else if (outcome == kSolved) {
      if (search.depth > 0 && search.pairs_depth == search.depth) {
        search.colour_depth = search.depth - 1;
        leave_other_colour(search.here, search.waiting[search.colour_depth]);
      }
      search.barren_depth = kCells;
      return kLimit;
    }
  }
}

BOMBE_INLINE void start(Search &search) {
  search.depth = search.focused = search.barren_depth = 0;
  search.pairs_depth = search.colour_depth = -1;
  search.is_alive = true;
}

// Only reads: the first pass is left to `advance`, which would have to repeat it.
inline bool begin(Search &search, const uint8_t *board) {
  search.here = start_of(read_board(board));
  start(search);
  return true;
}

inline int64_t count(Search &search, int64_t limit, Budget &budget, uint8_t *first,
                     Status *status) {
  int64_t found = 0;
  *status = kLimit;
  while (found < limit) {
    *status = advance(search, budget);
    if (*status != kLimit) break;
    if (found++ == 0 && first) write_board(search.here, first);
  }
  return found;
}

// Leave the rest of the largest part of the tree that was begun since the last solution. No
// solution in it has come yet, and none holds a candidate that is kNo now.
inline void leave_barren(Search &search, uint8_t *verdicts) {
  Findings rest = {};
  for (int i = 0; i < kVectors; i++) {
    rest.open.of[i] = all(kBoxes);
    rest.unknown.of[i] = search.here.of[i];
    for (int depth = search.barren_depth; depth < search.depth; depth++) {
      rest.unknown.of[i] |= search.waiting[depth].of[i];
    }
  }
  write_verdicts(rest, verdicts);
  search.depth = search.barren_depth;
  search.is_alive = false;
}

BOMBE_TARGET_END

}  // namespace bombe::nine::BOMBE_WIDTH
