// The search for boards of every size, compiled for one width of vectors; see target.h.
#pragma once

#include <type_traits>
#include <utility>

#include "territory/search.h"
#include "territory/territory.h"

namespace bombe::territory {

// What territory.cpp calls, once for each width.
struct Engine {
  int64_t (*least_bytes)(int m, int n);
  int32_t (*begin)(void *memory, uint64_t bytes, const BombeTerritory &given);
  int32_t (*search)(void *memory, BombeTerritoryCall &call);
};

extern const Engine kEngine128, kEngine256;

}  // namespace bombe::territory

namespace bombe::territory::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

// The head of the memory, which is 0 at first.
struct Head {
  int32_t words;   // of the sets of the search behind it
  uint32_t begun;  // how many positions were begun here
};

constexpr int kMostWords = 11;  // of a set: for boards of 25x25

// For how many words there is a search.
#if defined(BOMBE_FEW_WIDTHS)
using Widths = std::integer_sequence<int, 2, 5, kMostWords>;
#else
using Widths = std::integer_sequence<int, 1, 2, 3, 5, 7, kMostWords>;
#endif

template <class Use, int... W>
int64_t with_width_of(int words, Use use, std::integer_sequence<int, W...>) {
  int64_t answer = 0;
  const bool is_known =
      ((words <= W && (answer = use(static_cast<Search<W> *>(nullptr)), true)) || ...);
  return is_known ? answer : int64_t{kTooLarge};
}

// Call `use` with the search of the least width; what it answers, or kTooLarge.
template <class Use>
int64_t with_width(int words, Use use) {
  return with_width_of(words, use, Widths{});
}

inline int words_of(int m, int n) {
  const int size = m * n;
  return size > kMostSize ? kMostWords + 1 : (size * (size + 1) + 63) / 64;
}

template <class Type>
Type *behind(void *memory) {
  return reinterpret_cast<Type *>(static_cast<uint8_t *>(memory) + kAlignment);
}

template <int W>
int32_t start(Search<W> &search, const BombeTerritory &given, uint32_t number, Arena arena) {
  if (!begin(search, given, number, arena)) return kTooLittleMemory;
  for (int cell = 0; cell < search.game.size * search.game.size; cell++)
    if (!given.roots[cell]) search.roots.take(search.game.bit_of(cell));
  return kFine;
}

template <int W>
int32_t search_on(Search<W> &search, BombeTerritoryCall &call) {
  Budget budget = budget_of(call.slice);
  call.slice.in_work = 1;
  const Status status = search.deepen(budget, call.deepest);
  call.slice.nodes_used = search.nodes;
  call.depth = search.depth;
  call.cell = search.best < 0 ? -1 : search.game.cell_of(search.best & ~kSkip);
  call.is_skip = search.best >= 0 && search.best & kSkip;
  call.value = search.value;
  return status;
}

template <int W>
int64_t bytes_of(const Search<W> *, int m, int n) {
  return static_cast<int64_t>(kAlignment + least_bytes<W>(m, n));
}

inline int64_t least_bytes_of(int m, int n) {
  const int words = words_of(m, n);
  if (words > kMostWords) return 0;
  return with_width(words, [=](auto *search) { return bytes_of(search, m, n); });
}

inline int32_t begin_on(void *memory, uint64_t bytes, const BombeTerritory &given) {
  Arena arena(memory, bytes);
  Head *const head = arena.take<Head>();
  if (!head) return kTooLittleMemory;
  head->words = words_of(given.m, given.n);
  return static_cast<int32_t>(with_width(head->words, [&](auto *type) -> int64_t {
    auto *const search = arena.take<std::remove_pointer_t<decltype(type)>>();
    return search ? start(*search, given, ++head->begun, arena) : kTooLittleMemory;
  }));
}

inline int32_t go_on(void *memory, BombeTerritoryCall &call) {
  const int words = static_cast<Head *>(memory)->words;
  return static_cast<int32_t>(with_width(words, [&](auto *type) -> int64_t {
    return search_on(*behind<std::remove_pointer_t<decltype(type)>>(memory), call);
  }));
}

BOMBE_TARGET_END

}  // namespace bombe::territory::BOMBE_WIDTH
