// The moves of a settled position, and what they leave: settled at once, or put on a list.

struct Node {
  const Solver &solver;
  const Board &board;
  Frame &frame;
  Edges free;
  int boxes, limit;     // the other may get so much at most
  uint64_t apart;       // boxes of independent chains and loops, when these have a number
  uint32_t number;      // theirs
  Edges base;           // the free edges without theirs
  Images images;        // of the base
  bool is_settled;      // some move is good enough
  int looked_at;        // moves of the list, and of these how many are left to be searched
  int wanted;
};

constexpr int kAhead = 2;  // lines of the table that are on their way

BOMBE_INLINE Node begin(const Solver &solver, Frame &frame, Edges free, int boxes, int target) {
  Node node = {solver, solver.board, frame, free, boxes, -target, 0, 0, free, {}, false, 0, 0};
  if (solver.naming.has_numbers) {
    node.apart = independent(node.board, free, sides(node.board, free));
    node.number = number_of(solver, free, node.apart);
    if (node.number == kNoCoins) node.apart = node.number = 0;
    node.base = without(free, edges_of(node.board, free, node.apart));
  }
  node.images = images_of(solver.naming, node.base);
  frame.count = 0;
  return node;
}

// Whether a range of what the other gets tells all about a move.
BOMBE_INLINE bool tells(Node &node, Range other) {
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
  if (solver.has(kPeek) && look_up(solver.known, move.key, move.boxes, range) &&
      tells(node, move.link.apply(range)))
    return;
  int at = node.wanted++;
  if (solver.has(kOrder))
    for (; at > 0 && frame.moves[frame.order[at - 1]].score < move.score; at--)
      frame.order[at] = frame.order[at - 1];
  frame.order[at] = static_cast<uint8_t>(next);
}

// Put a move on the list; mostly the table settles a node before all its moves are there. If two
// are alike, the table will know the second when the first has been searched.
BOMBE_INLINE void list(Node &node, Edges left, int boxes, Link link, int slot, uint64_t key) {
  fetch(node.solver.known, key);
  Frame &frame = node.frame;
  const int16_t weight = node.solver.weight[slot >> 6][slot & 63];
  const int loss = node.solver.has_extra_turn ? 1 : 0;  // of what the other gets
  frame.moves[frame.count++] = {key,
                                left,
                                link,
                                static_cast<uint8_t>(boxes),
                                static_cast<uint8_t>(slot),
                                static_cast<int16_t>(weight - loss * link.gain)};
  if (frame.count - node.looked_at > kAhead) look_at_next(node);
}

// A move that leaves the edges `left` when captures are made.
BOMBE_INLINE void consider(Node &node, Edges left, Link link, int slot) {
  const Solver &solver = node.solver;
  const Sides s = sides(node.board, left);
  const uint64_t stay = alive(s);
  const int boxes = size(stay);
  if ((solver.has(kBounds) || !boxes) && tells(node, link.apply({-boxes, boxes}))) return;
  Edges complex = left;
  uint32_t number = 0;
  if (solver.naming.has_numbers || solver.has(kLoony)) {
    const uint64_t apart = independent(node.board, left, s);
    number = number_of(solver, left, apart);
    if (number == kNoCoins) number = 0;
    else if (apart == stay && solver.has(kLoony)) {
      const int value = solver.coins.values[number];
      tells(node, link.apply({value, value}));
      return;
    } else if (solver.naming.has_numbers)
      complex = without(left, edges_of(node.board, left, apart));
  }
  const Edges gone = without(node.base, complex);
  Images images = node.images;
  if (size(gone) > 6 || size(without(complex, node.base))) images = images_of(solver.naming, complex);
  else strike(solver.naming, gone, images);
  list(node, left, boxes, link, slot, joined_key(solver.naming, lowest(solver.naming, images), number));
}

BOMBE_INLINE Edges drawn(Edges free, int slot) {
  const uint64_t bit = 1ull << (slot & 63);
  return slot < 64 ? Edges{free.h & ~bit, free.v} : Edges{free.h, free.v & ~bit};
}

