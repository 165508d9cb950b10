// The C interface of the finder of refutations.
#include "why/why.h"

#include "why/finder.h"

using namespace bombe;
using namespace bombe::why;

namespace {

Finder &finder_in(void *memory) { return *static_cast<Finder *>(memory); }

void begin_slice(Finder &finder, const BombeSlice &slice, bool is_rough) {
  finder.is_rough = is_rough;
  finder.budget = budget_of(slice);
  finder.nodes = 0;
}

int32_t status_of(Outcome outcome) { return outcome == Outcome::kStopped ? kOutOfBudget : kLimit; }

// Cut what the search left in the log; whether no shorter chain of singles does it.
bool make_short(Finder &finder, int level) {
  if (level == 0) return true;
  cut(finder, finder.states[1], 0);
  compact(finder, 0);
  if (level == 1 && finder.log_size > 3) find_closest(finder);
  leave_out(finder);
  return level == 1 && shorten(finder);
}

Outcome find(Finder &finder, BombeWhy &why) {
  if (!finder.spend_node(1)) return Outcome::kStopped;
  load(finder, why.board);
  int level;
  const Outcome outcome = search(finder, {why.cell, why.value - 1, why.is_not != 0}, level);
  if (outcome != Outcome::kAbsurd) return outcome;
  why.is_shortest = make_short(finder, level);
  why.length = write(finder, why.chain, why.room);
  return why.length < 0 ? Outcome::kNoRoom : Outcome::kAbsurd;
}

}  // namespace

int64_t bombe_why_bytes(int32_t m, int32_t n) {
  Arena arena(nullptr, UINT64_MAX);
  Finder finder{};
  arena.take<Finder>();
  lay_out(finder, m, n, arena);
  return static_cast<int64_t>(arena.used());
}

int32_t bombe_why_begin(void *memory, int64_t bytes, int32_t m, int32_t n) {
  if (bytes < bombe_why_bytes(m, n)) return kTooLittleMemory;
  Arena arena(memory, static_cast<uint64_t>(bytes));
  Finder *const finder = arena.take_zeroed<Finder>();
  lay_out(*finder, m, n, arena);
  finder->shape.fill();
  return kFine;
}

int32_t bombe_why_refute(void *memory, BombeWhy *why) {
  Finder &finder = finder_in(memory);
  begin_slice(finder, why->slice, false);
  const Outcome outcome = find(finder, *why);
  why->slice.nodes_used = finder.nodes;
  return outcome == Outcome::kAbsurd ? kDone : status_of(outcome);
}

int32_t bombe_why_rate(void *memory, BombeRatings *ratings) {
  Finder &finder = finder_in(memory);
  begin_slice(finder, ratings->slice, true);
  load(finder, ratings->board);
  const Outcome outcome = rate(finder, ratings->masks, ratings->ratings);
  ratings->slice.nodes_used = finder.nodes;
  return outcome == Outcome::kStopped ? kOutOfBudget : kDone;
}
