// How a question about an endgame is answered, by either search: the margin first, then the value
// of each move, then the line. A Search has the position that is asked about, `target` and
// `pursue`.
#pragma once

#include "endgame/endgame.h"
#include "endgame/game.h"

namespace bombe::endgame {

// The stages of an answer: the margin, then the number of a move, then the line.
constexpr int32_t kMargin = -1, kLine = 1 << 16;

inline int32_t number_of(const Game &game, uint16_t code) {
  if (code == kNoMove) return -1;
  const int at = code & 255, value = code >> 8;
  const int cell = value ? at : game.pot_cell[at];
  return game.board_cell[cell] * game.size + (value ? value : game.pot_value[at]) - 1;
}

// Add a move, a skip if the value is 0; its value lies between the margin's bounds.
inline void add(const Game &game, BombeEndgameCall &call, int value, int at) {
  const int count = call.count++;
  call.moves[count] = number_of(game, static_cast<uint16_t>(value << 8 | at));
  call.skips[count] = !value;
  call.lows[count] = call.low;
  call.highs[count] = call.high;
}

// A move of the call: a fill has a cell and a value, a skip a pot; what it scores.
struct Played {
  int value, at, points;
};

inline Played played(const Game &game, const BombeEndgameCall &call, int move, uint64_t empty) {
  const int number = call.moves[move], cell = game.index_of[number / game.size];
  const int value = number % game.size + 1;
  if (call.skips[move]) return {0, game.pot_of[cell][value], 0};
  return {value, cell, game.points(empty, cell)};
}

template <class Search>
void note_margin(const Search &search, BombeEndgameCall &call) {
  if (search.target.low > call.low) call.low = search.target.low;
  if (search.target.high < call.high) call.high = search.target.high;
  call.best = number_of(search.game, search.target.move);
  for (int i = 0; i < call.count; i++)
    if (call.highs[i] > call.high) call.highs[i] = call.high;
}

// What the bounds of the position after the move say about the move.
template <class Search>
void note_move(const Search &search, BombeEndgameCall &call) {
  const int at = search.stage, points = search.move_points;
  const int low = search.move_keeps_turn ? search.target.low : -search.target.high;
  const int high = search.move_keeps_turn ? search.target.high : -search.target.low;
  if (points + low > call.lows[at]) call.lows[at] = points + low;
  if (points + high < call.highs[at]) call.highs[at] = points + high;
}

// `begin_move` makes the position after move search.stage the target. False: its value is known.
template <class Search>
Status value_moves(Search &search, BombeEndgameCall &call, Budget &budget,
                   bool begin_move(Search &, BombeEndgameCall &)) {
  for (; search.stage < call.count; search.stage++, search.has_target = false) {
    if (!search.has_target) search.has_target = begin_move(search, call);
    if (!search.has_target) continue;
    const Status status = search.pursue(budget);
    note_move(search, call);
    if (status != kDone) return status;
  }
  return kDone;
}

// The margin, and the values of the moves if they are wanted.
template <class Search>
Status value_position(Search &search, BombeEndgameCall &call, Budget &budget,
                      bool begin_move(Search &, BombeEndgameCall &)) {
  if (search.stage == kMargin) {
    const Status status = search.pursue(budget);
    note_margin(search, call);
    if (status != kDone) return status;
    search.stage = 0;
    search.has_target = false;
  }
  if (!call.wants_all || search.stage == kLine) return kDone;
  return value_moves(search, call, budget, begin_move);
}

}  // namespace bombe::endgame
