// The search for 9x9 boards, in vector registers. budget.h says what the functions do;
// nine/README.md says how.
//
// The same source is compiled for each instruction set, and `prepare` binds a State to the widest
// one that the processor has, or to a narrower one for tests and measurements.
#pragma once

#include <cstddef>
#include <cstdint>

#include "budget.h"

namespace bombe::nine {

struct State;

size_t state_bytes();

// Bind the memory of a State to vectors of at most `bits` bits. Returns the bits that it uses.
int prepare(void *memory, int bits = 512);

// For tests: leave boards to the search that learns after so many nodes from the next board on, and
// let it have room for only so many words of clauses, of four bytes each.
void hand_over_after(State *state, int64_t nodes, uint32_t store);
bool begin(State *state, const uint8_t *board);
Status next(State *state, Budget &budget, uint8_t *solution);
int64_t count(State *state, int64_t limit, Budget &budget, uint8_t *first, Status *status);
bool audit_begin(State *state, const uint8_t *board, uint8_t *verdicts);
Status audit(State *state, Budget &budget, uint8_t *verdicts, Witnesses &witnesses);

}  // namespace bombe::nine
