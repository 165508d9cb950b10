// The 9x9 search with four planes in a vector: AVX-512.
#if defined(__x86_64__)
#define BOMBE_BITS 512
#include "nine/engine.h"

namespace bombe::nine {
const Engine kEngine512 = bits512::kEngine;
}
#endif
