// The search of general/learn.h: variables, propagation, decisions, solutions.
#include "general/learn.h"

#include <cstring>

namespace bombe {

namespace {

constexpr int32_t kFirstBump = 1 << 8;
constexpr int64_t kRestartUnit = 128;  // conflicts

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...: the lengths of runs that are within a factor of the best
// ones, whatever the board; and as they have no bound, the search ends.
int64_t luby(int64_t i) {
  int64_t half = 1;
  while (2 * half <= i) half *= 2;
  return i == 2 * half - 1 ? half : luby(i - half + 1);
}

template <class T>
void swap(T &a, T &b) {
  const T old = a;
  a = b, b = old;
}

}  // namespace

void Learner::lay_out(Arena &arena, const Shape &shape) {
  shape_ = &shape;
  work_ = 1 + shape.words / 64;
  const size_t most = static_cast<size_t>(shape.cells) * shape.size;
  candidates_ = arena.take<Candidate>(most);
  words_of_ = arena.take<uint16_t>(4 * most);
  words_ = arena.take<Word>(shape.words);
  members_begin_ = arena.take<uint32_t>(shape.words + 1);
  members_ = arena.take<uint16_t>(4 * most);
  values_ = arena.take<int8_t>(2 * most);
  level_of_ = arena.take<uint16_t>(most);
  reasons_ = arena.take<Reason>(most);
  scores_ = arena.take<int32_t>(most);
  trail_ = arena.take<Literal>(most + 1);
  level_starts_ = arena.take<uint32_t>(most + 1);
  marks_ = arena.take<uint8_t>(most);
  marked_ = arena.take<uint32_t>(most);
  stack_ = arena.take<uint32_t>(most);
  learned_ = arena.take<Literal>(most + 1);
  stamps_ = arena.take<uint32_t>(most + 1);
  heads_ = arena.take<uint32_t>(2 * most);
  // The clause of the wanted candidates comes first, then what is learned.
  store_begin_ = 1 + length_of(static_cast<uint32_t>(most));
  store_size_ = store_end_ = store_begin_ + 16 * static_cast<uint32_t>(most);
  store_ = arena.take<uint32_t>(store_size_);
}

void Learner::prepare() {
  std::memset(values_, 0, 2 * variables_);
  std::memset(marks_, 0, variables_);
  std::memset(heads_, 0, 2 * variables_ * sizeof *heads_);
  std::memset(stamps_, 0, (variables_ + 1) * sizeof *stamps_);
  fill_words();
  for (uint32_t i = 0; i < variables_; i++) scores_[i] = 1;
  bump_ = kFirstBump;
  stamp_ = trail_count_ = spread_count_ = level_ = floor_ = 0;
  store_used_ = store_begin_;
  kept_used_ = 0;
  clause(kWanted).size = 0;
  verdicts_ = nullptr;
  is_at_solution_ = is_exhausted_ = false;
  conflicts_ = restarts_ = 0;
  next_restart_ = kRestartUnit;
}

// Make the lists of the words' variables.
void Learner::fill_words() {
  std::memset(words_, 0, shape_->words * sizeof *words_);
  for (uint32_t variable = 0; variable < variables_; variable++) {
    const Candidate &candidate = candidates_[variable];
    const CellPlace &at = shape_->places[candidate.cell];
    uint16_t *words = words_of_ + 4 * variable;
    words[0] = candidate.cell;
    words[1] = static_cast<uint16_t>(at.row_words + candidate.value);
    words[2] = static_cast<uint16_t>(at.column_words + candidate.value);
    words[3] = static_cast<uint16_t>(at.box_words + candidate.value);
    for (int i = 0; i < 4; i++) words_[words[i]].open++;
  }
  uint32_t begin = 0;
  for (int word = 0; word < shape_->words; word++) {
    members_begin_[word] = begin;
    begin += words_[word].open;
    words_[word].open = 0;
  }
  members_begin_[shape_->words] = begin;
  for (uint32_t variable = 0; variable < variables_; variable++) {
    for (int i = 0; i < 4; i++) {
      const int at = words_of_[4 * variable + i];
      members_[members_begin_[at] + words_[at].open++] = static_cast<uint16_t>(variable);
      words_[at].last ^= static_cast<uint16_t>(variable);
    }
  }
}

void Learner::undo_to(uint32_t level) {
  if (level >= level_) return;
  const uint32_t start = level_starts_[level + 1];
  while (trail_count_ > start) {
    const Literal literal = trail_[--trail_count_];
    const uint32_t variable = variable_of(literal);
    values_[literal] = values_[opposite(literal)] = 0;
    scores_[variable] = -scores_[variable];
    if (!(literal & 1) || trail_count_ >= spread_count_) continue;
    for (int i = 0; i < 4; i++) {
      Word &word = words_[words_of_[4 * variable + i]];
      word.open++;
      word.last ^= static_cast<uint16_t>(variable);
    }
  }
  if (spread_count_ > start) spread_count_ = start;
  level_ = level;
}

// Draw all conclusions. False: a contradiction, conflict_ says which.
bool Learner::propagate() {
  while (spread_count_ < trail_count_) {
    const Literal literal = trail_[spread_count_++];
    const uint32_t variable = variable_of(literal);
    const bool is_fine = literal & 1 ? spread_denied(variable) : spread_holding(variable);
    if (!is_fine || !spread_clauses(opposite(literal))) return false;
  }
  return true;
}

// A variable holds: deny all others of its words.
bool Learner::spread_holding(uint32_t variable) {
  const Reason reason = {Reason::kPeer, variable};
  for (int i = 0; i < 4; i++) {
    const int word = words_of_[4 * variable + i];
    if (words_[word].open == 1) continue;
    const uint16_t *end = members_ + members_begin_[word + 1];
    for (const uint16_t *member = members_ + members_begin_[word]; member < end; member++) {
      const int8_t value = values_[holds(*member)];
      if (value < 0 || *member == variable) continue;
      if (value > 0) {
        conflict_ = reason;
        conflict_variable_ = *member;
        return false;
      }
      assign(denied(*member), reason);
    }
  }
  return true;
}

// A variable is denied: its words lose it, and may have one left, or none.
bool Learner::spread_denied(uint32_t variable) {
  bool is_fine = true;
  for (int i = 0; i < 4; i++) {
    const uint32_t at = words_of_[4 * variable + i];
    Word &word = words_[at];
    word.open--;
    word.last ^= static_cast<uint16_t>(variable);
    if (word.open > 1) continue;
    if (word.open == 1 && is_true(holds(word.last))) continue;
    if (word.open == 1 && is_open(holds(word.last))) {
      assign(holds(word.last), {Reason::kWord, at});
    } else {  // none is left, or the last one is denied and waits to be spread
      conflict_ = {Reason::kWord, at};
      conflict_variable_ = kNoVariable;
      is_fine = false;
    }
  }
  return is_fine;
}

// A literal has become false: the clauses that it watches look for another, or conclude.
bool Learner::spread_clauses(Literal falsified) {
  uint32_t *link = &heads_[falsified];
  for (uint32_t at = *link, next; at; at = next) {
    Clause &here = clause(at);
    Literal *literals = here.literals();
    if (literals[0] == falsified) {
      swap(literals[0], literals[1]);
      swap(here.next[0], here.next[1]);
    }
    next = here.next[1];
    const Literal first = literals[0];
    uint32_t other = here.size;
    if (!is_true(first)) {
      for (other = 2; other < here.size && is_false(literals[other]);) other++;
    }
    if (other < here.size) {
      swap(literals[1], literals[other]);
      *link = next;
      here.next[1] = heads_[literals[1]], heads_[literals[1]] = at;
      continue;
    }
    if (is_false(first)) {
      conflict_ = {Reason::kClause, at};
      conflict_variable_ = kNoVariable;
      return false;
    }
    if (is_open(first)) assign(first, {Reason::kClause, at});
    link = &here.next[1];
  }
  return true;
}

// Guess the open variable with the highest score; one of a word that has two left counts double, as
// either answer then decides both.
void Learner::decide() {
  int32_t highest = 0;
  for (uint32_t i = 0; i < variables_; i++) highest = scores_[i] > highest ? scores_[i] : highest;
  const int32_t least = (highest + 1) / 2;
  int32_t best = 0;
  uint32_t variable = 0;
  for (uint32_t i = 0; i < variables_; i++) {
    if (scores_[i] < least) continue;
    const int32_t score = has_pair(i) ? 2 * scores_[i] : scores_[i];
    if (score > best) best = score, variable = i;
  }
  level_starts_[++level_] = trail_count_;
  assign(holds(variable), {Reason::kNone, 0});
}

bool Learner::has_pair(uint32_t variable) const {
  const uint16_t *at = words_of_ + 4 * variable;
  return words_[at[0]].open == 2 || words_[at[1]].open == 2 || words_[at[2]].open == 2 ||
         words_[at[3]].open == 2;
}

Status Learner::next(Budget &budget) {
  if (is_at_solution_ && !leave_solution()) is_exhausted_ = true;
  is_at_solution_ = false;
  while (!is_exhausted_) {
    if (!propagate()) {
      is_exhausted_ = !resolve_conflict();
    } else if (trail_count_ == variables_) {
      is_at_solution_ = true;
      return kLimit;
    } else if (spend(budget, work_)) {
      restart_if_due();
      decide();
    } else {
      return kOutOfBudget;
    }
  }
  return kDone;
}

// Make sure that the solution does not come again. False: there is no other.
bool Learner::leave_solution() {
  if (verdicts_) {
    want_unknown(verdicts_);
    return !is_exhausted_;
  }
  if (level_ == 0) return false;
  if (floor_ == 0 && kept_used_ + length_of(level_) < (store_end_ - store_begin_) / 4) {
    block_decisions();
    return true;
  }
  return retreat();
}

// Turn the last guess round, for good. False: there is none left.
bool Learner::retreat() {
  if (level_ == 0) return false;
  const Literal guess = trail_[level_starts_[level_]];
  undo_to(level_ - 1);
  floor_ = level_;
  assign(opposite(guess), {Reason::kNone, 0});
  return true;
}

void Learner::restart_if_due() {
  if (conflicts_ < next_restart_) return;
  next_restart_ = conflicts_ + kRestartUnit * luby(++restarts_);
  undo_to(floor_);
}

void Learner::write_solution(uint8_t *solution) const {
  for (uint32_t i = 0; i < trail_count_; i++) {
    if (trail_[i] & 1) continue;
    const Candidate &candidate = candidates_[variable_of(trail_[i])];
    solution[candidate.cell] = static_cast<uint8_t>(candidate.value + 1);
  }
}

}  // namespace bombe
