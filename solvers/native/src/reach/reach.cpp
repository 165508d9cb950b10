// The C interface of exact endgames in the newer play modes.
#include "reach/reach.h"

#include "endgame/answer.h"
#include "reach/search.h"

using namespace bombe;
using namespace bombe::reach;
using endgame::add, endgame::kLine, endgame::kMargin, endgame::number_of;

namespace {

Search &search_in(void *memory) { return *static_cast<Search *>(memory); }

// All legal moves; bombs also where they are no use, since only one player is left.
void list_moves(const Search &search, BombeEndgameCall &call) {
  const Game &game = search.game;
  const Place &root = search.root;
  Bits within = {0, 0};
  for (uint64_t left = root.node.mine; left; left &= left - 1) {
    const int cell = __builtin_ctzll(left);
    within = within | game.pots_in[cell];
    Bits values = root.safe & game.pots_in[cell];
    if (!values.is_any()) add(game, call, game.value(root.node.first, cell), cell);
    for (; values.is_any(); values = values.rest())
      add(game, call, game.pot_value[values.first()], cell);
  }
  if (!game.has_skips) return;
  Bits bombs = root.legal.without(root.safe | root.played) & within;
  for (; bombs.is_any(); bombs = bombs.rest()) add(game, call, 0, bombs.first());
}

Trouble start(Search &search, BombeEndgameCall &call) {
  const Trouble trouble = read(search, call.board, call.taboo, call.open, search.root);
  if (trouble) return trouble;
  const Limits limits = limits_of(search.game, search.lines, search.root.node);
  call.low = limits.low;
  call.high = limits.high;
  call.best = -1;
  call.count = call.line_count = 0;
  list_moves(search, call);
  search.stage = kMargin;
  search.nodes = 0;
  // One less, so that a move has to show even the lowest margin.
  search.begin_target(search.root, call.low - 1, call.high, true);
  call.work.slice.in_work = 1;
  return kFine;
}

// Make the position after a move the target. False: the game is over there.
bool begin_move(Search &search, BombeEndgameCall &call) {
  const int at = search.stage;
  const auto [value, place, points] =
      endgame::played(search.game, call, at, search.root.node.empty);
  move(search.game, search.root, value, place, search.child);
  const Node &child = search.child.node;
  search.move_points = points;
  search.move_keeps_turn = child.keeps_turn;
  if (child.is_over()) {
    call.lows[at] = call.highs[at] = points;
    return false;
  }
  const int low = call.lows[at] - points, high = call.highs[at] - points;
  if (child.keeps_turn) search.begin_target(search.child, low, high, false);
  else search.begin_target(search.child, -high, -low, false);
  return true;
}

// Play best moves; the search's root is then the position where the line has come to.
Status draw_line(Search &search, BombeEndgameCall &call, Budget &budget) {
  while (!search.root.node.is_over()) {
    const Limits limits = limits_of(search.game, search.lines, search.root.node);
    if (!search.has_target) search.begin_target(search.root, limits.low - 1, limits.high, true);
    search.has_target = true;
    const Status status = search.pursue(budget);
    if (status != kDone) return status;
    const uint16_t best = search.target.move;
    call.line[call.line_count++] = number_of(search.game, best);
    move(search.game, search.root, best >> 8, best & 255, search.child);
    copy(search.game, search.child, search.root);
    search.has_target = false;
  }
  return kDone;
}

Status answer(Search &search, BombeEndgameCall &call, Budget &budget) {
  if (search.root.node.is_over()) {
    call.low = call.high = 0;
    return kDone;
  }
  const Status status = endgame::value_position(search, call, budget, begin_move);
  if (status != kDone) return status;
  search.stage = kLine;
  return call.line ? draw_line(search, call, budget) : kDone;
}

}  // namespace

int32_t bombe_reach_begin(void *memory, int64_t bytes, const BombeEndgame *endgame) {
  Arena arena(memory, static_cast<uint64_t>(bytes));
  Search *const search = arena.take_zeroed<Search>();
  if (!search) return kTooLittleMemory;
  return begin(*search, *endgame, arena);
}

int32_t bombe_reach_ask(void *memory, BombeEndgameCall *call) {
  Search &search = search_in(memory);
  Budget budget = budget_of(call->work.slice);
  if (!call->work.slice.in_work) {
    const Trouble trouble = start(search, *call);
    if (trouble) return trouble;
  }
  const Status status = answer(search, *call, budget);
  call->work.slice.nodes_used = search.nodes;
  call->work.slice.in_work = status != kDone;
  return status;
}
