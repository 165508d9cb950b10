// The order of the work on a table that is a ring; see endgame/table/ring.h.
#include "endgame/table/ring.h"

#include "endgame/table/table.h"

namespace bombe::endgame {

namespace {

constexpr int64_t kRun = 1024;  // blocks that a worker takes at a time, or one H

void take_lock(Ring &ring) {
  while (__atomic_exchange_n(&ring.lock, 1, __ATOMIC_ACQUIRE))
    while (__atomic_load_n(&ring.lock, __ATOMIC_RELAXED)) relax();
}

void free_lock(Ring &ring) { __atomic_store_n(&ring.lock, 0, __ATOMIC_RELEASE); }

struct Locked {
  Ring &ring;
  explicit Locked(Ring &taken) : ring(taken) { take_lock(ring); }
  ~Locked() { free_lock(ring); }
};

uint32_t top_of(const Ring &ring) {
  return static_cast<uint32_t>(ring.chunk & ((1 << ring.top) - 1)) << ring.low;
}

void end(Table &table, Stage stage) { __atomic_store_n(&table.stage, stage, __ATOMIC_RELEASE); }

// Begin the next chunk, if there is one.
void next_chunk(Table &table) {
  Ring &ring = *table.ring;
  for (const Worker &worker : ring.workers)
    for (int8_t value : worker.peak)
      if (value <= -kMost) end(table, kTooWide);
  if (++ring.chunk >> ring.top > ring.low) {
    if (table.stage == kFilling) end(table, table.levels.now ? kBounded : kFilled);
    return;
  }
  ring.begins[ring.chunk] = ring.next;
  ring.next_lower = (1ull << (ring.chunk >> ring.top)) - 1;
  ring.is_handed_out = false;
}

int64_t sets_of(const Table &table, uint32_t high) {
  return blocks_with(__builtin_popcountll(table.units_of(high)));
}

int64_t blocks_of(const Table &table, uint32_t high) {
  return sets_of(table, high) << is_cut(table.terms, table.bombs_of(high));
}

// Choose where an H goes: all of its blocks stand together.
int64_t place(Table &table, uint32_t high) {
  Ring &ring = *table.ring;
  const int64_t blocks = blocks_of(table, high), at = ring.next % ring.room;
  if (at + blocks > ring.room) ring.next += ring.room - at;
  table.offsets[high] = static_cast<uint32_t>(ring.next % ring.room);
  ring.next += blocks;
  return blocks;
}

void hand_out(Table &table, Worker &worker) {
  Ring &ring = *table.ring;
  const uint32_t top = top_of(ring);
  const uint64_t end = 1ull << ring.low;
  worker.high = static_cast<uint32_t>(ring.next_lower) | top;
  worker.block = 0;
  worker.is_idle = false;
  for (int64_t blocks = 0; blocks < kRun && !ring.is_handed_out; worker.left++) {
    blocks += place(table, static_cast<uint32_t>(ring.next_lower) | top);
    ring.next_lower = next_with_as_many(ring.next_lower);
    ring.is_handed_out = ring.next_lower >= end;
  }
  ring.open++;
}

// Take the run of another worker that stopped in it. This one has none: what it had would be lost,
// and its chunk would never end.
bool take_over(Ring &ring, Worker &worker) {
  for (Worker &other : ring.workers) {
    if (!other.is_idle || !other.left) continue;
    worker.high = other.high;
    worker.left = other.left;
    worker.block = other.block;
    other.left = 0;
    return true;
  }
  return false;
}

// Find something to do. Only the worker itself looks at what it has in hand, unless it is idle.
bool find_work(Table &table, Worker &worker) {
  Ring &ring = *table.ring;
  const Locked locked(ring);
  worker.is_idle = false;
  if (worker.left || take_over(ring, worker)) return true;
  if (table.stage != kFilling || ring.is_handed_out) return false;
  hand_out(table, worker);
  return true;
}

void finish_run(Table &table) {
  const Locked locked(*table.ring);
  if (!--table.ring->open && table.ring->is_handed_out) next_chunk(table);
}

// Fill up to so many blocks of the H in work.
int64_t fill_some(Table &table, Worker &worker, int64_t most) {
  const uint32_t high = worker.high;
  const bool is_double = is_cut(table.terms, table.bombs_of(high));
  const int64_t sets = sets_of(table, high), from = worker.block;
  const int64_t to = sets - from > most ? from + most : sets;
  const Filler *const fillers = is_double ? table.filling.both : table.filling.fillers;
  fillers[table.cross](table, high, static_cast<uint32_t>(from), static_cast<uint32_t>(to),
                       worker.peak);
  worker.block = to == sets ? 0 : to;
  if (to == sets) {
    const uint32_t lower = (1u << table.ring->low) - 1;
    const uint32_t next = static_cast<uint32_t>(next_with_as_many(high & lower));
    if (--worker.left) worker.high = (high & ~lower) | next;
    else finish_run(table);
  }
  return (to - from) << is_double;
}

}  // namespace

int64_t work(Table &table, int number, int64_t most) {
  Worker &worker = table.ring->workers[number];
  int64_t done = 0;
  bool has_work = find_work(table, worker);
  while (done < most && has_work) {
    done += fill_some(table, worker, most - done);
    if (!worker.left) has_work = find_work(table, worker);
  }
  __atomic_fetch_add(&table.ring->done, done, __ATOMIC_RELAXED);
  return done;
}

void pause(Table &table, int number) {
  const Locked locked(*table.ring);
  table.ring->workers[number].is_idle = true;
}

// The chunks that must be in memory at a time, at most, and what is lost where the ring begins
// anew.
int64_t least_room(const Sizes &sizes, int high, int tops, int top) {
  const int rest = tops - top, last = ((high - top + 1) << top) - 1, window = 1 << top;
  int64_t blocks[(kMostHigh + 1) << kMostTop] = {}, longest[(kMostHigh + 1) << kMostTop] = {};
  for (int k = 0; k <= high - tops; k++)
    for (int cells = 0; cells < 1 << tops; cells++) {
      const int below = k + __builtin_popcount(cells & ((1 << rest) - 1));
      const int chunk = below << top | cells >> rest;
      blocks[chunk] += sizes.blocks[k][cells];
      if (sizes.longest[k][cells] > longest[chunk]) longest[chunk] = sizes.longest[k][cells];
    }
  int64_t most = 0;
  for (int chunk = 0; chunk <= last; chunk++) {
    int64_t sum = 0, lost = 0;
    for (int i = chunk < window ? 0 : chunk - window; i <= chunk; i++) {
      sum += blocks[i];
      if (longest[i] > lost) lost = longest[i];
    }
    if (sum + lost > most) most = sum + lost;
  }
  return most;
}

int64_t help(Table &table, int worker, const int32_t &is_open, const Budget &budget) {
  constexpr int kPatience = 1000;  // looks for work, before it returns
  int64_t all = 0;
  for (int idle = 0; idle < kPatience && !is_over(budget); idle++) {
    if (!__atomic_load_n(&is_open, __ATOMIC_RELAXED)) break;
    const int64_t done = work(table, worker, kRun);
    all += done;
    if (done) idle = 0;
    else relax();
  }
  pause(table, worker);
  return all;
}

void begin_ring(Table &table, int top, int64_t room) {
  Ring &ring = *table.ring;
  ring.top = top;
  ring.low = table.plan->high - top;
  ring.room = room;
  ring.chunk = -1;
  next_chunk(table);
}

}  // namespace bombe::endgame
