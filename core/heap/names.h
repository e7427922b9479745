// core/heap/names.h -- names as numbers.
//
// Every named object has a name, and most names are made up: a million of them must not leave a
// million strings behind. So a name is an interned text and a number: "Door_12" is the text "Door"
// and a number, and all doors share one string. Texts are kept until the heap is dropped. Two names
// are equal if their texts and numbers are.
//
// Read next: core/heap/directory.h.

#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

struct Name {
  std::uint32_t text = 0;    // 0: no name
  std::uint32_t number = 0;  // one more than the printed number; 0: none is printed

  bool IsNone() const { return text == 0; }
  friend bool operator==(const Name&, const Name&) = default;
};

// Separates the names of a path; no name contains it.
inline constexpr char kPathSeparator = '/';

class NameTable {
 public:
  // The name that prints as `text`, which must be one (IsName).
  Name Intern(std::string_view text);
  // The same, or nothing if the text was never interned.
  std::optional<Name> Find(std::string_view text) const;
  std::string Text(Name name) const;

  static bool IsName(std::string_view text) {
    return !text.empty() && text.find(kPathSeparator) == text.npos;
  }

 private:
  std::deque<std::string> texts_;  // texts_[text - 1]
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

}  // namespace GC_BUILD
}  // namespace gc
