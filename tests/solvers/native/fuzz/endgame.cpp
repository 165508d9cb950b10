// Exact endgames, with tables of every layout, and in little memory.
#include "endgame/endgame.h"

#include "endings.h"

using namespace fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  Ending ending;
  if (!read_ending(input, ending, 24)) return 0;
  const int bytes = input.flag() ? 1 << 22 : input.below(1 << 16) * 16;
  Memory memory(bytes, input.byte());
  const BombeEndgame endgame = endgame_of(ending, input.flag());
  if (bombe_endgame_begin(memory.at(), memory.bytes(), &endgame)) return 0;
  const auto choose = [&](int most) { return input.one_of(-1, most); };
  if (input.flag()) {
    const int cross = choose(3), top = choose(4), level = choose(100);
    bombe_endgame_fill_by(memory.at(), input.flag(), cross, top, level);
  }
  if (input.flag()) {
    BombeEndgameWork work = {};
    work.nodes_in_all = INT64_MAX;
    work.threads = 1;
    fill_slice(work.slice, input.one_of(1, 5000));
    work.slice.seconds = 0.05;  // what comes before the first node takes time, too
    bombe_endgame_fill(memory.at(), &work);
  }
  for (int i = input.below(4); i >= 0; i--) {
    ask(input, ending, memory.at(), bombe_endgame_ask);
    BombeSlice slice = {};
    fill_slice(slice, 100);
    slice.seconds = 0.001;
    if (input.flag()) bombe_endgame_help(memory.at(), input.one_of(1, 15), &slice);
    const int32_t filled = bombe_endgame_is_filled(memory.at());
    CHECK(filled >= 0 && filled <= 2);
    change(input, ending);
  }
  return 0;
}
