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

// 1234567 as "1.2M": at most five characters.
std::string Short(std::uint64_t number);

}  // namespace properties
