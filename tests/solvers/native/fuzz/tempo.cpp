// The search by the tempo law.
#include "tempo/tempo.h"

#include "searches.h"

using namespace fuzz;

namespace {

struct Roots {
  std::vector<int32_t> moves;
  std::vector<uint8_t> skips;
  std::vector<int16_t> extras;
};

Roots roots_of(Input &input, const Place &place, bool is_classic) {
  const Shape &shape = place.shape;
  Roots roots;
  for (int cell = 0; cell < shape.cells; cell++) {
    if (place.board[cell] || (!is_classic && !(place.open[cell] & 1))) continue;
    const uint64_t bombs = place.bombs[cell];
    const int value = place.solution[cell] ? place.solution[cell] : input.one_of(1, shape.size);
    for (const bool is_skip : {false, true}) {
      if (is_skip && !bombs) continue;
      const int played = is_skip ? __builtin_ctzll(bombs) : value;
      roots.moves.push_back(cell * shape.size + played - 1);
      roots.skips.push_back(is_skip);
      roots.extras.push_back(static_cast<int16_t>(input.below(40) - 20));
    }
  }
  return roots;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  Place place;
  if (!read_place(input, place, 16)) return 0;
  const Shape &shape = place.shape;
  const bool is_classic = input.flag();
  int empty = 0;
  for (const uint8_t value : place.board) empty += !value;
  const int64_t least = bombe_tempo_least_bytes(shape.m, shape.n, empty);
  const int more = input.below(4000);
  Memory memory(least + more, input.byte());
  const BombeTempo tempo = {place.board.data(),
                            place.solution.data(),
                            place.bombs.data(),
                            is_classic ? nullptr : place.open.data(),
                            shape.m,
                            shape.n};
  CHECK(!bombe_tempo_begin(memory.at(), memory.bytes(), &tempo));
  const Roots roots = roots_of(input, place, is_classic);
  if (roots.moves.empty()) return 0;
  BombeTempoCall call = {};
  call.roots = roots.moves.data();
  call.skips = roots.skips.data();
  call.extras = roots.extras.data();
  call.count = static_cast<int32_t>(roots.moves.size());
  call.deepest = input.one_of(1, 64);
  for (int i = input.below(4); i >= 0; i--) {
    fill_slice(call.slice, input.one_of(1, 2000));
    const int32_t status = bombe_tempo_search(memory.at(), &call);
    CHECK(call.best >= 0 && call.best < call.count);
    if (status == bombe::kDone) break;
    call.slice.in_work = 1;
  }
  return 0;
}
