// Fills blocks of the table; compiled once for each width of a vector.
//
// Margins stay below kMost = 64, and some lanes need a value that loses against every margin. A
// byte has room for both if a sum that is too small becomes -128 (`sum`):
//
//     kNothing = -64   no move was found so far; below every margin
//     kAbsent  = -128  the "gain" of filling a cell that is not empty in this lane, or of playing
//                      a bomb that is dead there: -128 + x is at most -64 for any x that occurs
//
// The cells of the lanes are relaxed in five rounds: after round p the lanes of p empty ones are
// final. Before it a lane may hold anything from -64 to 7 + 64.
#pragma once

#include <cstdint>

#include "endgame/lanes.h"
#include "endgame/table.h"
#include "target.h"

namespace bombe::endgame::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

constexpr int8_t kNothing = -kMost;

// Blocks of 1 << cross vectors, of which so many are in work at once as registers can hold.
template <int cross>
struct Blocks {
  static constexpr int kVectors = 1 << cross;
  static constexpr int kAtOnce = kVectors < kInRegisters ? kVectors : kInRegisters;
  static constexpr int64_t kBytes = kVectors * kLanes;

  Table &table;
  const Plan &plan;
  const uint32_t high;
  uint64_t frees;
  const int8_t *low_gains[kMostLow];
  Lanes best[kVectors];

  int bombs;                           // in the blocks of this H
  uint8_t ids[kMostBombs];             // which they are
  int cells;                           // of H
  const int8_t *gains[kMostCells];     // of each fill
  const int8_t *children[kMostCells];  // where the child of the current block is
  int64_t steps[32][kMostCells];       // how far it moves when the block's lowest 0 bit is set

  BOMBE_INLINE Blocks(Table &table, uint32_t high) : table(table), plan(*table.plan), high(high) {
    const Side &lower = plan.sides[0][plan.below(high)], &upper = plan.sides[1][high >> plan.half];
    frees = lower.free & upper.free;
    for (int low = 0; low < kLaneCells + cross; low++)
      low_gains[low] = plan.low_gain(low, frees >> 3 * low & 7);
  }

  // Call `visit` with the gains and the first block of the child of each cell of H.
  template <typename Visit>
  BOMBE_INLINE void for_each_fill(Visit visit) const {
    const uint32_t below = plan.below(high);
    const Side &lower = plan.sides[0][below], &upper = plan.sides[1][high >> plan.half];
    const uint64_t alone_below = lower.alone & upper.apart, alone_above = upper.alone & lower.apart;
    for (uint32_t left = below; left; left &= left - 1) {
      const int cell = __builtin_ctz(left);
      visit(plan.high_gain(cell, alone_below >> 3 * cell & 7), child(left & -left));
    }
    for (uint32_t left = high ^ below; left; left &= left - 1) {
      const int cell = __builtin_ctz(left);
      fetch(child(left & -left));
      visit(plan.high_gain(cell, alone_above >> 3 * (cell - plan.half) & 7), child(left & -left));
    }
  }

  BOMBE_INLINE const int8_t *child(uint32_t filled) const {
    return table.values + table.offsets[high ^ filled] * kBytes;
  }

  // Children are far away in memory, in runs that later blocks read on.
  BOMBE_INLINE static void fetch(const int8_t *child) {
    for (int64_t line = 0; line < kBytes; line += kAlignment)
      __builtin_prefetch(child + 2 * kBytes + line);
  }

  BOMBE_INLINE int8_t *own() const { return table.values + table.offsets[high] * kBytes; }

  void list_bombs() {
    bombs = 0;
    for (uint64_t left = table.kept_bombs_of(high); left; left &= left - 1)
      ids[bombs++] = static_cast<uint8_t>(__builtin_ctzll(left));
    cells = 0;
    for_each_fill([&](const int8_t *gain, const int8_t *child) {
      gains[cells] = gain;
      children[cells++] = child;
    });
  }

