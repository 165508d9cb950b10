// Endgames for the drivers of endgame/ and reach/: a board with all of its solutions, taboos, who
// may play where, and questions about positions that come from it, or do not.
#pragma once

#include "endgame/endgame.h"
#include "input.h"

namespace fuzz {

struct Ending {
  Shape shape;
  Board board, solutions, taboo, open;
  int64_t count;
};

// False: the board has no solution, or too many.
inline bool read_ending(Input &input, Ending &ending, int most_empty) {
  ending.shape = shape_of(input, 9);
  const Shape &shape = ending.shape;
  ending.board = full_grid(input, shape);
  if (ending.board.empty()) return false;
  for (int i = input.below(most_empty + 1); i > 0; i--) ending.board[input.below(shape.cells)] = 0;
  const std::vector<Board> solutions = all_solutions(shape, ending.board, 70);
  if (solutions.empty() || solutions.size() > 70) return false;
  ending.count = static_cast<int64_t>(solutions.size());
  for (const Board &one : solutions)
    ending.solutions.insert(ending.solutions.end(), one.begin(), one.end());
  ending.taboo.assign(static_cast<size_t>(shape.cells) * shape.size, 0);
  for (int i = input.below(5); i > 0; i--) ending.taboo[input.below(shape.cells * shape.size)] = 1;
  ending.open.assign(shape.cells, 3);
  for (int i = input.below(9); i > 0; i--)
    ending.open[input.below(shape.cells)] = static_cast<uint8_t>(input.below(4));
  return true;
}

inline BombeEndgame endgame_of(const Ending &ending, bool has_skips) {
  return {ending.board.data(), ending.solutions.data(), ending.taboo.data(), ending.open.data(),
          ending.count,        ending.shape.m,          ending.shape.n,      has_skips};
}

// Where an answer is written: as much room as endgame.h says.
struct Answer {
  int32_t moves[64 + 128], lows[64 + 128], highs[64 + 128], line[64 + 128];
  uint8_t skips[64 + 128];
};

template <class Ask>
void ask(Input &input, const Ending &ending, void *memory, Ask function) {
  Answer *const answer = new Answer;
  BombeEndgameCall call = {};
  call.work.nodes_in_all = INT64_MAX;
  call.work.threads = 1;
  call.board = ending.board.data();
  call.taboo = ending.taboo.data();
  call.open = ending.open.data();
  call.moves = answer->moves;
  call.skips = answer->skips;
  call.lows = answer->lows;
  call.highs = answer->highs;
  call.line = input.flag() ? answer->line : nullptr;
  call.wants_all = input.flag() || call.line;
  int32_t status = bombe::kOutOfBudget;
  for (int slices = 0; slices < 8 && status == bombe::kOutOfBudget; slices++) {
    fill_slice(call.work.slice, input.one_of(1, 3000));
    call.work.slice.seconds = 0.05;  // what comes before the first node takes time, too
    status = function(memory, &call);
  }
  if (status >= 0) {
    CHECK(call.low <= call.high);
    CHECK(status != bombe::kDone || call.low == call.high || call.wants_time || call.wanted_bytes ||
          call.count > 0);
    for (int i = 0; i < call.count; i++) CHECK(answer->lows[i] <= answer->highs[i]);
  }
  delete answer;
}

// Play something, or put in what cannot be.
inline void change(Input &input, Ending &ending) {
  const int cell = input.below(ending.shape.cells);
  if (input.flag() && !ending.board[cell]) {
    const int64_t at = input.below(static_cast<int>(ending.count));
    ending.board[cell] = ending.solutions[static_cast<size_t>(at) * ending.shape.cells + cell];
  } else if (input.flag()) {
    ending.taboo[static_cast<size_t>(cell) * ending.shape.size + input.below(ending.shape.size)] ^=
        1;
  } else if (!(input.byte() & 7)) {
    ending.board[cell] = static_cast<uint8_t>(input.below(ending.shape.size + 1));
  }
  if (!(input.byte() & 7)) ending.open[cell] = static_cast<uint8_t>(input.below(4));
}

}  // namespace fuzz
