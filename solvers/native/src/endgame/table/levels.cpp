// How bombs are paired and dropped, and what that costs; see endgame/table/levels.h.
#include "endgame/table/levels.h"

#include "endgame/table/table.h"

namespace bombe::endgame {

namespace {

constexpr int kPartner = 32;        // bits from one bomb of a pair to the other
constexpr int kSamples = 256;       // sets of cells with as many cells each
constexpr double kPerByte = 1e-9;   // seconds that a thread takes, before it was measured
constexpr double kShare = 0.8;      // of the time that is left, which a level may take
constexpr double kFirst = 0.5;      // the same, before it was measured
constexpr double kNet = 0.35;       // of the time of a level, which one before it may take
constexpr double kBounds = 0.5;     // as kShare, where a level gives bounds and there are some
constexpr double kFirstNet = 0.35;  // of the time that is left, which the first level may take
constexpr double kSure = 0.25;      // likewise: a level that will hardly fail to end
constexpr double kOfWindow = 0.5;   // with top cells a ring needs hardly more than one layer
constexpr double kShort = 0.2;      // seconds that need no other level before them

int bit_count(uint64_t bits) { return __builtin_popcountll(bits); }

// The two bombs whose killers are most alike.
bool find_pair(const Layout &layout, uint64_t left, int &a, int &b) {
  int least = 1000;
  for (uint64_t first = left; first; first &= first - 1)
    for (uint64_t second = first & (first - 1); second; second &= second - 1) {
      const int i = __builtin_ctzll(first), j = __builtin_ctzll(second);
      const int cells = bit_count(layout.killers[i] | layout.killers[j]);
      if (cells >= least) continue;
      least = cells;
      a = i;
      b = j;
    }
  return least < 1000;
}

uint64_t first_units(int count) { return count ? ~0ull >> (64 - count) : 0; }

// What an H costs: a block for each set of its units, or two.
double cost(const Terms &terms, uint64_t alive) {
  const uint64_t units = units_in(terms, alive);
  const double blocks = static_cast<double>(blocks_with(bit_count(units)));
  return is_cut(terms, alive) ? 2 * blocks : blocks;
}

uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

// One of the sets of `count` of so many cells.
uint32_t some_set(int cells, int count, uint64_t &seed) {
  uint32_t set = 0;
  for (int i = cells - count; i < cells; i++) {
    const uint32_t at = static_cast<uint32_t>(mixed(seed++) % (i + 1));
    set |= set >> at & 1 ? 1u << i : 1u << at;
  }
  return set;
}

double choices(int cells, int count) {
  double all = 1;
  for (int i = 0; i < count; i++) all = all * (cells - i) / (i + 1);
  return all;
}

bool has_room(const Levels &levels, int level, double room) {
  return levels.window[level] * kOfWindow <= room;
}

// Add what a set costs at each level.
void add(const Layout &layout, uint64_t alive, double weight, int count, double *blocks) {
  for (int level = 0; level < count; level++)
    blocks[level] += weight * cost(terms_of(layout, level), alive);
}

// The bombs that are alive with some cells beyond those of the lanes.
uint64_t alive_in(const Table &table, uint32_t cells) {
  const int others = table.plan->low - kLaneCells;
  uint64_t bombs = table.bombs_of(cells >> others);
  for (int i = 0; i < others; i++)
    if (!(cells >> i & 1)) bombs &= ~table.kills[kLaneCells + i];
  return bombs;
}

void sample_layer(const Levels &levels, const Table &table, int cells, int count, double *blocks) {
  const double all = choices(cells, count);
  uint64_t seed = 1000 * static_cast<uint64_t>(count);
  if (all > kSamples) {
    for (int i = 0; i < kSamples; i++)
      add(table.layout, alive_in(table, some_set(cells, count, seed)), all / kSamples, levels.count,
          blocks);
    return;
  }
  for (uint64_t set = (1ull << count) - 1; !(set >> cells); set = next_with_as_many(set))
    add(table.layout, alive_in(table, static_cast<uint32_t>(set)), 1, levels.count, blocks);
}

}  // namespace

void pair_up(Layout &layout, uint8_t *places, int pots) {
  const Layout before = layout;
  uint8_t moved[kMostBombs] = {};
  uint64_t left = before.all;
  int units = 0;
  for (int a, b; find_pair(before, left, a, b); units++) {
    moved[a] = static_cast<uint8_t>(units);
    moved[b] = static_cast<uint8_t>(units + kPartner);
    left &= ~(1ull << a | 1ull << b);
  }
  if (left) moved[__builtin_ctzll(left)] = static_cast<uint8_t>(units);
  layout.all = 0;
  for (uint64_t bombs = before.all; bombs; bombs &= bombs - 1) {
    const int bomb = __builtin_ctzll(bombs);
    layout.killers[moved[bomb]] = before.killers[bomb];
    layout.all |= 1ull << moved[bomb];
  }
  for (int pot = 0; pot < pots; pot++) places[pot] = moved[places[pot]];
}

Terms terms_of(const Layout &layout, int level) {
  const int pairs = bit_count(layout.all >> kPartner);
  const int units = bit_count(layout.all & first_units(kPartner));
  const int paired = level < pairs ? level : pairs, kept = units - (level - paired);
  const uint64_t pair_units = first_units(paired) & first_units(kept);
  const uint64_t in_pairs = pair_units | pair_units << kPartner;
  const uint64_t dropped = layout.all & ~(first_units(kept) | first_units(kept) << kPartner);
  return {layout.all & ~in_pairs & ~dropped, pair_units, dropped};
}

void sample(Levels &levels, const Table &table) {
  const Layout &layout = table.layout;
  levels = {};
  levels.count = levels.best =
      1 + bit_count(layout.all >> kPartner) + bit_count(layout.all & first_units(kPartner));
  levels.seconds_per_block = kPerByte * kLanes / (table.threads > 1 ? 1.8 : 1);
  double before[kMostLevels] = {};
  const int cells = layout.cells > kLaneCells ? layout.cells - kLaneCells : 0;
  for (int count = 0; count <= cells; count++) {
    double blocks[kMostLevels] = {};
    sample_layer(levels, table, cells, count, blocks);
    for (int level = 0; level < levels.count; level++) {
      levels.blocks[level] += blocks[level];
      const double window = before[level] + blocks[level];
      if (window > levels.window[level]) levels.window[level] = window;
      before[level] = blocks[level];
    }
  }
}

bool is_time_short(const Levels &levels, double room) {
  for (int level = levels.other; level < levels.best && level < levels.count; level++)
    if (has_room(levels, level, room)) return true;
  return false;
}

int choose_level(const Levels &levels, double room, double seconds, int64_t nodes,
                 bool is_patient) {
  const auto time = [&](int level) { return levels.blocks[level] * levels.seconds_per_block; };
  const int last = levels.count - 1;
  const double most = (levels.best < levels.count ? kShare : kFirst) * seconds;
  const auto first_within = [&](int level, double limit) {
    while (level < levels.best &&
           (!has_room(levels, level, room) || (seconds > 0 && time(level) > limit) ||
            levels.blocks[level] > static_cast<double>(nodes)))
      level++;
    return level;
  };
  int level = first_within(levels.other, most);
  // What is not exact should end, and leave time for a finer level.
  if (level > 0 && levels.best < levels.count && !is_patient) {
    const int sooner = first_within(level, kBounds * seconds);
    if (sooner < levels.best) level = sooner;
  }
  // Without any bounds so far the coarsest one is tried in any case.
  if (level >= levels.best) level = levels.best == levels.count && levels.other <= last ? last : -1;
  if (level < 0 || level == last || levels.best < levels.count || is_patient) return level;
  const bool wants_net = time(level) > kShort && time(last) < kNet * time(level);
  const bool is_risky = level > 0 && time(level) > kSure * seconds;
  const bool has_net = seconds > 0 && is_risky && time(last) < kFirstNet * seconds;
  return wants_net || has_net ? last : level;
}

}  // namespace bombe::endgame
