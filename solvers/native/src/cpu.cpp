// Asks the processor, and the operating system, which has to save the registers.
#include "cpu.h"

#include "target.h"

#if defined(__x86_64__) && !defined(BOMBE_PLAIN)
#define BOMBE_ASKS 1
#include <cpuid.h>
#endif

namespace bombe {

#if defined(BOMBE_ASKS)
namespace {

// Whether the operating system saves the registers that these bits of XCR0 stand for.
bool is_saved(unsigned wanted) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & wanted) == wanted;
}

// __builtin_cpu_supports would need a run-time library that not every compiler links.
int probe() {
  constexpr unsigned kXmmYmm = 1u << 1 | 1u << 2, kZmm = 1u << 5 | 1u << 6 | 1u << 7;
  constexpr unsigned kPopcnt = 1u << 23, kOsXsave = 1u << 27;
  constexpr unsigned kAvx2 = 1u << 5, kBmi = 1u << 3 | 1u << 8;
  constexpr unsigned kAvx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;  // F, DQ, BW, VL
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & kOsXsave) || !(c & kPopcnt)) return 128;
  if (!is_saved(kXmmYmm) || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 128;
  if ((b & (kAvx2 | kBmi)) != (kAvx2 | kBmi)) return 128;
  return (b & kAvx512) == kAvx512 && is_saved(kZmm) ? 512 : 256;
}

}  // namespace

// Asked once: in a virtual machine CPUID takes longer than ten puzzles.
int vector_bits() {
  static int known = 0;
  int bits = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (bits == 0) {
    bits = probe();
    __atomic_store_n(&known, bits, __ATOMIC_RELAXED);
  }
  return bits;
}
#else
int vector_bits() { return 128; }
#endif

const char *instructions() {
#if defined(BOMBE_SSE)
  const int bits = vector_bits();
  return bits == 512 ? "avx512" : bits == 256 ? "avx2" : "sse";
#elif defined(BOMBE_NEON)
  return "neon";
#elif defined(BOMBE_WASM)
  return "simd128";
#else
  return "generic";
#endif
}

}  // namespace bombe
