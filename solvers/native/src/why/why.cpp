// The C interface of the finder of refutations.
#include "why/why.h"

#include "why/finder.h"

using namespace bombe;
using namespace bombe::why;

namespace {

Finder &finder_in(void *memory) { return *static_cast<Finder *>(memory); }

void begin_slice(Finder &finder, const BombeSlice &slice) {
  finder.budget = budget_of(slice);
  finder.nodes = 0;
}

int32_t status_of(Outcome outcome) { return outcome == Outcome::kStopped ? kOutOfBudget : kLimit; }

// Cut what the search left in the log; whether no shorter chain of singles does it.
bool make_short(Finder &finder, int level) {
  if (level == 0) return true;
  cut(finder, finder.states[1], 0);
  compact(finder, 0);
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

// Rate a value of the board in state 0, which is kept in the last state.
Outcome rate(Finder &finder, int cell, int value, int32_t rating[3]) {
  if (!finder.spend_node(1 + finder.shape.cells / 16)) return Outcome::kStopped;
  finder.states[0].copy(finder.states[kStates - 1], finder.shape);
  int level;
  const Outcome outcome = search(finder, {cell, value - 1, false}, level);
  rating[0] = outcome == Outcome::kAbsurd ? level : -1;
  rating[1] = rating[2] = 0;
  if (rating[0] <= 0) return outcome;
  rating[2] = cut(finder, finder.states[1], 0);
  compact(finder, 0);
  rating[1] = depth_of(finder, 1, finder.log_size);
  return outcome;
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
  begin_slice(finder, why->slice);
  const Outcome outcome = find(finder, *why);
  why->slice.nodes_used = finder.nodes;
  return outcome == Outcome::kAbsurd ? kDone : status_of(outcome);
}

int32_t bombe_why_rate(void *memory, BombeRatings *ratings) {
  Finder &finder = finder_in(memory);
  begin_slice(finder, ratings->slice);
  load(finder, ratings->board);
  finder.states[kStates - 1].copy(finder.states[0], finder.shape);
  const int32_t clash = finder.clash[0];
  int64_t number = 0, spent = 0;
  Outcome outcome = Outcome::kStuck;
  for (int cell = 0; cell < finder.shape.cells && outcome != Outcome::kStopped; cell++)
    for (uint64_t rest = ratings->masks[cell]; rest; rest &= rest - 1, number++) {
      if (number < ratings->done) continue;
      finder.clash[0] = clash;
      outcome = rate(finder, cell, lowest_bit(rest), ratings->ratings + 3 * number);
      if (outcome == Outcome::kStopped) break;
      ratings->done++;
      spent = finder.nodes;
    }
  // What a clock cut short is done again, and is not counted twice.
  ratings->slice.nodes_used += finder.budget.nodes_left > 0 ? spent : finder.nodes;
  return outcome == Outcome::kStopped ? kOutOfBudget : kDone;
}
