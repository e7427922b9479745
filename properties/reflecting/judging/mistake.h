// properties/reflecting/judging/mistake.h -- a value that a type does not take, and why.
//
// Read next: properties/reflecting/judging/core_spoiling.h.

#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "properties/base/random.h"
#include "reference/reflecting/paper_values.h"

namespace properties::reflecting {

struct Mistake {
  nlohmann::json value = {};
  std::string error = {};  // with the place; empty: it is none
};

// For a value of the type at a place, at its top or somewhere inside.
Mistake DrawMistake(Random& random, const reference::reflecting::PaperLayout& layout,
                    const reference::reflecting::PaperType& type, const std::string& where);

}  // namespace properties::reflecting
