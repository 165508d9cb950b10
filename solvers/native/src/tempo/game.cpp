// The moves of the game, and how it is made from a board.
#include "tempo/game.h"

#include <cstring>

namespace bombe::tempo {

namespace {

int count_bits(const uint64_t *a, const uint64_t *b, int words) {
  int count = 0;
  for (int word = 0; word < words; word++) count += __builtin_popcountll(a[word] & b[word]);
  return count;
}

void put(uint64_t *set, int cell) { set[cell / 64] |= 1ull << cell % 64; }

void take(uint64_t *set, int cell) { set[cell / 64] &= ~(1ull << cell % 64); }

bool have_common(const uint64_t *a, const uint64_t *b, int words) {
  for (int word = 0; word < words; word++)
    if (a[word] & b[word]) return true;
  return false;
}

}  // namespace

int Game::killed(Position &p, int cell) const {
  const int here = alive(p)[cell];
  if (!p.bombs || value[cell] == size) return here;
  return here + count_bits(bombs(p, value[cell]), peers_of(cell), words);
}

bool Game::is_over(Position &p) const {
  if (!p.empties) return true;
  return !is_classic && !have_common(empty(p), reach(p, 0), words) &&
         !have_common(empty(p), reach(p, 1), words);
}

// The opponent is next, unless only the mover has a cell to play on.
void Game::pass_turn(Position &p) const {
  const int opponent = p.mover ^ 1;
  if (is_classic || have_common(empty(p), reach(p, opponent), words) ||
      !have_common(empty(p), reach(p, p.mover), words))
    p.mover = opponent;
}

void Game::fill(const Position &from, int cell, Position &to) const {
  std::memcpy(static_cast<void *>(&to), &from, bytes);
  // Where players own cells it matters who filled one.
  to.key ^= keys[is_classic || !from.mover ? cell : cells * (size + 1) + cell];
  to.empties--;
  take(empty(to), cell);
  for (int kind = 0; kind < 3; kind++) left(to)[regions_of[cell][kind]]--;
  uint8_t *const lives = alive(to);
  for (int v = 0; v < size && lives[cell]; v++) {
    uint64_t &word = bombs(to, v)[cell / 64];
    const uint64_t bit = word & 1ull << cell % 64;
    word ^= bit;
    lives[cell] = static_cast<uint8_t>(lives[cell] - (bit != 0));
    to.bombs -= bit != 0;
  }
  if (to.bombs && value[cell] < size) {
    uint64_t *const same = bombs(to, value[cell]);
    for (int word = 0; word < words; word++) {
      uint64_t killed = same[word] & peers_of(cell)[word];
      same[word] ^= killed;
      for (; killed; killed &= killed - 1, to.bombs--) lives[word * 64 + __builtin_ctzll(killed)]--;
    }
  }
  if (!is_classic)
    for (int word = 0; word < words; word++) reach(to, to.mover)[word] |= near[cell * words + word];
  pass_turn(to);
}

void Game::skip(const Position &from, int cell, int v, Position &to) const {
  std::memcpy(static_cast<void *>(&to), &from, bytes);
  to.key ^= keys[cells + cell * size + v];
  to.bombs--;
  alive(to)[cell]--;
  take(bombs(to, v), cell);
  pass_turn(to);
}

bool Game::find_bomb(Position &p, int &cell, int &v) const {
  if (!p.bombs) return false;
  for (v = 0; v < size; v++)
    for (int word = 0; word < words; word++) {
      uint64_t some = bombs(p, v)[word];
      if (!is_classic) some &= reach(p, p.mover)[word];
      if (!some) continue;
      cell = word * 64 + __builtin_ctzll(some);
      return true;
    }
  return false;
}

namespace {

bool take_tables(Game &game, int board_cells, Arena &arena) {
  const uint64_t cells = game.cells, words = game.words;
  game.board_cell = arena.take<uint16_t>(cells);
  game.index_of = arena.take<int16_t>(board_cells);
  game.regions_of = arena.take<Regions>(cells);
  game.value = arena.take<uint8_t>(cells);
  game.members = arena.take_zeroed<uint64_t>(game.regions * words);
  game.peers = arena.take_zeroed<uint64_t>(cells * words);
  game.near = arena.take_zeroed<uint64_t>(cells * words);
  game.keys = arena.take<uint64_t>(cells * (game.size + 2));
  return game.board_cell && game.index_of && game.regions_of && game.value && game.members &&
         game.peers && game.near && game.keys;
}

// Laid out so that words come first and bytes last.
void lay_out(Game &game) {
  const int set = game.words * static_cast<int>(sizeof(uint64_t));
  game.bombs_at = static_cast<int>(sizeof(Position)) + set;
  game.reach_at = game.bombs_at + game.size * set;
  game.left_at = game.reach_at + (game.is_classic ? 0 : 2 * set);
  game.alive_at = game.left_at + game.regions;
  game.bytes = (game.alive_at + game.cells + 7) / 8 * 8;
}

void number_cells(Game &game, const BombeTempo &given) {
  int count = 0;
  for (int place = 0; place < game.size * game.size; place++) {
    game.index_of[place] = -1;
    if (given.board[place]) continue;
    const int row = place / game.size, column = place % game.size;
    game.index_of[place] = static_cast<int16_t>(count);
    game.board_cell[count] = static_cast<uint16_t>(place);
    const int value = given.solution[place] ? given.solution[place] - 1 : game.size;
    game.value[count] = static_cast<uint8_t>(value);
    game.regions_of[count][0] = static_cast<uint16_t>(row);
    game.regions_of[count][1] = static_cast<uint16_t>(game.size + column);
    game.regions_of[count][2] =
        static_cast<uint16_t>(2 * game.size + row / given.m * given.m + column / given.n);
    count++;
  }
}

bool are_near(const Game &game, int a, int b) {
  const int down = game.board_cell[a] / game.size - game.board_cell[b] / game.size;
  const int right = game.board_cell[a] % game.size - game.board_cell[b] % game.size;
  return down >= -1 && down <= 1 && right >= -1 && right <= 1;
}

void connect_cells(Game &game) {
  for (int cell = 0; cell < game.cells; cell++)
    for (int kind = 0; kind < 3; kind++)
      put(game.members + game.regions_of[cell][kind] * game.words, cell);
  for (int cell = 0; cell < game.cells; cell++) {
    uint64_t *const peers = game.peers + cell * game.words;
    for (int kind = 0; kind < 3; kind++)
      for (int word = 0; word < game.words; word++)
        peers[word] |= game.members[game.regions_of[cell][kind] * game.words + word];
    take(peers, cell);
    for (int other = 0; other < game.cells && !game.is_classic; other++)
      if (are_near(game, cell, other)) put(game.near + cell * game.words, other);
  }
}

// A well-mixed number for each of 0, 1, 2 ...
uint64_t mixed(uint64_t number) {
  uint64_t x = (number + 1) * 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

}  // namespace

bool prepare(Game &game, const BombeTempo &given, Arena &arena) {
  game.size = given.m * given.n;
  game.regions = 3 * game.size;
  game.is_classic = !given.open;
  const int board_cells = game.size * game.size;
  game.cells = 0;
  for (int place = 0; place < board_cells; place++) game.cells += !given.board[place];
  game.words = (game.cells + 63) / 64;
  if (!take_tables(game, board_cells, arena)) return false;
  lay_out(game);
  number_cells(game, given);
  connect_cells(game);
  for (int i = 0; i < game.cells * (game.size + 2); i++) game.keys[i] = mixed(i);
  return true;
}

void read(const Game &game, const BombeTempo &given, Position &position) {
  std::memset(static_cast<void *>(&position), 0, game.bytes);
  position.key = mixed(~1ull);
  position.empties = game.cells;
  for (int cell = 0; cell < game.cells; cell++) {
    const int place = game.board_cell[cell];
    put(game.empty(position), cell);
    for (int kind = 0; kind < 3; kind++) game.left(position)[game.regions_of[cell][kind]]++;
    for (int v = 0; v < game.size; v++) {
      if (!(given.bombs[place] >> (v + 1) & 1)) continue;
      put(game.bombs(position, v), cell);
      game.alive(position)[cell]++;
      position.bombs++;
    }
    for (int player = 0; player < 2 && !game.is_classic; player++)
      if (given.open[place] >> player & 1) put(game.reach(position, player), cell);
  }
}

}  // namespace bombe::tempo
