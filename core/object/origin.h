// core/object/origin.h -- where a reference was declared, which decides whether it may be cleared.
//
// A reference to an object that is marked garbage is cleared if it may be. Compiled code may prefer
// to find the object in its state of garbage; a script is safer with null. So each line of a schema
// says where it was declared, and each heap has the set of origins whose references it may clear.
//
// Read next: core/object/schema.h.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

enum class Origin : std::uint8_t {
  kCode,    // compiled code: the lines of a class, and what a referencer reports
  kScript,  // lines that were made while the program runs
};

// A set of origins.
class Origins {
 public:
  static constexpr Origins None() { return {}; }
  static constexpr Origins All() { return Only(Origin::kCode) + Only(Origin::kScript); }
  static constexpr Origins Only(Origin origin) { return Origins(Bit(origin)); }
  constexpr bool Has(Origin origin) const { return (bits_ & Bit(origin)) != 0; }
  constexpr bool Any() const { return bits_ != 0; }
  friend constexpr Origins operator+(Origins a, Origins b) {
    return Origins(static_cast<std::uint8_t>(a.bits_ | b.bits_));
  }

 private:
  constexpr Origins() = default;
  constexpr explicit Origins(std::uint8_t bits) : bits_(bits) {}
  static constexpr std::uint8_t Bit(Origin origin) {
    return static_cast<std::uint8_t>(1u << static_cast<unsigned>(origin));
  }
  std::uint8_t bits_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
