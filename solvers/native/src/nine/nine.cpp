// Binds the 9x9 search to what the processor can do.
#include "nine/nine.h"

#include "arena.h"
#include "cpu.h"
#include "nine/engines.h"

namespace bombe::nine {

// The head of the caller's memory; the engine's part follows at the next multiple of kAlignment.
struct State {
  const Engine *engine;

  void *memory() { return reinterpret_cast<uint8_t *>(this) + kAlignment; }
};

namespace {

#if defined(__x86_64__)
const Engine &engine_within(int bits) {
  const int widest = vector_bits() < bits ? vector_bits() : bits;
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
