// The C interface: takes calls apart into boards, and hands each to the search for its shape.
#include "kernel.h"

#include <cstring>

#include "arena.h"
#include "budget.h"
#include "cpu.h"
#include "general/general.h"
#include "nine/nine.h"

namespace bombe {
namespace {

// The functions of a search, so that the rest need not know which one it is.
struct Engine {
  bool (*begin)(void *, const uint8_t *);
  Status (*next)(void *, Budget &, uint8_t *);
  int64_t (*count)(void *, int64_t, Budget &, uint8_t *, Status *);
  bool (*audit_begin)(void *, const uint8_t *, uint8_t *);
  Status (*audit)(void *, Budget &, uint8_t *, Witnesses &);
};

// A function of a search, taking its State as plain memory.
template <auto function>
struct Untyped;
template <class Result, class State, class... Rest, Result (*function)(State *, Rest...)>
struct Untyped<function> {
  static Result call(void *state, Rest... rest) {
    return function(static_cast<State *>(state), rest...);
  }
};

constexpr Engine kGeneral = {Untyped<general::begin>::call, Untyped<general::next>::call,
                             Untyped<general::count>::call, Untyped<general::audit_begin>::call,
                             Untyped<general::audit>::call};
constexpr Engine kNine = {Untyped<nine::begin>::call, Untyped<nine::next>::call,
                          Untyped<nine::count>::call, Untyped<nine::audit_begin>::call,
                          Untyped<nine::audit>::call};

bool is_nine(int m, int n) { return m == 3 && n == 3; }

// The head of the caller's memory; room for a solution as a string and the search's state follow.
struct Workspace {
  const Engine *engine;
  void *state;
  int size, cells;
  int verdicts;         // of a board: N * N * N
  int64_t quick_nodes;  // of a quick call

