// A search that learns: every contradiction leaves a clause, so that no part of it is met again.
//
// The variables are the candidates that are open where the search begins. That of each word exactly
// one holds is not written down as clauses: a word is a list of variables and the number of those
// not denied, and the reason of a conclusion is looked up only when a contradiction asks for it:
//
//     denied because a candidate in a common word holds           that candidate
//     holds because it is the last one of a word                  all others of the word, denied
//     denied, holds: the last literal of a learned clause         all others of the clause
//
// Learned clauses lie one behind the other in a store of fixed size, watched by two of their
// literals; when the store is full, half of them are forgotten. README.md explains the rest.
#pragma once

#include "budget.h"
#include "general/masks.h"
#include "general/shape.h"

namespace bombe {

using Literal = uint32_t;  // 2 * variable: it holds; 2 * variable + 1: it is denied

inline Literal holds(uint32_t variable) { return 2 * variable; }
inline Literal denied(uint32_t variable) { return 2 * variable + 1; }
inline Literal opposite(Literal literal) { return literal ^ 1; }
inline uint32_t variable_of(Literal literal) { return literal >> 1; }

// Why a literal is true.
struct Reason {
  enum Kind : uint32_t { kNone, kPeer, kWord, kClause };
  Kind kind : 2;
  uint32_t which : 30;  // the variable that holds; the word; where the clause begins
};

// A learned clause, in the store; its literals follow. One of them must be true, and the first two
// watch: nothing can be concluded before one of these is false. The clauses that a literal watches
// are a linked list. Of a clause that is a reason, the first literal is the conclusion.
struct Clause {
  uint32_t size;
  uint16_t levels;   // of how many guesses it speaks
  uint8_t used;      // not 0: lately
  uint8_t is_kept;   // never to be forgotten
  uint32_t next[2];  // the next clause that the first, the second literal watches; 0: none

  Literal *literals() { return reinterpret_cast<Literal *>(this + 1); }
};

constexpr uint32_t kNoVariable = ~0u;
constexpr uint32_t kWanted = 1;  // where in the store the clause of the wanted candidates is
constexpr int32_t kLargestBump = 1 << 24;

class Learner {
 public:
  void lay_out(Arena &arena, const Shape &shape);

  // Start with the open candidates of words to which all singles have been applied.
  template <class Mask>
  void begin(const Mask *words) {
    variables_ = 0;
    for (int cell = 0; cell < shape_->cells; cell++) {
      for (Mask rest = words[cell]; rest; rest &= rest - 1) {
        candidates_[variables_++] = {static_cast<uint16_t>(cell),
                                     static_cast<uint16_t>(lowest_bit(rest))};
      }
    }
    prepare();
  }

  // Search on. kLimit: there is a new solution, write_solution reads it.
  Status next(Budget &budget);

  // Write the candidates that hold into a solution whose other cells are filled.
  void write_solution(uint8_t *solution) const;

  // Search on for solutions with a candidate that is kUnknown there, now and after every solution.
  void want_unknown(const uint8_t *verdicts);

  // Call `visit` with every candidate that no solution holds any more.
  template <class Visit>
  void visit_refuted(Visit visit) const {
    const uint32_t end = level_ ? level_starts_[1] : trail_count_;
    for (uint32_t i = 0; i < end; i++) {
      if (trail_[i] & 1) visit(candidates_[variable_of(trail_[i])]);
    }
  }

  // For tests: use only so much of the store.
  void limit_store(uint32_t length) {
    const uint32_t most = store_size_ - store_begin_;
    store_end_ = store_begin_ + (length < most ? length : most);
  }

 private:
  struct Word {
    uint16_t open;  // how many of its variables are not denied
    uint16_t last;  // exclusive or of these: if it is one, which
  };

  // In general/learn.cpp: variables, conclusions, guesses.
  void prepare();
  void fill_words();
  bool is_true(Literal literal) const { return values_[literal] > 0; }
  bool is_false(Literal literal) const { return values_[literal] < 0; }
  bool is_open(Literal literal) const { return values_[literal] == 0; }
  void assign(Literal literal, Reason reason);
  void undo_to(uint32_t level);
  bool propagate();
  bool spread_holding(uint32_t variable);
  bool spread_denied(uint32_t variable);
  bool spread_clauses(Literal falsified);
  void decide();
  bool has_pair(uint32_t variable) const;
  bool leave_solution();
  bool retreat();
  void restart_if_due();

