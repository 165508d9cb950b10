// Ratings of many values of one board.
//
// Each value is tried on the board with the rules of levels 1 and 2. What they refute is gone, by a
// case each, before anything of level 3 is looked at: so the cases of depth 1 are tried once for
// the board, and most values that are left then are gone, too, or die at once.
#include "why/finder.h"

namespace bombe::why {

namespace {

constexpr int kNotByPairs = -2, kBeyond = -3;  // instead of a level

constexpr int kGiven = kStates - 1, kClosed = kStates - 2;  // states: the board; without its bombs

void write(int32_t *rating, int level, int depth, int steps) {
  rating[0] = level, rating[1] = depth, rating[2] = steps;
}

// Call for each value with its rating.
template <class Use>
Outcome for_each(const Finder &finder, const uint64_t *masks, int32_t *ratings, Use use) {
  for (int cell = 0; cell < finder.shape.cells; cell++)
    for (uint64_t rest = masks[cell]; rest; rest &= rest - 1, ratings += 3)
      if (use(cell, lowest_bit(rest) - 1, ratings) == Outcome::kStopped) return Outcome::kStopped;
  return Outcome::kStuck;
}

// Try levels 0 to 2.
Outcome rate_simply(Finder &finder, int cell, int value, int32_t *rating) {
  if (!finder.spend_node(1 + finder.shape.cells / 16)) return Outcome::kStopped;
  finder.states[0].copy(finder.states[kGiven], finder.shape);
  int level;
  const Outcome outcome = search_simply(finder, {cell, value, false}, level);
  if (outcome != Outcome::kAbsurd)
    write(rating, outcome == Outcome::kStuck ? kNotByPairs : kBeyond, 0, 0);
  else write(rating, level, 0, level ? cut(finder, finder.states[1], 0) : 0);
  return Outcome::kStuck;
}

// Take a value that is refuted from the closed board, by a case whose chain is known by its length.
Outcome take_away(Finder &finder, int cell, int value, const int32_t *rating) {
  State &closed = finder.states[kClosed];
  if (rating[0] < 0 || rating[0] > 2 || !closed.is_open(cell, value) ||
      finder.log_size >= finder.log_room)
    return Outcome::kStuck;
  Record &record = finder.log[finder.log_size];
  record = Record{};
  record.rule = kCase, record.length = rating[2];
  closed.remove(finder.shape, cell, value, finder.log_size++);
  return Outcome::kStuck;
}

// Try cases of depth 1 on the board, and keep what they leave.
Outcome close_board(Finder &finder, const uint64_t *masks, int32_t *ratings) {
  finder.log_size = 1, finder.needs_size = 0;
  State &closed = finder.states[kClosed];
  closed.copy(finder.states[kGiven], finder.shape);
  for_each(finder, masks, ratings, [&](int cell, int value, const int32_t *rating) {
    return take_away(finder, cell, value, rating);
  });
  finder.states[1].copy(closed, finder.shape);
  const Outcome outcome = close_cases(finder, 1, 1);
  closed.copy(finder.states[1], finder.shape);
  return outcome;
}

// Rate a value on the closed board, whose steps are the first of the log.
Outcome rate_by_cases(Finder &finder, int cell, int value, int32_t *rating) {
  const State &closed = finder.states[kClosed];
  if (!closed.is_open(cell, value)) {
    write(rating, 3, 1, cut_to(finder, closed, cell, value));
    return Outcome::kStuck;
  }
  State &work = finder.states[1];
  work.copy(closed, finder.shape);
  if (work.filled_at[cell] == kNever) work.place(finder.shape, cell, value, 0);
  const int known = finder.log_size, needs = finder.needs_size;
  const Outcome outcome = close_cases(finder, 1, 1);
  if (outcome == Outcome::kAbsurd) write(rating, 3, 1, cut(finder, work, 0));
  finder.log_size = known, finder.needs_size = needs;
  return outcome;
}

// Rate a value that needs cases in cases, by itself.
Outcome rate_deeply(Finder &finder, int cell, int value, int32_t *rating) {
  finder.states[0].copy(finder.states[kGiven], finder.shape);
  int level;
  const Outcome outcome = search(finder, {cell, value, false}, level);
  if (outcome == Outcome::kStopped) return outcome;
  if (outcome != Outcome::kAbsurd) {
    write(rating, kBeyond, 0, 0);
    return Outcome::kStuck;
  }
  const int steps = cut(finder, finder.states[1], 0);
  compact(finder, 0);
  write(rating, level, depth_of(finder, 1, finder.log_size), steps);
  return Outcome::kStuck;
}

}  // namespace

Outcome rate(Finder &finder, const uint64_t *masks, int32_t *ratings) {
  finder.states[kGiven].copy(finder.states[0], finder.shape);
  const int32_t clash = finder.clash[0];
  int hard = 0;
  Outcome outcome = for_each(finder, masks, ratings, [&](int cell, int value, int32_t *rating) {
    finder.clash[0] = clash;
    const Outcome each = rate_simply(finder, cell, value, rating);
    hard += rating[0] == kNotByPairs;
    return each;
  });
  if (outcome == Outcome::kStopped || !hard) return outcome;
  finder.clash[0] = kNever;
  outcome = close_board(finder, masks, ratings);
  if (outcome == Outcome::kStopped) return outcome;
  outcome = for_each(finder, masks, ratings, [&](int cell, int value, int32_t *rating) {
    return rating[0] == kNotByPairs ? rate_by_cases(finder, cell, value, rating) : Outcome::kStuck;
  });
  if (outcome == Outcome::kStopped) return outcome;
  return for_each(finder, masks, ratings, [&](int cell, int value, int32_t *rating) {
    return rating[0] == kNotByPairs ? rate_deeply(finder, cell, value, rating) : Outcome::kStuck;
  });
}

}  // namespace bombe::why
