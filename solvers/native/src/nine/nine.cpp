// Binds the 9x9 search to what the processor can do, and lets another search take over where it
// takes long.
//
// Planes have no memory: in a part of the tree that hides a contradiction well, the search goes
// through the same thing for hours. So it has patience for some nodes, and for more with every
// solution. After that the search that learns (general/learn.h) takes over: of a count, the largest
// part of the tree that has shown no solution, and then the 9x9 search goes on after that part; of
// an audit, all that is undecided.
#include "nine/nine.h"

#include <cstring>

#include "arena.h"
#include "cpu.h"
#include "general/general.h"
#include "nine/engines.h"
#include "nine/layout.h"

namespace bombe::nine {

struct State {
  const Engine *engine;
  void *memory;  // of the engine
  general::State *learner;
  int64_t first_patience, patience;  // in nodes
  bool is_learning;
  uint8_t board[kCells];
  uint8_t verdicts[kCells * kSize];
};

namespace {

constexpr int64_t kPatience = 2'000;
constexpr int64_t kPatiencePerSolution = 64;

#if defined(__x86_64__)
const Engine &engine_within(int bits) {
  const int widest = vector_bits() < bits ? vector_bits() : bits;
  if (widest >= 512) return kEngine512;
  return widest >= 256 ? kEngine256 : kEngine128;
}
#else
const Engine &engine_within(int) { return kEngine128; }
#endif

size_t engine_bytes() {
  size_t most = kEngine128.bytes;
#if defined(__x86_64__)
  most = kEngine256.bytes > most ? kEngine256.bytes : most;
  most = kEngine512.bytes > most ? kEngine512.bytes : most;
#endif
  return most;
}

State *lay_out(Arena &arena) {
  auto *const state = arena.take<State>();
  void *const memory = arena.take<uint8_t>(engine_bytes());
  void *const learner = arena.take<uint8_t>(general::state_bytes(3, 3));
  if (!state) return nullptr;  // it is only measured
  state->memory = memory;
  state->learner = general::prepare(learner, 3, 3);
  return state;
}

void take_up(State *state, const uint8_t *board) {
  std::memcpy(state->board, board, kCells);
  state->patience = state->first_patience;
  state->is_learning = false;
}

// Let the engine work as long as there is patience.
template <class Work>
Status with_patience(State *state, Budget &budget, Work work) {
  Budget own = budget;
  if (state->patience < own.nodes_left) own.nodes_left = state->patience;
  const int64_t allowed = own.nodes_left;
  const Status status = work(own);
  const int64_t used = allowed - own.nodes_left;
  budget.nodes_left -= used;
  budget.work_left = own.work_left;
  state->patience -= used;
  return status;
}

}  // namespace

size_t state_bytes() {
  Arena arena(nullptr, UINT64_MAX);
  lay_out(arena);
  return arena.used();
}

int prepare(void *memory, int bits) {
  Arena arena(memory, UINT64_MAX);
  State *const state = lay_out(arena);
  state->engine = &engine_within(bits);
  state->first_patience = kPatience;
  return state->engine->bits;
}

void hand_over_after(State *state, int64_t nodes, uint32_t store) {
  state->first_patience = nodes;
  general::hand_over_after(state->learner, 0, store);
}

bool begin(State *state, const uint8_t *board) {
  take_up(state, board);
  return state->engine->begin(state->memory, board);
}

Status next(State *state, Budget &budget, uint8_t *solution) {
  Status status = kDone;
  count(state, 1, budget, solution, &status);
  return status;
}

int64_t count(State *state, int64_t limit, Budget &budget, uint8_t *first, Status *status) {
  int64_t found = 0;
  *status = kLimit;
  while (found < limit) {
    uint8_t *const solution = found ? nullptr : first;
    const int64_t wanted = limit - found;
    if (state->is_learning) {
      found += general::count(state->learner, wanted, budget, solution, status);
      if (*status != kDone) break;
      state->is_learning = false;
      state->patience = state->first_patience;
      continue;
    }
    int64_t more = 0;
    *status = with_patience(state, budget, [&](Budget &own) {
      more = state->engine->count(state->memory, wanted, own, solution, status);
      return *status;
    });
    found += more;
    const bool is_stuck = *status == kOutOfBudget && state->patience == 0;
    state->patience += more * kPatiencePerSolution;
    if (!is_stuck) break;
    if (state->patience > 0) continue;
    state->engine->leave_barren(state->memory, state->verdicts);
    state->is_learning = general::begin_learning(state->learner, state->board, state->verdicts);
    if (!state->is_learning) state->patience = state->first_patience;
  }
  return found;
}

bool audit_begin(State *state, const uint8_t *board, uint8_t *verdicts) {
  take_up(state, board);
  return state->engine->audit_begin(state->memory, board, verdicts);
}

Status audit(State *state, Budget &budget, uint8_t *verdicts, Witnesses &witnesses) {
  while (!state->is_learning) {
    const int64_t known = witnesses.count;
    const Status status = with_patience(state, budget, [&](Budget &own) {
      return state->engine->audit(state->memory, own, verdicts, witnesses);
    });
    const bool is_stuck = status == kOutOfBudget && state->patience == 0;
    state->patience += (witnesses.count - known) * kPatiencePerSolution;
    if (!is_stuck) return status;
    if (state->patience > 0) continue;
    general::audit_begin_learning(state->learner, state->board, verdicts);
    state->is_learning = true;
  }
  return general::audit(state->learner, budget, verdicts, witnesses);
}

}  // namespace bombe::nine
