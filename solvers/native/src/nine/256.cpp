// The 9x9 search with two planes in a vector: AVX2.
#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "nine/engines.h"
#include "nine/layout.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target( \
    "avx2,bmi,bmi2,popcnt,lzcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
#endif

#define BOMBE_PLANES 2
#define BOMBE_ENGINE engine256
#define BOMBE_NAME "avx2"
#include "nine/engine.inl"

#if defined(__clang__)
#pragma clang attribute pop
#endif

namespace bombe::nine {
const Engine kEngine256 = engine256::kEngine;
}
#endif
