// The Dots and Boxes solver with two images in a vector: what every processor has.
#define BOMBE_BITS 128
#include "dots/engine.h"

namespace bombe::dots {
const Engine kEngine128 = bits128::kEngine;
}
