// The Dots and Boxes solver with all eight images in a vector: AVX-512.
#if defined(__x86_64__)
#define BOMBE_BITS 512
#include "dots/engine.h"

namespace bombe::dots {
const Engine kEngine512 = bits512::kEngine;
}
#endif
