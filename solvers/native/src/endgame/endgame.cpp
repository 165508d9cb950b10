// The C interface of exact endgames.
#include "endgame/endgame.h"

#include "endgame/search.h"

using namespace bombe;
using namespace bombe::endgame;

namespace {

// The stages of an answer: the margin, then the number of a move, then the line.
constexpr int32_t kMargin = -1, kLine = 1 << 16;

Search &search_in(void *memory) { return *static_cast<Search *>(memory); }

int32_t number_of(const Game &game, const Move &move) {
  const int cell = move.value ? move.at : game.pot_cell[move.at];
  const int value = move.value ? move.value : game.pot_value[move.at];
  return game.board_cell[cell] * game.size + value - 1;
}

int32_t number_of(const Game &game, uint16_t code) {
  if (code == kNoMove) return -1;
  return number_of(game, Move{0, 0, static_cast<int8_t>(code >> 8), static_cast<uint8_t>(code)});
}

void add(const Search &search, BombeEndgameCall &call, const Move &move) {
  const int at = call.count++;
  call.moves[at] = number_of(search.game, move);
  call.skips[at] = !move.value;
  call.lows[at] = call.low;
  call.highs[at] = call.high;
}

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
  for (int i = 0; i < count; i++) add(search, call, moves[i]);
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

// Play a move into frame 1; its points.
int make_move(Search &search, const BombeEndgameCall &call, int at) {
  const Game &game = search.game;
  const int number = call.moves[at], cell = game.index_of[number / game.size];
  const int value = number % game.size + 1;
  const int pot = game.pot_of[cell][value];
  search.make_child(search.root, search.root_set, call.skips[at] ? 0 : value,
                    call.skips[at] ? pot : cell, 1);
  return call.skips[at] ? 0 : game.points(search.root.empty, cell);
}

void note_margin(const Search &search, BombeEndgameCall &call) {
  if (search.target.low > call.low) call.low = search.target.low;
  if (search.target.high < call.high) call.high = search.target.high;
  call.best = number_of(search.game, search.target.move);
  for (int i = 0; i < call.count; i++)
    if (call.highs[i] > call.high) call.highs[i] = call.high;
}

// What the bounds of the position after the move say about the move.
void note_move(const Search &search, BombeEndgameCall &call) {
  const int at = search.stage, points = search.move_points;
  const int low = -search.target.high, high = -search.target.low;
  if (points + low > call.lows[at]) call.lows[at] = points + low;
  if (points + high < call.highs[at]) call.highs[at] = points + high;
}

// Make the position after a move the target. False: its value is known without a search.
bool begin_move(Search &search, BombeEndgameCall &call) {
  const int at = search.stage;
  const int points = search.move_points = make_move(search, call, at);
  const Position &child = search.frames[1].position;
  int value;
  if (search.resolve(child, value)) {
    call.lows[at] = call.highs[at] = points - value;
    return false;
  }
  search.begin_target(child, search.set(1), points - call.highs[at], points - call.lows[at]);
  return true;
}

Status value_moves(Search &search, BombeEndgameCall &call, Budget &budget) {
  for (; search.stage < call.count; search.stage++, search.has_target = false) {
    if (!search.has_target) search.has_target = begin_move(search, call);
    if (!search.has_target) continue;
    const Status status = search.pursue(budget);
    note_move(search, call);
    if (status != kDone) return status;
  }
  return kDone;
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
  if (search.stage == kMargin) {
    const Status status = search.pursue(budget);
    note_margin(search, call);
    if (status != kDone) return status;
    search.stage = 0;
    search.has_target = false;
  }
  if (call.wants_all && search.stage != kLine) {
    const Status status = value_moves(search, call, budget);
    if (status != kDone) return status;
    note_answer(search, call);
  }
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
  const Trouble trouble =
      begin(*search, {endgame->m, endgame->n, endgame->board, endgame->solutions,
                      endgame->solution_count, endgame->taboo, nullptr, endgame->has_skips != 0});
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
