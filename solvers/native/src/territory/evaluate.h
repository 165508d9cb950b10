// What a position is worth, about: who gets which empty cell, and who fills last.
#pragma once

#include <cstdint>

#include "territory/game.h"

namespace bombe::territory::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

// Fitted to the results of some thousand games of the search against itself, on 9x9 and 12x12.
struct Weights {
  // Points that a region still gives: where one player alone can play; to who fills last; where all
  // its cells are one player's; and by the share of its cells that are.
  float alone = 2.0f, region = 0.85f, sure = 1.27f, mixed = 1.24f;
  // Cells that this is worth beyond a cell that one reaches first: with a step to spare; with two;
  // if the other can never reach it; if one may play there now; if so, but the other can reach it.
  float firm = 1.8f, firmer = 2.2f, only = -0.54f, now = 0.6f, shared = -0.87f;
  // Cells that the turn and the tempo are worth.
  float turn = 0.63f, tempo = 1.85f;
  // How soon more cells decide who fills last; how much later where more cells are shared, and how
  // much less those count of them that both reach at once.
  float steep = 0.77f, open = 0.3f, tied = 0.32f;
};

template <int W>
struct Shares {
  Set<W> first[2];   // cells that this player reaches before the other
  Set<W> firm[2];    // with a step to spare
  Set<W> firmer[2];  // with two
  Set<W> ever[2];    // cells that it can reach at all
};

// Who reaches each empty cell first, in steps to a neighbour.
template <int W>
inline void share(const Game<W> &game, const Position<W> &p, Shares<W> &shares) {
  const Set<W> none = Set<W>::none();
  Set<W> at[2] = {p.playable(0), p.playable(1)};  // in so many steps
  Set<W> before[2] = {none, none}, earlier[2] = {none, none};
  shares = {{none, none}, {none, none}, {none, none}, {none, none}};
  while (true) {
    for (int player = 0; player < 2; player++) {
      const Set<W> &other = at[player ^ 1];
      shares.first[player] = shares.first[player] | (at[player] - other);
      shares.firm[player] = shares.firm[player] | (before[player] - other);
      shares.firmer[player] = shares.firmer[player] | (earlier[player] - other);
    }
    if (at[0] == before[0] && at[1] == before[1]) break;
    for (int player = 0; player < 2; player++) {
      earlier[player] = before[player];
      before[player] = at[player];
      at[player] = widened(at[player], game.stride) & p.empty;
    }
  }
  for (int player = 0; player < 2; player++) {
    shares.ever[player] = at[player];
    shares.firmer[player] = shares.firmer[player] | (at[player] - at[player ^ 1]);
  }
}

// What is left to a player who plays alone: it can fill whole regions as it likes.
template <int W>
inline float points_alone(const Game<W> &game, const Position<W> &p, int player,
                          const Weights &weights) {
  const Set<W> lost = p.empty - game.reached_from(p, p.playable(player));
  int whole = 0;
  for (int region = 0; region < game.regions; region++)
    whole += p.left[region] && !(game.members[region] & lost).any();
  return weights.alone * static_cast<float>(whole);
}

// What open regions are worth for player 0, if it fills last to the degree `last` from -1 to 1.
template <int W>
inline float points_of_regions(const Game<W> &game, const Position<W> &p, const Shares<W> &shares,
                               const Set<W> &lost, float last, const Weights &weights) {
  int open = 0, sure = 0;
  float mixed = 0;
  const bool has_lost = lost.any();
  for (int region = 0; region < game.regions; region++) {
    const int left = p.left[region];
    const Set<W> &members = game.members[region];
    if (!left || (has_lost && (members & lost).any())) continue;
    const int one = (members & shares.first[0]).count(), two = (members & shares.first[1]).count();
    open++;
    if (one == left || two == left) sure += one == left ? 1 : -1;
    else mixed += static_cast<float>(one - two) / static_cast<float>(left);
  }
  return weights.region * static_cast<float>(open) * last + weights.mixed * mixed +
         weights.sure * static_cast<float>(sure);
}

// Whether the mover has the tempo, if all that can be filled is filled: analysis/tempo/law.py.
template <int W>
inline bool has_tempo(const Position<W> &p, const Set<W> &lost) {
  int fills = p.empties, bombs = p.bomb_count;
  for_each(lost, [&](int bit) {
    fills--;
    bombs -= __builtin_popcount(p.bombs[bit]);
  });
  return fills % 2 || bombs % 2;
}

// The margin from here on for player 0, about. Who is shut out never plays again, so the other one
// fills what it can reach; while both play, more own cells are more turns, and most points go to
// those who fill last.
template <int W>
inline float evaluate(const Game<W> &game, const Position<W> &p, const Weights &weights) {
  const Set<W> playable[2] = {p.playable(0), p.playable(1)};
  if (!playable[1].any()) return points_alone(game, p, 0, weights);
  if (!playable[0].any()) return -points_alone(game, p, 1, weights);
  Shares<W> shares;
  share(game, p, shares);
  const Set<W> one = shares.ever[0], two = shares.ever[1];
  const Set<W> both = one & two, lost = p.empty - (one | two);
  const Set<W> tied = both - shares.first[0] - shares.first[1];
  const auto more = [](const Set<W> &a, const Set<W> &b) {
    return static_cast<float>(a.count() - b.count());
  };
  const float turn = weights.turn + (has_tempo(p, lost) ? weights.tempo : -weights.tempo);
  const float lead =
      more(shares.first[0], shares.first[1]) + weights.firm * more(shares.firm[0], shares.firm[1]) +
      weights.firmer * more(shares.firmer[0], shares.firmer[1]) +
      weights.only * more(one - two, two - one) + weights.now * more(playable[0], playable[1]) +
      weights.shared * more(playable[0] & both, playable[1] & both) + (p.mover ? -turn : turn);
  const float open =
      static_cast<float>(both.count()) - weights.tied * static_cast<float>(tied.count());
  const float x = weights.steep * lead / (1.0f + weights.open * open);
  const float last = x / (1.0f + (x < 0 ? -x : x));
  return points_of_regions(game, p, shares, lost, last, weights);
}

BOMBE_TARGET_END

}  // namespace bombe::territory::BOMBE_WIDTH