  // The child of (H, A) by a fill holds the bombs of A that survive it, pressed together: bomb p of
  // this H counts for `weight` there, or for nothing. Counting A up by one sets its lowest 0 bit,
  // p, and clears all bits below.
  void gather_steps() {
    int cell = 0;
    for (uint32_t left = high; left; left &= left - 1, cell++) {
      const uint64_t kills = table.kills[__builtin_ctz(left) + kLaneCells + cross];
      int64_t weight = kBytes, below = 0;
      for (int p = 0; p < bombs; p++) {
        const int64_t counts = kills >> ids[p] & 1 ? 0 : weight;
        steps[p][cell] = counts - below;
        below += counts;
        if (counts) weight *= 2;
      }
    }
  }

  // Move the children from a block to the next.
  BOMBE_INLINE void step(uint32_t next) {
    const int64_t *by = steps[__builtin_ctz(next)];
    for (int cell = 0; cell < cells; cell++) children[cell] += by[cell];
  }

  // So many vectors, from one on, try a move with these gains and what follows it.
  struct Some {
    Lanes best[kAtOnce];

    BOMBE_INLINE void try_move(const int8_t *gain, const int8_t *after, int first) {
      for (int i = 0; i < kAtOnce; i++)
        best[i] = larger(
            best[i], sum(load(gain + (first + i) * kLanes), load(after + (first + i) * kLanes)));
    }
  };

  BOMBE_INLINE Some nothing(int first) const {
    Some some;
    int8_t lanes[kLanes] __attribute__((aligned(64)));
    for (int lane = 0; lane < kLanes; lane++) lanes[lane] = kNothing;
    for (int i = 0; i < kAtOnce; i++) some.best[i] = load(lanes);
    if (!high && !first) {  // nothing is empty: the game is over
      lanes[0] = 0;
      some.best[0] = load(lanes);
    }
    return some;
  }

  BOMBE_INLINE void keep(const Some &some, int first) {
    for (int i = 0; i < kAtOnce; i++) best[first + i] = some.best[i];
  }

  // The fills of the cells of the lanes, in one vector: the value for the player who does not move.
  BOMBE_INLINE Lanes settle(Lanes first, int vector) const {
    Lanes gain[kLaneCells];
    for (int low = 0; low < kLaneCells; low++) gain[low] = load(low_gains[low] + vector * kLanes);
    Lanes best = first;
    for (int round = 0; round < kLaneCells; round++) {
      const Lanes slow = less(gain[4], swap<4>(best));
      const Lanes a = larger(less(gain[0], swap<0>(best)), less(gain[1], swap<1>(best)));
      const Lanes b = larger(less(gain[2], swap<2>(best)), less(gain[3], swap<3>(best)));
      best = larger(larger(larger(a, b), first), slow);
    }
    return minus(best);
  }

  // The same for the first three cells only.
  BOMBE_INLINE Lanes settle_quarter(Lanes first, const int8_t *const *gains, int quarter) const {
    Lanes gain[3];
    for (int low = 0; low < 3; low++) gain[low] = load(gains[low] + quarter * kLanes);
    Lanes best = first;
    for (int round = 0; round < 3; round++) {
      const Lanes a = larger(less(gain[0], swap<0>(best)), less(gain[1], swap<1>(best)));
      best = larger(larger(less(gain[2], swap<2>(best)), first), a);
    }
    return minus(best);
  }

