// Alpha-beta in the newer play modes, deeper and deeper, on a stack in the caller's memory, so that
// it can stop anywhere and go on.
//
// The value of a position is what its mover gets from here on less what the other one gets; beyond
// the horizon evaluate.h estimates it. All fills are tried, and one skip where there is one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "arena.h"
#include "budget.h"
#include "territory/evaluate.h"

namespace bombe::territory::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

constexpr int kUnits = 16;  // of a value, in a point
constexpr int kInfinity = 30000;
constexpr int kDeepest = 96;
constexpr int kWhole = 127;      // the depth of what was searched to the end of the game
constexpr int kFirst = 1 << 20;  // the order of a move that was best before
constexpr uint64_t kLeastEntries = 1024;

struct Move {
  int32_t order;  // moves with more come first
  int32_t move;
};

// What is known of a position; 16 bytes.
struct Entry {
  uint64_t key;
  int16_t value, move;
  int8_t depth;
  int8_t bound;  // 1: at least, 2: at most, 3: exactly
  int16_t unused;
};

template <int W>
struct Frame {
  Position<W> position;
  Move *moves;
  int32_t alpha, beta, low;     // the window, and what it began with
  int32_t best, depth, points;  // points: of the move that is being searched, in units
  int32_t next, count, best_move;
  bool is_open;     // whether its moves were listed
  bool is_whole;    // whether all below was searched to the end of the game
  bool keeps_turn;  // whether the mover moves again
  bool is_scout;    // whether the move is asked only whether it is better
};

template <int W>
struct Search {
  Game<W> game;
  Weights weights;
  Entry *entries;
  uint64_t most_entries;  // a power of two
  Set<W> roots;           // cells to choose from at the root
  int32_t at;             // frame in work
  int32_t depth, best, value;
  int64_t nodes;
  int32_t merit[2][W * 64];  // how often a cell was best, by player
  Frame<W> frames[kDeepest + 1];

  Status deepen(Budget &budget, int deepest);
  void begin_depth(int new_depth);

 private:
  static uint64_t key_of(const Position<W> &p) {
    return p.key ^ (p.mover ? 0x5851F42D4C957F2Dull : 0);
  }
  Entry &entry_of(uint64_t key) { return entries[key & (most_entries - 1)]; }
  bool look_up(Frame<W> &frame);
  void note(const Frame<W> &frame);
  void open(Frame<W> &frame);
  void descend(Frame<W> &frame);
  void settle(int value, bool is_whole);
  int estimate(const Position<W> &p) const;
  void reward(const Frame<W> &frame);
};

template <int W>
int Search<W>::estimate(const Position<W> &p) const {
  const int value = static_cast<int>(evaluate(game, p, weights) * kUnits);
  return p.mover ? -value : value;
}

template <int W>
bool Search<W>::look_up(Frame<W> &frame) {
  const uint64_t key = key_of(frame.position);
  const Entry &entry = entry_of(key);
  frame.best_move = -1;
  if (entry.key != key) return false;
  frame.best_move = entry.move;
  if (!at || entry.depth < frame.depth) return false;
  frame.is_whole = entry.depth == kWhole;
  const bool is_known = entry.bound == 3 || (entry.bound == 1 && entry.value >= frame.beta) ||
                        (entry.bound == 2 && entry.value <= frame.alpha);
  if (is_known) frame.best = entry.value;
  return is_known;
}

template <int W>
void Search<W>::note(const Frame<W> &frame) {
  const uint64_t key = key_of(frame.position);
  const int bound = frame.best >= frame.beta ? 1 : frame.best <= frame.low ? 2 : 3;
  entry_of(key) = {key,
                   static_cast<int16_t>(frame.best),
                   static_cast<int16_t>(frame.best_move),
                   static_cast<int8_t>(frame.is_whole ? kWhole : frame.depth),
                   static_cast<int8_t>(bound),
                   0};
}

// List the moves: those that score, that were best elsewhere, that open cells.
template <int W>
void Search<W>::open(Frame<W> &frame) {
  const Position<W> &p = frame.position;
  const int player = p.mover, hint = frame.best_move;
  const Set<W> mine = p.playable(player), theirs = p.playable(player ^ 1);
  const Set<W> fresh = p.empty - p.reach[player], bombs = mine & p.bombed;
  int count = 0;
  for_each(at ? mine : mine & roots, [&](int bit) {
    const uint8_t *const in = game.regions_of[bit];
    const int given = (p.left[in[0]] == 2) + (p.left[in[1]] == 2) + (p.left[in[2]] == 2);
    const int opened = (game.near[bit] & fresh).count();
    const int order = 160 * kPoints[game.completed(p, bit)] - 40 * given + 6 * opened +
                      10 * theirs.has(bit) + std::min(merit[player][bit] / 16, 200);
    frame.moves[count++] = {bit == hint ? kFirst : order, bit};
  });
  if (bombs.any()) {
    const Set<W> shared = bombs & theirs;
    const int move = (shared.any() ? shared : bombs).first() | kSkip;
    frame.moves[count++] = {move == hint ? kFirst : -50, move};
  }
  frame.count = count;
  frame.next = 0;
  frame.best = -kInfinity;
  frame.best_move = -1;
  frame.is_open = frame.is_whole = true;
  frame.is_scout = false;
}

