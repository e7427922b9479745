// properties/mutate/sites/expressions.h -- where the operands of an operator begin and end.
//
// Read next: properties/mutate/sites/operators.h.

#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "properties/mutate/sites/source.h"

namespace properties::mutate {

// How tightly an operator with two operands binds, from 1 for "||"; 0 if the token is none.
int LevelOf(const Token& token);

inline bool IsAssignment(std::string_view word) {
  return IsOneOf(word, {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="});
}

// A stretch of tokens: the first, and one past the last.
struct Span {
  std::size_t from = 0;
  std::size_t to = 0;
};

// The left operand of the operator at `at` and all that its level joins to it.
Span LeftOf(const Source& source, std::size_t at);
// The right operand.
Span RightOf(const Source& source, std::size_t at);

// The token behind a name with its members, calls and subscripts ("a.b(c)->d[e]") that begins at
// `at`; `at` itself if none begins there.
std::size_t BehindName(const Source& source, std::size_t at);

// Whether a word may begin such a name.
bool IsName(const Token& token);

}  // namespace properties::mutate
