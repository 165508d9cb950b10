// Shapes. Where the free edges lie does not matter, only how boxes hang together by them: by chains
// of so many boxes (0: a single edge) between joints, and between joints and the outside. So a
// position is also known by the list of its chains: turned, reflected, drawn in another part of the
// board or with other bends it is the same.
//
// Joints are numbered by the chains around them. Where two look alike, either order may come out: so
// a shape may have several lists, but never a list several shapes. A list is a sum of random numbers
// of 128 bits, one for each kind of chain; of these the table compares 113 or more. That two lists
// among 10^9 are taken for one another has a chance of less than one to 10^15.

constexpr uint8_t kOutside = kMostJoints;  // the number of what is no joint

// A step from a box by a free edge: above, below, left, right.
struct Steps {
  uint64_t has[4];
  int up[4], down[4];  // how far a set of boxes is shifted

  BOMBE_MEMBER uint64_t next(uint64_t box, int way) const { return box << up[way] >> down[way]; }
  BOMBE_MEMBER int turn(uint64_t box, int way) const {
    return has[way] & box ? way : has[way ^ 2] & box ? way ^ 2 : way ^ 3;
  }
};

// The joints with their numbers.
struct Joints {
  uint64_t boxes;
  uint8_t numbers[kMostDots];

  BOMBE_MEMBER uint8_t number(uint64_t box) const {
    return box & boxes ? numbers[__builtin_ctzll(box)] : kOutside;
  }
};

BOMBE_INLINE void add(Shape &shape, uint8_t one, uint8_t other, int length) {
  shape.chain[shape.chains++] = {one < other ? one : other, one < other ? other : one,
                                 static_cast<uint8_t>(length)};
}

// Free edges between joints, or between a joint and the outside.
BOMBE_INLINE void draw_singles(const Board &board, Edges single, const Joints &joints, Shape &shape) {
  for (uint64_t left = single.h; left; left &= left - 1) {
    const uint64_t below = left & -left;
    add(shape, joints.number(below >> board.width), joints.number(below), 0);
  }
  for (uint64_t left = single.v; left; left &= left - 1) {
    const uint64_t right = left & -left;
    add(shape, joints.number(right >> 1), joints.number(right), 0);
  }
}

// Chains with boxes; false: one is too long.
BOMBE_INLINE bool draw_chains(const Board &board, const Sides &s, uint64_t two, const Joints &joints,
                              Shape &shape) {
  const int width = board.width;
  const Steps steps = {{s.above, s.below, s.left, s.right}, {0, width, 0, 1}, {width, 0, 1, 0}};
  const uint64_t all = joints.boxes;
  uint64_t ends[4] = {s.above & two << width & all, s.below & two >> width & all,
                      s.left & two << 1 & all, s.right & two >> 1 & all};
  for (int first = 0; first < 4; first++)
    while (ends[first]) {
      const uint64_t from = ends[first] & -ends[first];
      ends[first] ^= from;
      uint64_t box = steps.next(from, first);
      int way = first, length = 0;
      do {
        length++;
        way = steps.turn(box, way);
        box = steps.next(box, way) & board.boxes;
      } while (box & two);
      if (length > kMostLength) return false;
      ends[way ^ 1] &= ~box;  // the other end
      add(shape, joints.number(from), joints.number(box), length);
    }
  return true;
}

// What joins joints, and boxes with one free edge, which count as joints, too. False: too much.
BOMBE_INLINE bool draw_shape(const Board &board, const Sides &s, Edges free, Shape &shape) {
  const uint64_t two = twos(s);
  Joints joints;
  joints.boxes = alive(s) & ~two;
  if (size(joints.boxes) > kMostJoints) return false;
  shape.joints = shape.chains = 0;
  for (uint64_t left = joints.boxes; left; left &= left - 1)
    joints.numbers[__builtin_ctzll(left)] = static_cast<uint8_t>(shape.joints++);
  draw_singles(board, without(free, edges_of(board, free, two)), joints, shape);
  return draw_chains(board, s, two, joints, shape);
}

// The place of each joint in the order of what is around it.
BOMBE_INLINE void put_in_order(const Marks &marks, const Shape &shape, uint8_t *order) {
  uint64_t looks[kMostJoints + 1] = {};
  for (int i = 0; i < shape.chains; i++) {
    const Chain &chain = shape.chain[i];
    const uint64_t mark = marks.lengths[chain.to == kOutside][chain.length];
    looks[chain.from] += mark;
    looks[chain.to] += mark;
  }
  for (int joint = 0; joint < shape.joints; joint++) {
    order[joint] = 0;
    for (int other = 0; other < joint; other++) {
      const bool is_less = looks[joint] < looks[other];
      order[other] = static_cast<uint8_t>(order[other] + is_less);
      order[joint] = static_cast<uint8_t>(order[joint] + !is_less);
    }
  }
}

// The key of a shape, and of the multiset, by its number, of what hangs together with no joint.
BOMBE_INLINE ShapeKey shape_key(const Marks &marks, const Shape &shape, uint32_t number) {
  uint8_t order[kMostJoints + 1];
  put_in_order(marks, shape, order);
  order[kOutside] = kOutside;
  ShapeKey key = {number * 0x9E3779B97F4A7C15ull, number * 0xD1342543DE82EF95ull};
  for (int i = 0; i < shape.chains; i++) {
    const Chain &chain = shape.chain[i];
    const ShapeKey &mark = marks.chains[order[chain.from]][order[chain.to]][chain.length];
    key.low += mark.low;
    key.high += mark.high;
  }
  key.low ^= key.low >> 32;
  return key;
}
