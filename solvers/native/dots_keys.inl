// Canonical keys. An edge set is named by the lowest of its images under the board's symmetries, one
// bit an edge. Bits are given out so that those of a group (edges between one box and the outside)
// stand at one distance: the first of each group first, then the second, then the third.

typedef uint64_t Lanes __attribute__((vector_size(8 * BOMBE_LANES), may_alias));
typedef int64_t Signed __attribute__((vector_size(8 * BOMBE_LANES), may_alias));  // compared faster
constexpr int kVectors = kImages / BOMBE_LANES;

struct Images {
  Lanes of[kVectors];
};

BOMBE_INLINE void strike(const Naming &naming, Edges edges, Images &images) {
  for (int kind = 0; kind < 2; kind++)
    for (uint64_t left = kind ? edges.v : edges.h; left; left &= left - 1) {
      const uint64_t *const image = naming.images[kind][__builtin_ctzll(left)];
      for (int i = 0; i < kVectors; i++)
        images.of[i] &= ~reinterpret_cast<const Lanes *>(image)[i];
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

BOMBE_INLINE uint64_t lowest(const Naming &naming, const Images &images) {
  Lanes least = images.of[0];
  if (naming.groups) least = folded(naming, least);
  for (int i = 1; i < kVectors; i++) {
    const Lanes x = naming.groups ? folded(naming, images.of[i]) : images.of[i];
    const Lanes is_less = (Lanes)((Signed)x < (Signed)least);
    least = (x & is_less) | (least & ~is_less);
  }
  const Signed lanes = (Signed)least;
  int64_t lane = lanes[0];
  for (int i = 1; i < BOMBE_LANES; i++) lane = lanes[i] < lane ? lanes[i] : lane;
  return static_cast<uint64_t>(lane);
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

// The key of a settled position.
BOMBE_INLINE uint64_t key_of(const Solver &solver, Edges settled) {
  uint32_t number = 0;
  if (solver.naming.has_numbers) {
    const Board &board = solver.board;
    const uint64_t apart = independent(board, settled, sides(board, settled));
    number = number_of(solver, settled, apart);
    if (number == kNoCoins) number = 0;
    else settled = without(settled, edges_of(board, settled, apart));
  }
  return joined_key(solver.naming, lowest(solver.naming, images_of(solver.naming, settled)), number);
}
