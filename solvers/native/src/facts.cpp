// What both sides of the C interface must agree on. Python states the same sizes and numbers, and
// compares them when it first uses a part of the kernel: so neither can change alone.
#include "cores/cores.h"
#include "dots/dots.h"
#include "dots/layout.h"
#include "endgame/endgame.h"
#include "endgame/game.h"
#include "endgame/search.h"
#include "general/shape.h"
#include "kernel.h"
#include "records/records.h"
#include "slice.h"
#include "tempo/tempo.h"
#include "territory/territory.h"
#include "why/finder.h"
#include "why/why.h"

using namespace bombe;

namespace {

struct Fact {
  const char *name;
  int64_t value;
};

#define SIZE_OF(structure) {#structure, sizeof(structure)}
#define NUMBER(name) {#name, name}

constexpr Fact kFacts[] = {
    SIZE_OF(BombeCall),
    SIZE_OF(BombeCount),
    SIZE_OF(BombeNext),
    SIZE_OF(BombeSolve),
    SIZE_OF(BombeAudit),
    SIZE_OF(BombeMoves),
    SIZE_OF(BombeSlice),
    SIZE_OF(BombeEndgame),
    SIZE_OF(BombeEndgameWork),
    SIZE_OF(BombeEndgameCall),
    SIZE_OF(BombeTempo),
    SIZE_OF(BombeTempoCall),
    SIZE_OF(BombeTerritory),
    SIZE_OF(BombeTerritoryCall),
    SIZE_OF(BombeWhy),
    SIZE_OF(BombeRatings),
    SIZE_OF(BombeCores),
    SIZE_OF(BombeCoresCall),
    SIZE_OF(BombeDots),
    SIZE_OF(BombeDotsCall),
    SIZE_OF(BombeTally),
    SIZE_OF(BombeStep),
    SIZE_OF(BombeRender),
    NUMBER(kAlignment),
    NUMBER(kMaxSize),
    NUMBER(kDone),
    NUMBER(kLimit),
    NUMBER(kOutOfBudget),
    NUMBER(kNotCandidate),
    NUMBER(kNo),
    NUMBER(kYes),
    NUMBER(kUnknown),
    NUMBER(kTooLarge),
    NUMBER(kTooManyMoves),
    NUMBER(kTooLittleMemory),
    NUMBER(kNotFromHere),
    NUMBER(endgame::kMostEmpty),
    NUMBER(endgame::kMostPots),
    NUMBER(endgame::kMostWorkers),
    NUMBER(why::kNaked),
    NUMBER(why::kHidden),
    NUMBER(why::kLocked),
    NUMBER(why::kNakedPair),
    NUMBER(why::kHiddenPair),
    NUMBER(why::kCase),
    NUMBER(why::kNoCandidate),
    NUMBER(why::kNoPlace),
    NUMBER(why::kClash),
    NUMBER(dots::kMostDots),
    NUMBER(dots::kMostFree),
    NUMBER(dots::kSymmetries),
    NUMBER(dots::kCorners),
    NUMBER(dots::kChains),
    NUMBER(dots::kCaptures),
    NUMBER(dots::kOrder),
    NUMBER(dots::kLoony),
    NUMBER(dots::kBounds),
    NUMBER(dots::kWindows),
    NUMBER(dots::kPeek),
    NUMBER(dots::kShapes),
    NUMBER(records::kNothing),
    NUMBER(records::kNumber),
    NUMBER(records::kByte),
    NUMBER(records::kWord),
    NUMBER(records::kSymbols),
    NUMBER(records::kMoves),
    NUMBER(records::kForced),
    NUMBER(records::kMask),
    NUMBER(records::kBoards),
    NUMBER(records::kTextBytes),
};

// strcmp would be the one function of C's library that the kernel of a page needs.
bool is_same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

}  // namespace

int64_t bombe_fact(const char *name) {
  for (const Fact &fact : kFacts)
    if (is_same(fact.name, name)) return fact.value;
  return INT64_MIN;
}
