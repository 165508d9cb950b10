// Positions and moves for the search by the tempo law, on boards of any size.
//
// Only the empty cells count: they have numbers, and sets of them are `words` words of 64 bits. The
// board is held to have one solution: a fill has no choice of values, and kills the bombs on its
// cell and those of its value near it. Where the solution is not known no bomb is known either, and
// what is left is a game of fills.
#pragma once

#include <cstdint>

#include "arena.h"
#include "tempo/tempo.h"

namespace bombe::tempo {

// A position: this head, then its arrays, laid out by Game.
struct Position {
  uint64_t key;
  int32_t empties, bombs;
  int32_t mover;
  int32_t unused;
};

using Regions = uint16_t[3];  // the row, the column and the box of a cell

// What does not change while the game is played.
struct Game {
  int32_t size, cells, words, regions;
  bool is_classic;
  int32_t bombs_at, reach_at, left_at, alive_at, bytes;  // where arrays of a position begin

  uint16_t *board_cell;    // for each cell its place on the board
  int16_t *index_of;       // the reverse; -1: filled
  Regions *regions_of;     // for each cell
  uint8_t *value;          // for each cell, counted from 0; `size`: not known
  uint64_t *members;       // for each region a set
  uint64_t *peers, *near;  // for each cell a set
  uint64_t *keys;          // of a fill for each cell, of a skip for each cell and value, and
                           // of a fill by the other player

  uint64_t *empty(Position &p) const { return reinterpret_cast<uint64_t *>(&p + 1); }
  uint64_t *bombs(Position &p, int value) const { return words_at(p, bombs_at) + value * words; }
  uint64_t *reach(Position &p, int player) const { return words_at(p, reach_at) + player * words; }
  uint8_t *left(Position &p) const { return bytes_at(p, left_at); }    // of each region
  uint8_t *alive(Position &p) const { return bytes_at(p, alive_at); }  // bombs on each cell
  const uint64_t *peers_of(int cell) const { return peers + cell * words; }

  // What the mover scores by a fill.
  int points(Position &p, int cell) const {
    const uint8_t *const empty_in = left(p);
    const uint16_t *const in = regions_of[cell];
    const int completed = (empty_in[in[0]] == 1) + (empty_in[in[1]] == 1) + (empty_in[in[2]] == 1);
    return (1 << completed) - 1;
  }
  int killed(Position &p, int cell) const;  // how many bombs a fill kills
  bool is_over(Position &p) const;
  bool is_playable(Position &p, int cell) const {
    return is_classic || reach(p, p.mover)[cell / 64] >> cell % 64 & 1;
  }
  void fill(const Position &from, int cell, Position &to) const;
  void skip(const Position &from, int cell, int value, Position &to) const;
  // Some usable bomb of the mover; false: there is none.
  bool find_bomb(Position &p, int &cell, int &value) const;

 private:
  static uint64_t *words_at(Position &p, int at) {
    return reinterpret_cast<uint64_t *>(bytes_at(p, at));
  }
  static uint8_t *bytes_at(Position &p, int at) { return reinterpret_cast<uint8_t *>(&p) + at; }
  void pass_turn(Position &p) const;
};

// Make the game; false: there is not enough memory.
bool prepare(Game &game, const BombeTempo &given, Arena &arena);
void read(const Game &game, const BombeTempo &given, Position &position);

}  // namespace bombe::tempo
