// The moves of a settled position, and what they leave: settled at once, or put on a list.
#pragma once

#include <cstdint>

#include "dots/keys.h"
#include "dots/known.h"
#include "dots/layout.h"
#include "dots/sets.h"
#include "target.h"

namespace bombe::dots::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

struct Node {
  const Solver &solver;
  const Board &board;
  const Position &here;
  Frame &frame;
  Sides sides;
  int limit;        // the other may get so much at most
  uint64_t alive;   // the boxes
  Edges base;       // the free edges that are named
  Images images;    // of the base
  bool is_settled;  // some move is good enough
  int looked_at;    // moves of the list, and of these how many are left to be searched
  int wanted;
};

constexpr int kAhead = 8;  // lines of the table that are on their way

BOMBE_INLINE Node begin(const Solver &solver, Frame &frame, const Position &here, int target) {
  const Sides s = sides(solver.board, here.free);
  const Edges base = base_of(solver.board, here);
  frame.count = 0;
  const Images images = images_of(solver.naming, base);
  return {solver, solver.board, here, frame, s, -target, alive(s), base, images, false, 0, 0};
}

// Whether a range of what the other gets decides about a move.
BOMBE_INLINE bool decides(Node &node, Range other) {
  if (other.high <= node.limit) node.is_settled = true;
  return other.low > node.limit || other.high <= node.limit;
}

// Look at the next move on the list: drop it if the table knows it to be bad, else put it in order.
BOMBE_INLINE void look_at_next(Node &node) {
  const Solver &solver = node.solver;
  Frame &frame = node.frame;
  const int next = node.looked_at++;
  const Move &move = frame.moves[next];
  Range range;
  if (solver.has(kPeek) && look_up(solver.known, move.left.key, move.left.boxes, range) &&
      decides(node, move.link.apply(range)))
    return;
  int at = node.wanted++;
  if (solver.has(kOrder))
    for (; at > 0 && frame.moves[frame.order[at - 1]].weight < move.weight; at--)
      frame.order[at] = frame.order[at - 1];
  frame.order[at] = static_cast<uint8_t>(next);
}

// Put a move on the list; mostly the table settles a node before all its moves are there. If two
// are alike, the table will know the second when the first has been searched.
BOMBE_INLINE void list(Node &node, const Position &left, Link link, int slot) {
  fetch(node.solver.known, left.key);
  Frame &frame = node.frame;
  frame.moves[frame.count++] = {left, link, node.solver.weight[slot >> 6][slot & 63]};
  if (frame.count - node.looked_at > kAhead) look_at_next(node);
}

// A move that leaves nothing but a multiset of chains and loops.
BOMBE_INLINE void decide_by_value(Node &node, Link link, uint32_t number) {
  const int value = node.solver.coins.values[number];
  decides(node, link.apply({value, value}));
}

// A move that leaves the edges `left` when captures are made.
BOMBE_INLINE void consider(Node &node, Edges left, Link link, int slot) {
  const Solver &solver = node.solver;
  const Sides s = sides(node.board, left);
  const uint64_t stay = alive(s);
  const int boxes = size(stay);
  if ((solver.has(kBounds) || !boxes) && decides(node, link.apply({-boxes, boxes}))) return;
  Position position = {left, 0, 0, 0, static_cast<uint8_t>(boxes), false, false, {0, 0}};
  if (solver.naming.has_numbers || solver.has(kLoony)) {
    const Apart apart = apart_in(solver, left, s);
    if (apart.boxes == stay && apart.number != kNoCoins && solver.has(kLoony))
      return decide_by_value(node, link, apart.number);
    fold(solver, apart, position);
  }
  const Edges base = base_of(node.board, position), gone = without(node.base, base);
  Images images = node.images;
  if (size(gone) > 6 || size(without(base, node.base))) images = images_of(solver.naming, base);
  else strike(solver.naming, gone, images);
  name(solver.naming, images, position);
  list(node, position, link, slot);
}

BOMBE_INLINE Edges drawn(Edges free, int slot) {
  const uint64_t bit = 1ull << (slot & 63);
  return slot < 64 ? Edges{free.h & ~bit, free.v} : Edges{free.h, free.v & ~bit};
}

// Any move: captures are settled, or the game goes on with them.
BOMBE_INLINE void consider_line(Node &node, int slot) {
  const Solver &solver = node.solver;
  Edges left = drawn(node.here.free, slot);
  const int8_t gain = static_cast<int8_t>(node.here.boxes - size(alive(sides(node.board, left))));
  Link link;
  if (gain && solver.has_extra_turn) {
    link = {static_cast<int8_t>(-gain), -1, 0};  // the mover goes on
  } else {
    link = settle(solver, left);
    link.gain = static_cast<int8_t>(link.gain - gain);
  }
  consider(node, left, link, slot);
}

// The places of edges in the order in which moves are considered, as bits.
BOMBE_INLINE uint64_t places_of(const Solver &solver, Edges edges) {
  uint64_t places = 0;
  for (int i = 0; edges.h; edges.h >>= 4) places |= solver.places[0][i++][edges.h & 15];
  for (int i = 0; edges.v; edges.v >>= 4) places |= solver.places[1][i++][edges.v & 15];
  return places;
}

BOMBE_INLINE int lowest_slot(Edges edges) {
  return edges.h ? __builtin_ctzll(edges.h) : 64 + __builtin_ctzll(edges.v);
}

// What a move leaves, if it takes edges and boxes away and nothing else follows.
struct Rest {
  Edges left, gone;  // of the base: also what no longer hangs together with a joint
  uint64_t apart;
  uint32_t number;
};

