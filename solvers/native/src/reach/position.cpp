// Positions in which several solutions are left.
#include "reach/position.h"

namespace bombe::reach {

void Place::survey(const Game &game) {
  safe = {0, 0};
  int count = 0;
  for (int word = game.words; word-- > 0;)
    for (uint64_t bits = left[word]; bits; bits &= bits - 1) {
      const int solution = word * 64 + __builtin_ctzll(bits);
      if (!count++) node.first = solution;
      if (solution < node.first) node.first = solution;
      safe = safe | game.holds[solution];
    }
  safe = safe & legal;
  node.is_single = count == 1;
  node.bombs = game.has_skips && node.theirs ? legal.without(safe | played) : Bits{0, 0};
}

void fill_one_of(const Game &game, const Place &from, int cell, int value, Place &to) {
  fill(game, from.node, cell, to.node);
  to.legal = from.legal.without(game.conflicts[cell][value]);
  to.played = from.played & to.legal;
  const uint64_t *const agreed = game.agree(cell, value);
  for (int word = 0; word < game.words; word++) to.left[word] = from.left[word] & agreed[word];
  to.survey(game);
}

void skip_one_of(const Game &game, const Place &from, int pot, Place &to) {
  copy(game, from, to);
  skip(from.node, pot, to.node);
  to.played = from.played | endgame::bit(pot);
}

}  // namespace bombe::reach
