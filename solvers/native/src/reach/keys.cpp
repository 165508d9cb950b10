// Names of positions.
#include "reach/keys.h"

namespace bombe::reach {

namespace {

uint64_t mix(uint64_t a, uint64_t b) {
  const uint64_t x = (a ^ (b >> 29)) * 0x9E3779B97F4A7C15ull + b;
  const uint64_t y = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93ull;
  return y ^ (y >> 29);
}

Key name(uint64_t a, uint64_t b, int side) {
  const uint64_t key = mix(a, b);
  return {key ? key : 1, static_cast<uint16_t>(mix(key + a, b) >> 40), static_cast<uint8_t>(side)};
}

Key plain_name(const Node &node) {
  const uint64_t cells = mix(mix(node.empty, node.mine + 1), node.theirs);
  return name(node.bombs.high ? mix(cells, node.bombs.high) : cells, node.bombs.low, 0);
}

uint64_t killers_of(const Game &game, int solution, int pot) {
  const int cell = game.pot_cell[pot];
  uint64_t killers = 1ull << cell;
  for (const uint64_t region : game.regions[cell])
    for (uint64_t left = region; left; left &= left - 1)
      if (game.value(solution, __builtin_ctzll(left)) == game.pot_value[pot])
        killers |= left & -left;
  return killers;
}

// Where a cell of a 2x2 board goes: bits 0 and 1 reflect it, bit 2 exchanges rows and columns.
int image_of(int side, int cell) {
  const int row = side & 1 ? 3 - cell / 4 : cell / 4;
  const int column = side & 2 ? 3 - cell % 4 : cell % 4;
  return side & 4 ? column * 4 + row : row * 4 + column;
}

}  // namespace

void Keys::set_sides(const Game &game) {
  sides = kSides;
  for (int side = 0; side < kSides; side++)
    for (int cell = 0; cell < game.cells; cell++) {
      const int to = game.index_of[image_of(side, game.board_cell[cell])];
      cell_image[side][cell] = static_cast<uint8_t>(to);
      cell_from[side][to] = static_cast<uint8_t>(cell);
      for (int set = 0; set < 256; set++)
        if (set >> cell % 8 & 1)
          image[side][cell / 8][set] = static_cast<uint16_t>(image[side][cell / 8][set] | 1 << to);
    }
}

bool Keys::begin(const Game &game, Arena &arena) {
  if (game.solutions == 1) return true;
  uint64_t *const all = arena.take<uint64_t>(static_cast<uint64_t>(game.solutions) * game.pots);
  if (!all) return false;
  for (int solution = 0; solution < game.solutions; solution++)
    for (int pot = 0; pot < game.pots; pot++)
      all[solution * game.pots + pot] = killers_of(game, solution, pot);
  killers = all;
  if (game.size == 4 && game.pots == 64) set_sides(game);
  return true;
}

// Of one solution's bombs. What a bomb is called does not matter, so their names are added up.
uint64_t Keys::bombs_name(const Game &game, const Node &node, int side) const {
  const uint64_t *const of_solution = killers + static_cast<int64_t>(node.first) * game.pots;
  uint64_t sum = 0;
  for (Bits left = node.bombs; left.is_any(); left = left.rest()) {
    const int pot = left.first(), cell = game.pot_cell[pot];
    const uint64_t killing = of_solution[pot] & node.empty;
    if (sides) sum += mix(view(side, killing), static_cast<uint64_t>(cell_image[side][cell]) + 1);
    else sum += mix(killing, static_cast<uint64_t>(cell) + 1);
  }
  return sum;
}

// Of several solutions: the cells that hold each value, and those where it was played as a bomb.
uint64_t Keys::values_name(const Game &game, const Place &place, int side) const {
  uint64_t held[endgame::kMostSize + 1] = {}, played[endgame::kMostSize + 1] = {};
  for (uint64_t left = ~place.node.empty & ((1ull << game.cells) - 1); left; left &= left - 1) {
    const int cell = __builtin_ctzll(left);
    held[game.value(place.node.first, cell)] |= 1ull << cell;
  }
  for (Bits left = place.played; left.is_any(); left = left.rest())
    played[game.pot_value[left.first()]] |= 1ull << game.pot_cell[left.first()];
  uint64_t sum = 1;
  for (int value = 1; value <= game.size; value++)
    if (held[value] | played[value])
      sum += mix(view(side, held[value]) + 1, view(side, played[value]));
  return sum;
}

// The side from which the cells look least, and then the rest.
template <class Rest>
Key Keys::from_best_side(const Node &node, Rest rest_from) const {
  uint64_t least = ~0ull, of_least = 0;
  int chosen = 0;
  for (int side = 0; side < sides; side++) {
    const uint64_t cells =
        view(side, node.empty) << 32 | view(side, node.mine) << 16 | view(side, node.theirs);
    if (cells > least) continue;
    const uint64_t rest = rest_from(side);
    if (cells == least && rest >= of_least) continue;
    least = cells;
    of_least = rest;
    chosen = side;
  }
  return name(least, of_least, chosen);
}

Key Keys::key_of_single(const Game &game, const Node &node) const {
  if (!killers) return plain_name(node);
  if (sides) return from_best_side(node, [&](int side) { return bombs_name(game, node, side); });
  const uint64_t cells = mix(mix(node.empty, node.mine + 1), node.theirs);
  return name(cells, bombs_name(game, node, 0), 0);
}

Key Keys::key_of_several(const Game &game, const Place &place) const {
  const Node &node = place.node;
  if (sides) return from_best_side(node, [&](int side) { return values_name(game, place, side); });
  const uint64_t cells = mix(mix(node.empty, node.mine + 1), node.theirs);
  const uint64_t values = mix(place.played.low, place.played.high) + 1;
  return name(mix(cells, values), static_cast<uint64_t>(node.first) + 1, 0);
}

uint8_t Keys::to_keep(Key key, uint8_t hint) const {
  if (!sides || hint == kNoHint) return hint;
  return static_cast<uint8_t>((hint & kBombHint) | cell_image[key.side][hint & ~kBombHint]);
}

uint8_t Keys::from_kept(Key key, uint8_t hint) const {
  if (!sides || hint == kNoHint) return hint;
  return static_cast<uint8_t>((hint & kBombHint) | cell_from[key.side][hint & ~kBombHint]);
}

}  // namespace bombe::reach
