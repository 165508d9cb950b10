// The Dots and Boxes solver with four images in a vector: AVX2.
#if defined(__x86_64__)
#define BOMBE_BITS 256
#include "dots/engine.h"

namespace bombe::dots {
const Engine kEngine256 = bits256::kEngine;
}
#endif
