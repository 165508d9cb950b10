// Alpha-beta by the tempo law, deeper and deeper, on a stack in the caller's memory, so that it can
// stop anywhere and go on.
//
// With E empty cells and B bombs the mover has the tempo unless both are even, and plays to keep
// it: at even E a skip, at odd E a fill that leaves B even. The other player fills any
// cell. So most of the game's moves are never searched, and what is left to search for are points.
#pragma once

#include <cstdint>

#include "arena.h"
#include "budget.h"
#include "tempo/game.h"

namespace bombe::tempo {

constexpr int kInfinity = 10000;
constexpr int kDeepest = 64;
constexpr int kWhole = 127;  // the depth of what was searched to the end of the game

// A fill of a cell, or a skip.
struct Move {
  int16_t score;  // moves with more come first; of a root: what it is worth beyond its points
  int16_t cell;
  int16_t skip;  // value, counted from 0; -1: a fill
  int16_t root;  // its number among the roots
};

// What is known of a position; 16 bytes.
struct Entry {
  uint64_t key;
  int16_t value, cell;
  int8_t depth;
  int8_t bound;  // 1: at least, 2: at most, 3: exactly
  int16_t skip;
};

struct Frame {
  Position *position;
  Move *moves;
  int32_t alpha, beta, low;     // the window, and what it began with
  int32_t best, depth, points;  // points: of the move that is being searched
  int32_t next, count;
  Move best_move;
  bool is_open;     // whether its moves were listed
  bool is_whole;    // whether all below was searched to the end of the game
  bool keeps_turn;  // whether the mover moves again
};

struct Search {
  Game game;
  Entry *entries;
  uint64_t most_entries;  // a power of two
  Frame frames[kDeepest + 1];
  uint64_t *seen;  // room for a set of cells
  int32_t at;      // frame in work
  int32_t depth, best, value;
  int64_t nodes;

  Status deepen(Budget &budget, int deepest);
  void begin_depth(int new_depth);

 private:
  Entry &entry_of(uint64_t key) { return entries[key & (most_entries - 1)]; }
  uint64_t key_of(const Position &p) const {
    return game.is_classic ? p.key : p.key + static_cast<uint64_t>(p.mover);
  }
  int odd_completions(Position &p);
  int evaluate(Position &p);
  int list_moves(Position &p, Move *moves);
  bool look_up(Frame &frame);
  void note(Frame &frame);
  void open(Frame &frame);
  void descend(Frame &frame);
  void settle(int value, bool is_whole);
  int list_fills(Position &p, Move *moves, bool wants_even);
  bool add_skip(Position &p, Move *moves, int &count);
};

uint64_t least_bytes(int m, int n, int empty);
bool begin(Search &search, const BombeTempo &given, Arena arena);

}  // namespace bombe::tempo
