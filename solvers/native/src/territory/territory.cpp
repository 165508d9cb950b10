// The C interface of the search in the newer play modes.
#include "territory/territory.h"

#include "cpu.h"
#include "territory/engine.h"

using namespace bombe;
using namespace bombe::territory;

namespace {

const Engine &engine() {
#if defined(__x86_64__)
  if (vector_bits() >= 256) return kEngine256;
#endif
  return kEngine128;
}

}  // namespace

int64_t bombe_territory_least_bytes(int32_t m, int32_t n) { return engine().least_bytes(m, n); }

int32_t bombe_territory_begin(void *memory, int64_t bytes, const BombeTerritory *given) {
  return engine().begin(memory, static_cast<uint64_t>(bytes), *given);
}

int32_t bombe_territory_search(void *memory, BombeTerritoryCall *call) {
  return engine().search(memory, *call);
}
