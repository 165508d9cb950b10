// Alpha-beta over the positions of the newer play modes, on a stack in the caller's memory, so that
// it can stop anywhere and go on.
//
// A margin is found by questions "is it at least x?" (MTD): each answer is a bound, and what was
// learnt stays in the table. The questions begin at the estimate and take longer and longer steps
// until the margin lies between two answers; then they halve what is left.
#pragma once

#include "reach/estimate.h"
#include "reach/keys.h"

namespace bombe::reach {

using endgame::kNoMove;
using endgame::Move;

constexpr int kMostMoves = endgame::kMostEmpty + endgame::kMostPots;

struct Frame {
  Place place;
  Key key;
  int32_t alpha, beta, best, low, high;
  int32_t next, count;  // moves; next < 0: not yet expanded
  uint16_t best_move;
  uint8_t hint;
  int64_t nodes_before;
  Move moves[kMostMoves];
};

// The position after a move, while the moves are looked at.
struct Child {
  Node node;
  Key key;
};

// A question about one position: its margin lies between low and high.
struct Target {
  int32_t low, high;
  int32_t beta, step;      // the question, and how far it is from the one before
  bool has_low, has_high;  // answers to questions
  bool is_asked;           // the question is on the stack
  bool needs_move;         // not just the bounds
  uint16_t move;           // that reaches low
};

struct Search {
  Game game;
  Lines lines;
  Keys keys;
  Known known;
  Frame *frames;
  Child children[kMostMoves];  // of the frame that is being expanded
  Place child;                 // the one that is being made
  int32_t depth;
  int64_t nodes;
  Target target;

  // The position that is asked about, and how far the answer is; see reach/reach.cpp.
  Place root;
  int32_t stage, move_points;
  bool has_target, move_keeps_turn;

  void begin_target(const Place &place, int low, int high, bool needs_move);
  Status pursue(Budget &budget);  // kDone: target.low and target.high are equal

 private:
  uint8_t hint_of(const Move &move) const {
    return static_cast<uint8_t>(move.value ? move.at : kBombHint | game.pot_cell[move.at]);
  }
  bool needs_move() const { return !depth && target.needs_move; }
  void settle(Frame &frame, int value, const Move &move);
  void list_fills(Frame &frame);
  void prepare(Frame &frame, Move move);
  bool is_settled(Frame &frame, Move &move, const Child &child);
  bool limit(Frame &frame);
  void expand(Frame &frame);
  bool look_up_known(Frame &frame);
  void push(Frame &frame);
  void finish(Frame &frame);
  void choose_question();
  Status answer(Budget &budget, int &value);
};

Trouble begin(Search &search, const BombeEndgame &given, Arena &arena);
// Read a position that comes from the one that the search was made for.
Trouble read(Search &search, const uint8_t *board, const uint8_t *taboo, const uint8_t *open,
             Place &place);

}  // namespace bombe::reach
