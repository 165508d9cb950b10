// The engines of the 9x9 search: one for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "budget.h"

namespace bombe::nine {

// Functions of budget.h, and leave_barren of search.h, on an engine's own memory.
struct Engine {
  int bits;      // of a vector
  size_t bytes;  // of its memory, aligned to kAlignment
  bool (*begin)(void *memory, const uint8_t *board);
  int64_t (*count)(void *memory, int64_t limit, Budget &budget, uint8_t *first, Status *status);
  void (*leave_barren)(void *memory, uint8_t *verdicts);
  bool (*audit_begin)(void *memory, const uint8_t *board, uint8_t *verdicts);
  Status (*audit)(void *memory, Budget &budget, uint8_t *verdicts, Witnesses &witnesses);
};

extern const Engine kEngine128;
#if defined(__x86_64__)
extern const Engine kEngine256, kEngine512;
#endif

}  // namespace bombe::nine
