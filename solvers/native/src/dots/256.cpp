// The Dots and Boxes solver with four images in a vector: AVX2.
#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>

#include "dots/layout.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
#endif

#define BOMBE_LANES 4
#define BOMBE_ENGINE engine256
#include "dots/engine.inl"

#if defined(__clang__)
#pragma clang attribute pop
#endif

namespace bombe::dots {
const Engine kEngine256 = engine256::kEngine;
}
#endif