// Any move: captures are settled, or the game goes on with them.
BOMBE_INLINE void consider_line(Node &node, int slot) {
  const Solver &solver = node.solver;
  Edges left = drawn(node.free, slot);
  const int8_t gain = static_cast<int8_t>(node.boxes - size(alive(sides(node.board, left))));
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

// One move for all edges of a chain or loop: whichever it is, the other can take all the boxes.
BOMBE_INLINE void consider_chain(Node &node, uint64_t boxes) {
  const Board &board = node.board;
  const int length = size(boxes);
  Edges edges = edges_of(board, node.free, boxes);
  const bool is_loop = (boxes & node.apart) && size(edges) == length;
  if (length >= 3 && length - (is_loop ? 4 : 2) > node.limit && node.solver.has(kBounds)) return;
  if (length == 2) {
    const Edges between = {edges.h & boxes & boxes << board.width, edges.v & boxes & boxes << 1};
    if (size(between)) edges = between;
  }
  const int slot = lowest_slot(edges);
  Edges left = drawn(node.free, slot);
  const Link link = settle_all(board, left);
  consider(node, left, link, slot);
}

// Whether all of these boxes are joints, or hang together with one.
BOMBE_INLINE bool reach_joints(const Board &board, Edges free, uint64_t boxes) {
  const uint64_t ends = joints(sides(board, free));
  for (boxes &= ~ends; boxes; boxes &= boxes - 1)
    for (uint64_t now = boxes & -boxes;;) {
      const uint64_t more = grown(board, free, now) & board.boxes;
      if (more & ends) break;
      if (more == now) return false;
      now = more;
    }
  return true;
}

// A move that gives nothing away: no box at it has two free edges. Mostly it makes no chain
// independent, and then the images of what it leaves are at hand.
BOMBE_INLINE void consider_safe(Node &node, int slot, uint64_t fours) {
  const Edges left = drawn(node.free, slot);
  const uint64_t bit = 1ull << (slot & 63);
  const uint64_t at = (bit | (slot < 64 ? bit >> node.board.width : bit >> 1)) & node.board.boxes;
  if ((at & ~fours) && !reach_joints(node.board, left, at)) {
    consider(node, left, {0, 1, 0}, slot);
    return;
  }
  const Naming &naming = node.solver.naming;
  Images images = node.images;
  const uint64_t *const image = naming.images[slot >> 6][slot & 63];
  for (int i = 0; i < kVectors; i++)
    images.of[i] &= ~reinterpret_cast<const Lanes *>(image)[i];
  const uint64_t key = joined_key(naming, lowest(naming, images), node.number);
  list(node, left, node.boxes, {0, 1, 0}, slot, key);
}

// With the extra turn, where nothing can be captured: edges between joints, then chains.
BOMBE_INLINE void consider_by_chains(Node &node) {
  const Sides s = sides(node.board, node.free);
  const uint64_t two = twos(s), fours = s.above & s.below & s.left & s.right;
  const Edges safe = without(node.free, edges_of(node.board, node.free, two));
  for (uint64_t left = places_of(node.solver, safe); left && !node.is_settled; left &= left - 1)
    consider_safe(node, node.solver.sequence[__builtin_ctzll(left)], fours);
  for (uint64_t left = two; left && !node.is_settled;) {
    const uint64_t chain = joined(node.board, node.free, left & -left, two);
    left &= ~chain;
    consider_chain(node, chain);
  }
}

BOMBE_INLINE void consider_all(Node &node) {
  const Solver &solver = node.solver;
  if (solver.has_extra_turn && solver.has(kChains) && solver.has(kCaptures)) {
    consider_by_chains(node);
  } else {
    for (uint64_t left = places_of(solver, node.free); left && !node.is_settled; left &= left - 1)
      consider_line(node, solver.sequence[__builtin_ctzll(left)]);
  }
  while (node.looked_at < node.frame.count && !node.is_settled) look_at_next(node);
}
