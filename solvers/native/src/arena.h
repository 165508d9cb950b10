// Hands out the caller's memory piece by piece; the kernel allocates none of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernel.h"

namespace bombe {

constexpr uint64_t aligned(uint64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

class Arena {
 public:
  // On a null pointer it hands nothing out and only measures.
  Arena(void *memory, uint64_t bytes) : memory_(static_cast<uint8_t *>(memory)), bytes_(bytes) {}

  // So many T, as the memory is. Null: there is no room for them.
  template <class T>
  T *take(uint64_t count = 1) {
    static_assert(alignof(T) <= kAlignment, "pieces begin at multiples of kAlignment");
    const uint64_t wanted = aligned(count * sizeof(T));
    if (wanted > left()) return nullptr;
    uint8_t *const piece = memory_ ? memory_ + used_ : nullptr;
    used_ += wanted;
    return reinterpret_cast<T *>(piece);
  }

  // The same, filled with 0.
  template <class T>
  T *take_zeroed(uint64_t count = 1) {
    T *const piece = take<T>(count);
    if (piece) std::memset(static_cast<void *>(piece), 0, count * sizeof(T));
    return piece;
  }

  uint64_t used() const { return used_; }
  uint64_t left() const { return bytes_ - used_; }

  // Take back what was handed out since `used` was so much.
  void rewind(uint64_t used) { used_ = used; }

 private:
  uint8_t *memory_;
  uint64_t bytes_, used_ = 0;
};

}  // namespace bombe
