// Exact Dots and Boxes: any ideas, any width, tables that are hardly large enough, helpers.
#include "dots/dots.h"

#include <thread>

#include "input.h"

using namespace fuzz;

namespace {

struct Answer {
  int32_t moves[64], lows[64], highs[64];
};

void ask(Input &input, void *memory, const Board &drawn) {
  Answer *const answer = new Answer;
  BombeDotsCall call = {};
  call.drawn = drawn.data();
  call.wants_all = input.flag();
  call.moves = answer->moves;
  call.lows = answer->lows;
  call.highs = answer->highs;
  int32_t status = bombe::kOutOfBudget;
  for (int slices = 0; slices < 8 && status == bombe::kOutOfBudget; slices++) {
    fill_slice(call.slice, input.one_of(1, 2000));
    status = bombe_dots_ask(memory, &call);
  }
  if (status == bombe::kDone) CHECK(call.low == call.high);
  if (status >= 0) CHECK(call.low <= call.high && call.count <= 64);
  CHECK(bombe_dots_nodes(memory) >= 0);
  delete answer;
}

// With another worker, which must not change an answer.
void ask_with_help(Input &input, void *memory, const Board &drawn) {
  bombe_dots_gather(memory);
  std::thread helper([=] { bombe_dots_help(memory, 1); });
  ask(input, memory, drawn);
  bombe_dots_dismiss(memory);
  helper.join();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  const int rows = input.one_of(1, 8), columns = input.one_of(1, 8);
  Board drawn(static_cast<size_t>((rows + 1) * columns + rows * (columns + 1)), 0);
  const int edges = static_cast<int>(drawn.size());
  for (int i = input.below(edges + 1); i > 0; i--) drawn[input.below(edges)] = 1;
  if (edges > 24 && input.byte() & 7)
    for (int i = 0; i < edges; i++) drawn[i] |= input.byte() % 4 != 0;
  const int ideas = input.flag() ? -1 : static_cast<int>(input.word() & 1023);
  const int workers = input.one_of(1, 3);
  const Board given = drawn;
  const BombeDots dots = {given.data(), rows, columns, input.flag(), ideas, workers};
  const int64_t table = input.flag() ? 1 << 20 : input.below(1 << 14) * 64;
  const int64_t bytes = bombe_dots_bytes(&dots, table);
  if (bytes < 0) return 0;
  Memory memory(bytes);
  CHECK(!bombe_dots_begin(memory.at(), memory.bytes(), &dots));
  bombe_dots_narrow(memory.at(), 128 << input.below(3));
  for (int i = input.below(3); i >= 0; i--) {
    if (workers > 1 && input.flag()) ask_with_help(input, memory.at(), drawn);
    else ask(input, memory.at(), drawn);
    drawn[input.below(edges)] = input.byte() % 8 != 0;
  }
  const int64_t more = bombe_dots_bytes(&dots, 1 << 21);
  CHECK(more >= bytes);
  Memory larger(more);
  CHECK(!bombe_dots_begin(larger.at(), larger.bytes(), &dots));
  bombe_dots_adopt(larger.at(), memory.at());
  ask(input, larger.at(), Board(dots.drawn, dots.drawn + edges));
  return 0;
}
