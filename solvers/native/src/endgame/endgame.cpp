// The C interface of exact endgames.
#include "endgame/endgame.h"

#include "endgame/answer.h"
#include "endgame/search.h"

using namespace bombe;
using namespace bombe::endgame;

namespace {

Search &search_in(void *memory) { return *static_cast<Search *>(memory); }

// What the table's bounds say, though it is not exact.
void note_bounds(const Search &search, BombeEndgameCall &call) {
  const Bounds &bounds = search.bounds;
  const Bits usable = search.game.usable(search.asked);
  if (!bounds.is_known || bounds.empty != search.asked.empty || bounds.usable.low != usable.low ||
      bounds.usable.high != usable.high)
    return;
  for (int i = 0; i < call.count; i++) {
    if (bounds.lows[i] > call.lows[i]) call.lows[i] = bounds.lows[i];
    if (bounds.highs[i] < call.highs[i]) call.highs[i] = bounds.highs[i];
    if (call.lows[i] > call.low) call.low = call.lows[i];
  }
  if (bounds.low > call.low) call.low = bounds.low;
  if (bounds.high < call.high) call.high = bounds.high;
  for (int i = 0; i < call.count; i++)
    if (call.highs[i] > call.high) call.highs[i] = call.high;
}

// Only where there is one solution do tables take the place of others.
void note_answer(Search &search, const BombeEndgameCall &call) {
  Answered &answered = search.answered;
  answered.is_known = search.game.solutions == 1;
  answered.empty = search.asked.empty;
  answered.usable = search.game.usable(search.asked);
  answered.best = call.best;
  answered.line_count = 0;
  for (int i = 0; i < call.count; i++) answered.values[i] = static_cast<int16_t>(call.lows[i]);
}

// Go on with the line of a position whose moves have their values. False: they have not.
bool resume(Search &search, BombeEndgameCall &call) {
  const Answered &answered = search.answered;
  const Bits usable = search.game.usable(search.asked);
  if (!answered.is_known || answered.empty != search.asked.empty ||
      answered.usable.low != usable.low || answered.usable.high != usable.high)
    return false;
  call.low = -kInfinity;
  for (int i = 0; i < call.count; i++) {
    call.lows[i] = call.highs[i] = answered.values[i];
    if (answered.values[i] > call.low) call.low = answered.values[i];
  }
  call.high = call.low;
  call.best = answered.best;
  search.stage = kLine;
  search.has_target = false;
  for (int i = 0; i < answered.line_count && call.line; i++) {
    call.line[call.line_count++] = number_of(search.game, answered.line[i]);
    search.play(answered.line[i]);
  }
  return true;
}

Trouble start(Search &search, BombeEndgameCall &call) {
  const Trouble trouble = read(search.game, call.board, call.taboo, search.root, search.root_set);
  if (trouble) return trouble;
  const int most = most_points(search.game, search.root);
  call.low = -most;
  call.high = most;
  call.best = -1;
  call.count = 0;
  call.work.slice.nodes_used = call.line_count = 0;
  Move moves[kMostEmpty + kMostPots];
  const int count = list_moves(search.game, search.root, moves);
  for (int i = 0; i < count; i++) add(search.game, call, moves[i].value, moves[i].at);
  search.asked = search.root;
  search.stage = kMargin;
  search.needed = -1;
  search.nodes = 0;
  call.work.slice.in_work = 1;
  const bool has_answer = resume(search, call);
  if (!has_answer || call.line) search.renew();
  if (has_answer) return kFine;
  // One less, so that a move has to show even the lowest margin.
  search.begin_target(search.root, search.root_set, call.low - 1, call.high);
  return kFine;
}

// Make the position after a move the target. False: its value is known without a search.
bool begin_move(Search &search, BombeEndgameCall &call) {
  const int at = search.stage;
  const Played move = played(search.game, call, at, search.root.empty);
  search.make_child(search.root, search.root_set, move.value, move.at, 1);
  const Position &child = search.frames[1].position;
  const int points = search.move_points = move.points;
  int value;
  if (search.resolve(child, value)) {
    call.lows[at] = call.highs[at] = points - value;
    return false;
  }
  search.begin_target(child, search.set(1), points - call.highs[at], points - call.lows[at]);
  return true;
}

// Play best moves; the search's root is then the position where the line has come to.
Status draw_line(Search &search, BombeEndgameCall &call, Budget &budget) {
  const Game &game = search.game;
  while (search.root.empty) {
    const int most = most_points(game, search.root);
    if (!search.has_target) search.begin_target(search.root, search.root_set, -most - 1, most);
    search.has_target = true;
    const Status status = search.pursue(budget);
    if (status != kDone) return status;
    call.line[call.line_count++] = number_of(game, search.target.move);
    if (call.wants_all) search.answered.line[search.answered.line_count++] = search.target.move;
    search.play(search.target.move);
    search.renew();
    search.has_target = false;
  }
  return kDone;
}

Status answer(Search &search, BombeEndgameCall &call, Budget &budget) {
  if (!search.asked.empty) {
    call.low = call.high = 0;
    return kDone;
  }
  const Status status = value_position(search, call, budget, begin_move);
  if (status != kDone) return status;
  if (call.wants_all && search.stage != kLine) note_answer(search, call);
  search.stage = kLine;
  return call.line ? draw_line(search, call, budget) : kDone;
}

// What was missing where no table could be filled.
void note_wants(const Search &search, BombeEndgameCall &call) {
  const Table *const table = search.leaves[0].table;
  const bool has_ended = search.game.solutions == 1 && table && table->stage == kNoRoom;
  call.wants_time = has_ended && table->wants_time;
  call.wanted_bytes = has_ended ? static_cast<int64_t>(table->wanted_bytes) : 0;
}

void begin_work(Search &search, const BombeEndgameWork &work) {
  search.threads = work.threads;
  if (work.slice.in_work) return;
  search.limits = {work.seconds_in_all > 0 ? now() + work.seconds_in_all : 0, work.nodes_in_all,
                   false};
}

void show_progress(const Search &search, BombeEndgameWork &work) {
  work.slice.nodes_used = search.nodes;
  const Table *const table = search.leaves[0].table;
  if (table) table->show_progress(work.states, work.of);
  work.wants_help = table && table->ring && table->stage == kFilling;
}

}  // namespace

