// properties/report/layout.h -- numbers and paragraphs in a form that a person reads easily.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace properties {

// 1234567 as "1,234,567".
std::string Grouped(std::uint64_t number);

// "3 objects x 1 field".
std::string SizeText(std::uint64_t objects, std::uint64_t fields);

// The columns of a line in a file, and wherever the width of the screen is not known.
inline constexpr std::size_t kPlainWidth = 100;

// Text broken at blanks into lines of at most `width` columns, each after `indent` blanks.
std::string Wrapped(const std::string& text, std::size_t indent, std::size_t width = kPlainWidth);

// "shrunk from 12 to 5 operations (80 runs)", or that there was nothing to drop. `ended_by` says
// what ended shrinking before it was done: "its budget".
std::string ShrunkText(std::uint64_t before, std::uint64_t after, std::uint64_t runs,
                       const std::string& ended_by = {});

// 1234567 as "1.2M": at most five characters.
std::string Short(std::uint64_t number);

}  // namespace properties
