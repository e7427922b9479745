// model/orders/code.h -- the code of a source without comments, and its functions.
//
// Knows C++ only as far as core's sources use it.
//
// Read next: source.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace model::orders {

bool IsWord(char c);
bool IsBlank(char c);
std::string WithoutBlanks(std::string_view text);

// The text with blanks in place of comments, of what is between quotes, and of directives; places
// and lines stay as they are.
std::string CodeOf(std::string_view text);

struct Function {
  std::string name;       // with the classes around: "SliceLock::Held::Held"
  std::size_t begin = 0;  // where its head begins
  std::size_t end = 0;    // behind its closing brace
};
// Each function that is in no other, in the order of the code.
std::vector<Function> FunctionsIn(std::string_view code);

}  // namespace model::orders
