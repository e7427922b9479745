// properties/base/random.h -- numbers that look random and are the same everywhere.
//
// A seed must replay on any machine for ever. The standard library's distributions differ between
// implementations, so ours are written out: xoshiro256** for the stream, splitmix64 to make its
// state from a seed, and a multiply-shift for a bound.
//
// Read next: properties/search/directed/directed.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace properties {

// One step of splitmix64: a good mix of 64 bits, and a generator when fed its own counter.
constexpr std::uint64_t Mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The seed of case `index` of a run with `seed`. It does not depend on the thread that runs the
// case, nor on the order.
constexpr std::uint64_t SeedOfCase(std::uint64_t seed, std::uint64_t index) {
  return Mix(Mix(seed) ^ (index * 0xd1342543de82ef95u));
}

// A generator: deterministic, small and copyable; not for secrets.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = seed = Mix(seed);
  }

  constexpr std::uint64_t Next() {
    const std::uint64_t result = Rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = Rotate(state_[3], 45);
    return result;
  }

  // A number below `bound`, which is not 0. The bias is below 2^-32 for every bound used here.
  constexpr std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((Next() >> 32) * bound) >> 32);
  }

  // From `low` to `high`, both included.
  constexpr std::uint32_t Between(std::uint32_t low, std::uint32_t high) {
    return low + Below(high - low + 1);
  }

  // True `times` in `of` times.
  constexpr bool Chance(std::uint32_t times, std::uint32_t of) { return Below(of) < times; }

  // One of the elements, of which there is at least one.
  template <typename T>
  constexpr T& Pick(std::span<T> elements) {
    return elements[Below(static_cast<std::uint32_t>(elements.size()))];
  }

 private:
  static constexpr std::uint64_t Rotate(std::uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
  }
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace properties
