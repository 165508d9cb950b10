// The moves of an endgame.
#include "endgame/game.h"

#include <cstring>

namespace bombe::endgame {

uint64_t Game::difference(int a, int b) const {
  uint64_t cells_between = 0;
  for (int cell = 0; cell < cells; cell++)
    if (value(a, cell) != value(b, cell)) cells_between |= 1ull << cell;
  return cells_between;
}

Bits Game::usable(const Position &position) const {
  if (!has_skips) return {0, 0};
  return position.legal.without(position.safe | position.played);
}

// The pots that are safe in a cell; none: the cell has one value in all solutions of the start.
Bits Game::safe_values(const Position &position, int cell) const {
  return position.safe & pots_in[cell];
}

void Game::survey(Position &position, const uint64_t *left) const {
  Bits safe = {0, 0};
  int count = 0;
  for (int word = words; word-- > 0;)
    for (uint64_t bits = left[word]; bits; bits &= bits - 1) {
      position.first = word * 64 + __builtin_ctzll(bits);
      safe = safe | holds[position.first];
      count++;
    }
  for (int word = words; word-- > 0;)
    if (left[word]) position.first = word * 64 + __builtin_ctzll(left[word]);
  position.safe = safe & position.legal;
  position.is_single = count == 1;
}

void Game::fill(const Position &from, const uint64_t *left, int cell, int value, Position &to,
                uint64_t *left_after) const {
  to = from;
  to.empty &= ~(1ull << cell);
  to.legal = from.legal.without(conflicts[cell][value]);
  to.played = from.played & to.legal;
  if (from.is_single) {
    std::memcpy(left_after, left, words * sizeof(uint64_t));
    to.safe = from.safe & to.legal;
  } else {
    const uint64_t *const agreed = agree(cell, value);
    for (int word = 0; word < words; word++) left_after[word] = left[word] & agreed[word];
    survey(to, left_after);
  }
}

void Game::skip(const Position &from, const uint64_t *left, int pot, Position &to,
                uint64_t *left_after) const {
  to = from;
  to.played = from.played | bit(pot);
  std::memcpy(left_after, left, words * sizeof(uint64_t));
}

uint64_t press(uint64_t set, uint64_t within) {
  uint64_t pressed = 0;
  for (uint64_t left = set; left; left &= left - 1)
    pressed |= 1ull << __builtin_popcountll(within & ((left & -left) - 1));
  return pressed;
}

}  // namespace bombe::endgame
