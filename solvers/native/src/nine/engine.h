// One engine of the 9x9 search: what a source compiles for one width of a vector.
#pragma once

#include <cstdint>

#include "budget.h"
#include "nine/audit.h"
#include "nine/engines.h"
#include "nine/search.h"
#include "target.h"

namespace bombe::nine::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

// What an engine keeps in the caller's memory.
struct Work {
  Search search;
  Audit audit;
};

inline Work &work(void *memory) { return *static_cast<Work *>(memory); }

constexpr Engine kEngine = {
    BOMBE_BITS,
    sizeof(Work),
    [](void *memory, const uint8_t *board) { return begin(work(memory).search, board); },
    [](void *memory, int64_t limit, Budget &budget, uint8_t *first, Status *status) {
      return count(work(memory).search, limit, budget, first, status);
    },
    [](void *memory, uint8_t *verdicts) { leave_barren(work(memory).search, verdicts); },
    [](void *memory, const uint8_t *board, uint8_t *verdicts) {
      return audit_begin(work(memory).search, work(memory).audit, board, verdicts);
    },
    [](void *memory, Budget &budget, uint8_t *verdicts, Witnesses &witnesses) {
      return audit(work(memory).search, work(memory).audit, budget, verdicts, witnesses);
    },
};

BOMBE_TARGET_END

}  // namespace bombe::nine::BOMBE_WIDTH
