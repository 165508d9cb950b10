// The Dots and Boxes solver with two images in a vector: what every processor has.
#include <cstdint>

#include "dots/layout.h"

#define BOMBE_LANES 2
#define BOMBE_ENGINE engine128
#include "dots/engine.inl"

namespace bombe::dots {
const Engine kEngine128 = engine128::kEngine;
}
