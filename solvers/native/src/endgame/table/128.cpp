// Fills the table with pairs of vectors of 128 bits: SSE, NEON, whatever there is.
#define BOMBE_BITS 128
#include "endgame/table/fill.h"

namespace bombe::endgame {
const Filler kFill128[kMostCross + 1] = {bits128::fill<0>, bits128::fill<1>, bits128::fill<2>,
                                         bits128::fill<3>};
const Filler kBoth128[kMostCross + 1] = {bits128::fill_both<0>, bits128::fill_both<1>,
                                         bits128::fill_both<2>, bits128::fill_both<3>};
}  // namespace bombe::endgame
