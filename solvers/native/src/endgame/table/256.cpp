// Fills the table with vectors of 256 bits: AVX2.
#if defined(__x86_64__)
#define BOMBE_BITS 256
#include "endgame/table/fill.h"

namespace bombe::endgame {
const Filler kFill256[kMostCross + 1] = {bits256::fill<0>, bits256::fill<1>, bits256::fill<2>,
                                         bits256::fill<3>};
const Filler kBoth256[kMostCross + 1] = {bits256::fill_both<0>, bits256::fill_both<1>,
                                         bits256::fill_both<2>, bits256::fill_both<3>};
}  // namespace bombe::endgame
#endif
