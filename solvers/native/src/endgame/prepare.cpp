// Makes the tables of an endgame from boards, and reads its positions.
#include <cstring>

#include "endgame/game.h"

namespace bombe::endgame {

namespace {

// What is needed of a board's geometry.
struct Geometry {
  int m, n, size;

  int row(int cell) const { return cell / size; }
  int column(int cell) const { return cell % size; }
  int box(int cell) const { return row(cell) / m * m + column(cell) / n; }
  bool are_peers(int a, int b) const {
    return row(a) == row(b) || column(a) == column(b) || box(a) == box(b);
  }
  bool are_near(int a, int b) const {
    const int down = row(a) - row(b), right = column(a) - column(b);
    return down >= -1 && down <= 1 && right >= -1 && right <= 1;
  }
};

// The values that C0 allows in each empty cell.
uint64_t allowed_values(const Geometry &geometry, const uint8_t *board, int cell) {
  uint64_t allowed = (2ull << geometry.size) - 2;
  for (int other = 0; other < geometry.size * geometry.size; other++)
    if (board[other] && geometry.are_peers(cell, other)) allowed &= ~(1ull << board[other]);
  return allowed;
}

// The empty cells that kill a bomb of the first solution, for the choice of the low cells.
void count_bombs(const Geometry &geometry, const BombeEndgame &given, const uint16_t *empty,
                 int count, int *bombs) {
  const uint8_t *const solution = given.solutions;
  for (int i = 0; i < count; i++) {
    uint64_t values = allowed_values(geometry, given.board, empty[i]);
    values &= ~(1ull << solution[empty[i]]);
    bombs[i] += __builtin_popcountll(values);
    for (int j = 0; j < count; j++)
      bombs[j] +=
          j != i && values >> solution[empty[j]] & 1 && geometry.are_peers(empty[i], empty[j]);
  }
}

// Where the cell of the `place`-th fewest bombs goes. The low cells are in the fewest, since there
// the values of bombs that are dead repeat. The next ones are the top cells of a ring: it splits
// its layers by them, and only what lives with them and without them alike is split in halves.
int index_of_place(int place, int count, bool may_be_ring) {
  if (!may_be_ring || place < kMostLow || count <= kMostLow + kMostTop) return place;
  return place < kMostLow + kMostTop ? count - 1 - (place - kMostLow) : place - kMostTop;
}

// Number the empty cells, in the order of the bombs that they are in.
Trouble number_cells(Game &game, const Geometry &geometry, const BombeEndgame &given) {
  uint16_t empty[kMostEmpty];
  int count = 0, bombs[kMostEmpty] = {};
  for (int cell = 0; cell < game.board_cells; cell++) {
    game.index_of[cell] = -1;
    if (given.board[cell]) continue;
    if (count == kMostEmpty) return kTooLarge;
    empty[count++] = static_cast<uint16_t>(cell);
  }
  count_bombs(geometry, given, empty, count, bombs);
  // Where solutions differ is no low cell: then a table can leave out where they all are left.
  for (int i = 0; i < count; i++)
    for (int64_t s = 1; s < given.solution_count; s++)
      if (given.solutions[s * game.board_cells + empty[i]] != given.solutions[empty[i]])
        bombs[i] |= 1 << 20;
  for (int place = 0; place < count; place++) {
    int chosen = -1;
    for (int i = 0; i < count; i++)
      if (bombs[i] >= 0 && (chosen < 0 || bombs[i] < bombs[chosen])) chosen = i;
    bombs[chosen] = -1;
    const int index = index_of_place(place, count, !given.open && given.solution_count == 1);
    game.board_cell[index] = empty[chosen];
    game.index_of[empty[chosen]] = static_cast<int16_t>(index);
  }
  game.cells = count;
  return kFine;
}

void connect_cells(Game &game, const Geometry &geometry) {
  for (int i = 0; i < game.cells; i++) {
    const int cell = game.board_cell[i];
    for (int j = 0; j < game.cells; j++) {
      const int other = game.board_cell[j];
      const uint64_t self = 1ull << j;
      if (geometry.row(cell) == geometry.row(other)) game.regions[i][0] |= self;
      if (geometry.column(cell) == geometry.column(other)) game.regions[i][1] |= self;
      if (geometry.box(cell) == geometry.box(other)) game.regions[i][2] |= self;
      if (geometry.are_near(cell, other)) game.near[i] |= self;
    }
  }
}

bool is_in_all(const Game &game, int cell, int value) {
  for (int s = 0; s < game.solutions; s++)
    if (game.value(s, cell) != value) return false;
  return true;
}

Trouble number_pots(Game &game, const Geometry &geometry, const BombeEndgame &given) {
  for (int i = 0; i < game.cells; i++) {
    const int cell = game.board_cell[i];
    const uint64_t allowed = allowed_values(geometry, given.board, cell);
    for (int value = 0; value <= game.size; value++) game.pot_of[i][value] = -1;
    for (int value = 1; value <= game.size; value++) {
      if (!(allowed >> value & 1) || is_in_all(game, i, value)) continue;
      if (given.taboo[cell * game.size + value - 1]) continue;
      if (game.pots == kMostPots) return kTooManyMoves;
      game.pot_cell[game.pots] = static_cast<uint8_t>(i);
      game.pot_value[game.pots] = static_cast<uint8_t>(value);
      game.pots_in[i] = game.pots_in[i] | bit(game.pots);
      game.pot_of[i][value] = static_cast<int16_t>(game.pots++);
    }
  }
  return kFine;
}

void find_conflicts(Game &game, const Geometry &geometry) {
  for (int i = 0; i < game.cells; i++)
    for (int value = 1; value <= game.size; value++) {
      Bits taken = game.pots_in[i];
      for (int j = 0; j < game.cells; j++) {
        const int pot = game.pot_of[j][value];
        if (pot >= 0 && geometry.are_peers(game.board_cell[i], game.board_cell[j]))
          taken = taken | bit(pot);
      }
      game.conflicts[i][value] = taken;
    }
}

bool take_tables(Game &game, Arena &arena) {
  const uint64_t sets = static_cast<uint64_t>(game.cells) * (game.size + 1) * game.words;
  game.values = arena.take_zeroed<uint8_t>(static_cast<uint64_t>(game.solutions) * game.cells);
  game.holds = arena.take_zeroed<Bits>(game.solutions);
  game.agreeing = arena.take_zeroed<uint64_t>(sets);
  return game.values && game.holds && game.agreeing;
}

void set_values(Game &game, const BombeEndgame &given) {
  for (int s = 0; s < game.solutions; s++)
    for (int i = 0; i < game.cells; i++) {
      const uint8_t value =
          given.solutions[static_cast<int64_t>(s) * game.board_cells + game.board_cell[i]];
      game.values[s * game.cells + i] = value;
      const_cast<uint64_t *>(game.agree(i, value))[s / 64] |= 1ull << s % 64;
    }
}

void set_holds(Game &game) {
  for (int s = 0; s < game.solutions; s++)
    for (int i = 0; i < game.cells; i++) {
      const int pot = game.pot_of[i][game.value(s, i)];
      if (pot >= 0) game.holds[s] = game.holds[s] | bit(pot);
    }
}

// Where a line of a 2x2 board goes: bit 0 and 1 exchange the lines of a band, bit 2 the bands.
int exchanged(int code, int line) {
  const int within = code >> (line / 2) & 1;
  return (line ^ within) ^ (code & 4) / 2;
}

// Bits 0 to 2 of the code exchange rows, 3 to 5 columns, bit 6 rows with columns.
int image_of(const Game &game, int code, int cell) {
  const int row = exchanged(code & 7, game.board_cell[cell] / 4);
  const int column = exchanged(code >> 3 & 7, game.board_cell[cell] % 4);
  return game.index_of[code >> 6 ? column * 4 + row : row * 4 + column];
}

// An empty 2x2 board looks the same from 128 sides, and whatever the values are called.
bool find_symmetries(Game &game, const Geometry &geometry, Arena &arena) {
  if (geometry.m != 2 || geometry.n != 2 || game.cells != 16 || game.pots != 64) return true;
  game.symmetry = arena.take_zeroed<uint16_t[2][256]>(kSymmetries);
  if (!game.symmetry) return false;
  for (; game.symmetries < kSymmetries; game.symmetries++)
    for (int i = 0; i < game.cells; i++) {
      const uint16_t image = static_cast<uint16_t>(1 << image_of(game, game.symmetries, i));
      for (int set = 0; set < 256; set++)
        if (set >> i % 8 & 1) game.symmetry[game.symmetries][i / 8][set] |= image;
    }
  return true;
}

}  // namespace

Trouble prepare(Game &game, const BombeEndgame &given, Arena &arena) {
  const Geometry geometry = {given.m, given.n, given.m * given.n};
  game.size = geometry.size;
  game.board_cells = geometry.size * geometry.size;
  game.solutions = static_cast<int32_t>(given.solution_count);
  game.words = (game.solutions + 63) / 64;
  game.has_skips = given.has_skips;
  game.index_of = arena.take_zeroed<int16_t>(game.board_cells);
  game.given = arena.take_zeroed<uint8_t>(game.board_cells);
  if (!game.index_of || !game.given) return kTooLittleMemory;
  std::memcpy(game.given, given.board, game.board_cells);
  Trouble trouble = number_cells(game, geometry, given);
  if (trouble) return trouble;
  if (!take_tables(game, arena)) return kTooLittleMemory;
  connect_cells(game, geometry);
  set_values(game, given);
  trouble = number_pots(game, geometry, given);
  if (trouble) return trouble;
  find_conflicts(game, geometry);
  set_holds(game);
  if (given.open) return kFine;
  return find_symmetries(game, geometry, arena) ? kFine : kTooLittleMemory;
}

namespace {

// What was filled since the start: the solutions that agree, and what C0 still allows.
Trouble read_fills(const Game &game, const uint8_t *board, Position &position, uint64_t *left) {
  Bits legal = {~0ull, ~0ull};
  if (game.pots < 128) legal.high = game.pots < 64 ? 0 : (1ull << (game.pots - 64)) - 1;
  if (game.pots < 64) legal.low = (1ull << game.pots) - 1;
  for (int word = 0; word < game.words; word++) left[word] = ~0ull;
  if (game.solutions % 64) left[game.words - 1] = (1ull << game.solutions % 64) - 1;
  for (int cell = 0; cell < game.board_cells; cell++) {
    const int index = game.index_of[cell], value = board[cell];
    if (index < 0 ? value != game.given[cell] : value > game.size) return kNotFromHere;
    if (index < 0) continue;
    if (!value) {
      position.empty |= 1ull << index;
      continue;
    }
    legal = legal.without(game.conflicts[index][value]);
    for (int word = 0; word < game.words; word++) left[word] &= game.agree(index, value)[word];
  }
  position.legal = legal;
  uint64_t any = 0;
  for (int word = 0; word < game.words; word++) any |= left[word];
  return any ? kFine : kNotFromHere;
}

}  // namespace

Trouble read(const Game &game, const uint8_t *board, const uint8_t *taboo, Position &position,
             uint64_t *left) {
  position = {};
  const Trouble trouble = read_fills(game, board, position, left);
  if (trouble) return trouble;
  for (int pot = 0; pot < game.pots; pot++) {
    const int cell = game.board_cell[game.pot_cell[pot]];
    if (taboo[cell * game.size + game.pot_value[pot] - 1])
      position.played = position.played | bit(pot);
  }
  position.played = position.played & position.legal;
  game.survey(position, left);
  return kFine;
}

void lay_out(const Game &game, int solution, uint64_t cells, Layout &layout, Bits &bombs,
             uint8_t *places) {
  const Bits playable = bombs;
  int count = 0;
  layout.cells = 0;
  bombs = {0, 0};
  for (uint64_t left = cells; left; left &= left - 1, layout.cells++)
    for (int kind = 0; kind < 3; kind++)
      layout.regions[layout.cells][kind] =
          press(game.regions[__builtin_ctzll(left)][kind] & cells, cells);
  for (int pot = 0; pot < game.pots && count < kMostBombs && game.has_skips; pot++) {
    if (game.holds[solution].has(pot) || !playable.has(pot)) continue;
    const int cell = game.pot_cell[pot], value = game.pot_value[pot];
    uint64_t killers = 1ull << cell;
    for (uint64_t left = cells; left; left &= left - 1) {
      const int i = __builtin_ctzll(left);
      const bool is_peer =
          (game.regions[cell][0] | game.regions[cell][1] | game.regions[cell][2]) >> i & 1;
      if (is_peer && game.value(solution, i) == value) killers |= 1ull << i;
    }
    layout.killers[count] = press(killers & cells, cells);
    places[pot] = static_cast<uint8_t>(count++);
    bombs = bombs | bit(pot);
  }
  layout.all = count ? ~0ull >> (64 - count) : 0;
}

}  // namespace bombe::endgame
