// The 9x9 search with four planes in a vector: AVX-512.
#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>
#include <cstring>

#include "nine/engines.h"
#include "nine/layout.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target( \
    "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi,bmi2,popcnt,lzcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi,bmi2,popcnt,lzcnt")
#endif

#define BOMBE_PLANES 4
#define BOMBE_ENGINE engine512
#define BOMBE_NAME "avx512"
#include "nine/engine.inl"

#if defined(__clang__)
#pragma clang attribute pop
#endif

namespace bombe::nine {
const Engine kEngine512 = engine512::kEngine;
}
#endif
