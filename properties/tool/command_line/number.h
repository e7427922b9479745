// properties/tool/command_line/number.h -- options that take a whole number, refused in one form.
//
// What the library of command lines says by itself is no help: to it "-1" is a very large number,
// "x" could not be converted, and the range of what is above zero ends in three hundred digits.
// Here each refusal says what was expected, and what was found.
//
// Read next: choices.h.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace tool {

inline constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};

// A check for CLI::Option::check: the text is a whole number of this range, decimal or 0x... The
// check returns what is wrong, and nothing if the text is one.
std::function<std::string(const std::string&)> NumberFrom(std::uint64_t least,
                                                          std::uint64_t most = kAnyNumber);

}  // namespace tool
