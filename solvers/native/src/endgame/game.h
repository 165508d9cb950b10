// Endgames as a game: positions, what fills and skips make of them, on boards with any number of
// solutions. reach/ makes positions of the newer play modes from the same tables.
//
// Only the empty cells count. A pot(ential bomb) is a candidate that some solution does not hold:
// it may be a bomb now or become one. Taboo candidates are no pots. A position is known by its
// empty cells, by the first solution that agrees with what was filled (which shows the values),
// and by the bombs that were played.
#pragma once

#include <cstdint>

#include "arena.h"
#include "endgame/endgame.h"
#include "endgame/table/table.h"
#include "slice.h"

namespace bombe::endgame {

constexpr int kMostSize = 36;

// A set of pots.
struct Bits {
  uint64_t low, high;

  Bits operator&(Bits b) const { return {low & b.low, high & b.high}; }
  Bits operator|(Bits b) const { return {low | b.low, high | b.high}; }
  Bits without(Bits b) const { return {low & ~b.low, high & ~b.high}; }
  bool has(int i) const { return (i < 64 ? low >> i : high >> (i - 64)) & 1; }
  bool is_any() const { return low | high; }
  int count() const { return __builtin_popcountll(low) + __builtin_popcountll(high); }
  int first() const { return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high); }
  Bits rest() const { return low ? Bits{low & (low - 1), high} : Bits{0, high & (high - 1)}; }
};

inline Bits bit(int i) { return i < 64 ? Bits{1ull << i, 0} : Bits{0, 1ull << (i - 64)}; }

struct Position {
  uint64_t empty;
  Bits legal;      // what C0 allows
  Bits safe;       // what some solution that is left holds
  Bits played;     // bombs that are taboo by now
  int32_t first;   // solution that is left
  bool is_single;  // no other solution is left
};

constexpr uint16_t kNoMove = 0xffff;

// A move: a fill has a cell and a value, a skip a pot.
struct Move {
  int16_t score;
  int8_t points;
  int8_t value;  // 0: a skip
  uint8_t at;    // cell or pot

  uint16_t code() const { return static_cast<uint16_t>(value << 8 | at); }
};

// Everything about the endgame that does not change while it is played.
struct Game {
  int32_t size, board_cells, cells, pots, solutions, words;  // words in a set of solutions
  bool has_skips;
  uint16_t board_cell[kMostEmpty];
  uint64_t regions[kMostEmpty][3], near[kMostEmpty];
  Bits pots_in[kMostEmpty];
  int16_t pot_of[kMostEmpty][kMostSize + 1];  // -1: none
  Bits conflicts[kMostEmpty][kMostSize + 1];  // what a value in a cell takes away
  uint8_t pot_cell[kMostPots], pot_value[kMostPots];
  int16_t *index_of;   // of a cell of the board among the empty ones; -1: filled
  uint8_t *given;      // the board
  uint8_t *values;     // for each solution and cell
  Bits *holds;         // for each solution
  uint64_t *agreeing;  // for each cell and value a set of solutions
  // Ways to exchange the cells of an empty 2x2 board, whose values can be exchanged, too.
  int32_t symmetries;            // 0: it is another board
  uint16_t (*symmetry)[2][256];  // for each the image of a set of cells, by its two bytes

  int value(int solution, int cell) const { return values[solution * cells + cell]; }
  const uint64_t *agree(int cell, int value) const {
    return agreeing + (static_cast<int64_t>(cell) * (size + 1) + value) * words;
  }
  uint64_t difference(int a, int b) const;  // the cells in which two solutions differ
  int points(uint64_t empty, int cell) const {
    const uint64_t self = 1ull << cell;
    const int completed = ((regions[cell][0] & empty) == self) +
                          ((regions[cell][1] & empty) == self) +
                          ((regions[cell][2] & empty) == self);
    return (1 << completed) - 1;
  }

  Bits usable(const Position &position) const;  // bombs
  Bits safe_values(const Position &position, int cell) const;
  // `left` are the solutions that are left, `left_after` those after the move.
  void fill(const Position &from, const uint64_t *left, int cell, int value, Position &to,
            uint64_t *left_after) const;
  void skip(const Position &from, const uint64_t *left, int pot, Position &to,
            uint64_t *left_after) const;
  void survey(Position &position, const uint64_t *left) const;  // what solutions are left
};

// Of an empty 2x2 board; those of larger ones are too many to be of use.
constexpr int kSymmetries = 128;

Trouble prepare(Game &game, const BombeEndgame &given, Arena &arena);
// Read a position that comes from the game's own; `left` gets its solutions.
Trouble read(const Game &game, const uint8_t *board, const uint8_t *taboo, Position &position,
             uint64_t *left);
// The endgame of one solution from where some cells are empty on; `bombs` has the pots that can be
// played, and gets those that the layout treats. Each has a bit, which `places` gets.
void lay_out(const Game &game, int solution, uint64_t cells, Layout &layout, Bits &bombs,
             uint8_t *places);
// The members of a set, numbered as they come in a larger one.
uint64_t press(uint64_t set, uint64_t within);

}  // namespace bombe::endgame
