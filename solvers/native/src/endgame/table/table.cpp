// The table of an endgame: how its memory is divided, and the order of the work.
#include "endgame/table/table.h"

#include "cpu.h"

namespace bombe::endgame {

namespace {

constexpr int kSmall = 16;                // so many cells need no long blocks
constexpr int kMany = 30;                 // as many have no room at a time
constexpr uint32_t kPiece = 1024;         // blocks, or H to count, between two looks at the clock
constexpr int kMostInTable = 31;          // bombs that are kept of an H
constexpr uint64_t kMuch = 1ull << 28;    // bytes that are worth a second thread
constexpr uint64_t kLittle = 1ull << 26;  // bytes of a ring
constexpr int64_t kManyBlocks = 1 << 16;  // are enough to measure how long one takes

int bit_count(uint64_t bits) { return __builtin_popcountll(bits); }

void mark_left_out(Table &table) {
  const int low = table.plan->low;
  for (int i = 0; i < table.left_outs; i++)
    if (!(table.left_out[i] & ((1ull << low) - 1)))
      table.offsets[table.left_out[i] >> low] = kLeftOut;
}

uint64_t bytes_with(const Table &table, int cross, int depth) {
  uint64_t blocks = 0;
  for (int bombs = 0; bombs <= kMostBombs; bombs++) {
    if (!table.with_bombs[cross][bombs]) continue;  // a word cannot be shifted by 64
    const int kept = bombs < depth ? bombs : depth;
    if (kept > kMostInTable) return ~0ull;
    blocks += static_cast<uint64_t>(table.with_bombs[cross][bombs]) << kept;
    if (blocks >> kMostShift) return ~0ull;
  }
  return blocks << (kLaneCells + cross);
}

// Measured, with the time that the system takes for a page: what a byte takes.
constexpr double kTime[kMostCross + 1] = {64, 58, 46, 42};

// How long the blocks should be: long ones take less time for each byte, but more bytes. The
// shortest if there is no room for all bombs.
int choose_cross(const Table &table, uint64_t most) {
  int best = 0;
  double least = 0;
  for (int cross = 0; cross <= table.cross; cross++) {
    const uint64_t bytes = bytes_with(table, cross, kMostBombs);
    const double time = kTime[cross] * static_cast<double>(bytes);
    if (bytes > most || (least > 0 && time > least)) continue;
    best = cross;
    least = time;
  }
  return best;
}

uint64_t room(const Table &table, const Arena &arena) {
  return arena.left() < table.most_bytes ? arena.left() : table.most_bytes;
}

// Shorten the blocks. False: the sets have no room.
bool shorten(Table &table, int cross, Arena &arena) {
  if (cross == table.cross) return true;
  arena.rewind(table.used_before);
  table.plans[table.cross] = {};
  table.cross = cross;
  return take_sets(table, arena);
}

// Memory for as many bombs as there is room for.
void choose_depth(Table &table, Arena &arena) {
  const int cross = table.is_cross_final ? table.cross : choose_cross(table, room(table, arena));
  if (!shorten(table, cross, arena)) {
    table.stage = kNoRoom;
    return;
  }
  const uint64_t most = room(table, arena);
  table.depth = 0;
  while (table.depth < 30 && table.depth < bit_count(table.layout.all) &&
         bytes_with(table, cross, table.depth + 1) <= most)
    table.depth++;
  table.blocks = static_cast<int64_t>(bytes_with(table, cross, table.depth) >> table.plan->low);
  table.values = arena.take<int8_t>(bytes_with(table, cross, table.depth));
  table.stage = table.values ? kFilling : kNoRoom;
  table.next_high = table.next_block = table.end_block = 0;
}

// Whether all positions have room at a time, and one thread is enough for them. Fresh pages take
// more time than a ring that goes round.
bool is_simple(const Table &table, const Arena &arena) {
  if (!table.may_give_way) return true;
  if (table.filling.top >= 0) return false;
  const uint64_t much = table.threads > 1 ? kMuch : 2 * kMuch, all = room(table, arena);
  const uint64_t most = all < much ? all : much;
  for (int cross = table.is_cross_final ? table.cross : 0; cross <= table.cross; cross++)
    if (bytes_with(table, cross, kMostBombs) <= most) return true;
  return false;
}

int tops_of(const Table &table) {
  return table.plan->high < kMostTop ? table.plan->high : kMostTop;
}

// What a ring and the sets take with shorter blocks, at most.
uint64_t bytes_of_sets(const Table &table, int cross) {
  const int high = table.plan->high + table.cross - cross, low = kLaneCells + cross;
  return (sizeof(uint32_t) << high) + (static_cast<uint64_t>(8 * (high + low) + 64) << low) +
         ((sizeof(Side) + sizeof(uint64_t)) << (high / 2 + 2)) + sizeof(Ring) +
         kLaneCells * 8 * 2 * 4 * kLanes + 16 * kAlignment;
}

int64_t sum_of(const Sizes &sizes) {
  int64_t sum = 0;
  for (const auto &layer : sizes.blocks)
    for (int64_t blocks : layer) sum += blocks;
  return sum;
}

// How a ring can go around its memory.
struct Way {
  int32_t cross, top;
  int64_t blocks, room;
  double time;
};

// The room that a ring gets. Fresh pages cost more than to fill them: no more than it needs, if
// that is not little.
int64_t room_of(const Way &way, int64_t need, int64_t most) {
  int64_t wanted = static_cast<int64_t>(kLittle >> (kLaneCells + way.cross));
  if (wanted > way.blocks) wanted = way.blocks;
  if (wanted < need) wanted = need;
  return wanted < most ? wanted : most;
}

// With so many low cells. False: there is no room.
bool find_way(const Table &table, uint64_t all, Way &way) {
  const bool is_shorter = way.cross < table.cross;
  const uint64_t spared = is_shorter ? bytes_of_sets(table, way.cross) : sizeof(Ring) + kAlignment;
  const int high = table.plan->high + table.cross - way.cross, told = table.filling.top;
  way.blocks = sum_of(table.sizes[way.cross]);
  way.time = kTime[way.cross] * static_cast<double>(way.blocks << way.cross);
  if (high > kMostHigh || spared > all) return false;
  const int64_t most = static_cast<int64_t>((all - spared) >> (kLaneCells + way.cross));
  const int tops = tops_of(table);
  for (way.top = told < 0 ? 0 : told < tops ? told : tops; way.top <= tops; way.top++) {
    const int64_t need = least_room(table.sizes[way.cross], high, tops, way.top);
    way.room = told < 0 ? room_of(way, need, most) : need;
    if (need <= most) return true;
  }
  return false;
}

// Memory for a ring, and the way around it that takes the least time. False: there is no room.
bool take_ring(Table &table, Arena &arena) {
  Way best = {-1, 0, 0, 0, 0}, way = best;
  for (way.cross = table.is_cross_final ? table.cross : 0; way.cross <= table.cross; way.cross++)
    if (find_way(table, room(table, arena), way) && (best.cross < 0 || way.time <= best.time))
      best = way;
  if (best.cross < 0 || !shorten(table, best.cross, arena)) return false;
  table.blocks = best.blocks;
  table.ring = arena.take_zeroed<Ring>();
  table.values = arena.take<int8_t>(static_cast<uint64_t>(best.room) << table.plan->low);
  if (!table.ring || !table.values) return false;
  begin_ring(table, best.top, best.room);
  return true;
}

// The memory that would do for a ring.
uint64_t bytes_for_ring(const Table &table, const Arena &arena) {
  const int tops = tops_of(table);
  uint64_t least = ~0ull;
  for (int cross = table.is_cross_final ? table.cross : 0; cross <= table.cross; cross++) {
    const int high = table.plan->high + table.cross - cross;
    if (high > kMostHigh) continue;
    const bool is_shorter = cross < table.cross;
    const uint64_t sets = is_shorter ? bytes_of_sets(table, cross) : sizeof(Ring) + kAlignment;
    for (int top = 0; top <= tops; top++) {
      const int64_t need = least_room(table.sizes[cross], high, tops, top);
      const uint64_t bytes = (static_cast<uint64_t>(need) << (kLaneCells + cross)) + sets;
      if (bytes < least) least = bytes;
    }
  }
  return least == ~0ull ? 0 : least + arena.used();
}

void choose_ring(Table &table, Arena &arena) {
  if (take_ring(table, arena)) {
    table.stage = kFilling;
    table.seconds = 0;
    return;
  }
  table.ring = nullptr;
  const bool is_last = table.levels.now + 1 == table.levels.count;
  if (is_last && table.filling.top < 0) table.wanted_bytes = bytes_for_ring(table, arena);
  table.levels.other = table.levels.now + 1;
  table.stage = kPlanning;
}

int next_told(const Levels &levels, int level) {
  if (levels.best < levels.count) return -1;
  return level < levels.count ? level : levels.count - 1;
}

// Choose a level, and begin to measure it.
void plan_level(Table &table, Arena &arena, const Limits &limits) {
  arena.rewind(table.used_before);
  for (int cross = 0; cross <= kMostCross; cross++) table.plans[cross] = {};
  table.cross = table.first_cross;
  table.ring = nullptr;
  table.stage = kNoRoom;
  table.wants_time = false;
  if (!take_sets(table, arena)) return;
  table.sizes = arena.take_zeroed<Sizes>(kMostCross + 1);
  if (!table.sizes) return;
  if (!table.levels.count) sample(table.levels, table);
  const double left = limits.deadline == 0 ? 0 : limits.deadline - now();
  const double seconds = limits.deadline == 0 ? 0 : left > 0 ? left : 1e-9;
  const double blocks = static_cast<double>(room(table, arena) / kLanes);
  table.levels.now = table.filling.level < 0 ? choose_level(table.levels, blocks, seconds,
                                                            limits.nodes, limits.is_patient)
                                             : next_told(table.levels, table.filling.level);
  if (table.levels.now < 0) {
    table.wants_time = table.filling.level < 0 && is_time_short(table.levels, blocks);
    return;
  }
  table.terms = terms_of(table.layout, table.levels.now);
  table.stage = kMeasuring;
  table.next_high = 0;
}

// Count the bombs of an H, for blocks that are shorter as well: some of their low cells are high.
void count_bombs(Table &table, uint32_t high) {
  const uint64_t all = table.bombs_of(high);
  table.with_bombs[table.cross][bit_count(all)]++;
  if (table.is_cross_final) return;
  for (int cross = 0; cross < table.cross; cross++) {
    for (uint32_t cells = 0; cells < 1u << table.cross; cells += 1u << cross) {
      uint64_t bombs = all;
      for (int i = cross; i < table.cross; i++)
        if (!(cells >> i & 1)) bombs &= ~table.kills[kLaneCells + i];
      table.with_bombs[cross][bit_count(bombs)]++;
    }
  }
}

// Measure the chunks of a ring, likewise.
void measure(Table &table, uint32_t high) {
  const uint64_t all = table.bombs_of(high);
  const int tops = tops_of(table), lower = table.plan->high - tops;
  const int k = bit_count(high & ((1u << lower) - 1));
  for (int cross = table.is_cross_final ? table.cross : 0; cross <= table.cross; cross++) {
    for (uint32_t cells = 0; cells < 1u << table.cross; cells += 1u << cross) {
      uint64_t bombs = all;
      for (int i = cross; i < table.cross; i++)
        if (!(cells >> i & 1)) bombs &= ~table.kills[kLaneCells + i];
      const int64_t blocks = blocks_with(bit_count(units_in(table.terms, bombs)))
                             << is_cut(table.terms, bombs);
      const int at = k + bit_count(cells);
      int64_t &sum = table.sizes[cross].blocks[at][high >> lower];
      sum = sum_within(sum, blocks);
      int64_t &longest = table.sizes[cross].longest[at][high >> lower];
      if (blocks > longest) longest = blocks;
    }
  }
}

void measure_piece(Table &table) {
  const uint64_t end = 1ull << table.plan->high;
  uint64_t high = table.next_high;
  for (const uint64_t until = high + kPiece < end ? high + kPiece : end; high < until; high++)
    measure(table, static_cast<uint32_t>(high));
  table.next_high = high;
}

void count_piece(Table &table) {
  const uint64_t end = 1ull << table.plan->high;
  uint64_t high = table.next_high;
  for (const uint64_t until = high + kPiece < end ? high + kPiece : end; high < until; high++) {
    const uint32_t cells = static_cast<uint32_t>(high);
    const bool is_left_out = table.left_outs && table.is_left_out(cells);
    table.offsets[high] = is_left_out ? kLeftOut : 0;
    if (!is_left_out) count_bombs(table, cells);
  }
  table.next_high = high;
}

// Fill up to `most` blocks; a long H may be left in its midst. How many they were.
int64_t fill_piece(Table &table, int64_t most) {
  const uint64_t end = 1ull << table.plan->high;
  const Filler filler = table.filling.fillers[table.cross];
  int64_t done = 0;
  while (done < most && table.next_high < end) {
    const uint32_t high = static_cast<uint32_t>(table.next_high);
    if (table.left_outs && table.offsets[high] == kLeftOut) {
      table.next_high++;
      continue;
    }
    if (!table.next_block) {
      table.offsets[high] = static_cast<uint32_t>(table.end_block);
      table.end_block += 1ull << bit_count(table.units_of(high));
    }
    const int64_t blocks = static_cast<int64_t>(table.end_block - table.offsets[high]);
    const int64_t from = static_cast<int64_t>(table.next_block);
    const int64_t to = blocks - from > most - done ? from + most - done : blocks;
    filler(table, high, static_cast<uint32_t>(from), static_cast<uint32_t>(to), table.peak);
    done += to - from;
    table.next_block = to == blocks ? 0 : static_cast<uint64_t>(to);
    table.next_high += to == blocks;
  }
  return done;
}

bool is_too_wide(const Table &table) {
  for (int8_t value : table.peak)
    if (value <= -kMost) return true;
  return false;
}

void fill_in_order(Table &table, int64_t most, int64_t &done) {
  done = fill_piece(table, most);
  if (is_too_wide(table)) table.stage = kTooWide;
  else if (table.next_high >> table.plan->high) table.stage = kFilled;
}

// False: the time is over.
bool fill_more(Table &table, Budget &budget) {
  const int64_t most = budget.nodes_left < kPiece ? budget.nodes_left : kPiece;
  int64_t done;
  if (table.ring) done = work(table, 0, most);
  else fill_in_order(table, most, done);
  budget.nodes_left -= done;
  return has_time(budget, done ? kPiece / 8 : 1);
}

// One step of the work before anything is filled.
void prepare(Table &table, Arena &arena, const Limits &limits) {
  if (table.stage == kPlanning) {
    plan_level(table, arena, limits);
    return;
  }
  if (table.stage == kCounting) count_piece(table);
  else measure_piece(table);
  if (!(table.next_high >> table.plan->high)) return;
  if (table.stage == kMeasuring) choose_ring(table, arena);
  else if (is_simple(table, arena)) choose_depth(table, arena);
  else table.stage = kPlanning;
}

Stage stage_of(const Table &table) { return __atomic_load_n(&table.stage, __ATOMIC_ACQUIRE); }

Status fill_on(Table &table, Budget &budget) {
  while (stage_of(table) == kFilling) {
    const bool has_more = budget.nodes_left > 0 && fill_more(table, budget);
    if (has_more || stage_of(table) != kFilling) continue;
    if (table.ring) pause(table, 0);
    return kOutOfBudget;
  }
  return kDone;
}

}  // namespace

Filling best_filling() {
#if defined(__x86_64__)
  if (vector_bits() >= 256) return {kFill256, kBoth256, -1, -1, -1};
#endif
  return {kFill128, kBoth128, -1, -1, -1};
}

void begin(Table &table, Plan *plans, const Filling &filling, uint64_t most_bytes, Arena &arena) {
  table.plans = plans;
  table.filling = filling;
  table.most_bytes = most_bytes;
  // Few cells are done before long blocks pay.
  const int cross = table.layout.cells - kSmall;
  table.cross = cross < 0 ? 0 : cross < kMostCross ? cross : kMostCross;
  if (filling.cross >= 0) table.cross = filling.cross;
  table.is_cross_final = table.left_outs || filling.cross >= 0;
  table.first_cross = table.cross;
  table.terms = {table.layout.all, 0, 0};
  table.depth = kMostBombs;
  table.used_before = arena.used();
  table.stage = take_sets(table, arena) ? kCounting : kNoRoom;
  if (table.stage == kCounting) mark_left_out(table);
  // So many cells are never simple.
  if (table.stage == kCounting && table.may_give_way && table.layout.cells >= kMany)
    table.stage = kPlanning;
}

Status go_on(Table &table, Arena &arena, Budget &budget, const Limits &limits) {
  while (table.stage < kFilling) {
    prepare(table, arena, limits);
    if (!has_time(budget, kPiece / 256)) return kOutOfBudget;
  }
  // Not the time between calls: a question may be asked again much later.
  const double begun = now();
  const Status status = fill_on(table, budget);
  table.seconds += now() - begun;
  return status;
}

void go_finer(Table &table) {
  table.levels.best = table.levels.now;
  if (table.blocks > kManyBlocks)
    table.levels.seconds_per_block = table.seconds / table.levels.blocks[table.levels.now];
  table.stage = kPlanning;
}

}  // namespace bombe::endgame