  uint8_t *solution() { return reinterpret_cast<uint8_t *>(this + 1); }
};

// Nodes times words of a quick call: some milliseconds, so that Ctrl-C need not wait.
constexpr int64_t kQuickWork = 3'000'000;
constexpr int32_t kUnknownCount = -1;

uint64_t state_offset(int cells) { return aligned(sizeof(Workspace) + cells + 1); }

Budget budget_of(const BombeCall &call) {
  return {call.nodes_each, call.seconds > 0 ? now() + call.seconds : 0, call.stop, kWorkPerLook};
}

// Take up the next board, or the one that was interrupted: what it may still spend.
void open_account(const BombeCall &call, Budget &budget) {
  if (!call.in_work) call.nodes[call.done] = 0;
  budget.nodes_left = call.nodes_each - call.nodes[call.done];
}

void close_account(const BombeCall &call, const Budget &budget) {
  call.nodes[call.done] = call.nodes_each - budget.nodes_left;
}

// Note how a board ended. False: it did not, the call was interrupted.
bool finish(BombeCall &call, const Budget &budget, Status status) {
  close_account(call, budget);
  call.in_work = status == kOutOfBudget && budget.nodes_left > 0;
  if (call.in_work) return false;
  call.statuses[call.done++] = static_cast<uint8_t>(status);
  return true;
}

// Count the solutions of board `done`.
Status count_board(const Workspace &space, BombeCount &wanted, Budget &budget) {
  const BombeCall &call = wanted.call;
  const uint8_t *board = call.boards + call.done * space.cells;
  uint8_t *first = wanted.solutions ? wanted.solutions + call.done * space.cells : nullptr;
  int64_t &count = wanted.counts[call.done];
  if (!call.in_work) {
    count = 0;
    if (first) std::memset(first, 0, space.cells);
    if (!space.engine->begin(space.state, board)) return kDone;
  }
  Status status = kDone;
  uint8_t *solution = count == 0 ? first : nullptr;
  count += space.engine->count(space.state, wanted.limit - count, budget, solution, &status);
  return status;
}

// Find the first solutions of board `done`.
Status solve_board(const Workspace &space, BombeSolve &wanted, Budget &budget) {
  const BombeCall &call = wanted.call;
  int64_t &count = wanted.counts[call.done];
  if (!call.in_work) {
    count = 0;
    if (!space.engine->begin(space.state, call.boards + call.done * space.cells)) return kDone;
  }
  Status status = kLimit;
  while (status == kLimit && count < wanted.limit) {
    uint8_t *solution = wanted.solutions + (call.done * wanted.limit + count) * space.cells;
    status = space.engine->next(space.state, budget, solution);
    count += status == kLimit;
  }
  return status;
}

// Answer for all boards of a call, one after the other.
template <class Wanted>
int32_t answer_each(void *workspace, Wanted &wanted,
                    Status (*answer)(const Workspace &, Wanted &, Budget &)) {
  const auto &space = *static_cast<Workspace *>(workspace);
  BombeCall &call = wanted.call;
  Budget budget = budget_of(call);
  while (call.done < call.size) {
    if (!has_time(budget, 1)) return kOutOfBudget;
    open_account(call, budget);
    const Status status = answer(space, wanted, budget);
    if (!finish(call, budget, status)) return kOutOfBudget;
  }
  return kDone;
}

// Audit board `done`.
Status audit_board(const Workspace &space, BombeAudit &audit, Budget &budget) {
  const BombeCall &call = audit.call;
  const uint8_t *board = call.boards + call.done * space.cells;
  uint8_t *verdicts = audit.verdicts + call.done * space.verdicts;
  if (!call.in_work && !space.engine->audit_begin(space.state, board, verdicts)) return kDone;
  Witnesses witnesses = {audit.room ? audit.solutions : nullptr, audit.room, audit.found};
  const Status status = space.engine->audit(space.state, budget, verdicts, witnesses);
  audit.found = witnesses.count;
  return status;
}

// Where the verdict of a move stands.
int place_of(const Workspace &space, const uint8_t *move) {
  return (move[0] * space.size + move[1]) * space.size + move[2] - 1;
}

// Remove the candidates that are not asked about from an audit that has just begun.
void keep_moves(const Workspace &space, const BombeMoves &asked) {
  for (int i = 0; i < space.verdicts; i++) {
    asked.verdicts[i] = asked.verdicts[i] == kUnknown ? kNotCandidate : asked.verdicts[i];
  }
  for (int64_t i = 0; i < asked.move_count; i++) {
    if (asked.answers[i] == kUnknown)
      asked.verdicts[place_of(space, asked.moves + 3 * i)] = kUnknown;
  }
}

// Note for each move what its candidate is; a move that C0 forbids is a bomb, too.
void answer_moves(const Workspace &space, const BombeMoves &asked) {
  for (int64_t i = 0; i < asked.move_count; i++) {
    const uint8_t verdict = asked.verdicts[place_of(space, asked.moves + 3 * i)];
    asked.answers[i] = verdict == kNotCandidate ? kNo : verdict;
  }
}

// Decide the moves by an audit of nothing else.
Status audit_moves(const Workspace &space, BombeMoves &asked, Budget &budget) {
  if (!asked.call.in_work) {
    const bool is_open = space.engine->audit_begin(space.state, asked.call.boards, asked.verdicts);
    answer_moves(space, asked);
    if (!is_open) return kDone;
    keep_moves(space, asked);
  }
  Witnesses witnesses = {nullptr, 0, 0};
  const Status status = space.engine->audit(space.state, budget, asked.verdicts, witnesses);
  answer_moves(space, asked);
  return status;
}

// Count in one go, in a little while.
int64_t count_quickly(Workspace &space, const uint8_t *board, int64_t limit, uint8_t *first) {
  if (bombe_misfit(board, space.cells, space.size) >= 0) return kUnknownCount;
  if (!space.engine->begin(space.state, board)) return 0;
  Budget budget = {space.quick_nodes, 0, nullptr, kWorkPerLook};
  Status status = kDone;
  const int64_t found = space.engine->count(space.state, limit, budget, first, &status);
  return status == kOutOfBudget ? kUnknownCount : found;
}

}  // namespace
}  // namespace bombe

using namespace bombe;

const char *bombe_instructions() { return instructions(); }

int64_t bombe_workspace_bytes(int32_t m, int32_t n) {
  if (m < 1 || n < 1 || m > kMaxSize || n > kMaxSize || m * n > kMaxSize) return 0;
  const size_t state = is_nine(m, n) ? nine::state_bytes() : general::state_bytes(m, n);
  return static_cast<int64_t>(state_offset(m * n * m * n) + state);
}

void bombe_workspace_prepare(void *workspace, int32_t m, int32_t n) {
  auto *space = static_cast<Workspace *>(workspace);
  space->engine = is_nine(m, n) ? &kNine : &kGeneral;
  space->size = m * n;
  space->cells = space->size * space->size;
  space->verdicts = space->cells * space->size;
  space->quick_nodes = kQuickWork / (4 * space->cells);
  space->state = static_cast<uint8_t *>(workspace) + state_offset(space->cells);
  if (is_nine(m, n)) {
    nine::prepare(space->state);
  } else {
    general::prepare(space->state, m, n);
  }
}

