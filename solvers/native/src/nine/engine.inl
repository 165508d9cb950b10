// One engine of the 9x9 search: everything that is compiled once for each instruction set.
//
// A file nine_<bits>.cpp sets the target, defines BOMBE_PLANES (planes in a vector) and
// BOMBE_ENGINE (the name of its namespace) and includes this. All headers come first, outside the
// target, lest an inline function of theirs be compiled for a processor that is not there.

#define BOMBE_INLINE static inline __attribute__((always_inline))
#define BOMBE_MEMBER inline __attribute__((always_inline))

namespace bombe::nine::BOMBE_ENGINE {

#include "nine/vectors.inl"
#include "nine/pass.inl"
#include "nine/load.inl"
#include "nine/choose.inl"
#include "nine/search.inl"
#include "nine/verdicts.inl"
#include "nine/audit.inl"

// What an engine keeps in the caller's memory.
struct Work {
  Search search;
  Audit audit;
};

static Work &work(void *memory) { return *static_cast<Work *>(memory); }

constexpr Engine kEngine = {
    BOMBE_NAME,
    128 * kPlanes,
    sizeof(Work),
    [](void *memory, const uint8_t *board) { return begin(work(memory).search, board); },
    [](void *memory, Budget &budget, uint8_t *solution) {
      return next(work(memory).search, budget, solution);
    },
    [](void *memory, int64_t limit, Budget &budget, uint8_t *first, Status *status) {
      return count(work(memory).search, limit, budget, first, status);
    },
    [](void *memory, const uint8_t *board, uint8_t *verdicts) {
      return audit_begin(work(memory).search, work(memory).audit, board, verdicts);
    },
    [](void *memory, Budget &budget, uint8_t *verdicts, Witnesses &witnesses) {
      return audit(work(memory).search, work(memory).audit, budget, verdicts, witnesses);
    },
};

}  // namespace bombe::nine::BOMBE_ENGINE
