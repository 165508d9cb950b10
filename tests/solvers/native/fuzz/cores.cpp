// Smallest cores: every core that is found has no solution, with as little memory as can be.
#include "cores/cores.h"

#include "input.h"

using namespace fuzz;

namespace {

// Whether the cells of a core alone refute what is asked.
void check(const Shape &shape, const Board &board, const BombeCores &question,
           const BombeCoresCall &call) {
  Board kept(shape.cells, 0);
  for (int i = 0; i < call.count; i++) {
    CHECK(call.cells[i] < shape.cells && board[call.cells[i]]);
    kept[call.cells[i]] = board[call.cells[i]];
  }
  if (shape.size > 9) return;
  if (question.cell < 0) CHECK(all_solutions(shape, kept, 1).empty());
  for (int value = 1; question.cell >= 0 && value <= shape.size; value++) {
    if (!(question.values >> value & 1)) continue;
    Board after = kept;
    after[question.cell] = static_cast<uint8_t>(value);
    CHECK(all_solutions(shape, after, 1).empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  const Shape shape = shape_of(input, 16);
  const Board board = board_of(input, shape);
  const int64_t learned = input.flag() ? 1 << 20 : input.below(4000);
  Memory memory(bombe_cores_bytes(shape.m, shape.n, learned), input.byte());
  bombe_cores_prepare(memory.at(), memory.bytes(), shape.m, shape.n);
  int cell = input.below(shape.cells + 1) - 1;
  if (cell >= 0 && board[cell]) cell = -1;
  const uint64_t all = (2ull << shape.size) - 2;
  const uint64_t values = cell < 0 ? 0 : input.flag() ? all : 2ull << input.below(shape.size);
  const BombeCores question = {board.data(), nullptr, values, cell, 0};
  for (int i = input.below(2); i >= 0; i--) {
    std::vector<uint16_t> cells(shape.cells);
    BombeCoresCall call = {{}, cells.data(), -1, 0};
    bombe_cores_begin(memory.at(), &question);
    int32_t answer = bombe::kOutOfBudget;
    for (int slices = 0; slices < 6 && answer == bombe::kOutOfBudget; slices++) {
      fill_slice(call.slice, input.one_of(1, 500));
      answer = bombe_cores_prove(memory.at(), &call);
    }
    if (call.count >= 0) check(shape, board, question, call);
    if (answer != bombe::kDone || call.count < 0) continue;
    const int32_t smallest = call.count;
    CHECK(call.at_least == smallest);
    for (int more = input.below(4); more > 0; more--) {
      fill_slice(call.slice, input.one_of(1, 500));
      if (bombe_cores_next(memory.at(), &call) != bombe::kLimit) break;
      CHECK(call.count == smallest);
      check(shape, board, question, call);
    }
  }
  return 0;
}