int32_t bombe_workspace_narrow(void *workspace, int32_t bits) {
  const auto &space = *static_cast<Workspace *>(workspace);
  return space.engine == &kNine ? nine::prepare(space.state, bits) : 0;
}

void bombe_workspace_learn(void *workspace, int64_t failures, int32_t store) {
  const auto &space = *static_cast<Workspace *>(workspace);
  const auto room = static_cast<uint32_t>(store);
  if (space.engine == &kNine) {
    nine::hand_over_after(static_cast<nine::State *>(space.state), failures, room);
  } else {
    general::hand_over_after(static_cast<general::State *>(space.state), failures, room);
  }
}

int32_t bombe_count(void *workspace, BombeCount *count) {
  return answer_each(workspace, *count, count_board);
}

int32_t bombe_solve(void *workspace, BombeSolve *solve) {
  return answer_each(workspace, *solve, solve_board);
}

int32_t bombe_audit(void *workspace, BombeAudit *audit) {
  const auto &space = *static_cast<Workspace *>(workspace);
  BombeCall &call = audit->call;
  Budget budget = budget_of(call);
  while (call.done < call.size) {
    if (!has_time(budget, 1)) return kOutOfBudget;
    open_account(call, budget);
    const Status status = audit_board(space, *audit, budget);
    if (status == kLimit) {
      close_account(call, budget);
      call.in_work = 1;
      return kLimit;
    }
    if (!finish(call, budget, status)) return kOutOfBudget;
  }
  return kDone;
}

int32_t bombe_next(void *workspace, BombeNext *next) {
  const auto &space = *static_cast<Workspace *>(workspace);
  BombeCall &call = next->call;
  Budget budget = budget_of(call);
  open_account(call, budget);
  if (!call.in_work && !space.engine->begin(space.state, call.boards)) return kDone;
  call.in_work = 1;
  Status status = kLimit;
  while (status == kLimit && next->found < next->room) {
    status = space.engine->next(space.state, budget, next->solutions + next->found * space.cells);
    next->found += status == kLimit;
  }
  close_account(call, budget);
  return status;
}

int32_t bombe_moves(void *workspace, BombeMoves *moves) {
  const auto &space = *static_cast<Workspace *>(workspace);
  Budget budget = budget_of(moves->call);
  open_account(moves->call, budget);
  return finish(moves->call, budget, audit_moves(space, *moves, budget)) ? kDone : kOutOfBudget;
}

void bombe_masks(const uint8_t *verdicts, int32_t size, uint64_t *masks) {
  const int cells = size * size;
  for (int cell = 0; cell < cells; cell++) {
    uint64_t true_values = 0, open_values = 0;
    for (int value = 1; value <= size; value++, verdicts++) {
      true_values |= static_cast<uint64_t>(*verdicts == kYes) << value;
      open_values |= static_cast<uint64_t>(*verdicts == kUnknown) << value;
    }
    masks[cell] = true_values;
    masks[cells + cell] = open_values;
  }
}

int32_t bombe_quick_count(void *workspace, const uint8_t *board, int32_t limit) {
  auto &space = *static_cast<Workspace *>(workspace);
  return static_cast<int32_t>(count_quickly(space, board, limit, nullptr));
}

const char *bombe_quick_solution(void *workspace, const uint8_t *board) {
  auto &space = *static_cast<Workspace *>(workspace);
  uint8_t *solution = space.solution();
  const int64_t found = count_quickly(space, board, 1, solution);
  if (found == 0) return nullptr;
  solution[found > 0 ? space.cells : 0] = 0;
  return reinterpret_cast<const char *>(solution);
}

int64_t bombe_misfit(const uint8_t *boards, int64_t length, int32_t size) {
  constexpr int64_t kPiece = 4096;
  for (int64_t at = 0; at < length; at += kPiece) {
    const int64_t end = at + kPiece < length ? at + kPiece : length;
    uint8_t largest = 0;
    for (int64_t i = at; i < end; i++) largest = boards[i] > largest ? boards[i] : largest;
    if (largest <= size) continue;
    while (boards[at] <= size) at++;
    return at;
  }
  return -1;
}
