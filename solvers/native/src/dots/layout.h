// What a solver keeps in the caller's memory; README.md explains how it sees a board.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arena.h"
#include "budget.h"
#include "dots/coins.h"
#include "dots/dots.h"
#include "slice.h"

namespace bombe::dots {

constexpr int kImages = 8;

// The free edges; or any set of edges. A slot is row * width + column: bit `slot` of `h` is the
// edge above box `slot`, that of `v` the edge left of it, so the box's other edges are one bit or
// one `width` away.
struct Edges {
  uint64_t h, v;
};

// Sets of boxes, by slot. The width is that of a row of dots.
struct Board {
  int32_t rows, columns, width, edges;
  uint64_t boxes, top, bottom, left, right;
};

// What is known of a value.
struct Range {
  int low, high;
};

// What the next player gets, by the value v of what is left when all captures are made: `gain` and
// v for or against him; or, if boxes can be declined, gain - declined + |v + declined|.
struct Link {
  int8_t gain, sign, declined;

  bool operator==(const Link &other) const {
    return gain == other.gain && sign == other.sign && declined == other.declined;
  }
  Range apply(Range v) const {
    if (sign < 0) return {gain - v.high, gain - v.low};
    if (!declined) return {gain + v.low, gain + v.high};
    const int a = v.low + declined, b = v.high + declined;
    const int larger = -a > b ? -a : b, smaller = a > 0 ? a : b < 0 ? -b : 0;
    return {gain - declined + smaller, gain - declined + larger};
  }
};

// For each box whether its edge above, below, left, right is free.
struct Sides {
  uint64_t above, below, left, right;
};

// Free edges in a row, from a joint by boxes with two free edges to a joint or to the outside.
struct Chain {
  uint8_t from, to, length;
};

struct ShapeKey {
  uint64_t low, high;  // kShapeBits, and 64
};

// A settled position, by all the names under which something may be known of it.
struct Position {
  Edges free;
  uint64_t key;
  uint64_t apart;   // boxes that hang together with no joint, if it is folded
  uint16_t number;  // of the multiset of these
  uint8_t boxes;    // all that are left
  bool is_folded;   // their number is in the key, and not their edges
  bool has_shape;   // its shape has a key
  ShapeKey shape;
};

// A move, and the position that is left after it and all captures.
struct Move {
  Position left;
  Link link;
  int16_t weight;
};

struct Frame {
  Move moves[kMostFree];
  uint8_t order[2 * kMostFree];  // the moves' numbers; behind them those that were postponed
  int32_t count;
};

// How the bits of a canonical edge set are named: see dots/keys.h.
struct Naming {
  alignas(64) uint64_t images[2][64][kImages];  // of an edge, by kind (h, v) and slot
  uint64_t paired, tripled;                     // the first bits: one for each group of edges
  int32_t groups, edge_bits, bits;              // `bits` of a key
  bool has_numbers;                             // whether chains and loops are put into the key
};

constexpr int kMostJoints = 8, kMostLength = 15, kShapeBits = 60;

// A random number for each kind of chain: see dots/shapes.h.
struct Marks {
  uint64_t lengths[2][kMostLength + 1];  // between joints, and outside
  ShapeKey chains[kMostJoints + 1][kMostJoints + 1][kMostLength + 1];
};

// A table of bounds, 8 words to a cache line.
struct Known {
  uint64_t *entries;
  int32_t line_bits;
};

// What workers are asked: whether the mover gets so much. Others may read one while it is written,
// and find that out afterwards: so it is written and read word by word.
struct Question {
  Position position;
  int64_t target;
};

constexpr int kQuestionWords = sizeof(Question) / sizeof(uint64_t);
static_assert(sizeof(Question) % sizeof(uint64_t) == 0, "a question is made of words");

// How far the question is, in the low bits of its serial. It is answered in one step: an answer
// cannot be taken for that of another question.
enum Stage : uint64_t { kClosed, kOpen, kMissed, kReached, kStages };

// The question that all workers are at.
struct Shared {
  alignas(64) uint64_t serial;  // kStages for each question, and its stage
  bool is_dismissed;
  uint64_t words[kQuestionWords];
};

struct Worker {
  int64_t nodes;
  uint64_t serial;  // of the question that it is at
  Budget budget;
  bool is_stopped;
  int32_t depth;
  Frame *frames;
};

struct Solver;

// What is compiled once for each instruction set.
struct Engine {
  int32_t bits;  // in a vector
  // Make all captures that cost nothing; the link to what is left.
  Link (*settle)(const Solver &, Edges &free);
  Position (*name)(const Solver &, Edges settled);
  Range (*look_up)(const Solver &, const Position &);
  // Whether the mover gets so much; look at worker.is_stopped.
  bool (*gets)(Solver &, Worker &, const Position &, int target);
  // Take over what another solver of the same question knows.
  void (*adopt)(Solver &, const Solver &from);
};

struct Solver {
  Board board;
  Naming naming;
  Coins coins;
  Known known, shapes;  // by position; by shape, if it has entries
  Marks marks;
  Engine engine;
  Shared shared;
  Edges root;
  int32_t ideas, workers;
  bool has_extra_turn;
  int16_t weight[2][64];        // of a move, by kind and slot: the highest comes first
  uint8_t sequence[kMostFree];  // the root's edges as 64 * kind + slot, the heaviest first
  uint64_t places[2][16][16];   // in it, as bits: of four edges, by kind and the first's slot / 4
  uint64_t *busy;               // keys that some worker is searching
  Worker *team;
  uint64_t keys[kMostFree];  // of the position after each move, and how it is linked
  Link links[kMostFree];
  bool keeps_turn[kMostFree];

  bool has(Idea idea) const { return ideas & idea; }
};

constexpr int kBusyBits = 14;
constexpr int kRestBits = 45;  // of a key, that an entry can hold

Trouble check(const BombeDots &wanted);
// Memory for a solver with a table of so many bytes, or of as many as it can use.
int64_t bytes_for(const BombeDots &wanted, int64_t table);
Trouble prepare(Solver &solver, Arena arena, const BombeDots &wanted);
Edges read(const Board &board, const uint8_t *drawn);
// The widest engine up to so many bits that this processor runs.
const Engine &engine_within(int bits);

extern const Engine kEngine128;
#if defined(__x86_64__)
extern const Engine kEngine256, kEngine512;
#endif

}  // namespace bombe::dots
