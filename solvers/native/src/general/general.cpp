// Lays the general search out in the caller's memory, with the masks that the shape needs.
#include "general/general.h"

#include "general/audit.h"
#include "general/hand_over.h"

namespace bombe::general {

namespace {

template <class Mask>
struct Engine {
  Shape shape;
  DepthFirst<Mask> depth_first;
  Learner learner;
  HandOver<Mask> search;
  Audit<Mask> audit;

  void lay_out(Arena &arena, int m, int n) {
    shape.lay_out(arena, m, n);
    depth_first.lay_out(arena, shape);
    learner.lay_out(arena, shape);
    search.lay_out(arena, shape, depth_first, learner);
    audit.lay_out(arena, shape, depth_first, learner);
  }
};

}  // namespace

struct State {
  bool is_wide;  // 64-bit masks
  union {
    Engine<uint32_t> narrow;
    Engine<uint64_t> wide;
  };
};

namespace {

bool needs_wide(int m, int n) { return m * n > 32; }

// Call `work` on the engine of the state.
template <class Work>
auto with_engine(State *state, Work work) {
  return state->is_wide ? work(state->wide) : work(state->narrow);
}

}  // namespace

size_t state_bytes(int m, int n) {
  Arena arena(nullptr, UINT64_MAX);
  arena.take<State>();
  if (needs_wide(m, n)) Engine<uint64_t>{}.lay_out(arena, m, n);
  else Engine<uint32_t>{}.lay_out(arena, m, n);
  return arena.used();
}

State *prepare(void *memory, int m, int n) {
  Arena arena(memory, state_bytes(m, n));
  State *state = arena.take<State>();
  state->is_wide = needs_wide(m, n);
  if (state->is_wide) state->wide = {};
  else state->narrow = {};
  with_engine(state, [&](auto &engine) {
    engine.lay_out(arena, m, n);
    engine.shape.fill();
  });
  return state;
}

void hand_over_after(State *state, int64_t failures, uint32_t store) {
  with_engine(state, [&](auto &engine) {
    engine.search.set_patience(failures);
    engine.audit.set_patience(failures);
    engine.learner.limit_store(store);
  });
}

bool begin(State *state, const uint8_t *board) {
  return with_engine(state, [&](auto &engine) { return engine.search.begin(board); });
}

bool begin_learning(State *state, const uint8_t *board, const uint8_t *verdicts) {
  return with_engine(state,
                     [&](auto &engine) { return engine.search.begin_learning(board, verdicts); });
}

Status next(State *state, Budget &budget, uint8_t *solution) {
  return with_engine(state, [&](auto &engine) {
    const Status status = engine.search.next(budget);
    if (status == kLimit) engine.search.write_solution(solution);
    return status;
  });
}

int64_t count(State *state, int64_t limit, Budget &budget, uint8_t *first, Status *status) {
  return with_engine(state, [&](auto &engine) {
    int64_t found = 0;
    *status = kLimit;
    while (found < limit) {
      *status = engine.search.next(budget);
      if (*status != kLimit) break;
      if (first && found == 0) engine.search.write_solution(first);
      found++;
    }
    return found;
  });
}

bool audit_begin(State *state, const uint8_t *board, uint8_t *verdicts) {
  return with_engine(state, [&](auto &engine) { return engine.audit.begin(board, verdicts); });
}

void audit_begin_learning(State *state, const uint8_t *board, uint8_t *verdicts) {
  with_engine(state, [&](auto &engine) { engine.audit.begin_learning(board, verdicts); });
}

Status audit(State *state, Budget &budget, uint8_t *verdicts, Witnesses &witnesses) {
  return with_engine(state,
                     [&](auto &engine) { return engine.audit.run(budget, verdicts, witnesses); });
}

}  // namespace bombe::general
