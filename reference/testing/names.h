// reference/testing/names.h -- names of objects, for the traces of tests.

#pragma once

#include "reference/trace/trace.h"

namespace reference {

inline constexpr Name a = 0, b = 1, c = 2, d = 3;

}  // namespace reference
