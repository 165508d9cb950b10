// The C interface of exact Dots and Boxes, and how questions are asked.
#include "dots/dots.h"

#include <cstring>

#include "dots/layout.h"

using namespace bombe;
using namespace bombe::dots;

namespace {

Solver &solver_in(void *memory) { return *static_cast<Solver *>(memory); }

int boxes_left(const Board &board, Edges free) {
  const uint64_t boxes = free.h | free.h >> board.width | free.v | free.v >> 1;
  return __builtin_popcountll(boxes & board.boxes);
}

void begin_work(Worker &worker, uint64_t serial, Budget budget) {
  worker.serial = serial;
  worker.budget = budget;
  worker.is_stopped = false;
  worker.depth = 0;
}

// Whoever sees a word of a question sees, too, that the one before it is closed.
void write(Shared &shared, const Question &question) {
  uint64_t words[kQuestionWords];
  std::memcpy(words, &question, sizeof words);
  for (int i = 0; i < kQuestionWords; i++)
    __atomic_store_n(&shared.words[i], words[i], __ATOMIC_RELEASE);
}

// False: it is not the question of that serial any more.
bool read(const Shared &shared, uint64_t serial, Question &question) {
  uint64_t words[kQuestionWords];
  for (int i = 0; i < kQuestionWords; i++)
    words[i] = __atomic_load_n(&shared.words[i], __ATOMIC_ACQUIRE);
  if (__atomic_load_n(&shared.serial, __ATOMIC_RELAXED) != serial) return false;
  std::memcpy(static_cast<void *>(&question), words, sizeof words);
  return true;
}

// A question to all workers. -1: out of budget; otherwise whether the mover gets the target.
int ask_all(Solver &solver, Budget &budget, const Position &position, int target) {
  Shared &shared = solver.shared;
  const uint64_t last = __atomic_load_n(&shared.serial, __ATOMIC_RELAXED);
  const uint64_t closed = last - last % kStages + kStages, serial = closed + kOpen;
  write(shared, {position, target});
  __atomic_store_n(&shared.serial, serial, __ATOMIC_RELEASE);
  Worker &worker = solver.team[0];
  begin_work(worker, serial, budget);
  const bool answer = solver.engine.gets(solver, worker, position, target);
  budget = worker.budget;
  const uint64_t stage = __atomic_exchange_n(&shared.serial, closed, __ATOMIC_ACQ_REL) % kStages;
  if (!worker.is_stopped) return answer;
  return stage == kOpen ? -1 : stage == kReached;
}

// A value that is being found, and its bounds.
struct Hunt {
  Position position;
  Range range;
};

// The next target: in the middle at first, then beside the last answer.
int next_target(const Solver &solver, const Range &range, int guess) {
  if (!solver.has(kWindows)) return range.low + 2;
  if (guess <= range.low) return range.low + 2;
  return guess > range.high ? range.high : guess;
}

// Narrow the range to one value, or until it leaves the wanted window. False: out of budget.
bool pursue(Solver &solver, Budget &budget, Hunt &hunt, int guess) {
  Range &range = hunt.range;
  while (range.low < range.high) {
    int target = next_target(solver, range, guess);
    if ((target ^ range.low) & 1) target++;
    const int answer = ask_all(solver, budget, hunt.position, target);
    if (answer < 0) return false;
    if (answer) range.low = target;
    else range.high = target - 2;
    guess = answer ? target + 2 : target - 2;
  }
  return true;
}

Hunt hunt_for(const Solver &solver, Edges settled) {
  const Position position = solver.engine.name(solver, settled);
  return {position, solver.engine.look_up(solver, position)};
}

void narrow(int32_t &low, int32_t &high, Range range) {
  if (range.low > low) low = range.low;
  if (range.high < high) high = range.high;
}

bool find_margin(Solver &solver, BombeDotsCall &call, Budget &budget, Edges free) {
  const Link link = solver.engine.settle(solver, free);
  Hunt hunt = hunt_for(solver, free);
  const bool is_done = pursue(solver, budget, hunt, 0);
  narrow(call.low, call.high, link.apply(hunt.range));
  return is_done;
}

// What is left when a move and all captures are made, and the mover's link to it.
Link play(const Solver &solver, int number, Edges &free, int &gain) {
  const Board &board = solver.board;
  const int before = boxes_left(board, free), across = (board.rows + 1) * board.columns;
  const int wide = board.columns, tall = board.columns + 1, down = number - across;
  if (number < across) free.h &= ~(1ull << (number / wide * board.width + number % wide));
  else free.v &= ~(1ull << (down / tall * board.width + down % tall));
  gain = before - boxes_left(board, free);
  return solver.engine.settle(solver, free);
}

// The value of a move; a move that is like an earlier one has its bounds.
bool find_value(Solver &solver, BombeDotsCall &call, Budget &budget, Edges free, int at) {
  int gain;
  const Link link = play(solver, call.moves[at], free, gain);
  const int sign = gain && solver.has_extra_turn ? 1 : -1;
  Hunt hunt = hunt_for(solver, free);
  solver.keys[at] = hunt.position.key;
  solver.keeps_turn[at] = sign > 0;
  solver.links[at] = {static_cast<int8_t>(link.gain + sign * gain), link.sign, link.declined};
  for (int i = 0; i < at; i++)
    if (solver.keys[i] == hunt.position.key && solver.links[i] == solver.links[at] &&
        solver.keeps_turn[i] == (sign > 0)) {
      call.lows[at] = call.lows[i];
      call.highs[at] = call.highs[i];
      return true;
    }
  bool is_done = true;
  for (int guess = 0; is_done;) {
    const Range other = link.apply(hunt.range);
    const Range value = sign > 0 ? Range{gain + other.low, gain + other.high}
                                 : Range{gain - other.high, gain - other.low};
    narrow(call.lows[at], call.highs[at], value);
    if (call.lows[at] == call.highs[at] || hunt.range.low >= hunt.range.high) break;
    // No move is worth more than the margin, so that is what to ask about first.
    if (!link.declined) guess = sign * link.sign * (call.high - gain - sign * link.gain);
    const Range before = hunt.range;
    int target = next_target(solver, before, guess);
    if ((target ^ before.low) & 1) target++;
    const int answer = ask_all(solver, budget, hunt.position, target);
    is_done = answer >= 0;
    if (answer > 0) hunt.range.low = target;
    if (answer == 0) hunt.range.high = target - 2;
    if (link.declined) guess = answer > 0 ? target + 2 : target - 2;
  }
  return is_done;
}

void start(const Solver &solver, BombeDotsCall &call) {
  const Board &board = solver.board;
  const Edges free = read(board, call.drawn);
  const int boxes = boxes_left(board, free);
  call.low = -boxes;
  call.high = boxes;
  call.count = 0;
  for (int number = 0; number < board.edges; number++) {
    if (call.drawn[number]) continue;
    call.moves[call.count] = number;
    call.lows[call.count] = -boxes;
    call.highs[call.count++] = boxes;
  }
  call.slice.in_work = 1;
}

bool answer(Solver &solver, BombeDotsCall &call, Budget &budget, Edges free) {
  if (!find_margin(solver, call, budget, free)) return false;
  for (int i = 0; i < call.count; i++)
    if (call.highs[i] > call.high) call.highs[i] = call.high;
  for (int i = 0; call.wants_all && i < call.count; i++)
    if (!find_value(solver, call, budget, free, i)) return false;
  return true;
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Work at the question that is open; the first worker with an answer closes it.
void help_once(Solver &solver, Worker &worker, uint64_t serial) {
  Question question;
  if (!read(solver.shared, serial, question)) return;
  begin_work(worker, serial, {INT64_MAX, 0, nullptr, 0});
  const int target = static_cast<int>(question.target);
  const bool is_reached = solver.engine.gets(solver, worker, question.position, target);
  if (worker.is_stopped) return;
  uint64_t open = serial;
  __atomic_compare_exchange_n(&solver.shared.serial, &open,
                              serial - kOpen + (is_reached ? kReached : kMissed), false,
                              __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

}  // namespace

int64_t bombe_dots_bytes(const BombeDots *dots, int64_t table) {
  const Trouble trouble = check(*dots);
  return trouble ? trouble : bytes_for(*dots, table);
}

int32_t bombe_dots_begin(void *memory, int64_t bytes, const BombeDots *dots) {
  const Trouble trouble = check(*dots);
  if (trouble) return trouble;
  Arena arena(memory, static_cast<uint64_t>(bytes));
  Solver *const solver = arena.take<Solver>();
  return solver ? prepare(*solver, arena, *dots) : kTooLittleMemory;
}

void bombe_dots_adopt(void *memory, const void *from) {
  Solver &solver = solver_in(memory);
  solver.engine.adopt(solver, *static_cast<const Solver *>(from));
}

int32_t bombe_dots_ask(void *memory, BombeDotsCall *call) {
  Solver &solver = solver_in(memory);
  const Edges free = read(solver.board, call->drawn);
  if ((free.h & ~solver.root.h) | (free.v & ~solver.root.v)) return kNotFromHere;
  BombeSlice &slice = call->slice;
  if (!slice.in_work) start(solver, *call);
  Budget budget = budget_of(slice);
  const bool is_done = answer(solver, *call, budget, free);
  slice.nodes_used += slice.nodes - budget.nodes_left;
  slice.in_work = !is_done;
  return is_done ? kDone : kOutOfBudget;
}

void bombe_dots_gather(void *memory) {
  __atomic_store_n(&solver_in(memory).shared.is_dismissed, false, __ATOMIC_RELEASE);
}

void bombe_dots_dismiss(void *memory) {
  __atomic_store_n(&solver_in(memory).shared.is_dismissed, true, __ATOMIC_RELEASE);
}

void bombe_dots_help(void *memory, int32_t worker) {
  Solver &solver = solver_in(memory);
  uint64_t last = 0;
  while (!__atomic_load_n(&solver.shared.is_dismissed, __ATOMIC_ACQUIRE)) {
    const uint64_t serial = __atomic_load_n(&solver.shared.serial, __ATOMIC_ACQUIRE);
    if (serial % kStages == kOpen && serial != last) help_once(solver, solver.team[worker], serial);
    else relax();
    last = serial;
  }
}

int64_t bombe_dots_nodes(const void *memory) {
  const Solver &solver = *static_cast<const Solver *>(memory);
  int64_t nodes = 0;
  for (int i = 0; i < solver.workers; i++)
    nodes += __atomic_load_n(&solver.team[i].nodes, __ATOMIC_RELAXED);
  return nodes;
}

int32_t bombe_dots_narrow(void *memory, int32_t bits) {
  Solver &solver = solver_in(memory);
  solver.engine = engine_within(bits);
  return solver.engine.bits;
}
