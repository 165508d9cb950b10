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

void list_moves(const Search &search, BombeEndgameCall &call) {
  const Game &game = search.game;
  const Position &root = search.root;
  for (uint64_t left = game.playable(root); left; left &= left - 1) {
    const uint8_t cell = static_cast<uint8_t>(__builtin_ctzll(left));
    Bits values = game.safe_values(root, cell);
    if (!values.is_any())
      add(search, call, {0, 0, static_cast<int8_t>(game.value(root.first, cell)), cell});
    for (; values.is_any(); values = values.rest())
      add(search, call, {0, 0, static_cast<int8_t>(game.pot_value[values.first()]), cell});
  }
  for (Bits left = game.usable(root); left.is_any(); left = left.rest())
    add(search, call, {0, 0, 0, static_cast<uint8_t>(left.first())});
}

Trouble start(Search &search, BombeEndgameCall &call) {
  const Trouble trouble =
      read(search.game, call.board, call.taboo, call.open, search.root, search.root_set);
  if (trouble) return trouble;
  const int most = most_points(search.game, search.root);
  call.low = -most;
  call.high = most;
  call.best = -1;
  call.count = 0;
  call.slice.nodes_used = call.line_count = 0;
  list_moves(search, call);
  search.stage = kMargin;
  search.needed = -1;
  search.nodes = 0;
  // One less, so that a move has to show even the lowest margin.
  search.begin_target(search.root, search.root_set, call.low - 1, call.high);
  call.slice.in_work = 1;
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
  call.high = search.target.high;
  call.best = number_of(search.game, search.target.move);
  for (int i = 0; i < call.count; i++)
    if (call.highs[i] > call.high) call.highs[i] = call.high;
}

// What the bounds of the position after the move say about the move.
void note_move(const Search &search, BombeEndgameCall &call) {
  const int at = search.stage, points = search.move_points;
  const int low = search.move_keeps_turn ? search.target.low : -search.target.high;
  const int high = search.move_keeps_turn ? search.target.high : -search.target.low;
  if (points + low > call.lows[at]) call.lows[at] = points + low;
  if (points + high < call.highs[at]) call.highs[at] = points + high;
}

// Make the position after a move the target. False: its value is known without a search.
bool begin_move(Search &search, BombeEndgameCall &call) {
  const int at = search.stage;
  const int points = search.move_points = make_move(search, call, at);
  const Position &child = search.frames[1].position;
  const bool keeps_turn = search.move_keeps_turn = child.mover == search.root.mover;
  int value;
  if (search.resolve(child, value)) {
    call.lows[at] = call.highs[at] = points + (keeps_turn ? value : -value);
    return false;
  }
  const int low = call.lows[at] - points, high = call.highs[at] - points;
  search.begin_target(child, search.set(1), keeps_turn ? low : -high, keeps_turn ? high : -low);
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
  while (!game.is_over(search.root)) {
    const int most = most_points(game, search.root);
    if (!search.has_target) search.begin_target(search.root, search.root_set, -most - 1, most);
    search.has_target = true;
    const Status status = search.pursue(budget);
    if (status != kDone) return status;
    call.line[call.line_count++] = number_of(game, search.target.move);
    search.play(search.target.move);
    search.has_target = false;
  }
  return kDone;
}

Status answer(Search &search, BombeEndgameCall &call, Budget &budget) {
  if (search.game.is_over(search.root)) {
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
  }
  search.stage = kLine;
  return call.line ? draw_line(search, call, budget) : kDone;
}

}  // namespace

int64_t bombe_endgame_least_bytes(int32_t empty) {
  return static_cast<int64_t>(empty > kMostCells ? 1ull << 62 : least_bytes(empty));
}

int32_t bombe_endgame_begin(void *memory, int64_t bytes, const BombeEndgame *endgame) {
  Arena arena(memory, static_cast<uint64_t>(bytes));
  Search *const search = arena.take_zeroed<Search>();
  if (!search) return kTooLittleMemory;
  search->arena = arena;
  return begin(*search,
               {endgame->m, endgame->n, endgame->board, endgame->solutions, endgame->solution_count,
                endgame->taboo, endgame->open, endgame->has_skips != 0});
}

int32_t bombe_endgame_fill(void *memory, BombeSlice *slice) {
  Budget budget = budget_of(*slice);
  Search &search = search_in(memory);
  if (!slice->in_work) search.nodes = 0;
  const Status status = search.fill(budget);
  slice->nodes_used = search.nodes;
  slice->in_work = status != kDone;
  return status;
}

int32_t bombe_endgame_ask(void *memory, BombeEndgameCall *call) {
  Search &search = search_in(memory);
  Budget budget = budget_of(call->slice);
  if (!call->slice.in_work) {
    const Trouble trouble = start(search, *call);
    if (trouble) return trouble;
  }
  const Status status = answer(search, *call, budget);
  call->slice.nodes_used = search.nodes;
  call->slice.in_work = status != kDone;
  return status;
}

int32_t bombe_endgame_is_filled(const void *memory) {
  return static_cast<const Search *>(memory)->is_filled();
}

void bombe_endgame_fill_by(void *memory, int32_t narrow, int32_t cross) {
  search_in(memory).filling = {narrow ? kFill128 : best_fillers(), cross};
}
