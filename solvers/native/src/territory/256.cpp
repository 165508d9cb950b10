// The search with vectors of 256 bits: AVX2, and with it quick counts of bits.
#if defined(__x86_64__)
#define BOMBE_BITS 256
#include "territory/engine.h"

namespace bombe::territory {
const Engine kEngine256 = {bits256::least_bytes_of, bits256::begin_on, bits256::go_on};
}
#endif
