// properties/subjects/plugin/packaged.h -- collectors of others that are judged by a name instead
// of a path.
//
// Their adapters are libraries like any other's (properties/subjects/libgc/, .../mruby/,
// .../cppgc/, .../lua53/, .../lua55/), built beside the program where the package is installed, or
// unpacked. That of Lua 5.5 needs none, as its collector is the one of `--lua-library PATH`.
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace properties {

struct PackagedSubject {
  std::string_view name;
  std::string_view remedy;  // how its package comes to be there before the program is built
};
inline constexpr std::array<PackagedSubject, 6> kPackagedSubjects = {
    {{"cppgc", "let `./tricolour bench --install-peers` unpack the package libnode-dev"},
     {"libgc", "install the package libgc-dev"},
     {"lua5.3", "install the package liblua5.3-dev"},
     {"lua5.3:spare-known", "install the package liblua5.3-dev"},
     {"lua5.5", "let this build have subjects in libraries"},
     {"mruby", "install the package libmruby-dev"}}};

// The file of the library of that name; empty if no packaged subject has the name.
std::optional<std::string> PathOfPackaged(std::string_view name);

// Why there is no such file, and what to do: for a name that PathOfPackaged knows.
std::string WhyNotBuilt(std::string_view name);

}  // namespace properties
