// What to do where not every position of an endgame has its exact value in time, or in memory:
// bounds of two games that are easier than the real one.
//
// R is restricted, F is free: each state has two values, with R to move and with F to move. R can
// do less than a real player, and F more. So the value with the mover as R is a lower bound of the
// margin, and the value with the mover as F an upper one. How the bombs are treated:
//
//     tracked   as they are
//     paired    z and z' share one bit: those of both that are alive are all unused, or all used.
//               While both are alive and unused, F may play one of them; R answers with the other
//               one at once, so that F is to move again. R may not begin. If only one of them is
//               alive, it is a bomb like any other.
//     dropped   nobody knows which of them were played. R may not play them; F may pass whenever
//               one is alive, as often as F likes.
//
// Why these bounds are sound: let (S, A) be a real position, and s the state that stands for it:
// the same S; a bit is set where the alive bombs behind it are unused, and none of them is half
// used.
//
//   R's options are real ones. Fills and tracked bombs lead to a state that stands for the real
//   position. To answer F's bomb with its partner is legal, since the partner is alive and unused,
//   and the pair is then used. Not to begin with a pair, nor to play what is dropped, is a choice
//   that a real player has as well.
//   What the real opponent can do, F can do. Fills, tracked bombs: the same. A bomb of a pair: F's
//   option has the value after R's answer. A dropped bomb: it is alive, so F may pass, which leads
//   to a state that stands for the real position, since it says nothing of dropped bombs. A fill
//   keeps that a state stands for its position: of a pair that is unused (used) the bomb that
//   survives is unused (used).
//
// So by induction R gets no more than a real player in R's place can get against any opponent, and
// F no less. It ends, too: a fill or a bit less comes after finitely many moves, and F's pass leads
// to R, who cannot pass. Where no pair is whole and nothing that was dropped is alive both games
// are the real one, and one value is enough: that is so for most sets of cells, since a bomb lives
// in one of 8 to 16 of them only.
//
// To pair keeps what decides who wins, whether the number of bombs is odd or even: such bounds are
// a few points apart. To drop loses it, which costs about 20 points, but then a table has hardly
// more states than there are sets of cells.
#pragma once

#include <cstdint>

namespace bombe::endgame {

struct Layout;
struct Table;

// How the bombs are treated. Unit i is bomb i, or the pair of the bombs i and i + 32.
struct Terms {
  uint64_t singles;  // bombs that are tracked
  uint64_t pairs;    // units
  uint64_t dropped;  // bombs
};

// From exact terms on less and less is kept: first pairs are formed, then units are dropped.
constexpr int kMostLevels = 100;

// What the terms of each level cost, about: measured on a sample of the sets of cells, in blocks of
// one vector.
struct Levels {
  int32_t count;
  int32_t now;    // the one that is being filled
  int32_t best;   // the finest one that is done; `count`: none
  int32_t other;  // finer ones than this turned out to have no room
  double seconds_per_block;
  double blocks[kMostLevels], window[kMostLevels];  // in all, and in memory at a time
};

// Number the bombs of a layout so that those that fit together best are i and i + 32; `places`, of
// so many pots, gets the new numbers.
void pair_up(Layout &layout, uint8_t *places, int pots);
Terms terms_of(const Layout &layout, int level);
void sample(Levels &levels, const Table &table);
// The level to go on with, in a memory of so many such blocks; -1: none. `seconds` 0: no limit;
// `nodes` are blocks.
int choose_level(const Levels &levels, double room, double seconds, int64_t nodes, bool is_patient);
// Whether a level that is not yet done has room: then none was chosen for lack of time or of nodes.
bool is_time_short(const Levels &levels, double room);

// The units that have a bit of their own where these bombs are alive.
inline uint64_t units_in(const Terms &terms, uint64_t alive) {
  return (alive & terms.singles) | ((alive | alive >> 32) & terms.pairs);
}

// Whether R and F differ there.
inline bool is_cut(const Terms &terms, uint64_t alive) {
  return (alive & alive >> 32 & terms.pairs) | (alive & terms.dropped);
}

// The bombs of a unit that are alive.
inline uint64_t members_of(const Terms &terms, uint64_t alive, uint64_t unit) {
  return unit & terms.pairs ? alive & (unit | unit << 32) : unit;
}

}  // namespace bombe::endgame
