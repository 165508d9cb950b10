// One pass over a whole position, without branches until its verdict.

// What a pass, or a row of passes, has come to. kChanged: another pass may find more.
enum Outcome { kDead, kOpen, kSolved, kChanged };

// Which planes of the last vector and which lanes are real.
struct alignas(64) RealLanes {
  uint32_t in_first[kLanes * kPlanes] = {}, not_in_last[kLanes * kPlanes] = {};
  constexpr RealLanes() {
    for (int i = 0; i < kLanes * kPlanes; i++) {
      const bool is_band = i % kLanes < 3;
      const int value = (kVectors - 1) * kPlanes + i / kLanes;
      in_first[i] = is_band ? ~0u : 0;
      not_in_last[i] = is_band && value < kSize ? 0 : ~0u;
    }
  }
};
alignas(64) static constexpr RealLanes kReal;

BOMBE_INLINE Vector load(const uint32_t *lanes) { return *reinterpret_cast<const Vector *>(lanes); }

// Box j takes the content of box j+1. What was above bit 29 must have been 0; bits 30 and 31 are
// rubbish afterwards.
BOMBE_INLINE Vector next_box(Vector x) { return x >> kField | x << 2 * kField; }

// In each box, row r takes the content of row r+1 (of r+2).
BOMBE_INLINE Vector next_row(Vector x) {
  return (x >> 3 & in_boxes(0077)) | (x << 6 & in_boxes(0700));
}
BOMBE_INLINE Vector last_row(Vector x) {
  return (x >> 6 & in_boxes(0007)) | (x << 3 & in_boxes(0770));
}
// The same for the bits in each group of three.
BOMBE_INLINE Vector next_column(Vector x) {
  return (x >> 1 & in_boxes(0333)) | (x << 2 & in_boxes(0444));
}
BOMBE_INLINE Vector last_column(Vector x) {
  return (x >> 2 & in_boxes(0111)) | (x << 1 & in_boxes(0666));
}

// From a guard bit to the nine cells below it.
BOMBE_INLINE Vector box_below(Vector guards) { return guards - (guards >> 9); }

// The third bit of each minirow: set if any of its three is.
BOMBE_INLINE Vector any_in_minirow(Vector x) {
  const Vector low = all(in_boxes(0333));
  return (((x & low) + low) | x) & (kMinirows << 2);
}

template <int count>
BOMBE_INLINE void lock_rows(Vector *x) {
  Vector merged = any_in_minirow(x[0]);
  if constexpr (count > 1) merged |= any_in_minirow(x[1]) >> 1;
  if constexpr (count > 2) merged |= any_in_minirow(x[2]) >> 2;
  const Vector r1 = next_row(merged), r2 = last_row(merged);
  const Vector minors = (r1 & next_box(r2)) | (r2 & next_box(r1));
  merged &= next_box(minors);
  for (int i = 0; i < count; i++) {
    const Vector open = merged >> (2 - i) & all(kMinirows);
    x[i] &= (open << 3) - open;
  }
}

BOMBE_INLINE Vector any_in_minicolumn(Vector x) {
  return (x | x >> 3 | x >> 6) & all(kMinicolumns);
}

template <int count>
BOMBE_INLINE void lock_columns(Vector *x) {
  Vector merged = any_in_minicolumn(x[0]);
  if constexpr (count > 1) merged |= any_in_minicolumn(x[1]) << 3;
  if constexpr (count > 2) merged |= any_in_minicolumn(x[2]) << 6;
  const Vector c1 = next_column(merged), c2 = last_column(merged);
  const Vector minors = (c1 & next_band(c2)) | (c2 & next_band(c1));
  merged &= next_band(minors);
  for (int i = 0; i < count; i++) {
    const Vector open = merged >> (3 * i) & all(kMinicolumns);
    x[i] &= open | open << 3 | open << 6;
  }
}

template <int first = 0>
BOMBE_INLINE void lock(Vector *x) {
  constexpr int count = kVectors - first < 3 ? kVectors - first : 3;
  if constexpr (count > 0) {
    lock_rows<count>(x + first);
    lock_columns<count>(x + first);
    lock<first + count>(x);
  }
}

struct Tally {
  Vector once = {}, twice = {};
  BOMBE_MEMBER void add(Vector x) {
    twice |= once & x;
    once |= x;
  }
  BOMBE_MEMBER void fold() {
    for (int distance = kPlanes / 2; distance; distance /= 2) {
      const Vector o = swap_planes(once, distance), t = swap_planes(twice, distance);
      twice |= t | (once & o);
      once |= o;
    }
  }
};

// All cells are single; do the values keep the rows and columns? (Boxes: each has all values.)
BOMBE_INLINE bool is_solution(const Vector *x) {
  Vector rows = all(~0u), columns = all(~0u);
  for (int i = 0; i < kVectors; i++) {
    const Vector pad = i == kVectors - 1 ? load(kReal.not_in_last) : Vector{};
    const Vector row = any_in_minirow(x[i]), column = any_in_minicolumn(x[i]);
    rows &= row | row >> kField | row >> 2 * kField | pad;
    columns &= column | next_band(column) | next_band(next_band(column)) | pad;
  }
  const Vector real = load(kReal.in_first);
  return !is_any(((~rows & 0444) | (~columns & all(kMinicolumns))) & real);
}

// A cell that has only one value left takes it from the rest of its box. Of two such cells in one
// box the second loses the value, and so all it had.
BOMBE_INLINE Vector clear_boxes(Vector x, Vector naked) {
  const Vector single = x & naked;
  const Vector less = (single | all(kGuards)) - all(kFirst);
  return (x & ~box_below(less & all(kGuards))) | (single & ~less);
}

BOMBE_INLINE Outcome pass(Position &position) {
  Vector x[kVectors], hidden[kVectors];
  for (int i = 0; i < kVectors; i++) x[i] = position.of[i];
  lock(x);

  Tally cells, claims;
  Vector full = all(~0u);
  for (int i = 0; i < kVectors; i++) {
    const Vector less = (x[i] | all(kGuards)) - all(kFirst);
    const Vector more = (x[i] & less) + all(kBoxes);
    hidden[i] = x[i] & box_below(less & ~more & all(kGuards));
    full &= i == kVectors - 1 ? less | load(kReal.not_in_last) : less;
    cells.add(x[i]);
    claims.add(hidden[i]);
  }
  cells.fold();
  claims.fold();
  const Vector real = load(kReal.in_first) & all(kBoxes);
  const Vector bad = (~full & all(kGuards) & load(kReal.in_first)) | (real & ~cells.once) | claims.twice;
  if (__builtin_expect(is_any(bad), 0)) return kDead;
  const Vector naked = cells.once & ~cells.twice;
  if (!is_any(real & ~naked)) {
    for (int i = 0; i < kVectors; i++) position.of[i] = x[i];
    return is_solution(x) ? kSolved : kDead;
  }
  Vector changed = {};
  for (int i = 0; i < kVectors; i++) {
    const Vector y = clear_boxes(x[i] & (~claims.once | hidden[i]), naked);
    changed |= y ^ position.of[i];
    position.of[i] = y;
  }
  return is_any(changed) ? kChanged : kOpen;
}

// Passes until nothing changes.
BOMBE_INLINE Outcome propagate(Position &position) {
  Outcome outcome;
  do {
    outcome = pass(position);
  } while (outcome == kChanged);
  return outcome;
}
