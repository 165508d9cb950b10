// Counts, solutions, audits and moves agree, however often they are interrupted.
#include "input.h"

using namespace fuzz;

namespace {

constexpr int64_t kNodes = 3000;

struct Asked {
  const Shape &shape;
  const Board &board;
  void *memory;
  int step;  // nodes between two interruptions, of a kind that leaves the call in work
};

// Make a call again and again, with a few nodes more each time; its last answer.
template <class Call, class Function>
int32_t run(const Asked &asked, Call &call, Function function) {
  BombeCall &head = call.call;
  int32_t answer = bombe::kOutOfBudget;
  for (int64_t allowed = asked.step; allowed <= kNodes; allowed += asked.step) {
    head.nodes_each = allowed;
    answer = function(asked.memory, &call);
    if (answer == bombe::kLimit || *head.statuses != bombe::kOutOfBudget) {
      if (answer != bombe::kOutOfBudget) return answer;
    } else {  // only its nodes are used up: as calls.py does
      head.done = 0;
      head.in_work = 1;
      *head.statuses = bombe::kDone;
    }
  }
  return bombe::kOutOfBudget;
}

BombeCall head_of(const Asked &asked, int64_t &nodes, uint8_t &status) {
  return {asked.board.data(), 1, 0, 0, nullptr, 0, 0, &nodes, &status};
}

// The number of solutions up to a limit; -1: not known.
int64_t count(const Asked &asked, int64_t limit, Board &first) {
  int64_t nodes = 0, found = 0;
  uint8_t status = bombe::kDone;
  BombeCount call = {head_of(asked, nodes, status), limit, &found, first.data()};
  const int32_t answer = run(asked, call, bombe_count);
  CHECK(found <= limit);
  return answer == bombe::kOutOfBudget ? -1 : found;
}

bool is_solution(const Asked &asked, const uint8_t *solution) {
  const Shape &shape = asked.shape;
  for (int cell = 0; cell < shape.cells; cell++) {
    if (!solution[cell] || solution[cell] > shape.size) return false;
    if (asked.board[cell] && asked.board[cell] != solution[cell]) return false;
    for (int other = 0; other < cell; other++)
      if (solution[other] == solution[cell] && is_peer(shape, cell, other)) return false;
  }
  return true;
}

int64_t list(const Asked &asked, int room) {
  std::vector<uint8_t> solutions(static_cast<size_t>(asked.shape.cells) * room);
  int64_t nodes = 0;
  uint8_t status = bombe::kDone;
  BombeNext call = {head_of(asked, nodes, status), solutions.data(), room, 0};
  call.call.nodes_each = kNodes;
  const int32_t answer = bombe_next(asked.memory, &call);
  for (int64_t i = 0; i < call.found; i++) {
    const uint8_t *const one = solutions.data() + i * asked.shape.cells;
    CHECK(is_solution(asked, one));
    for (int64_t j = 0; j < i; j++)
      CHECK(std::memcmp(one, solutions.data() + j * asked.shape.cells, asked.shape.cells));
  }
  return answer == bombe::kOutOfBudget ? -1 : call.found;
}

// The same solutions, as a batch finds them; -1: not known.
int64_t solve(const Asked &asked, int limit) {
  std::vector<uint8_t> solutions(static_cast<size_t>(asked.shape.cells) * limit);
  int64_t nodes = 0, found = 0;
  uint8_t status = bombe::kDone;
  BombeSolve call = {head_of(asked, nodes, status), limit, &found, solutions.data()};
  const int32_t answer = run(asked, call, bombe_solve);
  CHECK(found <= limit);
  for (int64_t i = 0; i < found; i++)
    CHECK(is_solution(asked, solutions.data() + i * asked.shape.cells));
  return answer == bombe::kOutOfBudget ? -1 : found;
}

// The verdicts; empty: not known.
Board audit(const Asked &asked, int room) {
  const Shape &shape = asked.shape;
  Board verdicts(static_cast<size_t>(shape.cells) * shape.size, 0xEE);
  std::vector<uint8_t> witnesses(static_cast<size_t>(shape.cells) * room + 1);
  int64_t nodes = 0;
  uint8_t status = bombe::kDone;
  BombeAudit call = {head_of(asked, nodes, status), verdicts.data(), witnesses.data(), room, 0};
  int32_t answer = run(asked, call, bombe_audit);
  while (answer == bombe::kLimit) {
    for (int64_t i = 0; i < call.found; i++)
      CHECK(is_solution(asked, witnesses.data() + i * shape.cells));
    call.found = 0;
    answer = run(asked, call, bombe_audit);
  }
  std::vector<uint64_t> masks(2 * static_cast<size_t>(shape.cells));
  if (answer == bombe::kOutOfBudget) return {};
  bombe_masks(verdicts.data(), shape.size, masks.data());
  return verdicts;
}

void ask_moves(const Asked &asked, Input &input, const Board &verdicts) {
  std::vector<uint8_t> moves, wanted;
  for (int i = input.below(6); i > 0; i--) {
    const int cell = input.below(asked.shape.cells), value = input.one_of(1, asked.shape.size);
    if (asked.board[cell]) continue;
    const uint8_t verdict = verdicts[static_cast<size_t>(cell) * asked.shape.size + value - 1];
    for (const int part : {cell / asked.shape.size, cell % asked.shape.size, value})
      moves.push_back(static_cast<uint8_t>(part));
    wanted.push_back(verdict == bombe::kYes ? bombe::kYes : bombe::kNo);
  }
  Board room(verdicts.size()), answers(wanted.size() + 1);
  int64_t nodes = 0;
  uint8_t status = bombe::kDone;
  moves.push_back(0);  // never null
  BombeMoves call = {head_of(asked, nodes, status), room.data(), moves.data(),
                     static_cast<int64_t>(wanted.size()), answers.data()};
  if (run(asked, call, bombe_moves) == bombe::kOutOfBudget) return;
  for (size_t i = 0; i < wanted.size(); i++) CHECK(answers[i] == wanted[i]);
}

void ask_quickly(const Asked &asked, int64_t counted, int limit) {
  const int32_t quick = bombe_quick_count(asked.memory, asked.board.data(), limit);
  CHECK(counted < 0 || quick < 0 || quick == counted);
  const char *const first = bombe_quick_solution(asked.memory, asked.board.data());
  if (!first) CHECK(counted <= 0);
  else if (*first) CHECK(is_solution(asked, reinterpret_cast<const uint8_t *>(first)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  const Shape shape = shape_of(input, 25);
  Memory memory(bombe_workspace_bytes(shape.m, shape.n), input.byte());
  bombe_workspace_prepare(memory.at(), shape.m, shape.n);
  if (input.flag()) bombe_workspace_narrow(memory.at(), 128 << input.below(3));
  if (input.flag()) {
    const int failures = input.below(8), store = input.below(3000);
    bombe_workspace_learn(memory.at(), failures, store);
  }
  const Board board = board_of(input, shape);
  CHECK(bombe_misfit(board.data(), shape.cells, shape.size) < 0);
  CHECK(bombe_misfit(data, static_cast<int64_t>(size), 255) < 0);
  const Asked asked = {shape, board, memory.at(), input.one_of(1, 300)};
  const int limit = input.one_of(1, 40);
  Board first(shape.cells);
  const int64_t counted = count(asked, limit, first);
  if (counted > 0) CHECK(is_solution(asked, first.data()));
  const int64_t listed = list(asked, limit);
  CHECK(counted < 0 || listed < 0 || counted == listed);
  const int64_t solved = solve(asked, limit);
  CHECK(counted < 0 || solved < 0 || counted == solved);
  ask_quickly(asked, counted, limit);
  const Board verdicts = audit(asked, input.below(4));
  if (verdicts.empty()) return 0;
  bool has_true = false;
  for (const uint8_t verdict : verdicts) {
    CHECK(verdict < bombe::kUnknown);
    has_true |= verdict == bombe::kYes;
  }
  bool is_full = true;
  for (const uint8_t value : board) is_full &= value != 0;
  if (counted >= 0 && !is_full) CHECK(has_true == (counted > 0));
  ask_moves(asked, input, verdicts);
  return 0;
}
