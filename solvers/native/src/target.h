// What the sources that work on vectors are compiled for; the one place that says so.
//
// The folders dots/, endgame/table/ and nine/ have a source for each width of a vector: 128.cpp,
// 256.cpp (AVX2) and 512.cpp (AVX-512). It defines BOMBE_BITS and includes headers that are written
// for any width, with their functions in a namespace of its own:
//
//     namespace bombe::nine::BOMBE_WIDTH {
//     BOMBE_TARGET_BEGIN
//     ...
//     BOMBE_TARGET_END
//     }  // namespace bombe::nine::BOMBE_WIDTH
//
// Where nothing defines BOMBE_BITS they are compiled for 128 bits, which every processor has. So
// each header compiles alone, for editors and clang-tidy too.
//
// No #include stands between BEGIN and END: an inline function of a shared header would be compiled
// for a processor that may not be there, and the linker may choose that copy for everybody.
#pragma once

#ifndef BOMBE_BITS
#define BOMBE_BITS 128
#endif

// What vectors of 128 bits are made of. With BOMBE_PLAIN, which tests set, of nothing but what the
// language says, as on a processor that none of these is for.
#if BOMBE_BITS > 128
#include <immintrin.h>
#elif defined(BOMBE_PLAIN)
#elif defined(__SSE2__)
#define BOMBE_SSE 1
#include <smmintrin.h>
#elif defined(__ARM_NEON)
#define BOMBE_NEON 1
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#define BOMBE_WASM 1
#include <wasm_simd128.h>
#endif

#if BOMBE_BITS == 128
#define BOMBE_WIDTH bits128
#elif BOMBE_BITS == 256
#define BOMBE_WIDTH bits256
#define BOMBE_INSTRUCTIONS "avx2,bmi,bmi2,popcnt,lzcnt"
#elif BOMBE_BITS == 512
#define BOMBE_WIDTH bits512
#define BOMBE_INSTRUCTIONS "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi,bmi2,popcnt,lzcnt"
#else
#error "BOMBE_BITS is 128, 256 or 512"
#endif

#define BOMBE_PRAGMA(text) _Pragma(#text)

#if BOMBE_BITS == 128
#define BOMBE_TARGET_BEGIN
#define BOMBE_TARGET_END
#elif !defined(__x86_64__)
#error "vectors of more than 128 bits are for x86-64"
#elif defined(__clang__)
#define BOMBE_TARGET_BEGIN BOMBE_TARGET_BEGIN_WITH(BOMBE_INSTRUCTIONS)
#define BOMBE_TARGET_BEGIN_WITH(list) \
  BOMBE_PRAGMA(clang attribute push(__attribute__((target(list))), apply_to = function))
#define BOMBE_TARGET_END BOMBE_PRAGMA(clang attribute pop)
#else
#define BOMBE_TARGET_BEGIN BOMBE_TARGET_BEGIN_WITH(BOMBE_INSTRUCTIONS)
#define BOMBE_TARGET_BEGIN_WITH(list) BOMBE_PRAGMA(GCC push_options) BOMBE_PRAGMA(GCC target(list))
#define BOMBE_TARGET_END BOMBE_PRAGMA(GCC pop_options)
#endif

// A function that must become part of its caller, whatever the compiler thinks of its size.
#define BOMBE_INLINE inline __attribute__((always_inline))
