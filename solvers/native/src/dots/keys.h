// Canonical keys. An edge set is named by the lowest of its images under the board's symmetries,
// one bit an edge. Bits are given out so that those of a group (edges between one box and the
// outside) stand at one distance: the first of each group first, then the second, then the third.
#pragma once

#include <cstdint>

#include "dots/lanes.h"
#include "dots/layout.h"
#include "dots/sets.h"
#include "target.h"

namespace bombe::dots::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

typedef Eight Images;  // of a set of edges, under each symmetry

BOMBE_INLINE void strike(const Naming &naming, Edges edges, Images &images) {
  for (int kind = 0; kind < 2; kind++)
    for (uint64_t left = kind ? edges.v : edges.h; left; left &= left - 1) {
      const uint64_t *const image = naming.images[kind][__builtin_ctzll(left)];
      for (int i = 0; i < kVectors; i++) images.of[i] &= ~reinterpret_cast<const Lanes *>(image)[i];
    }
}

BOMBE_INLINE Images images_of(const Naming &naming, Edges edges) {
  Images images = {};
  for (int kind = 0; kind < 2; kind++)
    for (uint64_t left = kind ? edges.v : edges.h; left; left &= left - 1) {
      const uint64_t *const image = naming.images[kind][__builtin_ctzll(left)];
      for (int i = 0; i < kVectors; i++) images.of[i] |= reinterpret_cast<const Lanes *>(image)[i];
    }
  return images;
}

// Keep of each group only how many of its edges there are.
BOMBE_INLINE Lanes folded(const Naming &naming, Lanes x) {
  const int step = naming.groups;
  const Lanes a = x & naming.paired, b = x >> step & naming.paired;
  const Lanes others = x & ~(naming.paired | naming.paired << step);
  if (!naming.tripled) return others | a | b | (a & b) << step;
  const Lanes c = x >> 2 * step & naming.tripled, rest = others & ~(naming.tripled << 2 * step);
  return rest | a | b | c | ((a & b) | (c & (a | b))) << step | (a & b & c) << 2 * step;
}

BOMBE_INLINE uint64_t lowest(const Naming &naming, Images images) {
  for (int i = 0; naming.groups && i < kVectors; i++) images.of[i] = folded(naming, images.of[i]);
  return least(images);
}

// A key spread over its bits, so that the table fills evenly; no two keys become the same.
BOMBE_INLINE uint64_t spread(int bits, uint64_t key) {
  const uint64_t mask = ~0ull >> (64 - bits);
  const int half = (bits + 1) / 2;
  key = key * 0x9E3779B97F4A7C15ull & mask;
  key ^= key >> half;
  key = key * 0xBF58476D1CE4E5B9ull & mask;
  key ^= key >> half;
  key = key * 0x94D049BB133111EBull & mask;
  return key ^ key >> half;
}

BOMBE_INLINE uint64_t joined_key(const Naming &naming, uint64_t lowest, uint32_t number) {
  const uint64_t high = naming.has_numbers ? static_cast<uint64_t>(number) << naming.edge_bits : 0;
  return spread(naming.bits, lowest | high);
}

// Chains and loops that hang together with nothing else, and the number of their multiset.
struct Apart {
  uint64_t boxes;
  uint32_t number;  // kNoCoins: they are too many
};

BOMBE_INLINE Apart apart_in(const Solver &solver, Edges free, const Sides &s) {
  const uint64_t boxes = independent(solver.board, free, s);
  return {boxes, number_of(solver, free, boxes)};
}

// Where keys hold numbers, what hangs together with nothing else is named by its number.
BOMBE_INLINE void fold(const Solver &solver, const Apart &apart, Position &position) {
  position.is_folded = solver.naming.has_numbers && apart.number != kNoCoins;
  position.apart = position.is_folded ? apart.boxes : 0;
  position.number = static_cast<uint16_t>(position.is_folded ? apart.number : 0);
}

// The edges that are named.
BOMBE_INLINE Edges base_of(const Board &board, const Position &position) {
  return without(position.free, edges_of(board, position.free, position.apart));
}

BOMBE_INLINE void name(const Naming &naming, const Images &images, Position &position) {
  position.key = joined_key(naming, lowest(naming, images), position.number);
}

BOMBE_INLINE Position position_of(const Solver &solver, Edges settled) {
  const Sides s = sides(solver.board, settled);
  Position position = {settled, 0,     0,     0, static_cast<uint8_t>(size(alive(s))),
                       false,   false, {0, 0}};
  if (solver.naming.has_numbers) fold(solver, apart_in(solver, settled, s), position);
  name(solver.naming, images_of(solver.naming, base_of(solver.board, position)), position);
  return position;
}

BOMBE_TARGET_END

}  // namespace bombe::dots::BOMBE_WIDTH
