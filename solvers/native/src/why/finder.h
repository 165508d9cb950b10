// Finds why something cannot be: a chain of deductions that ends in an absurdity.
//
//     level 0   the question itself is absurd
//     level 1   naked and hidden singles lead to an absurdity                       rules.cpp
//     level 2   locked candidates, naked pairs and hidden pairs, too                rules.cpp
//     level 3   a candidate is removed because a chain of its own refutes it: a case, in which
//               cases may stand again                                               cases.cpp
//
// Each level is closed before the next one is begun, so the level and the depth that are found are
// the lowest. All rules stay valid when more is known, so the order of the steps does not matter to
// that. What they did is in a log; from an absurdity it is cut backwards to what is needed
// (cut.cpp), and what can be left out is (replay.cpp). A shortest chain of singles is looked for
// among all sets of singles, the small ones first (shortest.cpp). Reasons are chosen in the end
// (write.cpp).
#pragma once

#include <cstdint>

#include "budget.h"
#include "why/state.h"
#include "why/why.h"

namespace bombe::why {

// Whether a search has come to an end, and to which.
enum class Outcome { kStuck, kAbsurd, kHolds, kStopped, kNoRoom };

constexpr int kDeepest = 12;           // cases in cases
constexpr int kStates = kDeepest + 4;  // the question, the work, and one for each case
constexpr int kShortestWork = 8000;    // the most that a search for a shortest chain may take
constexpr int kReplayedSteps = 40000;  // the most that leaving out may take

// A step. The records of a case come right after it.
struct Record {
  int32_t length;         // of its case
  int32_t needs, needed;  // of a case: where its list of earlier steps begins, and how long it is
  int16_t rule;           // kNaked for both kinds of singles, until it is written
  int16_t cell, value;    // of a single or a case
  int16_t region, other;  // as in Python's `Step`
  int16_t cells[2], values[2];
  bool is_out;  // left out
};

// That the candidates in `gone` are no longer in `word`.
struct Requirement {
  int word;
  uint64_t gone;
};

struct Finder {
  Shape shape;
  State states[kStates];  // 0: the board with the question; 1: the work; then the cases
  Record *log;            // from 1 on
  int32_t *needs;         // the lists of the cases
  uint8_t *is_needed;     // for each record, while it is cut
  uint64_t *seen;         // for each cell, while candidates are put in order
  uint64_t *proofs;       // sets of steps, while a chain of singles is made shorter
  int32_t *written_at;    // for each step, while it is written: where its removals stand
  int16_t *coverage;      // for each cell and step, while reasons are chosen; 0 otherwise
  int32_t log_size, log_room, needs_size, needs_room;
  int32_t clash[4];  // a region, a value, and two cells of it that hold the value; kNever: none
  // Whether the first absurdity will do; otherwise all singles that are known before it are used,
  // and the absurdity is chosen that needs the least.
  bool is_rough;
  Budget budget;
  int64_t nodes;

  uint64_t all() const { return ~uint64_t{0} >> (64 - shape.size); }
  int region_word(int region, int value) const { return shape.cells + region * shape.size + value; }
  bool spend_node(int work) {
    if (!spend(budget, work)) return false;
    nodes++;
    return true;
  }
};

// What is refuted: that the fact holds, or does not; cell -1: the board.
struct Question {
  int cell, value;
  bool is_not;
};

// finder.cpp: the memory; the board, in state 0; the levels one after the other, in state 1.
void lay_out(Finder &finder, int m, int n, Arena &arena);
void load(Finder &finder, const uint8_t *board);
// Put the question into state 0 and look for an absurdity in state 1, from its lowest level on.
Outcome search(Finder &finder, const Question &question, int &level);
// The same up to level 2.
Outcome search_simply(Finder &finder, const Question &question, int &level);
// The depth of the cases from `first` to `end` of the log.
int depth_of(const Finder &finder, int first, int end);

// rules.cpp: what singles conclude, and the rules beyond them.
Outcome close_singles(Finder &finder, State &state);
Outcome close_pairs(Finder &finder, State &state);
// What a step needs. A single has four ways, of which one is enough.
int requirements(const Finder &finder, const Record &record, Requirement found[4]);
// Remove what a step that is no single removes.
void apply(const Finder &finder, State &state, const Record &record, int step);

// cases.cpp: all that cases of that depth conclude in a state.
Outcome close_cases(Finder &finder, int at, int depth);

// cut.cpp: mark what an absurdity needs, of several the one that needs the fewest deductions; their
// number. The chain begins after `header`.
int cut(Finder &finder, const State &state, int header);
// The number of deductions that close a candidate which is not open.
int cut_to(Finder &finder, const State &state, int cell, int value);
// Drop what is not marked; of a case, note what it needs of the steps before it.
bool compact(Finder &finder, int header);

// replay.cpp: leave out what the chain does not need, once it is compact.
void leave_out(Finder &finder);

// closest.cpp: look for a shorter chain of singles than that in the log, and put it there.
void find_closest(Finder &finder);

// shortest.cpp: look for a shorter chain of singles. Whether the one that is left is a shortest.
bool shorten(Finder &finder);

// rate.cpp: how hard it is to see that the values of a board cannot be; `masks` and `ratings` are
// those of why.h.
Outcome rate(Finder &finder, const uint64_t *masks, int32_t *ratings);

// write.cpp: write the chain of state 0; its length, or -1 if there is no room.
int64_t write(Finder &finder, int32_t *chain, int64_t room);

}  // namespace bombe::why
