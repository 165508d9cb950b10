// Refutations and ratings: chains that do not fit, budgets that end anywhere.
#include "why/why.h"

#include "input.h"

using namespace fuzz;

namespace {

void refute(void *memory, Input &input, const Shape &shape, const Board &board) {
  int cell = input.below(shape.cells + 1) - 1;
  if (cell >= 0 && board[cell]) cell = -1;
  std::vector<int32_t> chain(input.flag() ? 1 << 14 : 1 + input.below(300));
  BombeWhy why = {};
  fill_slice(why.slice, input.one_of(1, 4000));
  why.board = board.data();
  why.cell = cell;
  why.value = cell < 0 ? 0 : input.one_of(1, shape.size);
  why.is_not = cell < 0 ? 0 : input.flag();
  why.chain = chain.data();
  why.room = static_cast<int64_t>(chain.size());
  const int32_t answer = bombe_why_refute(memory, &why);
  if (answer == bombe::kDone) CHECK(why.length > 0 && why.length <= why.room);
  if (answer != bombe::kDone || cell < 0 || shape.size > 9) return;
  // What is refuted has no solution.
  Board after = board;
  if (!why.is_not) after[cell] = static_cast<uint8_t>(why.value);
  if (!why.is_not) CHECK(all_solutions(shape, after, 1).empty());
}

void rate(void *memory, Input &input, const Shape &shape, const Board &board) {
  std::vector<uint64_t> masks(shape.cells);
  size_t count = 0;
  for (int cell = 0; cell < shape.cells; cell++) {
    if (board[cell] || input.byte() & 3) continue;
    masks[cell] = input.word() & ((2ull << shape.size) - 2);
    count += static_cast<size_t>(__builtin_popcountll(masks[cell]));
  }
  std::vector<int32_t> ratings(3 * count + 1, -1);
  BombeRatings call = {};
  fill_slice(call.slice, input.one_of(1, 4000));
  call.board = board.data();
  call.masks = masks.data();
  call.ratings = ratings.data();
  bombe_why_rate(memory, &call);
  CHECK(ratings[3 * count] == -1);
  for (size_t i = 0; i < count; i++) CHECK(ratings[3 * i] <= 3);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  const Shape shape = shape_of(input, 16);
  Memory memory(bombe_why_bytes(shape.m, shape.n), input.byte());
  CHECK(bombe_why_begin(memory.at(), memory.bytes() - 1, shape.m, shape.n) < 0);
  CHECK(!bombe_why_begin(memory.at(), memory.bytes(), shape.m, shape.n));
  for (int i = input.below(3); i >= 0; i--) {
    const Board board = board_of(input, shape);
    refute(memory.at(), input, shape, board);
    if (input.flag()) rate(memory.at(), input, shape, board);
  }
  return 0;
}
