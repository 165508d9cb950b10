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

#include "endgame/table/lanes.h"
#include "endgame/table/table.h"
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

  const Table &table;
  const Plan &plan;
  const uint32_t high;
  uint64_t frees;
  const int8_t *low_gains[kMostLow];
  Lanes best[kVectors];

  int units;                           // in the blocks of this H
  uint64_t members[kMostBombs];        // the bombs of each that are alive
  int cells;                           // of H
  const int8_t *gains[kMostCells];     // of each fill
  const int8_t *children[kMostCells];  // where the child of the current block is
  int64_t steps[32][kMostCells];       // how far it moves when the block's lowest 0 bit is set

  BOMBE_INLINE Blocks(const Table &table, uint32_t high)
      : table(table), plan(*table.plan), high(high) {
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

  void list_units() {
    units = 0;
    const uint64_t alive = table.bombs_of(high);
    for (uint64_t left = table.units_of(high); left; left &= left - 1)
      members[units++] = members_of(table.terms, alive, left & -left);
    cells = 0;
    for_each_fill([&](const int8_t *gain, const int8_t *child) {
      gains[cells] = gain;
      children[cells++] = child;
    });
  }

  // The child of (H, A) by a fill holds the units of A that survive it, pressed together: unit p of
  // this H counts for `weight` there, or for nothing. Counting A up by one sets its lowest 0 bit,
  // p, and clears all bits below.
  void gather_steps() {
    int cell = 0;
    for (uint32_t left = high; left; left &= left - 1, cell++) {
      const uint64_t kills = table.kills[__builtin_ctz(left) + kLaneCells + cross];
      int64_t weight = kBytes, below = 0;
      for (int p = 0; p < units; p++) {
        const int64_t counts = members[p] & ~kills ? weight : 0;
        steps[p][cell] = counts - below;
        below += counts;
        if (counts) weight *= 2;
      }
    }
  }

  // Move the children from the first block to another one.
  void jump(uint32_t to) {
    int cell = 0;
    for (uint32_t left = high; left; left &= left - 1, cell++) {
      const uint64_t kills = table.kills[__builtin_ctz(left) + kLaneCells + cross];
      int64_t weight = kBytes;
      for (int p = 0; p < units; p++) {
        if (!(members[p] & ~kills)) continue;
        if (to >> p & 1) children[cell] += weight;
        weight *= 2;
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
  BOMBE_INLINE void fill_one(int8_t *peak) {
    for (int first = 0; first < kVectors; first += kAtOnce) {
      Some some = nothing(first);
      for_each_fill(
          [&](const int8_t *gain, const int8_t *child) { some.try_move(gain, child, first); });
      keep(some, first);
    }
    store(peak, finish(own(), load(peak)));
  }

  BOMBE_INLINE void fill(uint32_t from, uint32_t to, int8_t *lowest) {
    list_units();
    gather_steps();
    if (from) jump(from);
    const int8_t *skips[kMostBombs];
    for (int p = 0; p < units; p++) skips[p] = table.skips + __builtin_ctzll(members[p]) * kBytes;
    Lanes peak = load(lowest);
    int8_t *const base = own();
    for (uint32_t at = from; at < to; at++) {
      for (int first = 0; first < kVectors; first += kAtOnce) {
        Some some = nothing(first);
        for (int cell = 0; cell < cells; cell++) {
          some.try_move(gains[cell], children[cell], first);
          if (!first) fetch(children[cell]);
        }
        for (uint32_t left = at; left; left &= left - 1)
          some.try_move(skips[__builtin_ctz(left)], base + (at ^ (left & -left)) * kBytes, first);
        keep(some, first);
      }
      peak = finish(base + at * kBytes, peak);
      if (at + 1 < to) step(at + 1);
    }
    store(lowest, peak);
  }
};

template <int cross>
void fill(const Table &table, uint32_t high, uint32_t from, uint32_t to, int8_t *peak) {
  Blocks<cross> blocks(table, high);
  if (table.units_of(high)) blocks.fill(from, to, peak);
  else blocks.fill_one(peak);
}

// The blocks of an H whose values for R and for F differ; see endgame/table/levels.h. Those for R
// come first.
template <int cross>
struct Both : Blocks<cross> {
  using Base = Blocks<cross>;
  using Some = typename Base::Some;
  using Base::kAtOnce;
  using Base::kBytes;
  using Base::kVectors;
  static constexpr int kMostUnits = 32;

  int64_t to_free[kMostCells];  // from the child for R to the one for F
  // Gains of playing a unit: 0 in the lanes in which one of its bombs is alive, or both are; else
  // kAbsent. Of F's pass: 0 where something that was dropped is alive.
  int8_t one[kMostUnits][kBytes] __attribute__((aligned(64)));
  int8_t two[kMostUnits][kBytes] __attribute__((aligned(64)));
  int8_t passes[kBytes] __attribute__((aligned(64)));
  bool is_pair[kMostUnits];

  BOMBE_INLINE Both(const Table &table, uint32_t high) : Base(table, high) {}

  const int8_t *skip(uint64_t bomb) const {
    return this->table.skips + __builtin_ctzll(bomb) * kBytes;
  }

  // A gain of a skip is 0 or -128, which is one bit.
  void list_gains() {
    for (int p = 0; p < this->units; p++) {
      const uint64_t first = this->members[p] & -this->members[p], other = this->members[p] ^ first;
      is_pair[p] = other;
      for (int i = 0; i < kBytes; i++) {
        const int8_t a = skip(first)[i], b = other ? skip(other)[i] : int8_t{-128};
        two[p][i] = static_cast<int8_t>(a | b);
        one[p][i] = static_cast<int8_t>(a ^ b ^ -128);
      }
    }
    for (int i = 0; i < kBytes; i++) passes[i] = -128;
    const uint64_t dropped = this->table.bombs_of(this->high) & this->table.terms.dropped;
    for (uint64_t left = dropped; left; left &= left - 1)
      for (int i = 0; i < kBytes; i++) passes[i] &= skip(left & -left)[i];
  }

  void list_children() {
    const Table &table = this->table;
    int cell = 0;
    for (uint32_t left = this->high; left; left &= left - 1, cell++) {
      const uint32_t child = this->high ^ (left & -left);
      const bool is_double = is_cut(table.terms, table.bombs_of(child));
      to_free[cell] = is_double ? kBytes << __builtin_popcountll(table.units_of(child)) : 0;
    }
  }

  // What the high cells and the units give R, or F; `base` is where the opponent's blocks are.
  BOMBE_INLINE Some gather(int first, uint32_t at, const int8_t *base, bool is_free) const {
    Some some = this->nothing(first);
    for (int cell = 0; cell < this->cells; cell++)
      some.try_move(this->gains[cell], this->children[cell] + (is_free ? 0 : to_free[cell]), first);
    for (uint32_t left = at; left; left &= left - 1)
      some.try_move(one[__builtin_ctz(left)], base + (at ^ (left & -left)) * kBytes, first);
    return some;
  }

  // F plays a bomb of a pair, and R the other one.
  BOMBE_INLINE void add_pairs(Some &some, int first, uint32_t at, const int8_t *frees) const {
    for (uint32_t left = at; left; left &= left - 1) {
      const int p = __builtin_ctz(left);
      if (!is_pair[p]) continue;
      const int8_t *const after = frees + (at ^ (left & -left)) * kBytes;
      for (int i = 0; i < kAtOnce; i++) {
        const int64_t lanes = (first + i) * kLanes;
        some.best[i] = larger(some.best[i], less(load(two[p] + lanes), load(after + lanes)));
      }
    }
  }

  // The fills of low cells, and F's pass; then R's and F's values are final, and as stored.
  BOMBE_INLINE void settle(Lanes &tied, Lanes &free, int vector) const {
    Lanes gain[kLaneCells];
    for (int low = 0; low < kLaneCells; low++)
      gain[low] = load(this->low_gains[low] + vector * kLanes);
    const Lanes pass = load(passes + vector * kLanes), tied_first = tied, free_first = free;
    free = larger(free, less(pass, tied));
    for (int round = 0; round < kLaneCells; round++) {
      const Lanes by_tied = after_fill(gain, free), by_free = after_fill(gain, tied);
      tied = larger(tied_first, by_tied);
      free = larger(larger(free_first, by_free), less(pass, tied));
    }
    tied = minus(tied);
    free = minus(free);
  }

  BOMBE_INLINE static Lanes after_fill(const Lanes *gain, Lanes opponent) {
    const Lanes a = larger(less(gain[0], swap<0>(opponent)), less(gain[1], swap<1>(opponent)));
    const Lanes b = larger(less(gain[2], swap<2>(opponent)), less(gain[3], swap<3>(opponent)));
    return larger(larger(a, b), less(gain[4], swap<4>(opponent)));
  }

  // What a vector begins with when those with fewer of the other low cells are settled.
  BOMBE_INLINE Lanes begin(Lanes most, int vector, const Lanes *opponent) const {
    for (int low = 0; low < cross; low++)
      if (vector >> low & 1)
        most = larger(most, sum(load(this->low_gains[kLaneCells + low] + vector * kLanes),
                                opponent[vector ^ 1 << low]));
    return most;
  }

  BOMBE_INLINE Lanes finish_both(Lanes *tied, Lanes *free, int8_t *to_tied, int8_t *to_free_block,
                                 Lanes peak) const {
    for (int vector = 0; vector < kVectors; vector++) {
      const Lanes from_free = begin(tied[vector], vector, free);
      const Lanes from_tied = begin(free[vector], vector, tied);
      tied[vector] = from_free;
      free[vector] = from_tied;
      settle(tied[vector], free[vector], vector);
      peak = smaller(peak, smaller(tied[vector], free[vector]));
      store(to_tied + vector * kLanes, tied[vector]);
      store(to_free_block + vector * kLanes, free[vector]);
    }
    return peak;
  }

  void fill_both(uint32_t from, uint32_t to, int8_t *lowest) {
    this->list_units();
    this->gather_steps();
    list_gains();
    list_children();
    if (from) this->jump(from);
    Lanes peak = load(lowest);
    int8_t *const tied_base = this->own();
    int8_t *const free_base = tied_base + (kBytes << this->units);
    for (uint32_t at = from; at < to; at++) {
      Lanes tied[kVectors], free[kVectors];
      for (int first = 0; first < kVectors; first += kAtOnce) {
        const Some some = gather(first, at, free_base, false);
        for (int i = 0; i < kAtOnce; i++) tied[first + i] = some.best[i];
        Some other = gather(first, at, tied_base, true);
        add_pairs(other, first, at, free_base);
        for (int i = 0; i < kAtOnce; i++) free[first + i] = other.best[i];
      }
      peak = finish_both(tied, free, tied_base + at * kBytes, free_base + at * kBytes, peak);
      if (at + 1 < to) this->step(at + 1);
    }
    store(lowest, peak);
  }
};

// The same for the blocks of an H that has values for R and for F.
template <int cross>
void fill_both(const Table &table, uint32_t high, uint32_t from, uint32_t to, int8_t *peak) {
  Both<cross> blocks(table, high);
  blocks.fill_both(from, to, peak);
}

BOMBE_TARGET_END

}  // namespace bombe::endgame::BOMBE_WIDTH
