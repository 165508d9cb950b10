// Alpha-beta over the positions that no table holds, on a stack in the caller's memory, so that it
// can stop anywhere and go on.
//
// A margin is found by questions "is it at least x?" (MTD): each answer is a bound, and what was
// learnt stays in the table of transpositions. On boards with several solutions the search ends
// where one solution is left: from there a Table knows, which is filled when it is first needed.
#pragma once

#include "endgame/game.h"
#include "endgame/known.h"

namespace bombe::endgame {

constexpr int kInfinity = 1000;

// What is known of a position; 16 bytes.
struct Entry {
  uint64_t key;
  uint16_t check;
  int16_t low, high;
  uint16_t move;
};

struct Key {
  uint64_t key;
  uint16_t check;
};

struct Transpositions : Buckets<Entry> {
  void store(Key key, int low, int high, uint16_t move);
};

struct Frame {
  Position position;
  Key key;
  int32_t alpha, beta, best, low, high;
  int32_t next, count;  // moves; next < 0: not yet expanded
  int32_t points;       // of the move that is being searched
  uint16_t best_move, hint;
  Move moves[kMostEmpty + kMostPots];
};

// The table of one solution: of the positions that have some cells empty, and some pots as bombs.
struct Leaf {
  Table *table;
  uint64_t cells;
  Bits bombs;
  uint8_t places[kMostPots];  // which bit of the table each of them is

  uint64_t bits(Bits usable) const;
};

// Bounds of a position and of its moves, as `list_moves` has them.
struct Bounds {
  uint64_t empty;
  Bits usable;
  bool is_known;
  int32_t low, high;
  int16_t lows[kMostEmpty + kMostPots], highs[kMostEmpty + kMostPots];
};

// The values of a position's moves, as `list_moves` has them, and its line as far as it was drawn.
// For the line tables of later positions take the place of that of the position itself: a call
// about the same position goes on with the line, and fills none of them again.
struct Answered {
  uint64_t empty;
  Bits usable;
  bool is_known;
  int32_t best, line_count;
  int16_t values[kMostEmpty + kMostPots];
  uint16_t line[kMostEmpty + kMostPots];
};

// A question about one position: its margin lies between low and high.
struct Target {
  int32_t low, high, guess;
  uint16_t move;
  bool is_asked;  // a question is on the stack
};

struct Search {
  Game game;
  Arena arena;
  Transpositions known;
  Leaf *leaves;
  Frame *frames;
  uint64_t *sets;  // for each frame the solutions that are left
  int32_t depth;
  int32_t needed;  // a solution whose table is wanted, -1: none
  int64_t nodes;
  Target target;
  Filling filling;
  Plan plans[kMostCross + 1];
  uint64_t used_before;  // of the arena, by all but the tables
  int32_t threads;       // that can work on a table
  Limits limits;         // of the question
  Bounds bounds;
  Answered answered;
  int32_t is_open;  // for helpers: a ring is being filled
  int32_t helpers;  // that are inside

  // The position that is asked about, and how far the answer is; see endgame/endgame.cpp.
  Position root, asked;
  uint64_t *root_set;
  int32_t stage, move_points;
  bool has_target;
  static constexpr bool move_keeps_turn = false;  // unlike in reach/

  uint64_t *set(int at) const { return sets + static_cast<int64_t>(at) * game.words; }
  bool resolve(const Position &position, int &value);
  // Put what comes of a move, a skip if the value is 0, into a frame.
  void make_child(const Position &position, const uint64_t *left, int value, int at, int frame);
  void play(uint16_t move);  // on from the root
  void begin_target(const Position &position, const uint64_t *left, int low, int high);
  Status pursue(Budget &budget);                   // kDone: target.low and target.high are equal
  Status fill(Budget &budget);                     // the table of a board with one solution
  int is_filled() const;                           // 0: never; 1: not yet; 2: it is
  int64_t help(int worker, const Budget &budget);  // fill the table; see endgame/endgame.h
  // Make room for another table where the one that there is no longer holds what the root needs.
  void renew();

 private:
  int estimate(const Position &position) const;
  bool settle_by_bounds(Frame &frame, const Move &move, const Position &child, int &value);
  bool consider(Frame &frame, Move move);
  bool expand(Frame &frame);
  bool look_up_known(Frame &frame);
  void push(Frame &frame);
  void finish(Frame &frame);
  void settle(Frame &frame, int value, uint16_t move);
  Status answer(Budget &budget, int &value);
  bool covers(const Position &position) const;
  void close();  // no helper works on the table
  bool is_hopeless() const;
  void read_bounds();  // of the root, from the table
  void read_bounds(const Move &move, int at);
  bool look_up(uint64_t empty, Bits usable, int &low, int &high) const;
  void begin_needed();
  Status fill_needed(Budget &budget);
};

Trouble begin(Search &search, const BombeEndgame &given);
// The moves of a position; how many they are.
int list_moves(const Game &game, const Position &position, Move *moves);
// The points that all regions which are left can give.
int most_points(const Game &game, const Position &position);

}  // namespace bombe::endgame
