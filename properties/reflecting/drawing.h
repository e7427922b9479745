// properties/reflecting/drawing.h -- random classes and values.
//
// Each member and each value has random numbers of its own, so that the rest stays as it was when
// one is left out.

#pragma once

#include "properties/base/random.h"
#include "properties/reflecting/reflecting_run.h"
#include "properties/reflecting/type_table.h"

namespace properties::reflecting {

// How many objects there are outside of the saved one.
inline constexpr Name kOutsiders = 2;

// The row of the table for a type.
const TypeEntry& EntryOf(const PaperType& type);
// The number in the name of a member, and the bytes of the hole before it.
std::uint32_t NumberOf(const std::string& member);
std::uint32_t HoleBefore(const std::string& member);
// Where the members of a struct end, if the first begins at 0.
std::uint32_t BytesOf(const reference::reflecting::PaperClass& type);

// A value of the type. References lead to the first `objects` names, or outside.
PaperValue DrawValue(Random& random, const reference::reflecting::PaperLayout& layout,
                     const PaperType& type, Name objects);
// The layouts of both versions; members with a number that is left out are in neither.
void DrawLayouts(ReflectingRun& run);

}  // namespace properties::reflecting
