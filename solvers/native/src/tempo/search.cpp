// The search by the tempo law.
#include "tempo/search.h"

#include <algorithm>
#include <cstring>

namespace bombe::tempo {

namespace {

// What having the tempo is worth at the end, about; it matters only where it changes hands.
constexpr int kTempo = 8;

bool has_tempo(const Position &p) { return p.empties % 2 || p.bombs % 2; }

}  // namespace

// All fills, or those after which the number of bombs is even.
int Search::list_fills(Position &p, Move *moves, bool wants_even) {
  int count = 0;
  uint8_t *const left = game.left(p);
  for (int word = 0; word < game.words; word++) {
    uint64_t cells = game.empty(p)[word];
    if (!game.is_classic) cells &= game.reach(p, p.mover)[word];
    for (; cells; cells &= cells - 1) {
      const int cell = word * 64 + __builtin_ctzll(cells);
      if (wants_even && (p.bombs - game.killed(p, cell)) % 2) continue;
      const uint16_t *const in = game.regions_of[cell];
      const int given = (left[in[0]] == 2) + (left[in[1]] == 2) + (left[in[2]] == 2);
      moves[count++] = {static_cast<int16_t>(4 * game.points(p, cell) - given),
                        static_cast<int16_t>(cell), -1, 0};
    }
  }
  return count;
}

bool Search::add_skip(Position &p, Move *moves, int &count) {
  int cell, value;
  if (!game.find_bomb(p, cell, value)) return false;
  moves[count++] = {0, static_cast<int16_t>(cell), static_cast<int16_t>(value), 0};
  return true;
}

// The moves that keep the tempo; all fills, where there are none.
int Search::list_moves(Position &p, Move *moves) {
  int count = 0;
  if (p.empties % 2 == 0 && p.bombs % 2 && add_skip(p, moves, count)) return count;
  if (p.empties % 2 && p.bombs) count = list_fills(p, moves, true);
  if (count) return count;
  count = list_fills(p, moves, false);
  if (p.empties % 2 && p.bombs) add_skip(p, moves, count);
  return count;
}

// Whether the numbers of cells that complete one, two and three regions are odd, as bits 1 to 3.
int Search::odd_completions(Position &p) {
  const uint8_t *const left = game.left(p);
  int odd = 0;
  std::memset(seen, 0, game.words * sizeof(uint64_t));
  for (int region = 0; region < game.regions; region++) {
    if (left[region] != 1) continue;
    const uint64_t *const members = game.members + region * game.words;
    for (int word = 0; word < game.words; word++) {
      const uint64_t last = members[word] & game.empty(p)[word] & ~seen[word];
      if (!last) continue;
      seen[word] |= last;
      const int points = game.points(p, word * 64 + __builtin_ctzll(last));
      odd ^= points + 1;
    }
  }
  return odd;
}

// What lies open, taken in turns, the most first; and the tempo.
int Search::evaluate(Position &p) {
  const int odd = odd_completions(p);
  int value = 0, turn = 1;
  for (int bit = 8; bit > 1; bit /= 2)
    if (odd & bit) {
      value += turn * (bit - 1);
      turn = -turn;
    }
  if (!p.empties) return value;
  return value + (has_tempo(p) ? kTempo : -kTempo);
}

bool Search::look_up(Frame &frame) {
  const uint64_t key = key_of(*frame.position);
  const Entry &entry = entry_of(key);
  frame.best_move.cell = -1;
  if (entry.key != key) return false;
  frame.best_move = {0, entry.cell, entry.skip, 0};
  if (entry.depth < frame.depth) return false;
  frame.is_whole = entry.depth == kWhole;
  const bool is_known = entry.bound == 3 || (entry.bound == 1 && entry.value >= frame.beta) ||
                        (entry.bound == 2 && entry.value <= frame.alpha);
  if (is_known) frame.best = entry.value;
  return is_known;
}

void Search::note(Frame &frame) {
  const uint64_t key = key_of(*frame.position);
  const int bound = frame.best >= frame.beta ? 1 : frame.best <= frame.low ? 2 : 3;
  entry_of(key) = {key,
                   static_cast<int16_t>(frame.best),
                   frame.best_move.cell,
                   static_cast<int8_t>(frame.is_whole ? kWhole : frame.depth),
                   static_cast<int8_t>(bound),
                   frame.best_move.skip};
}

// List the moves of a frame, the one first that was best before.
void Search::open(Frame &frame) {
  const Move hint = frame.best_move;
  frame.count = list_moves(*frame.position, frame.moves);
  for (int i = 0; i < frame.count && hint.cell >= 0; i++)
    if (frame.moves[i].cell == hint.cell && frame.moves[i].skip == hint.skip)
      frame.moves[i].score = 1000;
  std::sort(frame.moves, frame.moves + frame.count, [](const Move &a, const Move &b) {
    return a.score != b.score ? a.score > b.score : a.cell < b.cell;
  });
  frame.next = 0;
  frame.best = -kInfinity;
  frame.is_open = frame.is_whole = true;
}

// Make the next move of a frame, and go on below it.
void Search::descend(Frame &frame) {
  const Move &move = frame.moves[frame.next];
  Frame &child = (&frame)[1];
  const Position &from = *frame.position;
  frame.points = move.skip < 0 ? game.points(*frame.position, move.cell) : 0;
  if (!at) frame.points += move.score;
  if (move.skip < 0) game.fill(from, move.cell, *child.position);
  else game.skip(from, move.cell, move.skip, *child.position);
  frame.keeps_turn = child.position->mover == from.mover;
  const int low = frame.alpha - frame.points, high = frame.beta - frame.points;
  child.alpha = child.low = frame.keeps_turn ? low : -high;
  child.beta = frame.keeps_turn ? high : -low;
  child.depth = frame.depth - 1;
  child.is_open = false;
  at++;
}

// Pass a value to the frame above the one that is finished.
void Search::settle(int value, bool is_whole) {
  Frame &frame = frames[--at];
  frame.is_whole &= is_whole;
  value = frame.points + (frame.keeps_turn ? value : -value);
  if (value > frame.best) {
    frame.best = value;
    frame.best_move = frame.moves[frame.next];
    if (!at) best = frame.best_move.root;
  }
  frame.alpha = std::max(frame.alpha, value);
  frame.next = frame.alpha >= frame.beta ? frame.count : frame.next + 1;
}

void Search::begin_depth(int new_depth) {
  Frame &root = frames[0];
  depth = new_depth;
  at = 0;
  for (int i = 1; i < root.count; i++)
    if (root.moves[i].root == best) std::rotate(root.moves, root.moves + i, root.moves + i + 1);
  root.depth = depth;
  root.alpha = root.low = -kInfinity;
  root.beta = kInfinity;
  root.best = -kInfinity;
  root.next = 0;
  root.is_open = root.is_whole = true;
}

Status Search::deepen(Budget &budget, int deepest) {
  while (true) {
    Frame &frame = frames[at];
    Position &p = *frame.position;
    if (!frame.is_open) {
      if (!spend(budget)) return kOutOfBudget;
      nodes++;
      if (game.is_over(p)) settle(0, true);
      else if (!frame.depth) settle(evaluate(p), false);
      else if (look_up(frame)) settle(frame.best, frame.is_whole);
      else open(frame);
    } else if (frame.next < frame.count) {
      descend(frame);
    } else if (at) {
      note(frame);
      settle(frame.best, frame.is_whole);
    } else {
      value = frame.best;
      if (frame.is_whole || depth >= deepest || depth >= kDeepest) return kDone;
      begin_depth(depth + 1);
    }
  }
}

namespace {

constexpr uint64_t kLeastEntries = 1024;

}  // namespace

uint64_t least_bytes(int m, int n, int empty) {
  const uint64_t size = m * n, words = (empty + 63) / 64;
  const uint64_t tables = empty * (16 * words + 8 * size + 32) + size * (24 * words + 2 * size);
  const uint64_t position = sizeof(Position) + 8 * words * (size + 3) + 3 * size + empty + 8;
  const uint64_t moves = (empty + 1) * sizeof(Move), roots = empty * size * sizeof(Move);
  return sizeof(Search) + tables + roots + (kDeepest + 1) * (aligned(position) + aligned(moves)) +
         kLeastEntries * sizeof(Entry) + 16 * kAlignment;
}

bool begin(Search &search, const BombeTempo &given, Arena arena) {
  Game &game = search.game;
  if (!prepare(game, given, arena)) return false;
  for (int i = 0; i <= kDeepest; i++) {
    Frame &frame = search.frames[i];
    const uint64_t moves = game.cells + 1 + (i ? 0 : game.cells * game.size);
    frame.position = reinterpret_cast<Position *>(arena.take<uint8_t>(game.bytes));
    frame.moves = arena.take<Move>(moves);
    if (!frame.position || !frame.moves) return false;
  }
  search.seen = arena.take<uint64_t>(game.words);
  if (!search.seen) return false;
  search.most_entries = kLeastEntries;
  while (2 * search.most_entries * sizeof(Entry) <= arena.left()) search.most_entries *= 2;
  search.entries = arena.take_zeroed<Entry>(search.most_entries);
  read(game, given, *search.frames[0].position);
  search.nodes = 0;
  return search.entries;
}

}  // namespace bombe::tempo
