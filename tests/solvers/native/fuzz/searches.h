// Positions for the drivers of tempo/ and territory/: a board, what is known of its solution,
// bombs.
#pragma once

#include "input.h"

namespace fuzz {

struct Place {
  Shape shape;
  Board board, solution, open;
  std::vector<uint64_t> bombs;
};

inline bool read_place(Input &input, Place &place, int most) {
  place.shape = shape_of(input, most);
  const Shape &shape = place.shape;
  place.solution = full_grid(input, shape);
  if (place.solution.empty()) return false;
  place.board = place.solution;
  for (int i = input.below(shape.cells); i > 0; i--) place.board[input.below(shape.cells)] = 0;
  place.bombs.assign(shape.cells, 0);
  for (int i = input.below(40); i > 0; i--) {
    const int cell = input.below(shape.cells), value = input.one_of(1, shape.size);
    if (value != place.solution[cell] && is_legal(shape, place.board, cell, value))
      place.bombs[cell] |= 1ull << value;
  }
  for (int i = input.below(6); i > 0; i--) {
    const int cell = input.below(shape.cells);
    if (!place.board[cell]) place.solution[cell] = 0;
  }
  place.open.assign(shape.cells, 3);
  for (int i = input.below(20); i > 0; i--)
    place.open[input.below(shape.cells)] = static_cast<uint8_t>(input.below(4));
  return true;
}

}  // namespace fuzz
