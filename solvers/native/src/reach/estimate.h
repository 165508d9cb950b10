// What a position is worth at a glance: bounds by the regions that can still be completed, and an
// estimate that decides which moves are searched first.
#pragma once

#include "reach/position.h"

namespace bombe::reach {

constexpr int kUnit = 16;  // an estimate counts points in sixteenths

// The regions that will be completed, as sets of empty cells: those without a dead cell.
struct Lines {
  static constexpr int kMost = 3 * endgame::kMostSize;
  uint64_t cells[kMost];
  int32_t count;

  void begin(const Game &game);
};

// Bounds of the margin.
struct Limits {
  int32_t low, high;
};

Limits limits_of(const Game &game, const Lines &lines, const Node &node);
int estimate(const Lines &lines, const Node &node);

}  // namespace bombe::reach
