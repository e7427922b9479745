// core/inspect/verify/hasher.h -- a 64-bit fingerprint of a sequence of numbers.
//
// It is not secure against adversaries; it lets an explorer recognise states that it has seen. Each
// word is mixed by a multiplication to 128 bits, whose halves are folded.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class Hasher {
 public:
  void Add(std::uint64_t word) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(state_ ^ word) * 0x9E3779B97F4A7C15u;
    state_ = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64) ^
             0xD1B54A32D192ED03u;
    state_ += ++words_;
  }
  std::uint64_t Value() const { return state_; }

 private:
  std::uint64_t state_ = 0x2545F4914F6CDD1Du;
  std::uint64_t words_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
