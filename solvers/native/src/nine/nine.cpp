// Binds the 9x9 search to what the processor can do.
#include "nine/nine.h"

#include "nine/engines.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace bombe::nine {

// The head of the caller's memory; the engine's part follows at the next multiple of kAlignment.
struct State {
  const Engine *engine;

  void *memory() { return reinterpret_cast<uint8_t *>(this) + kAlignment; }
};

namespace {

#if defined(__x86_64__)
// Whether the operating system saves the registers that these bits of XCR0 stand for.
bool is_saved(unsigned wanted) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & wanted) == wanted;
}

// __builtin_cpu_supports would need a run-time library that not every compiler links.
int probe_bits() {
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
// Asked once: in a virtual machine CPUID takes longer than ten puzzles.
int widest_bits() {
  static int known = 0;
  int bits = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (bits == 0) {
    bits = probe_bits();
    __atomic_store_n(&known, bits, __ATOMIC_RELAXED);
  }
  return bits;
}

const Engine &engine_within(int bits) {
  const int widest = widest_bits() < bits ? widest_bits() : bits;
  if (widest >= 512) return kEngine512;
  return widest >= 256 ? kEngine256 : kEngine128;
}
#else
const Engine &engine_within(int) { return kEngine128; }
#endif

}  // namespace

size_t state_bytes() {
  size_t most = kEngine128.bytes;
#if defined(__x86_64__)
  most = kEngine256.bytes > most ? kEngine256.bytes : most;
  most = kEngine512.bytes > most ? kEngine512.bytes : most;
#endif
  return kAlignment + most;
}

int prepare(void *memory, int bits) {
  const Engine &engine = engine_within(bits);
  static_cast<State *>(memory)->engine = &engine;
  return engine.bits;
}

const char *instructions() { return engine_within(512).name; }

bool begin(State *state, const uint8_t *board) {
  return state->engine->begin(state->memory(), board);
}

Status next(State *state, Budget &budget, uint8_t *solution) {
  return state->engine->next(state->memory(), budget, solution);
}

int64_t count(State *state, int64_t limit, Budget &budget, uint8_t *first, Status *status) {
  return state->engine->count(state->memory(), limit, budget, first, status);
}

bool audit_begin(State *state, const uint8_t *board, uint8_t *verdicts) {
  return state->engine->audit_begin(state->memory(), board, verdicts);
}

Status audit(State *state, Budget &budget, uint8_t *verdicts, Witnesses &witnesses) {
  return state->engine->audit(state->memory(), budget, verdicts, witnesses);
}

}  // namespace bombe::nine
