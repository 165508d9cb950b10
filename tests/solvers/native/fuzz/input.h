// What the fuzz drivers have in common: an input is read as choices, and memory is as long as was
// asked for, so that the address sanitizer sees every byte beyond it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "kernel.h"
#include "slice.h"

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (!(condition)) {                                                    \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                        \
    }                                                                      \
  } while (false)

namespace fuzz {

// The choices that an input stands for; 0 where it has ended.
class Input {
 public:
  Input(const uint8_t *data, size_t size) : at_(data), end_(data + size) {}

  uint8_t byte() { return at_ < end_ ? *at_++ : 0; }
  bool flag() { return byte() & 1; }
  int below(int most) { return most > 0 ? (byte() | byte() << 8) % most : 0; }
  int one_of(int low, int high) { return low + below(high - low + 1); }
  uint64_t word() {
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) bits = bits << 8 | byte();
    return bits;
  }

 private:
  const uint8_t *at_, *end_;
};

// Memory of exactly so many bytes, filled with 0 or with anything else.
class Memory {
 public:
  explicit Memory(int64_t bytes, uint8_t with = 0) : bytes_(static_cast<size_t>(bytes)) {
    CHECK(bytes >= 0);
    CHECK(!posix_memalign(&at_, 64, bytes_ ? bytes_ : 1));
    std::memset(at_, with, bytes_);
  }
  ~Memory() { std::free(at_); }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  void *at() const { return at_; }
  int64_t bytes() const { return static_cast<int64_t>(bytes_); }

 private:
  void *at_ = nullptr;
  size_t bytes_;
};

struct Shape {
  int m, n, size, cells;
};

inline Shape shape_of(Input &input, int most = 12) {
  static constexpr int kShapes[][2] = {{2, 2}, {1, 1}, {3, 3}, {2, 3}, {1, 4}, {4, 2},
                                       {2, 5}, {3, 4}, {4, 4}, {1, 7}, {5, 5}};
  int m, n;
  do {
    const int at = input.byte() % 11;
    m = kShapes[at][0];
    n = kShapes[at][1];
  } while (m * n > most && input.flag());
  if (m * n > most) m = n = 2;
  return {m, n, m * n, m * n * m * n};
}

using Board = std::vector<uint8_t>;

inline bool is_peer(const Shape &shape, int a, int b) {
  const int size = shape.size;
  const bool same_box =
      a / size / shape.m == b / size / shape.m && a % size / shape.n == b % size / shape.n;
  return a != b && (a / size == b / size || a % size == b % size || same_box);
}

inline bool is_legal(const Shape &shape, const Board &board, int cell, int value) {
  if (board[cell]) return false;
  for (int other = 0; other < shape.cells; other++)
    if (board[other] == value && is_peer(shape, cell, other)) return false;
  return true;
}

// Any values at all, or moves that are legal when they are made.
inline Board board_of(Input &input, const Shape &shape) {
  Board board(shape.cells, 0);
  const bool is_legal_only = input.byte() & 3;
  const int fills = input.below(shape.cells + 1);
  for (int i = 0; i < fills; i++) {
    const int cell = input.below(shape.cells), value = input.one_of(1, shape.size);
    if (!is_legal_only || is_legal(shape, board, cell, value)) board[cell] = value;
  }
  return board;
}

inline void fill_slice(BombeSlice &slice, int64_t nodes) {
  slice.nodes = nodes;
  slice.seconds = 0;
  slice.stop = nullptr;
}

// The solutions of a board, up to so many; empty where there are none, or too many.
inline std::vector<Board> all_solutions(const Shape &shape, const Board &board, int most) {
  Memory memory(bombe_workspace_bytes(shape.m, shape.n));
  bombe_workspace_prepare(memory.at(), shape.m, shape.n);
  std::vector<uint8_t> found(static_cast<size_t>(shape.cells) * (most + 1));
  int64_t nodes = 0;
  uint8_t status = 0;
  BombeNext next = {};
  next.call = {board.data(), 1, 20000, 0, nullptr, 0, 0, &nodes, &status};
  next.solutions = found.data();
  next.room = most + 1;
  if (bombe_next(memory.at(), &next) != bombe::kDone) return {};
  std::vector<Board> solutions;
  for (int64_t i = 0; i < next.found; i++)
    solutions.emplace_back(found.begin() + i * shape.cells, found.begin() + (i + 1) * shape.cells);
  return solutions;
}

// A full grid of the shape, from its first solutions.
inline Board full_grid(Input &input, const Shape &shape) {
  Memory memory(bombe_workspace_bytes(shape.m, shape.n));
  bombe_workspace_prepare(memory.at(), shape.m, shape.n);
  const Board start = board_of(input, shape);
  for (const Board &board : {start, Board(shape.cells, 0)}) {
    const char *const first = bombe_quick_solution(memory.at(), board.data());
    if (first && *first) return Board(first, first + shape.cells);
  }
  return {};
}

}  // namespace fuzz