// Boxes at the ends of what is gone, now with two free edges, may be cut off from all joints.
BOMBE_INLINE Rest without_joints(const Node &node, Edges gone, uint64_t ends) {
  const Sides &s = node.sides;
  const uint64_t dissolved = ends & ~(s.above & s.below & s.left & s.right);
  const uint64_t joined_by = joints(s) & ~dissolved;
  Rest rest = {without(node.here.free, gone), gone, node.here.apart, node.here.number};
  for (uint64_t left = dissolved; left; left &= left - 1) {
    uint64_t now = left & -left;
    if (now & rest.apart) continue;
    for (;;) {
      const uint64_t more = grown(node.board, rest.left, now) & node.board.boxes;
      if (more & joined_by) break;
      if (more != now) {
        now = more;
        continue;
      }
      const Edges edges = edges_of(node.board, rest.left, now);
      rest.gone = {rest.gone.h | edges.h, rest.gone.v | edges.v};
      rest.apart |= now;
      rest.number = with_one(node.solver, rest.left, rest.number, now);
      break;
    }
  }
  return rest;
}

// A move that takes these edges and boxes and nothing else: the images of the rest are known.
BOMBE_INLINE void consider_rest(Node &node, const Rest &rest, uint64_t boxes, Link link, int slot) {
  const Solver &solver = node.solver;
  const uint64_t stay = node.alive & ~boxes;
  if (!(stay & ~rest.apart) && solver.has(kLoony)) return decide_by_value(node, link, rest.number);
  const int count = size(stay);
  if (link.gain && solver.has(kBounds) && decides(node, link.apply({-count, count}))) return;
  Position position = {
      rest.left, 0,     rest.apart, static_cast<uint16_t>(rest.number), static_cast<uint8_t>(count),
      true,      false, {0, 0}};
  Images images = node.images;
  strike(solver.naming, rest.gone, images);
  name(solver.naming, images, position);
  list(node, position, link, slot);
}

// A move that gives nothing away: no box at it has two free edges.
BOMBE_INLINE void consider_safe(Node &node, int slot) {
  const uint64_t bit = 1ull << (slot & 63);
  const Edges gone = slot < 64 ? Edges{bit, 0} : Edges{0, bit};
  const uint64_t ends = (bit | (slot < 64 ? bit >> node.board.width : bit >> 1)) & node.board.boxes;
  if (node.here.is_folded) {
    const Rest rest = without_joints(node, gone, ends);
    if (rest.number != kNoCoins) return consider_rest(node, rest, 0, {0, 1, 0}, slot);
  }
  consider(node, without(node.here.free, gone), {0, 1, 0}, slot);
}

// One move for all edges of a chain or loop: whichever it is, the other can take all the boxes.
// Mostly a chain goes and nothing else; but one that comes back to where it began may take that box
// with it, and then it is to be seen what else.
BOMBE_INLINE void consider_chain(Node &node, uint64_t boxes) {
  const Board &board = node.board;
  const Edges free = node.here.free, gone = edges_of(board, free, boxes);
  const int length = size(boxes);
  Edges edges = gone;
  const bool is_apart = boxes & node.here.apart;
  // Also where nothing is folded, and so nothing known to be apart: a chain has one edge more.
  const bool is_loop = size(edges) == length;
  const int8_t declined = is_loop ? 4 : length >= 3 ? 2 : 0;
  if (declined && length - declined > node.limit && node.solver.has(kBounds)) return;
  if (length == 2) {
    const Edges between = {edges.h & boxes & boxes << board.width, edges.v & boxes & boxes << 1};
    if (size(between)) edges = between;
  }
  const int slot = lowest_slot(edges);
  const Link link = {static_cast<int8_t>(length), 1, declined};
  if (is_apart) {
    const uint64_t apart = node.here.apart & ~boxes;
    const uint32_t number = number_of(node.solver, free, apart);
    const Rest rest = {without(free, gone), {0, 0}, apart, number};
    return consider_rest(node, rest, boxes, link, slot);
  }
  const uint64_t ends = grown(board, free, boxes) & board.boxes & ~boxes;
  const bool is_ring = !(ends & (ends - 1)) && !(boxes & outer(board, node.sides));
  if (!is_ring && node.here.is_folded) {
    const Rest rest = without_joints(node, gone, ends);
    if (rest.number != kNoCoins) return consider_rest(node, rest, boxes, link, slot);
  }
  Edges left = drawn(free, slot);
  const Link found = settle_all(board, left);
  consider(node, left, found, slot);
}

// With the extra turn, where nothing can be captured: edges between joints, then chains.
BOMBE_INLINE void consider_by_chains(Node &node) {
  const Edges free = node.here.free;
  const uint64_t two = twos(node.sides);
  const Edges safe = without(free, edges_of(node.board, free, two));
  for (uint64_t left = places_of(node.solver, safe); left && !node.is_settled; left &= left - 1)
    consider_safe(node, node.solver.sequence[__builtin_ctzll(left)]);
  for (uint64_t left = two; left && !node.is_settled;) {
    const uint64_t chain = joined(node.board, free, left & -left, two);
    left &= ~chain;
    consider_chain(node, chain);
  }
}

BOMBE_INLINE void consider_all(Node &node) {
  const Solver &solver = node.solver;
  if (solver.has_extra_turn && solver.has(kChains) && solver.has(kCaptures)) {
    consider_by_chains(node);
  } else {
    for (uint64_t left = places_of(solver, node.here.free); left && !node.is_settled;
         left &= left - 1)
      consider_line(node, solver.sequence[__builtin_ctzll(left)]);
  }
  while (node.looked_at < node.frame.count && !node.is_settled) look_at_next(node);
}

BOMBE_TARGET_END

}  // namespace bombe::dots::BOMBE_WIDTH