int32_t bombe_endgame_begin(void *memory, int64_t bytes, const BombeEndgame *endgame) {
  Arena arena(memory, static_cast<uint64_t>(bytes));
  Search *const search = arena.take_zeroed<Search>();
  if (!search) return kTooLittleMemory;
  search->arena = arena;
  BombeEndgame given = *endgame;
  given.open = nullptr;
  const Trouble trouble = begin(*search, given);
  if (trouble) return trouble;
  return read(search->game, endgame->board, endgame->taboo, search->root, search->root_set);
}

int32_t bombe_endgame_fill(void *memory, BombeEndgameWork *work) {
  Budget budget = budget_of(work->slice);
  Search &search = search_in(memory);
  begin_work(search, *work);
  search.limits = {0, INT64_MAX, true};
  if (!work->slice.in_work) search.nodes = 0;
  const Status status = search.fill(budget);
  show_progress(search, *work);
  work->slice.in_work = status != kDone;
  return status;
}

int32_t bombe_endgame_ask(void *memory, BombeEndgameCall *call) {
  Search &search = search_in(memory);
  Budget budget = budget_of(call->work.slice);
  begin_work(search, call->work);
  if (!call->work.slice.in_work) {
    const Trouble trouble = start(search, *call);
    if (trouble) return trouble;
  }
  const Status status = answer(search, *call, budget);
  if (call->count) note_bounds(search, *call);
  note_wants(search, *call);
  show_progress(search, call->work);
  call->work.slice.in_work = status != kDone;
  return status;
}

int64_t bombe_endgame_help(void *memory, int32_t worker, const BombeSlice *slice) {
  return search_in(memory).help(worker, budget_of(*slice));
}

int32_t bombe_endgame_is_filled(const void *memory) {
  return static_cast<const Search *>(memory)->is_filled();
}

void bombe_endgame_fill_by(void *memory, int32_t narrow, int32_t cross, int32_t top,
                           int32_t level) {
  const Filling best = best_filling();
  search_in(memory).filling = {narrow ? kFill128 : best.fillers, narrow ? kBoth128 : best.both,
                               cross, top, level};
}
