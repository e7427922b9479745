// properties/reflecting/moods.h -- the enumerations of the loose types.

#pragma once

#include <cstdint>

#include "core/reflect/reflected.h"

namespace properties::reflecting {

enum class Mood : std::int8_t { kCalm = 0, kAngry = 1, kGone = -7 };
enum class Temper : std::uint16_t { kAngry = 0, kSulky = 1, kCalm = 40'000 };

}  // namespace properties::reflecting

GC_DESCRIBE_ENUM(properties::reflecting::Mood, kCalm, kAngry, kGone)
GC_DESCRIBE_ENUM(properties::reflecting::Temper, kAngry, kSulky, kCalm)
