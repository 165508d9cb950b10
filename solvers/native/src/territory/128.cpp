// The search with vectors of 128 bits, which every processor has.
#define BOMBE_BITS 128
#include "territory/engine.h"

namespace bombe::territory {
const Engine kEngine128 = {bits128::least_bytes_of, bits128::begin_on, bits128::go_on};
}
