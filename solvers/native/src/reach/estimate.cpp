// What a position is worth at a glance.
#include "reach/estimate.h"

namespace bombe::reach {

namespace {

int bit_count(uint64_t bits) { return __builtin_popcountll(bits); }

// Three regions that one fill completes give 7 points, which is the most for each.
int most_points(int regions) { return 7 * (regions / 3) + (1 << regions % 3) - 1; }

// From a fit to 79,190 positions with up to 19 empty cells that were solved, of games in the three
// modes: the error is 4.7 points, where the tempo alone has 11.4. A region is shared out by the
// cells that only one player may play on now.
constexpr int kRegion = 36, kOdd = 32, kOddBombs = 14;

}  // namespace

void Lines::begin(const Game &game) {
  count = 0;
  uint64_t seen[3] = {0, 0, 0};
  for (int cell = 0; cell < game.cells; cell++)
    for (int kind = 0; kind < 3; kind++) {
      if (seen[kind] >> cell & 1) continue;
      seen[kind] |= game.regions[cell][kind];
      if (game.regions[cell][kind]) cells[count++] = game.regions[cell][kind];
    }
}

// A region in which a player can never play goes to the other one, for a point or more.
Limits limits_of(const Game &game, const Lines &lines, const Node &node) {
  const uint64_t mine = closure(game, node.mine, node.empty);
  const uint64_t theirs = closure(game, node.theirs, node.empty);
  int left = 0, for_me = 0, for_them = 0;
  for (int i = 0; i < lines.count; i++) {
    left += (lines.cells[i] & node.empty) != 0;
    for_me += (lines.cells[i] & mine) != 0;
    for_them += (lines.cells[i] & theirs) != 0;
  }
  return {left - for_them - most_points(for_them), most_points(for_me) - (left - for_me)};
}

int estimate(const Lines &lines, const Node &node) {
  const uint64_t mine = node.mine & ~node.theirs, theirs = node.theirs & ~node.mine;
  int sum = bit_count(node.empty) & 1 ? kOdd : node.bombs.count() & 1 ? kOddBombs : 0;
  for (int i = 0; i < lines.count; i++) {
    const uint64_t in = lines.cells[i];
    const int difference = bit_count(in & mine) - bit_count(in & theirs);
    if (difference) sum += difference * kRegion / bit_count(in & node.empty);
  }
  return sum;
}

}  // namespace bombe::reach
