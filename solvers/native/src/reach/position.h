// Positions of the newer play modes, as the player to move sees them.
//
// The search needs to know less than the rules: which cells are empty,
// which of them either player may play on, and which bombs are left. What analysis/reach/cells.py
// proves makes it simple: dead cells are so from the start, and are left out; all others will be
// filled; and a player who has no cell to play on will never have one again.
//
// Where one solution is left a bomb is there until one of its killers is filled. Where there are
// several, bombs come and go, and more has to be known.
#pragma once

#include <cstdint>
#include <cstring>

#include "endgame/game.h"

namespace bombe::reach {

using endgame::Bits;
using endgame::Game;

struct Node {
  uint64_t empty, mine, theirs;  // what either player may play on, of the empty cells
  Bits bombs;
  int32_t first;    // solution that is left
  bool is_single;   // no other solution is
  bool keeps_turn;  // whether the player moved who is to move now

  bool is_over() const { return !(mine | theirs); }
};

// A node, and what else has to be known of it where several solutions are left.
struct Place {
  Node node;
  Bits legal, safe, played;  // see endgame/game.h
  uint64_t *left;            // the solutions, a set

  void survey(const Game &game);  // what they say
};

// The empty cells that are connected with others: those that a player may ever fill.
inline uint64_t closure(const Game &game, uint64_t from, uint64_t empty) {
  uint64_t all = from;
  for (uint64_t fresh = from; fresh;) {
    const uint64_t next = game.near[__builtin_ctzll(fresh)] & empty & ~all;
    all |= next;
    fresh = (fresh & (fresh - 1)) | next;
  }
  return all;
}

// Pass the turn to the opponent, unless only the mover has a cell to play on.
inline void pass_turn(Node &node) {
  node.keeps_turn = !node.theirs && node.mine;
  if (!node.keeps_turn) {
    const uint64_t mine = node.mine;
    node.mine = node.theirs;
    node.theirs = mine;
  }
  if (!node.theirs) node.bombs = {0, 0};  // to skip is to move again
}

inline void fill(const Game &game, const Node &from, int cell, Node &to) {
  to.empty = from.empty & ~(1ull << cell);
  to.mine = (from.mine | game.near[cell]) & to.empty;
  to.theirs = from.theirs & to.empty;
  to.bombs = from.bombs.without(game.conflicts[cell][game.value(from.first, cell)]);
  to.first = from.first;
  to.is_single = true;
  pass_turn(to);
}

inline void skip(const Node &from, int pot, Node &to) {
  to = from;
  to.bombs = from.bombs.without(endgame::bit(pot));
  pass_turn(to);
}

void fill_one_of(const Game &game, const Place &from, int cell, int value, Place &to);
void skip_one_of(const Game &game, const Place &from, int pot, Place &to);

// What comes of a move, a skip if the value is 0.
inline void move(const Game &game, const Place &from, int value, int at, Place &to) {
  if (!from.node.is_single && value) fill_one_of(game, from, at, value, to);
  else if (!from.node.is_single) skip_one_of(game, from, at, to);
  else if (value) fill(game, from.node, at, to.node);
  else skip(from.node, at, to.node);
}

inline void copy(const Game &game, const Place &from, Place &to) {
  uint64_t *const left = to.left;
  to = from;
  to.left = left;
  std::memcpy(left, from.left, game.words * sizeof(uint64_t));
}

}  // namespace bombe::reach
