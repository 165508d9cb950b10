// What the processor can do. Asked once, for the whole kernel.
#pragma once

namespace bombe {

// The bits of the widest vectors that the kernel may use here: 128, 256 (AVX2) or 512 (AVX-512).
int vector_bits();

// The instructions that work on them: "avx512", "avx2", "sse", "neon", "simd128" or "generic".
const char *instructions();

}  // namespace bombe
