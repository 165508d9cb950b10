// The C interface of the search by the tempo law.
#include "tempo/tempo.h"

#include "tempo/search.h"

using namespace bombe;
using namespace bombe::tempo;

namespace {

Search &search_in(void *memory) { return *static_cast<Search *>(memory); }

void start(Search &search, BombeTempoCall &call) {
  const Game &game = search.game;
  Frame &root = search.frames[0];
  root.count = call.count;
  for (int i = 0; i < call.count; i++) {
    const int value = call.roots[i] % game.size;
    root.moves[i] = {call.extras[i], game.index_of[call.roots[i] / game.size],
                     static_cast<int16_t>(call.skips[i] ? value : -1), static_cast<int16_t>(i)};
  }
  search.best = 0;
  search.value = 0;
  search.begin_depth(1);
  call.slice.in_work = 1;
}

}  // namespace

int64_t bombe_tempo_least_bytes(int32_t m, int32_t n, int32_t empty) {
  return static_cast<int64_t>(least_bytes(m, n, empty));
}

int32_t bombe_tempo_begin(void *memory, int64_t bytes, const BombeTempo *tempo) {
  Arena arena(memory, static_cast<uint64_t>(bytes));
  Search *const search = arena.take_zeroed<Search>();
  return search && begin(*search, *tempo, arena) ? kFine : kTooLittleMemory;
}

int32_t bombe_tempo_search(void *memory, BombeTempoCall *call) {
  Search &search = search_in(memory);
  Budget budget = budget_of(call->slice);
  if (!call->slice.in_work) start(search, *call);
  const Status status = search.deepen(budget, call->deepest);
  call->slice.nodes_used = search.nodes;
  call->depth = search.depth;
  call->best = search.best;
  call->value = search.value;
  return status;
}
