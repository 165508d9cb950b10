// "Does the mover get so much?", answered by looking at what every move leaves.

static bool gets(Solver &solver, Worker &worker, Edges free, uint64_t key, int target);

// A node is searched; false: the budget is used up, or another worker has the answer.
BOMBE_INLINE bool pay(Solver &solver, Worker &worker) {
  if (worker.is_stopped) return false;
  const bool is_stale = __atomic_load_n(&solver.shared.serial, __ATOMIC_RELAXED) != worker.serial;
  worker.is_stopped = is_stale || !spend(worker.budget, 2);
  if (!worker.is_stopped) __atomic_store_n(&worker.nodes, worker.nodes + 1, __ATOMIC_RELAXED);
  return !worker.is_stopped;
}

// Whether a move leaves the other with `limit` at most.
BOMBE_INLINE bool is_good(Solver &solver, Worker &worker, const Move &move, int limit) {
  const int least = limit - move.link.gain;
  if (move.link.sign < 0) return gets(solver, worker, move.left, move.key, -least);
  if (!move.link.declined) return !gets(solver, worker, move.left, move.key, least + 1);
  const int declined = move.link.declined, span = least + declined;
  return span >= 0 && !gets(solver, worker, move.left, move.key, span - declined + 1) &&
         gets(solver, worker, move.left, move.key, -span - declined);
}

// Several workers: moves that another one is at are put off to the end.
struct Turns {
  uint64_t *busy;
  bool is_shared;

  BOMBE_MEMBER uint64_t *place(uint64_t key) const {
    return busy + ((key ^ key >> 20) & ((1ull << kBusyBits) - 1));
  }
  BOMBE_MEMBER bool is_busy(uint64_t key) const {
    return __atomic_load_n(place(key), __ATOMIC_RELAXED) == key;
  }
  BOMBE_MEMBER void set(uint64_t key, uint64_t to) const {
    if (is_shared) __atomic_store_n(place(key), to, __ATOMIC_RELAXED);
  }
};

// Search the moves that are left, until one is good.
BOMBE_INLINE bool try_moves(Node &node, Solver &solver, Worker &worker, uint64_t key, int target) {
  Frame &frame = node.frame;
  const Turns turns = {solver.busy, solver.workers > 1 && size(node.free) >= 14};
  int end = node.wanted;
  for (int i = 0; i < end; i++) {
    const Move &move = frame.moves[frame.order[i]];
    if (turns.is_shared && i < node.wanted && i > 0 && turns.is_busy(move.key)) {
      frame.order[end++] = frame.order[i];
      continue;
    }
    turns.set(move.key, move.key);
    const bool is_enough = is_good(solver, worker, move, node.limit);
    turns.set(move.key, 0);
    if (worker.is_stopped) return false;
    if (is_enough) return true;
    Range range;
    if (turns.is_shared && look_up(solver.known, key, node.boxes, range)) {
      if (range.low >= target) return true;
      if (range.high < target) return false;
    }
  }
  return false;
}

// What is known of a node's shape.
BOMBE_INLINE bool look_up_shape(const Node &node, Range &range) {
  return node.has_shape && look_up(node.solver.shapes, node.shape, node.boxes, range);
}

BOMBE_INLINE void keep(const Node &node, uint64_t key, Range range, int64_t nodes) {
  keep(node.solver.known, key, node.boxes, range, nodes);
  if (node.has_shape) keep(node.solver.shapes, node.shape, node.boxes, range, nodes);
}

static bool gets(Solver &solver, Worker &worker, Edges free, uint64_t key, int target) {
  const int boxes = size(alive(sides(solver.board, free)));
  if ((target ^ boxes) & 1) target++;  // margins are odd or even as boxes are
  if (solver.has(kBounds) || !boxes) {
    if (target <= -boxes) return true;
    if (target > boxes) return false;
  }
  Range range = {-boxes, boxes};
  if (look_up(solver.known, key, boxes, range)) {
    if (range.low >= target) return true;
    if (range.high < target) return false;
  }
  Node node = begin(solver, worker.frames[worker.depth], free, boxes, target);
  if (look_up_shape(node, range) && (range.low >= target || range.high < target)) {
    keep(solver.known, key, boxes, range, 1);
    return range.low >= target;
  }
  if (!pay(solver, worker)) return false;
  const int64_t before = worker.nodes;
  consider_all(node);
  bool is_reached = node.is_settled;
  if (!is_reached) {
    worker.depth++;
    is_reached = try_moves(node, solver, worker, key, target);
    worker.depth--;
    if (worker.is_stopped) return false;
  }
  if (is_reached && target > range.low) range.low = target;
  if (!is_reached && target - 2 < range.high) range.high = target - 2;
  keep(node, key, range, worker.nodes - before + 1);
  return is_reached;
}
