// The search over endgames.
#include "endgame/search.h"

#include <cstring>

namespace bombe::endgame {

void Transpositions::store(Key key, int low, int high, uint16_t move) {
  Entry *entry = find(key);
  if (!entry) {
    grow_if_full();
    Entry *const bucket = bucket_of(key.key);
    entry = bucket + (key.check & (kWays - 1));
    for (int i = 0; i < kWays; i++)
      if (!bucket[i].key) entry = bucket + i;
    stored += !entry->key;
  }
  *entry = {key.key, key.check, static_cast<int16_t>(low), static_cast<int16_t>(high), move};
}

namespace {

uint64_t mix(uint64_t a, uint64_t b) {
  const uint64_t x = (a ^ (b >> 29)) * 0x9E3779B97F4A7C15ull + b;
  const uint64_t y = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93ull;
  return y ^ (y >> 29);
}

Key key_of(const Game &game, const Position &position) {
  uint64_t key = mix(position.empty, static_cast<uint64_t>(position.first) + 1);
  key = mix(key ^ position.played.low, position.played.high);
  const uint64_t check = mix(key + 0x7F4A7C15ull, position.played.low ^ position.empty * 3);
  return {key ? key : 1, static_cast<uint16_t>(check >> 40)};
}

// The same key for positions that are alike: by exchanging cells, or by naming values otherwise.
// A value is the cells that hold it and the cells where it was played as a bomb; what it is called
// does not matter, so the values' hashes are added up.
Key common_key_of(const Game &game, const Position &position) {
  uint32_t held[kMostSize + 1] = {}, played[kMostSize + 1] = {};
  for (uint64_t left = ~position.empty & ((1ull << game.cells) - 1); left; left &= left - 1) {
    const int cell = __builtin_ctzll(left);
    held[game.value(position.first, cell)] |= 1u << cell;
  }
  for (Bits left = position.played; left.is_any(); left = left.rest())
    played[game.pot_value[left.first()]] |= 1u << game.pot_cell[left.first()];
  uint64_t least = ~0ull;
  for (int s = 0; s < game.symmetries; s++) {
    const uint16_t (*image)[256] = game.symmetry[s];
    uint64_t sum = 0;
    for (int value = 1; value <= game.size; value++) {
      const uint32_t holders = image[0][held[value] & 255] | image[1][held[value] >> 8];
      const uint32_t bombs = image[0][played[value] & 255] | image[1][played[value] >> 8];
      sum += mix(holders + 1, bombs);
    }
    least = sum < least ? sum : least;
  }
  return {least, static_cast<uint16_t>(mix(least, 1) >> 40)};
}

void sort(Move *moves, int count) {
  for (int i = 1; i < count; i++) {
    const Move moved = moves[i];
    int at = i;
    for (; at > 0 && moves[at - 1].score < moved.score; at--) moves[at] = moves[at - 1];
    moves[at] = moved;
  }
}

}  // namespace

uint64_t Leaf::bits(Bits usable) const {
  uint64_t all = 0;
  for (Bits left = usable; left.is_any(); left = left.rest()) all |= 1ull << places[left.first()];
  return all;
}

// The margin where it needs no search.
bool Search::resolve(const Position &position, int &value) {
  value = 0;
  if (!position.empty) return true;
  if (!position.is_single) return false;
  const Leaf &leaf = leaves[position.first];
  if (!leaf.table || leaf.table->stage != kFilled) {
    if (!leaf.table || leaf.table->stage < kFilled) needed = position.first;
    return false;
  }
  const Bits usable = game.usable(position);
  if (usable.without(leaf.bombs).is_any()) return false;
  if (position.empty & ~leaf.cells) return false;
  return leaf.table->look_up(press(position.empty, leaf.cells), leaf.bits(usable), value);
}

// What the margin may be: from the table with fewer bombs, or from the tempo.
int Search::estimate(const Position &position) const {
  const Bits usable = game.usable(position);
  const Table *const table = position.is_single ? leaves[position.first].table : nullptr;
  if (table && table->stage == kFilled && !(position.empty & ~leaves[position.first].cells)) {
    const Leaf &leaf = leaves[position.first];
    return table->guess(press(position.empty, leaf.cells), leaf.bits(usable & leaf.bombs));
  }
  const bool is_odd = __builtin_popcountll(position.empty) & 1;
  if (is_odd) return 9;
  return usable.count() & 1 ? 7 : -6;
}

void Search::make_child(const Position &position, const uint64_t *left, int value, int at,
                        int frame) {
  Position &child = frames[frame].position;
  if (value) game.fill(position, left, at, value, child, set(frame));
  else game.skip(position, left, at, child, set(frame));
}

void Search::play(uint16_t move) {
  make_child(root, root_set, move >> 8, move & 255, 1);
  root = frames[1].position;
  std::memcpy(root_set, set(1), game.words * sizeof(uint64_t));
}

void Search::settle(Frame &frame, int value, uint16_t move) {
  if (value <= frame.best) return;
  frame.best = value;
  frame.best_move = move;
}

// Settle a move if what is known of the position after it is enough for the frame's question; else
// correct the estimate by it.
bool Search::settle_by_bounds(Frame &frame, const Move &move, const Position &child, int &value) {
  if (game.symmetries) return false;  // keys cost more than they save
  const Entry *const entry = known.find(key_of(game, child));
  if (!entry) return false;
  if (value < entry->low) value = entry->low;
  if (value > entry->high) value = entry->high;
  const int low = move.points - entry->high, high = move.points - entry->low;
  if (low < frame.beta && high > frame.alpha) return false;
  settle(frame, low >= frame.beta ? low : high, move.code());
  return true;
}

// Settle a move, or put it on the list. False: a table has to be filled first.
bool Search::consider(Frame &frame, Move move) {
  make_child(frame.position, set(depth), move.value, move.at, depth + 1);
  const Position &child = frames[depth + 1].position;
  int value;
  if (resolve(child, value)) {
    settle(frame, move.points - value, move.code());
    return true;
  }
  if (needed >= 0) return false;
  value = estimate(child);
  if (settle_by_bounds(frame, move, child, value)) return true;
  move.score = static_cast<int16_t>(4 * (move.points - value) + (move.points > 0) - !move.value);
  if (move.code() == frame.hint) move.score = kInfinity;
  frame.moves[frame.count++] = move;
  return true;
}

bool Search::expand(Frame &frame) {
  const Position &position = frame.position;
  frame.count = 0;
  frame.best = -kInfinity;
  frame.best_move = kNoMove;
  for (uint64_t left = position.empty; left; left &= left - 1) {
    const int cell = __builtin_ctzll(left);
    Move move = {0, static_cast<int8_t>(game.points(position.empty, cell)), 0,
                 static_cast<uint8_t>(cell)};
    Bits values = game.safe_values(position, cell);
    do {
      move.value = static_cast<int8_t>(values.is_any() ? game.pot_value[values.first()]
                                                       : game.value(position.first, cell));
      if (!consider(frame, move)) return false;
      values = values.rest();
    } while (values.is_any());
    if (frame.best >= frame.beta) return true;
  }
  for (Bits left = game.usable(position); left.is_any(); left = left.rest())
    if (frame.best < frame.beta && !consider(frame, {0, 0, 0, static_cast<uint8_t>(left.first())}))
      return false;
  sort(frame.moves, frame.count);
  return true;
}

// Narrow the window by what is known. True: it is closed, `best` answers.
bool Search::look_up_known(Frame &frame) {
  frame.key = game.symmetries ? common_key_of(game, frame.position) : key_of(game, frame.position);
  frame.low = -kInfinity;
  frame.high = kInfinity;
  frame.hint = kNoMove;
  const Entry *const entry = known.find(frame.key);
  // The first position needs a move of its own, not of one that is alike.
  if (!entry || (game.symmetries && !depth)) return false;
  frame.low = entry->low;
  frame.high = entry->high;
  frame.hint = frame.best_move = entry->move;
  frame.best = frame.low >= frame.beta ? frame.low : frame.high;
  return frame.low >= frame.beta || frame.high <= frame.alpha;
}

// Search the next move of the frame.
void Search::push(Frame &frame) {
  const Move &move = frame.moves[frame.next++];
  make_child(frame.position, set(depth), move.value, move.at, depth + 1);
  Frame &child = frames[depth + 1];
  const int alpha = frame.best > frame.alpha ? frame.best : frame.alpha;
  frame.points = move.points;
  child.alpha = move.points - frame.beta;
  child.beta = move.points - alpha;
  child.next = -1;
  depth++;
}

// Keep what the frame found out. The move that is kept is the one that reaches `low`: where every
// move failed, the best of their upper bounds is no reason to prefer a move.
void Search::finish(Frame &frame) {
  const bool is_proven = frame.best > frame.alpha && frame.best > frame.low;
  if (is_proven) frame.low = frame.best;
  if (frame.best < frame.beta && frame.best < frame.high) frame.high = frame.best;
  const bool has_other = frame.low > -kInfinity && frame.hint != kNoMove;
  known.store(frame.key, frame.low, frame.high,
              is_proven || !has_other ? frame.best_move : frame.hint);
}

// Go on with the frames on the stack until the first one has its value.
Status Search::answer(Budget &budget, int &value) {
  for (;;) {
    Frame &frame = frames[depth];
    if (needed >= 0 && fill_needed(budget) != kDone) return kOutOfBudget;
    if (is_hopeless()) return kLimit;
    bool is_done = frame.next >= 0;
    if (!is_done) {
      if (look_up_known(frame)) is_done = true;
      else {
        if (!spend(budget, 8 + game.solutions / 4)) return kOutOfBudget;
        nodes++;
        if (!expand(frame)) continue;
        frame.next = 0;
      }
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
    depth--;
    Frame &parent = frames[depth];
    settle(parent, parent.points - value, parent.moves[parent.next - 1].code());
  }
}

void Search::begin_target(const Position &position, const uint64_t *left, int low, int high) {
  frames[0].position = position;
  std::memmove(set(0), left, game.words * sizeof(uint64_t));
  int guess = estimate(position);
  if (guess <= low) guess = low + 1;
  if (guess > high) guess = high;
  target = {low, high, guess, kNoMove, false};
}

Status Search::pursue(Budget &budget) {
  while (target.low < target.high) {
    Frame &frame = frames[0];
    if (!target.is_asked) {
      const int beta = target.guess <= target.low ? target.low + 1 : target.guess;
      frame.alpha = beta - 1;
      frame.beta = beta;
      frame.next = -1;
      depth = 0;
      target.is_asked = true;
    }
    int value;
    const Status status = answer(budget, value);
    if (status != kDone) return status;
    target.is_asked = false;
    if (value >= frame.beta) {
      target.low = value > target.low ? value : target.low;
      target.move = frame.best_move;
    } else {
      target.high = value < target.high ? value : target.high;
    }
    target.guess = value >= frame.beta ? target.low + 1 : target.high;
  }
  return kDone;
}

int list_moves(const Game &game, const Position &position, Move *moves) {
  int count = 0;
  for (uint64_t left = position.empty; left; left &= left - 1) {
    const uint8_t cell = static_cast<uint8_t>(__builtin_ctzll(left));
    const int8_t points = static_cast<int8_t>(game.points(position.empty, cell));
    Bits values = game.safe_values(position, cell);
    if (!values.is_any())
      moves[count++] = {0, points, static_cast<int8_t>(game.value(position.first, cell)), cell};
    for (; values.is_any(); values = values.rest())
      moves[count++] = {0, points, static_cast<int8_t>(game.pot_value[values.first()]), cell};
  }
  for (Bits left = game.usable(position); left.is_any(); left = left.rest())
    moves[count++] = {0, 0, 0, static_cast<uint8_t>(left.first())};
  return count;
}

// Regions are completed one, two or three by a fill: three for 7 points are the most.
int most_points(const Game &game, const Position &position) {
  uint64_t seen[3] = {0, 0, 0};  // cells whose row, column, box was counted
  int regions = 0;
  for (uint64_t left = position.empty; left; left &= left - 1)
    for (int kind = 0; kind < 3; kind++) {
      regions += !(seen[kind] & left & -left);
      seen[kind] |= game.regions[__builtin_ctzll(left)][kind];
    }
  return 7 * (regions / 3) + (1 << regions % 3) - 1;
}

Trouble begin(Search &search, const BombeEndgame &given) {
  const uint64_t bytes = search.arena.left();
  const Trouble trouble = prepare(search.game, given, search.arena);
  if (trouble) return trouble;
  Game &game = search.game;
  const int frames = game.cells + game.pots + 2;
  search.frames = search.arena.take_zeroed<Frame>(frames);
  search.sets = search.arena.take_zeroed<uint64_t>(frames * game.words);
  search.root_set = search.arena.take_zeroed<uint64_t>(game.words);
  search.leaves = search.arena.take_zeroed<Leaf>(game.solutions + 1);
  Table *const none = search.arena.take_zeroed<Table>();
  if (!search.frames || !search.sets || !search.root_set || !search.leaves || !none)
    return kTooLittleMemory;
  none->stage = kNoRoom;
  search.leaves[game.solutions].table = none;
  search.needed = -1;
  search.filling = best_filling();
  if (!search.known.begin(search.arena, bytes / (game.solutions > 1 ? 8 : 32)))
    return kTooLittleMemory;
  search.used_before = search.arena.used();
  return kFine;
}

}  // namespace bombe::endgame
