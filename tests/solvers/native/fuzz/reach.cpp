// Exact endgames in the newer play modes.
#include "reach/reach.h"

#include "endings.h"

using namespace fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  Ending ending;
  if (!read_ending(input, ending, 14)) return 0;
  const int bytes = input.flag() ? 1 << 20 : input.below(1 << 16) * 8;
  Memory memory(bytes, input.byte());
  const BombeEndgame endgame = endgame_of(ending, input.flag());
  if (bombe_reach_begin(memory.at(), memory.bytes(), &endgame)) return 0;
  for (int i = input.below(4); i >= 0; i--) {
    ask(input, ending, memory.at(), bombe_reach_ask);
    change(input, ending);
  }
  return 0;
}
