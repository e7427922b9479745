// properties/reflecting/turning.h -- classes that have members of the same names and other types.
//
//     C0   m5 int32     m6 set of object      m7 S0
//     C1   m5 float     m6 set of object      m8 double
//     C2   m5 uint8                           m7 S1        S0 and S1 have m1 both
//
// They stand beside one another, so an object of one can become an object of another, and its
// values must become values of other types.
//
// Read next: reference/reflecting/paper_conversion.h.

#pragma once

#include <cstdint>
#include <vector>

#include "properties/base/random.h"
#include "properties/reflecting/reflecting_run.h"
#include "properties/reflecting/type_table.h"

namespace properties::reflecting {

// Of a run only its first version is used. Members with a number that is left out are in no class.
ReflectingRun DrawTurningRun(std::uint64_t seed, const std::vector<std::uint32_t>& left_out,
                             std::uint32_t most_objects);
// The same as a part of a run.
ReflectingRun TurningOf(const ReflectingRun& run);

// A type of the table that needs only the structs below a number; mostly one of the same shape.
const TypeEntry& DrawRelative(Random& random, const PaperType& type, std::size_t structs);
const TypeEntry& DrawType(Random& random, std::size_t structs);

}  // namespace properties::reflecting
