// The Dots and Boxes solver with all eight images in a vector: AVX-512.
#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>

#include "dots/layout.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target( \
    "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi,bmi2,popcnt,lzcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi,bmi2,popcnt,lzcnt")
#endif

#define BOMBE_LANES 8
#define BOMBE_ENGINE engine512
#include "dots/engine.inl"

#if defined(__clang__)
#pragma clang attribute pop
#endif

namespace bombe::dots {
const Engine kEngine512 = engine512::kEngine;
}
#endif
