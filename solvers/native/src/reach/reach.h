// The flat C interface of exact endgames in the newer play modes.
//
// Questions and answers are those of endgame/endgame.h; `open` is never null, and there is no table
// to fill: the work has no states. A position that is searched is a node.
#pragma once

#include <cstdint>

#include "endgame/endgame.h"

// A Trouble: kTooLarge, over 64 empty cells; kTooManyMoves, over 128 candidates that can be bombs.
BOMBE_API int32_t bombe_reach_begin(void *memory, int64_t bytes, const BombeEndgame *endgame);
// kDone; kOutOfBudget; kNotFromHere.
BOMBE_API int32_t bombe_reach_ask(void *memory, BombeEndgameCall *call);
