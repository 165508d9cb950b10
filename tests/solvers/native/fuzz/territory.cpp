// The search in the newer play modes.
#include "territory/territory.h"

#include "searches.h"

using namespace fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  CHECK(!bombe_territory_least_bytes(6, 6));
  Place place;
  if (!read_place(input, place, 25)) return 0;
  const Shape &shape = place.shape;
  Board roots(shape.cells);
  for (uint8_t &root : roots) root = input.byte() % 8 != 0;
  Memory memory(bombe_territory_least_bytes(shape.m, shape.n) + input.below(1 << 16));
  for (int position = input.below(3); position >= 0; position--) {
    const BombeTerritory given = {place.board.data(),
                                  place.solution.data(),
                                  place.open.data(),
                                  roots.data(),
                                  place.bombs.data(),
                                  shape.m,
                                  shape.n};
    CHECK(!bombe_territory_begin(memory.at(), memory.bytes(), &given));
    BombeTerritoryCall call = {};
    call.cell = -1;
    call.deepest = input.one_of(1, 96);
    for (int i = input.below(3); i >= 0; i--) {
      fill_slice(call.slice, input.one_of(1, 1000));
      const int32_t status = bombe_territory_search(memory.at(), &call);
      CHECK(call.cell >= -1 && call.cell < shape.cells);
      CHECK(call.cell < 0 || !place.board[call.cell]);
      if (status == bombe::kDone) break;
    }
    const int cell = input.below(shape.cells);
    if (!place.board[cell] && place.solution[cell]) place.board[cell] = place.solution[cell];
    place.bombs[cell] = 0;
  }
  return 0;
}
