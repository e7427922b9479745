// core/base/index.h -- an object's number in its heap's table.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

// Index 0 is reserved: no object ever has it.
using Index = std::uint32_t;
inline constexpr Index kNoIndex = 0;

}  // namespace GC_BUILD
}  // namespace gc
