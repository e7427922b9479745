// reference/reflecting/paper_paths.h -- what a path of names means in an object, on paper.
//
//     m3        m3.m1        m4[2]        m5[0].m1
//
// A path is read from left to right, one name or one index after the other. What is wrong first is
// said, with the column that was reached; the first is 1.
//
// Read next: reference/reflecting/paper_values.h.

#pragma once

#include <cstddef>
#include <string>

#include "reference/reflecting/paper_values.h"

namespace reference::reflecting {

struct PaperPlace {
  const PaperType* type = nullptr;  // null: there is none, and `error` says why
  PaperValue* value = nullptr;
  bool is_read_only = false;  // the member, or one that it is in
  std::string error = {};
};

// In an object of a class. `read_only`: whether a member is, by its name.
PaperPlace PlaceOf(const PaperLayout& layout, std::size_t type, PaperValues& values,
                   const std::string& path, bool (*read_only)(const std::string& member));

// "array of object reference to NamedObject": what a sentence calls a type.
std::string DescriptionOf(const PaperLayout& layout, const PaperType& type);

}  // namespace reference::reflecting
