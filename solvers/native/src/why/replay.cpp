// Leaving out steps: what is left must still lead to an absurdity.
#include "why/finder.h"

namespace bombe::why {

namespace {

struct Replay {
  Finder &finder;
  int steps = 0;

  bool is_met(const State &state, const Record &record) const {
    Requirement required[4];
    const int count = requirements(finder, record, required);
    const auto is_gone = [&](int i) { return !(state.words[required[i].word] & required[i].gone); };
    if (record.rule <= kHidden) {
      if (!state.is_open(record.cell, record.value)) return false;
      return is_gone(0) || is_gone(1) || is_gone(2) || is_gone(3);
    }
    for (int i = 0; i < count; i++)
      if (!is_gone(i)) return false;
    return true;
  }

  // Whether the records from `first` to `end` lead from a state to an absurdity.
  bool is_absurd(int at, int first, int end) {
    State &state = finder.states[at];
    for (int i = first; i < end && !state.dead_count; i += 1 + finder.log[i].length) {
      const Record &record = finder.log[i];
      if (record.is_out) continue;
      steps++;
      if (!is_met(state, record)) return false;
      if (record.rule == kCase && !is_case_absurd(at, i)) return false;
      if (record.rule > kHidden) apply(finder, state, record, i);
      else if (state.filled_at[record.cell] == kNever)
        state.place(finder.shape, record.cell, record.value, i);
    }
    return state.dead_count != 0;
  }

  bool is_case_absurd(int at, int header) {
    const Record &record = finder.log[header];
    State &inside = finder.states[at + 1];
    inside.copy_without_removals(finder.states[at], finder.shape);
    if (!inside.is_open(record.cell, record.value)) return false;
    inside.place(finder.shape, record.cell, record.value, header);
    return is_absurd(at + 1, header + 1, header + 1 + record.length);
  }

  bool is_chain_absurd() {
    finder.states[1].copy_without_removals(finder.states[0], finder.shape);
    return is_absurd(1, 1, finder.log_size);
  }

  bool is_affordable() const { return steps < kReplayedSteps; }

  void try_without(int step) {
    finder.log[step].is_out = true;
    if (!is_chain_absurd()) finder.log[step].is_out = false;
  }
};

// Drop the records that are left out; the end of what is kept.
int drop(Finder &finder, int first, int end, int kept) {
  for (int i = first; i < end;) {
    const int next = i + 1 + finder.log[i].length;
    if (!finder.log[i].is_out) {
      const int at = kept++;
      finder.log[at] = finder.log[i];
      kept = drop(finder, i + 1, next, kept);
      finder.log[at].length = kept - at - 1;
    }
    i = next;
  }
  return kept;
}

}  // namespace

void leave_out(Finder &finder) {
  Replay replay{finder};
  // What was needed only for what is gone is behind: so the last steps are tried first.
  for (int i = finder.log_size - 1; i > 0 && replay.is_affordable(); i--) replay.try_without(i);
  finder.log_size = drop(finder, 1, finder.log_size, 1);
}

}  // namespace bombe::why
