// Positions and moves of the newer play modes, where each player owns the cells that it filled and
// may play only next to them, or on cells that it was given.
//
// A fill has no choice of values: `value` is that of a solution, or unknown. The bombs are those
// that are known; each is a pass, for whom its cell is playable, until its cell is filled or a peer
// takes its value.
#pragma once

#include <cstdint>

#include "arena.h"
#include "territory/sets.h"
#include "territory/territory.h"

namespace bombe::territory::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

constexpr int kMostSize = 25;                // rows of a board
constexpr int kMostRegions = 3 * kMostSize;  // of a board
constexpr int kMostPeers = 3 * kMostSize;    // of a cell, at most
constexpr int kSkip = 0x4000;                // a move: a cell, or this and a cell for a bomb on it
constexpr int kPoints[4] = {0, 1, 3, 7};

template <int W>
struct Position {
  Set<W> empty;
  Set<W> reach[2];  // where a player may play while it is empty
  Set<W> bombed;    // cells with bombs
  uint64_t key;     // of all but the mover
  int16_t empties;
  int16_t bomb_count;  // all of them
  int16_t margin;      // player 0's points less player 1's, from the first position on
  int8_t mover;
  uint8_t left[kMostRegions];  // empty cells of each region
  uint32_t bombs[W * 64];      // for each cell the values, counted from 0

  Set<W> playable(int player) const { return empty & reach[player]; }
};

// What does not change while the game is played.
template <int W>
struct Game {
  int size, stride, regions;
  uint8_t value[W * 64];          // counted from 0; `size`: not known
  uint8_t regions_of[W * 64][4];  // row, column, box
  Set<W> near[W * 64];            // a cell and its neighbours, beyond the edges too
  Set<W> peers[W * 64];           // other cells of its regions
  Set<W> members[kMostRegions];
  uint64_t keys[W * 64];

  int bit_of(int cell) const { return cell / size * stride + cell % size; }
  int cell_of(int bit) const { return bit / stride * size + bit % stride; }

  int completed(const Position<W> &p, int bit) const {
    const uint8_t *const in = regions_of[bit];
    return (p.left[in[0]] == 1) + (p.left[in[1]] == 1) + (p.left[in[2]] == 1);
  }
  bool is_over(const Position<W> &p) const { return !p.playable(0).any() && !p.playable(1).any(); }

  // The empty cells that can ever be reached from some that are among them.
  Set<W> reached_from(const Position<W> &p, Set<W> all) const {
    while (true) {
      const Set<W> more = widened(all, stride) & p.empty;
      if (more == all) return all;
      all = more;
    }
  }

  // The opponent is next, unless only the mover has a cell to play on.
  void pass_turn(Position<W> &p) const {
    const int opponent = p.mover ^ 1;
    if (p.playable(opponent).any() || !p.playable(p.mover).any())
      p.mover = static_cast<int8_t>(opponent);
  }

  void fill(Position<W> &p, int bit) const {
    const int points = kPoints[completed(p, bit)];
    p.margin = static_cast<int16_t>(p.margin + (p.mover ? -points : points));
    p.key ^= p.mover ? keys[bit] << 1 | keys[bit] >> 63 : keys[bit];
    p.empties--;
    p.empty.take(bit);
    const uint8_t *const in = regions_of[bit];
    p.left[in[0]]--;
    p.left[in[1]]--;
    p.left[in[2]]--;
    if (p.bombed.any()) kill_bombs(p, bit);
    p.reach[p.mover] = p.reach[p.mover] | near[bit];
    pass_turn(p);
  }

  void kill_bombs(Position<W> &p, int bit) const {
    p.bomb_count = static_cast<int16_t>(p.bomb_count - __builtin_popcount(p.bombs[bit]));
    p.bombed.take(bit);
    p.bombs[bit] = 0;
    if (value[bit] == size) return;
    const uint32_t value_bit = 1u << value[bit];
    for_each(peers[bit] & p.bombed, [&](int peer) {
      if (!(p.bombs[peer] & value_bit)) return;
      p.bombs[peer] ^= value_bit;
      p.bomb_count--;
      if (!p.bombs[peer]) p.bombed.take(peer);
    });
  }

  // Play a bomb on a cell that has one: which one does not matter for the next moves.
  void skip(Position<W> &p, int bit) const {
    p.key += 0x9E3779B97F4A7C15ull * (static_cast<uint64_t>(bit) + 1);
    p.bombs[bit] &= p.bombs[bit] - 1;
    p.bomb_count--;
    if (!p.bombs[bit]) p.bombed.take(bit);
    pass_turn(p);
  }

  void play(Position<W> &p, int move) const {
    if (move & kSkip) skip(p, move & ~kSkip);
    else fill(p, move);
  }
};

// A number that looks random.
inline uint64_t mixed(uint64_t number) {
  uint64_t x = (number + 1) * 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

template <int W>
void prepare(Game<W> &game, const BombeTerritory &given) {
  const int size = given.m * given.n;
  game.size = size;
  game.stride = size + 1;
  game.regions = 3 * size;
  for (int i = 0; i < kMostRegions; i++) game.members[i] = Set<W>::none();
  for (int cell = 0; cell < size * size; cell++) {
    const int row = cell / size, column = cell % size, bit = game.bit_of(cell);
    uint8_t *const in = game.regions_of[bit];
    in[0] = static_cast<uint8_t>(row);
    in[1] = static_cast<uint8_t>(size + column);
    in[2] = static_cast<uint8_t>(2 * size + row / given.m * given.m + column / given.n);
    for (int kind = 0; kind < 3; kind++) game.members[in[kind]].put(bit);
    game.value[bit] = static_cast<uint8_t>(given.solution[cell] ? given.solution[cell] - 1 : size);
    Set<W> alone = Set<W>::none();
    alone.put(bit);
    game.near[bit] = widened(alone, game.stride);
    game.keys[bit] = mixed(static_cast<uint64_t>(cell));
  }
  for (int cell = 0; cell < size * size; cell++) {
    const int bit = game.bit_of(cell);
    const uint8_t *const in = game.regions_of[bit];
    game.peers[bit] = game.members[in[0]] | game.members[in[1]] | game.members[in[2]];
    game.peers[bit].take(bit);
  }
}

// The position, with the mover as player 0.
template <int W>
void read(const Game<W> &game, const BombeTerritory &given, Position<W> &p) {
  p = Position<W>();
  for (int cell = 0; cell < game.size * game.size; cell++) {
    const int bit = game.bit_of(cell);
    for (int player = 0; player < 2; player++)
      if (given.open[cell] >> player & 1) p.reach[player].put(bit);
    if (given.board[cell]) continue;
    p.empty.put(bit);
    p.empties++;
    for (int kind = 0; kind < 3; kind++) p.left[game.regions_of[bit][kind]]++;
    p.bombs[bit] = static_cast<uint32_t>(given.bombs[cell] >> 1);
    if (p.bombs[bit]) p.bombed.put(bit);
    p.bomb_count = static_cast<int16_t>(p.bomb_count + __builtin_popcount(p.bombs[bit]));
  }
}

BOMBE_TARGET_END

}  // namespace bombe::territory::BOMBE_WIDTH
