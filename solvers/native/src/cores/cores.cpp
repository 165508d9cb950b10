// The C interface of the search for smallest cores.
#include "cores/cores.h"

#include "arena.h"
#include "cores/oracle.h"
#include "cores/search.h"

using namespace bombe;
using namespace bombe::cores;

namespace {

// The functions of a search for sets of so many words.
struct Engine {
  int most;  // filled cells
  uint64_t bytes;
  void (*begin)(void *, uint64_t, Oracle &, const BombeCores &);
  int32_t (*prove)(void *, Budget &);
  int32_t (*next)(void *, Budget &);
  void (*write)(const void *, BombeCoresCall &);
};

template <int W>
constexpr Engine kEngine = {
    64 * W,
    sizeof(Search<W>),
    [](void *memory, uint64_t bytes, Oracle &oracle, const BombeCores &question) {
      Arena arena(memory, bytes);
      Search<W> &search = *arena.take<Search<W>>();
      search = {};
      search.lay_out(arena, oracle);
      search.begin(question);
    },
    [](void *memory, Budget &budget) { return static_cast<Search<W> *>(memory)->prove(budget); },
    [](void *memory, Budget &budget) { return static_cast<Search<W> *>(memory)->next(budget); },
    [](const void *memory, BombeCoresCall &call) {
      static_cast<const Search<W> *>(memory)->write(call);
    },
};

#if defined(BOMBE_FEW_WIDTHS)
// Of 9x9, 16x16 and 36x36 boards.
constexpr const Engine *kEngines[] = {&kEngine<2>, &kEngine<4>, &kEngine<21>};
#else
// Of 8x8, 9x9, 16x16, 25x25 and 36x36 boards.
constexpr const Engine *kEngines[] = {&kEngine<1>, &kEngine<2>, &kEngine<4>, &kEngine<10>,
                                      &kEngine<21>};
#endif

// The head of the memory; the oracle's and the search's memory follow.
struct Head {
  Oracle oracle;
  const Engine *engine;
  void *search;
  uint64_t bytes;
};

const Engine &engine_for(int filled) {
  int i = 0;
  while (kEngines[i]->most < filled) i++;
  return *kEngines[i];
}

}  // namespace

int64_t bombe_cores_bytes(int32_t m, int32_t n, int64_t learned) {
  Arena arena(nullptr, UINT64_MAX);
  arena.take<Head>();
  Oracle{}.lay_out(arena, m, n);
  constexpr uint64_t kLargestSearch = 2048;
  static_assert(sizeof(Search<21>) <= kLargestSearch);
  const uint64_t cells = static_cast<uint64_t>(m * n) * static_cast<uint64_t>(m * n);
  // Two decisions of 21 words for each cell, and some lists.
  return static_cast<int64_t>(arena.used() + kLargestSearch + (cells + 2) * 400) + learned;
}

void bombe_cores_prepare(void *memory, int64_t bytes, int32_t m, int32_t n) {
  Arena arena(memory, static_cast<uint64_t>(bytes));
  Head &head = *arena.take<Head>();
  head = {};
  head.oracle.lay_out(arena, m, n);
  head.bytes = arena.left();
  head.search = arena.take<uint8_t>(0);
}

void bombe_cores_begin(void *memory, const BombeCores *question) {
  Head &head = *static_cast<Head *>(memory);
  head.oracle.begin(*question);
  int filled = 0;
  for (int cell = 0; cell < head.oracle.cells(); cell++) filled += question->board[cell] != 0;
  head.engine = &engine_for(filled);
  head.engine->begin(head.search, head.bytes, head.oracle, *question);
}

namespace {

int32_t run(void *memory, BombeCoresCall &call, int32_t (*Engine::*work)(void *, Budget &)) {
  Head &head = *static_cast<Head *>(memory);
  Budget budget = budget_of(call.slice);
  const int32_t answer = (head.engine->*work)(head.search, budget);
  call.slice.nodes_used += call.slice.nodes - budget.nodes_left;
  call.slice.in_work = answer == kOutOfBudget;
  head.engine->write(head.search, call);
  return answer;
}

}  // namespace

int32_t bombe_cores_prove(void *memory, BombeCoresCall *call) {
  return run(memory, *call, &Engine::prove);
}

int32_t bombe_cores_next(void *memory, BombeCoresCall *call) {
  return run(memory, *call, &Engine::next);
}
