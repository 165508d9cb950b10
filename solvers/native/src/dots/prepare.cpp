// Makes a solver: the board's masks, the names of its edges, the lists, the table.
#include <cstdlib>
#include <cstring>

#include "cpu.h"
#include "dots/layout.h"

namespace bombe::dots {

namespace {

// An edge by its kind (0: horizontal, 1: vertical) and place.
struct Edge {
  int kind, row, column;

  int slot(int width) const { return row * width + column; }
};

int edges_of(int rows, int columns) { return (rows + 1) * columns + rows * (columns + 1); }

Edge edge_at(int rows, int columns, int number) {
  const int across = (rows + 1) * columns;
  if (number < across) return {0, number / columns, number % columns};
  return {1, (number - across) / (columns + 1), (number - across) % (columns + 1)};
}

int number_of(const Board &board, Edge edge) {
  if (!edge.kind) return edge.row * board.columns + edge.column;
  return (board.rows + 1) * board.columns + edge.row * (board.columns + 1) + edge.column;
}

bool is_free(Edges free, Edge edge, int width) {
  return (edge.kind ? free.v : free.h) >> edge.slot(width) & 1;
}

// The image of an edge: flipped top to bottom (1), left to right (2), rows and columns swapped (4).
Edge image_of(const Board &board, Edge edge, int symmetry) {
  if (symmetry & 1) edge.row = (edge.kind ? board.rows - 1 : board.rows) - edge.row;
  if (symmetry & 2) edge.column = (edge.kind ? board.columns : board.columns - 1) - edge.column;
  return symmetry & 4 ? Edge{1 - edge.kind, edge.column, edge.row} : edge;
}

Board board_of(int rows, int columns) {
  Board board = {rows, columns, columns + 1, edges_of(rows, columns), 0, 0, 0, 0, 0};
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      const uint64_t box = 1ull << (row * board.width + column);
      board.boxes |= box;
      if (row == 0) board.top |= box;
      if (row == rows - 1) board.bottom |= box;
      if (column == 0) board.left |= box;
      if (column == columns - 1) board.right |= box;
    }
  return board;
}

int alive(const Board &board, Edges free) {
  const uint64_t boxes = free.h | free.h >> board.width | free.v | free.v >> 1;
  return __builtin_popcountll(boxes & board.boxes);
}

int free_count(Edges free) { return __builtin_popcountll(free.h) + __builtin_popcountll(free.v); }

int bits_for(int64_t count) {
  int bits = 0;
  while (1ll << bits < count) bits++;
  return bits;
}

// How large everything is.
struct Sizes {
  int coins_most, types, key_bits, least_line_bits, usual_line_bits;
  int64_t coins;
  bool is_whole;  // edges are named on the whole board, not among those that are free
  bool has_numbers;
  bool has_shapes;  // a table by shape, as large as the other

