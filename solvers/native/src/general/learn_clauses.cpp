// What general/learn.h learns from contradictions, and how it is kept.
#include <cstring>

#include "general/learn.h"

namespace bombe {

namespace {

constexpr uint8_t kSeen = 1;
constexpr uint32_t kHeader = sizeof(Clause) / sizeof(uint32_t);

}  // namespace

uint32_t Learner::length_of(uint32_t size) { return kHeader + size; }

// Learn from conflict_, and go back to where the new clause concludes something. False: there is
// no solution any more.
bool Learner::resolve_conflict() {
  conflicts_++;
  if (level_ == floor_) return retreat();
  analyse();
  second_highest_first();
  if (learned_count_ == 1) {
    undo_to(floor_);
    assign(learned_[0], {Reason::kNone, 0});
    return true;
  }
  const uint32_t at = learn(false);
  if (at == 0) return retreat();
  clause(at).levels = static_cast<uint16_t>(count_levels());
  const uint32_t back = level_of_[variable_of(learned_[1])];
  undo_to(back > floor_ ? back : floor_);
  assign(learned_[0], {Reason::kClause, at});
  return true;
}

// Follow the reasons back until one literal of this level is left: with literals of earlier levels
// it forms learned_, of which one must be true.
void Learner::analyse() {
  learned_count_ = 1;
  marked_count_ = 0;
  uint32_t open = 0, index = trail_count_, implied = kNoVariable;
  Reason reason = conflict_;
  if (conflict_variable_ != kNoVariable) open += note_cause(conflict_variable_);
  for (;;) {
    if (reason.kind == Reason::kClause) clause(reason.which).used = 2;
    visit_causes(reason, implied, [&](uint32_t variable) {
      open += note_cause(variable);
      return true;
    });
    do index--;
    while (!marks_[variable_of(trail_[index])]);
    implied = variable_of(trail_[index]);
    if (--open == 0) break;
    reason = reasons_[implied];
  }
  learned_[0] = opposite(trail_[index]);
  minimise();
  for (uint32_t i = 0; i < marked_count_; i++) marks_[marked_[i]] = 0;
  bump_ += bump_ / 32;
}

// Take up a cause of the contradiction. 1: it is of this level.
uint32_t Learner::note_cause(uint32_t variable) {
  if (marks_[variable] || level_of_[variable] == 0) return 0;
  marks_[variable] = kSeen;
  marked_[marked_count_++] = variable;
  bump(variable);
  if (level_of_[variable] == level_) return 1;
  learned_[learned_count_++] = is_true(holds(variable)) ? denied(variable) : holds(variable);
  return 0;
}

// Make a variable more likely to be guessed; it has a value now.
void Learner::bump(uint32_t variable) {
  scores_[variable] -= bump_;
  if (bump_ < kLargestBump) return;
  constexpr int kShrink = 1 << 16;
  for (uint32_t i = 0; i < variables_; i++) {
    scores_[i] = scores_[i] < 0 ? scores_[i] / kShrink - 1 : scores_[i] / kShrink + 1;
  }
  bump_ /= kShrink;
}

// Drop literals that follow from the others.
void Learner::minimise() {
  uint64_t levels = 0;
  for (uint32_t i = 1; i < learned_count_; i++) {
    levels |= uint64_t{1} << (level_of_[variable_of(learned_[i])] & 63);
  }
  uint32_t kept = 1;
  for (uint32_t i = 1; i < learned_count_; i++) {
    const uint32_t variable = variable_of(learned_[i]);
    if (reasons_[variable].kind == Reason::kNone || !is_implied(variable, levels)) {
      learned_[kept++] = learned_[i];
    }
  }
  learned_count_ = kept;
}

// Whether all reasons of a variable lead to marked ones.
bool Learner::is_implied(uint32_t variable, uint64_t levels) {
  const uint32_t marked_before = marked_count_;
  uint32_t waiting = 0;
  stack_[waiting++] = variable;
  while (waiting) {
    const uint32_t implied = stack_[--waiting];
    const bool is_fine = visit_causes(reasons_[implied], implied, [&](uint32_t cause) {
      if (marks_[cause] || level_of_[cause] == 0) return true;
      if (reasons_[cause].kind == Reason::kNone || !(levels >> (level_of_[cause] & 63) & 1)) {
        return false;
      }
      marks_[cause] = kSeen;
      marked_[marked_count_++] = cause;
      stack_[waiting++] = cause;
      return true;
    });
    if (is_fine) continue;
    while (marked_count_ > marked_before) marks_[marked_[--marked_count_]] = 0;
    return false;
  }
  return true;
}

uint32_t Learner::count_levels() {
  stamp_++;
  uint32_t count = 0;
  for (uint32_t i = 0; i < learned_count_; i++) {
    uint32_t &stamp = stamps_[level_of_[variable_of(learned_[i])]];
    count += stamp != stamp_;
    stamp = stamp_;
  }
  return count;
}

// Put the literal that is undone next after the conclusion: these two watch the clause.
void Learner::second_highest_first() {
  uint32_t highest = 1;
  for (uint32_t i = 2; i < learned_count_; i++) {
    const uint32_t level = level_of_[variable_of(learned_[i])];
    if (level > level_of_[variable_of(learned_[highest])]) highest = i;
  }
  if (highest >= learned_count_) return;
  const Literal literal = learned_[1];
  learned_[1] = learned_[highest], learned_[highest] = literal;
}

// Put learned_ into the store. 0: there is no room, even after a clean-up.
uint32_t Learner::learn(bool is_kept) {
  const uint32_t length = length_of(learned_count_);
  if (store_used_ + length > store_end_) clean_up();
  if (store_used_ + length > store_end_) return 0;
  const uint32_t at = store_used_;
  store_used_ += length;
  if (is_kept) kept_used_ += length;
  Clause &added = clause(at);
  added.size = learned_count_;
  added.is_kept = is_kept;
  added.levels = 0;
  added.used = 2;
  std::memcpy(added.literals(), learned_, learned_count_ * sizeof(Literal));
  watch(at);
  return at;
}

void Learner::watch(uint32_t at) {
  Clause &watched = clause(at);
  for (int i = 0; i < 2; i++) {
    watched.next[i] = heads_[watched.literals()[i]];
    heads_[watched.literals()[i]] = at;
  }
}

bool Learner::is_reason(uint32_t at) const {
  const Literal first = clause(at).literals()[0];
  const Reason &reason = reasons_[variable_of(first)];
  return is_true(first) && reason.kind == Reason::kClause && reason.which == at;
}

// Forget about half of the clauses: those that speak of many guesses and were not used lately.
void Learner::clean_up() {
  constexpr uint32_t kMost = 255;
  uint32_t lengths[kMost + 1] = {};
  uint32_t droppable = 0;
  for (uint32_t at = store_begin_; at < store_used_; at += length_of(clause(at).size)) {
    const Clause &here = clause(at);
    if (here.is_kept || here.used || is_reason(at)) continue;
    lengths[here.levels < kMost ? here.levels : kMost] += length_of(here.size);
  }
  const uint32_t wanted = (store_end_ - store_begin_) / 2;
  uint32_t least = kMost + 1;
  while (least > 0 && droppable < wanted) droppable += lengths[--least];
  uint32_t to = store_begin_;
  for (uint32_t at = store_begin_, next; at < store_used_; at = next) {
    Clause &here = clause(at);
    next = at + length_of(here.size);
    const bool is_held = is_reason(at);
    const bool is_dropped = !here.is_kept && !is_held && !here.used && here.levels >= least;
    if (here.used) here.used--;
    if (is_dropped) continue;
    if (is_held) reasons_[variable_of(here.literals()[0])].which = to;
    std::memmove(store_ + to, store_ + at, (next - at) * sizeof *store_);
    to += next - at;
  }
  store_used_ = to;
  std::memset(heads_, 0, 2 * variables_ * sizeof *heads_);
  for (uint32_t at = store_begin_; at < store_used_; at += length_of(clause(at).size)) watch(at);
  if (clause(kWanted).size) watch(kWanted);
}

// Rule the solution out by its guesses: everything else followed from them.
void Learner::block_decisions() {
  learned_count_ = 0;
  for (uint32_t level = level_; level > 0; level--) {
    learned_[learned_count_++] = opposite(trail_[level_starts_[level]]);
  }
  undo_to(level_ - 1);
  const uint32_t at = learned_count_ > 1 ? learn(true) : 0;
  if (at == 0) floor_ = level_;
  const Reason reason = {at ? Reason::kClause : Reason::kNone, at};
  assign(learned_[0], reason);
}

// Demand one of the wanted candidates: the clause gets shorter with every solution, and each such
// clause implies the earlier ones, so that what was learned from them stays true.
void Learner::want_unknown(const uint8_t *verdicts) {
  undo_to(0);
  floor_ = 0;
  Clause &wanted = clause(kWanted);
  if (wanted.size) {
    unwatch(kWanted, 0);
    unwatch(kWanted, 1);
  }
  wanted.size = 0;
  verdicts_ = verdicts;
  for (uint32_t variable = 0; variable < variables_; variable++) {
    const Candidate &candidate = candidates_[variable];
    if (verdicts[candidate.cell * shape_->size + candidate.value] != kUnknown) continue;
    if (is_true(holds(variable))) {  // held by every solution from now on
      wanted.size = 0;
      return;
    }
    if (is_false(holds(variable))) continue;
    wanted.literals()[wanted.size++] = holds(variable);
  }
  if (wanted.size == 0) {
    is_exhausted_ = true;
  } else if (wanted.size == 1) {
    assign(wanted.literals()[0], {Reason::kNone, 0});
    wanted.size = 0;
  } else {
    wanted.is_kept = 1;
    watch(kWanted);
  }
}

// Take a clause out of the list of what it watches.
void Learner::unwatch(uint32_t at, int which) {
  const Literal literal = clause(at).literals()[which];
  uint32_t *link = &heads_[literal];
  while (*link != at) {
    Clause &here = clause(*link);
    link = &here.next[here.literals()[0] == literal ? 0 : 1];
  }
  *link = clause(at).next[which];
}

}  // namespace bombe
