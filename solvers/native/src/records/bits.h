// Verdicts as bits: one for each candidate, in the order of cells and values, the lowest first.
#pragma once

#include <cstdint>
#include <cstring>

#include "budget.h"
#include "general/shape.h"

namespace bombe::records {

constexpr int kMostCandidates = kMaxSize * kMaxSize * kMaxSize;

// The bits of one board's candidates that have a verdict.
class Bits {
 public:
  Bits(const uint8_t *verdicts, int count, uint8_t verdict) : count_(count) {
    const int words = (count + 63) / 64;
    std::memset(words_ + words - 1, 0, 2 * sizeof(uint64_t));
    int at = 0;
    for (; at + 8 <= count; at += 8) bytes()[at / 8] = packed(verdicts + at, verdict);
    if (at == count) return;
    uint8_t rest[8] = {};
    std::memcpy(rest, verdicts + at, count - at);
    bytes()[at / 8] = static_cast<uint8_t>(packed(rest, verdict) & ((1 << (count - at)) - 1));
  }

  uint8_t *bytes() { return reinterpret_cast<uint8_t *>(words_); }
  int byte_count() const { return (count_ + 7) / 8; }

  // The bits of a cell, which has as many as there are values.
  uint64_t of_cell(int cell, int size) {
    const int at = cell * size;
    uint64_t bits;
    std::memcpy(&bits, bytes() + at / 8, sizeof bits);
    return bits >> at % 8 & ((uint64_t{1} << size) - 1);
  }

  int total() const {
    int sum = 0;
    for (int i = 0; i < (count_ + 63) / 64; i++) sum += __builtin_popcountll(words_[i]);
    return sum;
  }

  // Call `visit` with the number of each bit that is set, in order.
  template <class Visit>
  void visit(Visit visit) const {
    for (int i = 0; i < (count_ + 63) / 64; i++) {
      for (uint64_t left = words_[i]; left; left &= left - 1) visit(64 * i + __builtin_ctzll(left));
    }
  }

 private:
  // Eight verdicts, of two bits each, become eight bits: a product moves bit 0 of byte k to bit k
  // of the last byte.
  static uint8_t packed(const uint8_t *verdicts, uint8_t verdict) {
    constexpr uint64_t kLowest = 0x0101010101010101, kGather = 0x0102040810204080;
    uint64_t word;
    std::memcpy(&word, verdicts, sizeof word);
    const uint64_t other = word ^ verdict * kLowest;  // 0 where the verdict stands
    return static_cast<uint8_t>((~(other | other >> 1) & kLowest) * kGather >> 56);
  }

  int count_;
  uint64_t words_[kMostCandidates / 64 + 2];
};

}  // namespace bombe::records
