// The search for boards of any shape, on masks of 32 or 64 bits; see budget.h for the functions.
#pragma once

#include "budget.h"

namespace bombe::general {

struct State;

size_t state_bytes(int m, int n);
State *prepare(void *memory, int m, int n);  // once per State: computes the tables of the shape
// For tests: leave boards to the search that learns after so many failures from now on, and let it
// have room for only so many words of clauses, of four bytes each.
void hand_over_after(State *state, int64_t failures, uint32_t store);
bool begin(State *state, const uint8_t *board);
Status next(State *state, Budget &budget, uint8_t *solution);
int64_t count(State *state, int64_t limit, Budget &budget, uint8_t *first, Status *status);
bool audit_begin(State *state, const uint8_t *board, uint8_t *verdicts);
Status audit(State *state, Budget &budget, uint8_t *verdicts, Witnesses &witnesses);

// Take a board over from another search, and learn at once. `begin_learning` leaves out solutions
// with a candidate that is kNo, false: there are no others; `audit_begin_learning` decides what the
// other search has left kUnknown.
bool begin_learning(State *state, const uint8_t *board, const uint8_t *verdicts);
void audit_begin_learning(State *state, const uint8_t *board, uint8_t *verdicts);

}  // namespace bombe::general