  int64_t bytes(int line_bits) const { return (has_shapes ? 128ll : 64ll) << line_bits; }
};

// With fewer free edges looking for shapes takes what it saves, or there is nothing to save.
constexpr int kFreeForShapes = 16;

Sizes sizes_of(const Board &board, Edges root, const BombeDots &wanted) {
  Sizes sizes = {};
  const int boxes = alive(board, root), free = free_count(root);
  sizes.coins_most = boxes < kMostCoins ? boxes : kMostCoins;
  sizes.coins = count_coins(sizes.coins_most);
  const int number_bits = wanted.ideas & kChains ? bits_for(sizes.coins) : 0;
  sizes.is_whole = board.edges + number_bits <= 64;
  const int edge_bits = sizes.is_whole ? board.edges : free;
  sizes.has_numbers = number_bits && edge_bits + number_bits <= 64;
  sizes.has_shapes = sizes.has_numbers && free >= kFreeForShapes && wanted.ideas & kShapes;
  sizes.key_bits = edge_bits + (sizes.has_numbers ? number_bits : 0);
  if (sizes.key_bits < 1) sizes.key_bits = 1;
  const int spare = sizes.key_bits - kRestBits;
  sizes.least_line_bits = spare > 4 ? spare : 4;
  // Measured: a board of f free edges leads to 2^(0.7 f - 2) positions or fewer.
  const int usual = (3 * free - 18) / 4;
  sizes.usual_line_bits = usual > sizes.least_line_bits ? usual : sizes.least_line_bits;
  return sizes;
}

int64_t fixed_bytes(const Sizes &sizes, int workers) {
  const int64_t coins = sizes.coins, types = 2 * kMostCoins;
  return static_cast<int64_t>(sizeof(Solver)) + workers * (sizeof(Worker) + 128) +
         workers * (kMostFree + 2) * static_cast<int64_t>(sizeof(Frame)) +
         (sizeof(uint64_t) << kBusyBits) + coins * (2 * types + 6) + 64 * 16;
}

// Number the edges of a group, which are alike, with bits at one distance; then the others.
void name_edges(const Solver &solver, bool is_whole, int8_t *names, Naming &naming) {
  const Board &board = solver.board;
  int groups[kMostDots][3], sizes[kMostDots], count = 0;
  std::memset(names, -1, board.edges);
  for (int box = 0; solver.has(kCorners) && box < board.rows * board.columns; box++) {
    const int row = box / board.columns, column = box % board.columns;
    const Edge around[4] = {
        {0, row, column}, {0, row + 1, column}, {1, row, column}, {1, row, column + 1}};
    const bool is_outer[4] = {row == 0, row == board.rows - 1, column == 0,
                              column == board.columns - 1};
    int size = 0;
    for (int i = 0; i < 4 && size < 3; i++)
      if (is_outer[i] && (is_whole || is_free(solver.root, around[i], board.width)))
        groups[count][size++] = number_of(board, around[i]);
    sizes[count] = size;
    count += size >= 2;
  }
  // Groups of three come first, so that no bit of a third edge is wasted.
  int next = 0;
  for (int place = 0; place < 3; place++)
    for (int least = 3; least >= 2; least--)
      for (int group = 0; group < count; group++)
        if (sizes[group] == least && place < least)
          names[groups[group][place]] = static_cast<int8_t>(next++);
  naming.groups = count;
  naming.paired = (1ull << count) - 1;
  for (int group = 0, bit = 0; group < count; group++)
    if (sizes[group] == 3) naming.tripled |= 1ull << bit++;
  for (int number = 0; number < board.edges; number++) {
    const Edge edge = edge_at(board.rows, board.columns, number);
    if (names[number] < 0 && (is_whole || is_free(solver.root, edge, board.width)))
      names[number] = static_cast<int8_t>(next++);
  }
  naming.edge_bits = next;
}

void name(Solver &solver, const Sizes &sizes) {
  const Board &board = solver.board;
  Naming &naming = solver.naming;
  int8_t names[2 * kMostDots];
  name_edges(solver, sizes.is_whole, names, naming);
  naming.bits = sizes.key_bits;
  naming.has_numbers = sizes.has_numbers;
  const bool is_turned = sizes.is_whole && solver.has(kSymmetries);
  for (int number = 0; number < board.edges; number++) {
    const Edge edge = edge_at(board.rows, board.columns, number);
    for (int i = 0; i < kImages; i++) {
      const int symmetry = is_turned ? (board.rows == board.columns ? i : i & 3) : 0;
      const int bit = names[number_of(board, image_of(board, edge, symmetry))];
      naming.images[edge.kind][edge.slot(board.width)][i] = bit < 0 ? 0 : 1ull << bit;
    }
  }
}

// Random numbers, the same for everybody.
uint64_t draw(uint64_t &state) {
  state += 0x9E3779B97F4A7C15ull;
  uint64_t x = state;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

void mark(Marks &marks) {
  uint64_t state = 0;
  for (auto &kind : marks.lengths)
    for (uint64_t &length : kind) length = draw(state);
  // A chain has no direction.
  for (int from = 0; from <= kMostJoints; from++)
    for (int to = 0; to <= kMostJoints; to++)
      for (int length = 0; length <= kMostLength; length++) {
        ShapeKey &chain = marks.chains[from][to][length];
        if (to < from) chain = marks.chains[to][from][length];
        else chain = {draw(state), draw(state)};
      }
}

// Edges on the rim last; the others by their distance from the centre, in steps of half a box down
// and to the right, and of those that are equally far the ones near an axis first.
int weight_of(const Board &board, Edge edge) {
  const int down = std::abs(2 * edge.row + edge.kind - board.rows);
  const int right = std::abs(2 * edge.column + 1 - edge.kind - board.columns);
  const bool is_on_rim = edge.kind ? right == board.columns : down == board.rows;
  const int aside = down < right ? down : right;
  return -(is_on_rim * 2 * kMostDots * kMostDots + (down + right) * kMostDots + aside);
}

// The order in which moves are considered, and in which they are searched: the heaviest first.
void weigh(Solver &solver) {
  const Board &board = solver.board;
  int count = 0;
  for (int number = 0; number < board.edges; number++) {
    const Edge edge = edge_at(board.rows, board.columns, number);
    const int weight = weight_of(board, edge), slot = edge.slot(board.width);
    solver.weight[edge.kind][slot] = static_cast<int16_t>(weight);
    if (!is_free(solver.root, edge, board.width)) continue;
    int at = count++;
    for (; at > 0 && solver.has(kOrder); at--) {
      const int before = solver.sequence[at - 1];
      if (solver.weight[before >> 6][before & 63] >= weight) break;
      solver.sequence[at] = solver.sequence[at - 1];
    }
    solver.sequence[at] = static_cast<uint8_t>(64 * edge.kind + slot);
  }
  for (int place = 0; place < count; place++) {
    const int slot = solver.sequence[place] & 63;
    for (int edges = 0; edges < 16; edges++)
      if (edges >> (slot & 3) & 1)
        solver.places[solver.sequence[place] >> 6][slot >> 2][edges] |= 1ull << place;
  }
}

bool lay_out(Solver &solver, Arena &arena, const Sizes &sizes) {
  Coins &coins = solver.coins;
  solver.team = arena.take<Worker>(solver.workers);
  solver.busy = arena.take<uint64_t>(1ll << kBusyBits);
  coins.next = arena.take<uint16_t>(sizes.coins * 2 * kMostCoins);
  coins.values = arena.take<int8_t>(sizes.coins);
  coins.lasts = arena.take<uint8_t>(sizes.coins);
  coins.rests = arena.take<uint16_t>(sizes.coins);
  coins.totals = arena.take<uint8_t>(sizes.coins);
  if (!solver.team || !solver.busy || !coins.next || !coins.values || !coins.lasts ||
      !coins.rests || !coins.totals)
    return false;
  for (int i = 0; i < solver.workers; i++)
    if (!(solver.team[i].frames = arena.take<Frame>(kMostFree + 2))) return false;
  int bits = sizes.usual_line_bits;
  while (bits > sizes.least_line_bits && sizes.bytes(bits) > static_cast<int64_t>(arena.left()))
    bits--;
  solver.known.line_bits = solver.shapes.line_bits = bits;
  if (sizes.has_shapes) solver.shapes.entries = arena.take<uint64_t>(8ll << bits);
  return (solver.known.entries = arena.take<uint64_t>(8ll << bits)) != nullptr;
}

}  // namespace

#if defined(__x86_64__)
const Engine &engine_within(int bits) {
  const int widest = vector_bits() < bits ? vector_bits() : bits;
  if (widest >= 512) return kEngine512;
  return widest >= 256 ? kEngine256 : kEngine128;
}
#else
const Engine &engine_within(int) { return kEngine128; }
#endif

Edges read(const Board &board, const uint8_t *drawn) {
  Edges free = {0, 0};
  for (int number = 0; number < board.edges; number++) {
    const Edge edge = edge_at(board.rows, board.columns, number);
    if (!drawn[number]) (edge.kind ? free.v : free.h) |= 1ull << edge.slot(board.width);
  }
  return free;
}

Trouble check(const BombeDots &wanted) {
  if ((wanted.rows + 1) * (wanted.columns + 1) > kMostDots) return kTooLarge;
  const Board board = board_of(wanted.rows, wanted.columns);
  return free_count(read(board, wanted.drawn)) > kMostFree ? kTooManyMoves : kFine;
}

int64_t bytes_for(const BombeDots &wanted, int64_t table) {
  const Board board = board_of(wanted.rows, wanted.columns);
  const Sizes sizes = sizes_of(board, read(board, wanted.drawn), wanted);
  const int64_t usual = sizes.bytes(sizes.usual_line_bits);
  if (sizes.bytes(sizes.least_line_bits) > table) return kTooLittleMemory;
  return fixed_bytes(sizes, wanted.workers) + (usual < table ? usual : table);
}

Trouble prepare(Solver &solver, Arena arena, const BombeDots &wanted) {
  solver.board = board_of(wanted.rows, wanted.columns);
  solver.root = read(solver.board, wanted.drawn);
  solver.ideas = wanted.ideas;
  solver.has_extra_turn = wanted.extra_turn != 0;
  if (!wanted.extra_turn) solver.ideas &= ~kLoony;
  solver.workers = wanted.workers;
  solver.engine = engine_within(512);
  const Sizes sizes = sizes_of(solver.board, solver.root, wanted);
  if (!lay_out(solver, arena, sizes)) return kTooLittleMemory;
  solver.coins.most = sizes.coins_most;
  fill(solver.coins);
  name(solver, sizes);
  mark(solver.marks);
  weigh(solver);
  return kFine;
}

}  // namespace bombe::dots