  // In general/learn_clauses.cpp: what contradictions teach, and the store.
  bool resolve_conflict();
  void analyse();
  uint32_t note_cause(uint32_t variable);
  void minimise();
  bool is_implied(uint32_t variable, uint64_t levels);
  void bump(uint32_t variable);
  uint32_t count_levels();
  void second_highest_first();
  uint32_t learn(bool is_kept);
  Clause &clause(uint32_t at) const { return *reinterpret_cast<Clause *>(store_ + at); }
  static uint32_t length_of(uint32_t size);
  void watch(uint32_t at);
  void unwatch(uint32_t at, int which);
  void clean_up();
  bool is_reason(uint32_t at) const;
  void block_decisions();

  template <class Visit>
  bool visit_causes(Reason reason, uint32_t implied, Visit visit) const;

  const Shape *shape_ = nullptr;
  uint32_t variables_ = 0;
  Candidate *candidates_ = nullptr;    // of each variable
  uint16_t *words_of_ = nullptr;       // four for each variable
  Word *words_ = nullptr;              // numbered as in general/shape.h
  uint32_t *members_begin_ = nullptr;  // of each word: where its variables stand in members_
  uint16_t *members_ = nullptr;

  int8_t *values_ = nullptr;  // of each literal: 1 true, -1 false, 0 open
  uint16_t *level_of_ = nullptr;
  Reason *reasons_ = nullptr;
  int32_t *scores_ = nullptr;  // negative while the variable has a value
  int32_t bump_ = 0;           // what taking part in a contradiction adds to a score

  Literal *trail_ = nullptr;  // all that is true, in order
  uint32_t trail_count_ = 0;
  uint32_t spread_count_ = 0;         // the conclusions of so many have been drawn
  uint32_t *level_starts_ = nullptr;  // where in the trail each guess stands
  uint32_t level_ = 0, floor_ = 0;    // below the floor nothing is undone but one by one

  Reason conflict_ = {};            // a contradiction: what of this kind cannot be ...
  uint32_t conflict_variable_ = 0;  // ... together with this variable, unless it is kNoVariable
  uint8_t *marks_ = nullptr;        // of each variable: 1 if it is a cause of the contradiction
  uint32_t *marked_ = nullptr;
  uint32_t marked_count_ = 0;
  uint32_t *stack_ = nullptr;
  Literal *learned_ = nullptr;  // the clause in the making
  uint32_t learned_count_ = 0;
  uint32_t *stamps_ = nullptr;  // of each level: the last clause that speaks of it
  uint32_t stamp_ = 0;

  uint32_t *heads_ = nullptr;  // of each literal: the first clause that it watches
  uint32_t *store_ = nullptr;  // room for the clause of the wanted, then from store_begin_ on
  uint32_t store_size_ = 0, store_begin_ = 0, store_end_ = 0, store_used_ = 0, kept_used_ = 0;

  const uint8_t *verdicts_ = nullptr;  // null: all solutions are wanted
  int32_t work_ = 1;                   // of a decision, in the units of Budget
  bool is_at_solution_ = false, is_exhausted_ = false;
  int64_t conflicts_ = 0, next_restart_ = 0, restarts_ = 0;
};

inline void Learner::assign(Literal literal, Reason reason) {
  const uint32_t variable = variable_of(literal);
  values_[literal] = 1;
  values_[opposite(literal)] = -1;
  scores_[variable] = -scores_[variable];
  level_of_[variable] = static_cast<uint16_t>(level_);
  reasons_[variable] = reason;
  trail_[trail_count_++] = literal;
}

// Call `visit` with each variable whose value made `implied` true; stop where it says false.
template <class Visit>
bool Learner::visit_causes(Reason reason, uint32_t implied, Visit visit) const {
  if (reason.kind == Reason::kPeer) return visit(reason.which);
  if (reason.kind == Reason::kWord) {
    const uint16_t *member = members_ + members_begin_[reason.which];
    const uint16_t *end = members_ + members_begin_[reason.which + 1];
    for (; member < end; member++) {
      if (*member != implied && !visit(*member)) return false;
    }
    return true;
  }
  Clause &from = clause(reason.which);
  for (uint32_t i = 0; i < from.size; i++) {
    const uint32_t variable = variable_of(from.literals()[i]);
    if (variable != implied && !visit(variable)) return false;
  }
  return true;
}

}  // namespace bombe