  // The same for three vectors that do not wait for each other, in half the work: quarters that
  // have the same of the last two cells are put together.
  BOMBE_INLINE void settle_three(Lanes *three, int trio) const {
    const int8_t *gains[kLaneCells];
    for (int low = 0; low < kLaneCells; low++)
      gains[low] = plan.trio_gain(low, frees >> 3 * low & 7, trio);
    Lanes q[4] = {three[0], three[1], three[2], three[2]};
    exchange(q);
    q[0] = settle_quarter(q[0], gains, 0);
    q[1] = settle_quarter(larger(q[1], sum(load(gains[3] + kLanes), q[0])), gains, 1);
    q[2] = settle_quarter(larger(q[2], sum(load(gains[4] + 2 * kLanes), q[0])), gains, 2);
    q[3] = larger(q[3], larger(sum(load(gains[4] + 3 * kLanes), q[1]),
                               sum(load(gains[3] + 3 * kLanes), q[2])));
    q[3] = settle_quarter(q[3], gains, 3);
    exchange(q);
    for (int i = 0; i < 3; i++) three[i] = q[i];
  }

  // What a vector begins with when those with fewer of the other low cells are settled.
  template <int vector>
  BOMBE_INLINE Lanes ready(const Lanes *after) const {
    Lanes most = best[vector];
    for (int low = 0; low < cross; low++)
      if (vector >> low & 1)
        most = larger(most, sum(load(low_gains[kLaneCells + low] + vector * kLanes),
                                after[vector ^ 1 << low]));
    return most;
  }

  template <int vector>
  BOMBE_INLINE void finish_one(Lanes *after) const {
    if (vector < kVectors) after[vector] = settle(ready<vector % kVectors>(after), vector);
  }

  template <int a, int b, int c>
  BOMBE_INLINE void finish_three(Lanes *after, int trio) const {
    Lanes three[3] = {ready<a>(after), ready<b>(after), ready<c>(after)};
    settle_three(three, trio);
    after[a] = three[0];
    after[b] = three[1];
    after[c] = three[2];
  }

  // The fills of low cells, and to the table with it.
  BOMBE_INLINE Lanes finish(int8_t *to, Lanes peak) const {
    Lanes after[kVectors];
    finish_one<0>(after);
    if constexpr (cross == kMostCross) {
      finish_three<1, 2, 4>(after, 0);
      finish_three<3, 5, 6>(after, 1);
      finish_one<7>(after);
    } else {
      finish_one<1>(after);
      finish_one<2>(after);
      finish_one<3>(after);
    }
    for (int vector = 0; vector < kVectors; vector++) {
      peak = smaller(peak, after[vector]);
      store(to + vector * kLanes, after[vector]);
    }
    return peak;
  }

  // The only block of an H without bombs.
  BOMBE_INLINE void fill_one() {
    for (int first = 0; first < kVectors; first += kAtOnce) {
      Some some = nothing(first);
      for_each_fill(
          [&](const int8_t *gain, const int8_t *child) { some.try_move(gain, child, first); });
      keep(some, first);
    }
    store(table.peak, finish(own(), load(table.peak)));
  }

  BOMBE_INLINE void fill(uint32_t from, uint32_t to) {
    list_bombs();
    gather_steps();
    for (uint32_t at = 0; at < from; at++) step(at + 1);
    Lanes peak = load(table.peak);
    int8_t *const base = own();
    for (uint32_t at = from; at < to; at++) {
      for (int first = 0; first < kVectors; first += kAtOnce) {
        Some some = nothing(first);
        for (int cell = 0; cell < cells; cell++) {
          some.try_move(gains[cell], children[cell], first);
          if (!first) fetch(children[cell]);
        }
        for (uint32_t left = at; left; left &= left - 1)
          some.try_move(table.skips + ids[__builtin_ctz(left)] * kBytes,
                        base + (at ^ (left & -left)) * kBytes, first);
        keep(some, first);
      }
      peak = finish(base + at * kBytes, peak);
      if (at + 1 < to) step(at + 1);
    }
    store(table.peak, peak);
  }
};

template <int cross>
void fill(Table &table, uint32_t high, uint32_t from, uint32_t to) {
  Blocks<cross> blocks(table, high);
  if (table.kept_bombs_of(high)) blocks.fill(from, to);
  else blocks.fill_one();
}

BOMBE_TARGET_END

}  // namespace bombe::endgame::BOMBE_WIDTH