// Make the next move of a frame, and go on below it.
template <int W>
void Search<W>::descend(Frame<W> &frame) {
  if (!frame.is_scout) {  // or it is asked again, with a whole window
    Move *const from = frame.moves + frame.next;
    std::swap(*from,
              *std::max_element(from, frame.moves + frame.count,
                                [](const Move &a, const Move &b) { return a.order < b.order; }));
  }
  Frame<W> &child = (&frame)[1];
  child.position = frame.position;
  game.play(child.position, frame.moves[frame.next].move);
  const int gained = child.position.margin - frame.position.margin;
  frame.points = (frame.position.mover ? -gained : gained) * kUnits;
  frame.keeps_turn = child.position.mover == frame.position.mover;
  const bool is_again = frame.is_scout;
  frame.is_scout = !is_again && frame.next > 0 && frame.beta - frame.alpha > 1;
  const int low = frame.alpha - frame.points;
  const int high = frame.is_scout ? low + 1 : frame.beta - frame.points;
  child.alpha = child.low = frame.keeps_turn ? low : -high;
  child.beta = frame.keeps_turn ? high : -low;
  child.depth = frame.depth - 1;
  child.is_open = false;
  at++;
}

// Pass a value to the frame above the one that is finished.
template <int W>
void Search<W>::settle(int found, bool is_whole) {
  Frame<W> &frame = frames[--at];
  found = frame.points + (frame.keeps_turn ? found : -found);
  if (frame.is_scout && found > frame.alpha && found < frame.beta) return;
  frame.is_scout = false;
  frame.is_whole &= is_whole;
  if (found > frame.best) {
    frame.best = found;
    frame.best_move = frame.moves[frame.next].move;
    if (!at) best = frame.best_move;
  }
  frame.alpha = std::max(frame.alpha, found);
  if (frame.alpha >= frame.beta) reward(frame);
  frame.next = frame.alpha >= frame.beta ? frame.count : frame.next + 1;
}

template <int W>
void Search<W>::reward(const Frame<W> &frame) {
  if (frame.best_move & kSkip) return;
  int32_t &known = merit[frame.position.mover][frame.best_move];
  known += frame.depth * frame.depth;
  if (known > 4000)
    for (int32_t (&each)[W * 64] : merit)
      for (int32_t &one : each) one /= 2;
}

template <int W>
void Search<W>::begin_depth(int new_depth) {
  Frame<W> &root = frames[0];
  depth = new_depth;
  at = 0;
  root.depth = depth;
  root.alpha = root.low = -kInfinity;
  root.beta = kInfinity;
  root.is_open = false;
}

template <int W>
Status Search<W>::deepen(Budget &budget, int deepest) {
  while (true) {
    Frame<W> &frame = frames[at];
    if (!frame.is_open) {
      if (game.is_over(frame.position)) {
        if (!at) return kDone;
        settle(0, true);
      } else if (!frame.depth) {
        settle(estimate(frame.position), false);
      } else {
        if (!spend(budget, 8)) return kOutOfBudget;
        nodes++;
        if (look_up(frame)) settle(frame.best, frame.is_whole);
        else open(frame);
      }
    } else if (frame.next < frame.count) {
      descend(frame);
    } else {
      note(frame);
      if (at) {
        settle(frame.best, frame.is_whole);
        continue;
      }
      value = frame.best;
      if (frame.is_whole || depth >= deepest || depth >= kDeepest) return kDone;
      begin_depth(depth + 1);
    }
  }
}

template <int W>
uint64_t least_bytes(int m, int n) {
  const uint64_t moves = static_cast<uint64_t>(m * n) * (m * n) + 1;
  return aligned(sizeof(Search<W>)) + (kDeepest + 1) * aligned(moves * sizeof(Move)) +
         aligned(kLeastEntries * sizeof(Entry));
}

// Begin on a position; false: there is not enough memory. A `number` that differs each time makes
// the keys of this search differ from those of earlier ones: so the table need not be cleared.
template <int W>
bool begin(Search<W> &search, const BombeTerritory &given, uint32_t number, Arena arena) {
  prepare(search.game, given);
  Position<W> &root = search.frames[0].position;
  read(search.game, given, root);
  root.key = mixed(~static_cast<uint64_t>(number));
  search.weights = Weights();
  for (Frame<W> &frame : search.frames) {
    frame.moves = arena.take<Move>(root.empties + 1);
    if (!frame.moves) return false;
  }
  search.most_entries = kLeastEntries;
  while (2 * search.most_entries * sizeof(Entry) <= arena.left()) search.most_entries *= 2;
  search.entries = arena.take<Entry>(search.most_entries);
  for (int32_t (&each)[W * 64] : search.merit)
    for (int32_t &one : each) one = 0;
  search.roots = root.empty;
  search.nodes = 0;
  search.best = -1;
  search.value = 0;
  search.begin_depth(1);
  return search.entries;
}

BOMBE_TARGET_END

}  // namespace bombe::territory::BOMBE_WIDTH
