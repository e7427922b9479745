// properties/reflecting/drawing.h -- random classes and values.
//
// Each member and each value has random numbers of its own, so that the rest stays as it was when
// one is left out.

#pragma once

#include "properties/base/random.h"
#include "properties/reflecting/reflecting_run.h"
#include "properties/reflecting/type_table.h"

namespace properties::reflecting {

using reference::reflecting::PaperValues;

// How many objects there are outside of the saved one.
inline constexpr Name kOutsiders = 2;

// The row of the table for a type.
const TypeEntry& EntryOf(const PaperType& type);
// The number in the name of a member, and the bytes of the hole before it.
std::uint32_t NumberOf(const std::string& member);
std::uint32_t HoleBefore(const std::string& member);
// Whether nobody may set a member by its name.
bool IsReadOnly(const std::string& member);
// What is said of a member or a function under a key, and all that is said.
std::string SaidOf(const std::string& member, const std::string& key);
std::span<const gc::Metadata> MetadataOf(const std::string& member);
// Where the members of a struct end, if the first begins at 0.
std::uint32_t BytesOf(const reference::reflecting::PaperClass& type);

// A value of the type. References lead to the first `objects` names, or outside.
PaperValue DrawValue(Random& random, const reference::reflecting::PaperLayout& layout,
                     const PaperType& type, Name objects);
// Of all members of a class. `usual`, a third of the time, is what a member keeps.
PaperValues DrawValues(std::uint64_t seed, const reference::reflecting::PaperLayout& layout,
                       std::size_t type, Name objects, const PaperValues* usual);
// Those of the default objects of a version.
void DrawDefaults(std::uint64_t seed, Version& version);
// "f0" to "f5".
std::string DrawFunctionName(Random& random);
// Those of each class of a layout: of any kinds, some under the name of one above.
void DrawFunctions(std::uint64_t seed, Version& version);
// The layouts of both versions; members with a number that is left out are in neither.
void DrawLayouts(ReflectingRun& run);

}  // namespace properties::reflecting
