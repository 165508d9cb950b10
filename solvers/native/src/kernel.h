// The flat C interface of the kernel: what Python calls through ctypes.
//
// This header and the others with BOMBE_API are the only place where structures, functions and
// numbers of the interface are written down. The build reads them (toolchain.py) and compiles what
// it read into the kernel, and Python and JavaScript ask the kernel for it: bombe_interface.
//
// Nothing here allocates, keeps global state, or takes a lock: a workspace belongs to one thread at
// a time, and several threads work with a workspace each. Python passes memory that is long enough:
// memory.py and calls.py check lengths and, with bombe_misfit, values: no value is above N here.
//
// Every long call can be interrupted, by the clock or by `stop`, and then be made again: it goes on
// where it was, as its arguments and the workspace still hold all that it knows. So does a board
// that ran out of nodes, if it was the last: take `done` back by 1, set `in_work`, allow more
// nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(_WIN32)
#define BOMBE_API extern "C" __declspec(dllexport)
#else
#define BOMBE_API extern "C" __attribute__((visibility("default")))
#endif

namespace bombe {

// What a call answers.
enum Status : int32_t { kDone = 0, kLimit = 1, kOutOfBudget = 2 };

// What is known of (cell, value), at verdicts[cell * N + value - 1].
enum Verdict : uint8_t { kNotCandidate = 0, kNo = 1, kYes = 2, kUnknown = 3 };

constexpr int kMaxSize = 36;       // the largest N
constexpr size_t kAlignment = 64;  // of the caller's memory, in bytes: a line of the cache

}  // namespace bombe

// The head of every call: which boards, what the call may use, and where it is. All arrays belong
// to the caller; those marked `?` may be null. `done` and `in_work` begin with 0 and are the
// kernel's until the call has ended with 0.
struct BombeCall {
  const uint8_t *boards;  // `size` boards of N*N bytes, row by row, 0 for an empty cell
  int64_t size;
  int64_t nodes_each;            // for each board; INT64_MAX: no limit
  double seconds;                // for this call; 0: no limit
  const volatile int32_t *stop;  // ? not 0: end the call
  int64_t done;                  // boards that are finished
  int64_t in_work;               // whether the next one was begun
  int64_t *nodes;                // for each board: nodes used
  uint8_t *statuses;             // for each board: `bombe::Status`
};

struct BombeCount {
  BombeCall call;
  int64_t limit;       // stop at so many solutions of a board
  int64_t *counts;     // for each board: how many there are
  uint8_t *solutions;  // ? for each board: the first one
};

struct BombeSolve {
  BombeCall call;
  int64_t limit;       // stop at so many solutions of a board
  int64_t *counts;     // for each board: how many were found
  uint8_t *solutions;  // for each board: room for `limit` of them
};

struct BombeNext {
  BombeCall call;      // about one board
  uint8_t *solutions;  // the next ones
  int64_t room;        // for so many
  int64_t found;       // how many were written
};

struct BombeAudit {
  BombeCall call;      // about one board if there is room for witnesses
  uint8_t *verdicts;   // for each board N*N*N bytes, `bombe::Verdict`
  uint8_t *solutions;  // ? witnesses
  int64_t room;        // for so many; 0: they are not wanted
  int64_t found;       // how many were written
};

struct BombeMoves {
  BombeCall call;        // about one board
  uint8_t *verdicts;     // N*N*N bytes to work in
  const uint8_t *moves;  // row, column and value of each, on an empty cell
  int64_t move_count;
  uint8_t *answers;  // for each: the verdict
};

// Each answers a `Status`: kDone, kLimit when `solutions` is full, kOutOfBudget when interrupted.
BOMBE_API int32_t bombe_count(void *workspace, BombeCount *count);
BOMBE_API int32_t bombe_solve(void *workspace, BombeSolve *solve);
BOMBE_API int32_t bombe_next(void *workspace, BombeNext *next);
BOMBE_API int32_t bombe_audit(void *workspace, BombeAudit *audit);
BOMBE_API int32_t bombe_moves(void *workspace, BombeMoves *moves);

// The verdicts of a board as masks, value v as bit v: for each cell the values that are kYes, and
// after these for each cell those that are kUnknown.
BOMBE_API void bombe_masks(const uint8_t *verdicts, int32_t size, uint64_t *masks);

// One board in one short call. Its number of solutions up to `limit`; -1: ask by bombe_count, the
// board takes more than a few thousand nodes, or has a value above N.
BOMBE_API int32_t bombe_quick_count(void *workspace, const uint8_t *board, int32_t limit);
// Its first solution, as a string: no value of a solution is 0. Null: it has none; empty: ask by
// bombe_count, as above. The string stands in the workspace, until the next call.
BOMBE_API const char *bombe_quick_solution(void *workspace, const uint8_t *board);

// Where the first value above N stands in so many bytes; -1: nowhere.
BOMBE_API int64_t bombe_misfit(const uint8_t *boards, int64_t length, int32_t size);

BOMBE_API const char *bombe_instructions();  // of the widest vectors in use, "avx2" for example
// The structures, functions and numbers of the interface, a line for each:
//
//     struct BombeCount BombeCall limit:int64_t counts:* solutions:*
//     function bombe_misfit int64_t bytes int64_t int32_t
//     number kMaxSize 36
//
// A structure may begin with another one. `*` is a pointer, and `bytes` one to bytes that the
// kernel only reads.
BOMBE_API const char *bombe_interface();
// 0: the kernel knows no boards of this shape.
BOMBE_API int64_t bombe_workspace_bytes(int32_t m, int32_t n);
// Prepare a workspace, in memory aligned to 64 bytes, for the boards of a shape.
BOMBE_API void bombe_workspace_prepare(void *workspace, int32_t m, int32_t n);
// For tests and measurements: let the 9x9 search use vectors of at most so many bits from now on.
// The bits that it will use; 0 in a workspace for another shape.
BOMBE_API int32_t bombe_workspace_narrow(void *workspace, int32_t bits);
// For tests: let the search go over to learning after so many failed guesses (at 9x9, nodes) from
// the next board on, with room for so many words of clauses.
BOMBE_API void bombe_workspace_learn(void *workspace, int64_t failures, int32_t store);
