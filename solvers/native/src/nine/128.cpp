// The 9x9 search with one plane in a vector: SSE (the build sets the baseline), NEON, or neither.
#define BOMBE_BITS 128
#include "nine/engine.h"

namespace bombe::nine {
const Engine kEngine128 = bits128::kEngine;
}
