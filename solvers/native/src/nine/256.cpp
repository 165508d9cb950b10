// The 9x9 search with two planes in a vector: AVX2.
#if defined(__x86_64__)
#define BOMBE_BITS 256
#include "nine/engine.h"

namespace bombe::nine {
const Engine kEngine256 = bits256::kEngine;
}
#endif
