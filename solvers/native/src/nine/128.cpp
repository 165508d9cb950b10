// The 9x9 search with one plane in a vector: SSE (the build sets the baseline), NEON, or neither.
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "nine/engines.h"
#include "nine/layout.h"

#define BOMBE_PLANES 1
#define BOMBE_ENGINE engine128
#if defined(__SSE2__)
#define BOMBE_NAME "sse"
#elif defined(__ARM_NEON)
#define BOMBE_NAME "neon"
#else
#define BOMBE_NAME "generic"
#endif
#include "nine/engine.inl"

namespace bombe::nine {
const Engine kEngine128 = engine128::kEngine;
}
