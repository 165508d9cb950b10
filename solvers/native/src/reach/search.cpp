// The search over positions of the newer play modes.
#include "reach/search.h"

namespace bombe::reach {

void Known::store(Key key, int low, int high, uint8_t hint, uint8_t work) {
  Entry *entry = find(key);
  if (!entry) {
    grow_if_full();
    Entry *const bucket = bucket_of(key.key);
    entry = bucket;
    for (int i = 1; i < kWays && entry->key; i++)
      if (!bucket[i].key || bucket[i].work < entry->work) entry = bucket + i;
    stored += !entry->key;
  } else if (work < entry->work) {
    work = entry->work;
  }
  *entry = {key.key, key.check, static_cast<int16_t>(low), static_cast<int16_t>(high), hint, work};
}

namespace {

// The number of binary digits.
uint8_t logarithm(int64_t number) {
  return static_cast<uint8_t>(64 - __builtin_clzll(static_cast<uint64_t>(number) | 1));
}

}  // namespace

void Search::settle(Frame &frame, int value, const Move &move) {
  if (value <= frame.best) return;
  frame.best = value;
  frame.best_move = move.code();
}

// Make the position after a move, and call what is known of it into the cache.
void Search::prepare(Frame &frame, Move move) {
  Child &made = children[frame.count];
  const Node &node = frame.place.node;
  if (node.is_single && move.value) fill(game, node, move.at, made.node);
  else if (node.is_single) skip(node, move.at, made.node);
  else {
    reach::move(game, frame.place, move.value, move.at, child);
    made.node = child.node;
  }
  made.key = node.is_single ? keys.key_of_single(game, made.node) : keys.key_of(game, child);
  known.prefetch(made.key);
  frame.moves[frame.count++] = move;
}

// Whether a move is settled: the game is over after it, or what is known of the position is enough
// for the frame's question. If not it gets its score.
bool Search::is_settled(Frame &frame, Move &move, const Child &child) {
  const bool keeps_turn = child.node.keeps_turn;
  if (child.node.is_over()) {
    settle(frame, move.points, move);
    return true;
  }
  const Entry *const entry = known.find(child.key);
  if (entry) {
    const int low = move.points + (keeps_turn ? entry->low : -entry->high);
    const int high = move.points + (keeps_turn ? entry->high : -entry->low);
    if (low >= frame.beta || high <= frame.alpha) {
      settle(frame, low >= frame.beta ? low : high, move);
      return true;
    }
  }
  int value = estimate(lines, child.node);
  if (entry && value < kUnit * entry->low) value = kUnit * entry->low;
  if (entry && value > kUnit * entry->high) value = kUnit * entry->high;
  const int score = kUnit * move.points + (keeps_turn ? value : -value);
  move.score = static_cast<int16_t>(hint_of(move) == frame.hint ? kUnit * kInfinity : score);
  return false;
}

// Whether the regions that are left settle the frame's question.
bool Search::limit(Frame &frame) {
  const Limits limits = limits_of(game, lines, frame.place.node);
  if (frame.low < limits.low) frame.low = limits.low;
  if (frame.high > limits.high) frame.high = limits.high;
  if (needs_move() || (frame.low < frame.beta && frame.high > frame.alpha)) return false;
  frame.best = frame.low >= frame.beta ? frame.low : frame.high;
  return true;
}

// All values that stand; a cell without any of its own has the same one in all solutions.
void Search::list_fills(Frame &frame) {
  const Node &node = frame.place.node;
  for (uint64_t left = node.mine; left; left &= left - 1) {
    const int cell = __builtin_ctzll(left);
    Move move = {0, static_cast<int8_t>(game.points(node.empty, cell)),
                 static_cast<int8_t>(game.value(node.first, cell)), static_cast<uint8_t>(cell)};
    Bits values = node.is_single ? Bits{0, 0} : frame.place.safe & game.pots_in[cell];
    if (!values.is_any()) prepare(frame, move);
    for (; values.is_any(); values = values.rest()) {
      move.value = static_cast<int8_t>(game.pot_value[values.first()]);
      prepare(frame, move);
    }
  }
}

void Search::expand(Frame &frame) {
  const Node &node = frame.place.node;
  frame.count = frame.next = 0;
  frame.best = -kInfinity;
  frame.best_move = kNoMove;
  if (limit(frame)) return;
  list_fills(frame);
  for (Bits left = node.bombs; left.is_any(); left = left.rest()) {
    const int pot = left.first();
    if (node.mine >> game.pot_cell[pot] & 1) prepare(frame, {0, 0, 0, static_cast<uint8_t>(pot)});
  }
  const int all = frame.count;
  frame.count = 0;
  for (int i = 0; i < all && frame.best < frame.beta; i++) {
    Move move = frame.moves[i];
    if (!is_settled(frame, move, children[i])) frame.moves[frame.count++] = move;
  }
}

// Narrow the bounds by what is known. True: they answer, by `best`.
bool Search::look_up_known(Frame &frame) {
  frame.key = keys.key_of(game, frame.place);
  frame.low = -kInfinity;
  frame.high = kInfinity;
  frame.hint = kNoHint;
  const Entry *const entry = known.find(frame.key);
  if (!entry) return false;
  frame.hint = keys.from_kept(frame.key, entry->hint);
  frame.low = entry->low;
  frame.high = entry->high;
  frame.best = frame.low >= frame.beta ? frame.low : frame.high;
  return !needs_move() && (frame.low >= frame.beta || frame.high <= frame.alpha);
}

// Search the most promising of the moves that are left. The first one is often the last.
void Search::push(Frame &frame) {
  int chosen = frame.next;
  for (int i = chosen + 1; i < frame.count; i++)
    if (frame.moves[i].score > frame.moves[chosen].score) chosen = i;
  const Move move = frame.moves[chosen];
  frame.moves[chosen] = frame.moves[frame.next];
  frame.moves[frame.next++] = move;
  Frame &child = frames[depth + 1];
  reach::move(game, frame.place, move.value, move.at, child.place);
  const int alpha = frame.best > frame.alpha ? frame.best : frame.alpha;
  const bool keeps_turn = child.place.node.keeps_turn;
  child.alpha = keeps_turn ? alpha - move.points : move.points - frame.beta;
  child.beta = keeps_turn ? frame.beta - move.points : move.points - alpha;
  child.next = -1;
  depth++;
}

// Keep what the frame found out. The move that is kept is the one that reaches `low`: where every
// move failed, the best of their upper bounds is no reason to prefer a move.
void Search::finish(Frame &frame) {
  const bool is_proven = frame.best > frame.alpha && frame.best_move != kNoMove;
  if (frame.best > frame.alpha && frame.best > frame.low) frame.low = frame.best;
  if (frame.best < frame.beta && frame.best < frame.high) frame.high = frame.best;
  uint8_t hint = frame.hint;
  if (frame.best_move != kNoMove && (is_proven || hint == kNoHint))
    hint = hint_of(
        {0, 0, static_cast<int8_t>(frame.best_move >> 8), static_cast<uint8_t>(frame.best_move)});
  known.store(frame.key, frame.low, frame.high, keys.to_keep(frame.key, hint),
              logarithm(nodes - frame.nodes_before));
}

// Go on with the frames on the stack until the first one has its value.
Status Search::answer(Budget &budget, int &value) {
  for (;;) {
    Frame &frame = frames[depth];
    if (frame.next < 0 && !look_up_known(frame)) {
      if (!spend(budget, frame.place.node.is_single ? 1 : 1 + game.solutions / 4))
        return kOutOfBudget;
      frame.nodes_before = nodes++;
      expand(frame);
    }
    if (frame.next >= 0) {
      if (frame.best < frame.beta && frame.next < frame.count) {
        push(frame);
        continue;
      }
      finish(frame);
    }
    value = frame.best;
    if (depth == 0) return kDone;
    const bool keeps_turn = frame.place.node.keeps_turn;
    Frame &parent = frames[--depth];
    const Move &move = parent.moves[parent.next - 1];
    settle(parent, move.points + (keeps_turn ? value : -value), move);
  }
}

// What was found out before narrows the bounds; only a move has to be shown again.
void Search::begin_target(const Place &place, int low, int high, bool needs_move) {
  copy(game, place, frames[0].place);
  int beta = estimate(lines, place.node) / kUnit;
  if (const Entry *const entry = known.find(keys.key_of(game, place))) {
    if (high > entry->high) high = entry->high;
    if (low < entry->low && !needs_move) low = entry->low;
    if (beta < entry->low) beta = entry->low;
  }
  if (beta <= low) beta = low + 1;
  if (beta > high) beta = high;
  target = {low, high, beta, 0, false, false, false, needs_move, kNoMove};
}

void Search::choose_question() {
  const int width = target.high - target.low;
  if (target.has_low && target.has_high) target.beta = target.low + (width + 1) / 2;
  else if (target.has_low) target.beta = target.low + (target.step < width ? target.step : width);
  else target.beta = target.high + 1 - (target.step < width ? target.step : width);
  target.step *= 2;
}

Status Search::pursue(Budget &budget) {
  while (target.low < target.high) {
    Frame &frame = frames[0];
    if (!target.is_asked) {
      if (target.step) choose_question();
      else target.step = 1;
      frame.alpha = target.beta - 1;
      frame.beta = target.beta;
      frame.next = -1;
      depth = 0;
      target.is_asked = true;
    }
    int value;
    if (answer(budget, value) != kDone) return kOutOfBudget;
    target.is_asked = false;
    if (value >= frame.beta) {
      if (value > target.low) target.low = value;
      target.has_low = true;
      target.move = frame.best_move;
    } else {
      if (value < target.high) target.high = value;
      target.has_high = true;
    }
  }
  return kDone;
}

namespace {

// The cells on which the mover may play, filled or not, or with 1 the opponent.
uint64_t open_cells(const Game &game, const uint8_t *open, int player) {
  uint64_t cells = 0;
  for (int i = 0; i < game.cells; i++)
    cells |= static_cast<uint64_t>(open[game.board_cell[i]] >> player & 1) << i;
  return cells;
}

// The cells that will be filled: what either player may reach.
uint64_t live_cells(const Game &game, const uint8_t *open, uint64_t empty) {
  return closure(game, empty & (open_cells(game, open, 0) | open_cells(game, open, 1)), empty);
}

// No fill completes a region that has a dead cell.
void leave_out(Game &game, uint64_t dead) {
  for (int cell = 0; cell < game.cells; cell++)
    for (uint64_t &region : game.regions[cell])
      if (region & dead) region = 0;
}

Bits pots_in(const Game &game, uint64_t cells) {
  Bits pots = {0, 0};
  for (; cells; cells &= cells - 1) pots = pots | game.pots_in[__builtin_ctzll(cells)];
  return pots;
}

// Frames, and the solutions that are left in each of them.
bool take_frames(Search &search, Arena &arena) {
  const Game &game = search.game;
  const int count = game.cells + game.pots + 2;  // a move fills a cell or uses a bomb up
  search.frames = arena.take_zeroed<Frame>(count);
  uint64_t *sets = arena.take_zeroed<uint64_t>(static_cast<uint64_t>(count + 2) * game.words);
  if (!search.frames || !sets) return false;
  for (int i = 0; i < count; i++) search.frames[i].place.left = sets + i * game.words;
  search.child.left = sets + count * game.words;
  search.root.left = sets + (count + 1) * game.words;
  return true;
}

}  // namespace

Trouble begin(Search &search, const BombeEndgame &given, Arena &arena) {
  Game &game = search.game;
  Trouble trouble = endgame::prepare(game, given, arena);
  if (trouble) return trouble;
  if (!take_frames(search, arena)) return kTooLittleMemory;
  endgame::Position position;
  trouble = endgame::read(game, given.board, given.taboo, position, search.root.left);
  if (trouble) return trouble;
  if (!search.keys.begin(game, arena)) return kTooLittleMemory;
  leave_out(game, position.empty & ~live_cells(game, given.open, position.empty));
  search.lines.begin(game);
  return search.known.begin(arena, arena.left()) ? kFine : kTooLittleMemory;
}

Trouble read(Search &search, const uint8_t *board, const uint8_t *taboo, const uint8_t *open,
             Place &place) {
  const Game &game = search.game;
  endgame::Position position;
  const Trouble trouble = endgame::read(game, board, taboo, position, place.left);
  if (trouble) return trouble;
  const uint64_t live = live_cells(game, open, position.empty);
  place.node = {
      live, open_cells(game, open, 0) & live, open_cells(game, open, 1) & live, {0, 0}, 0, false,
      false};
  // Nobody is to move who cannot: the turn would have passed.
  if (!place.node.mine && place.node.theirs) return kNotFromHere;
  place.legal = position.legal & pots_in(game, live);
  place.played = position.played & place.legal;
  place.survey(game);
  return kFine;
}

}  // namespace bombe::reach
