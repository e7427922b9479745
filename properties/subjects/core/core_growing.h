// properties/subjects/core/core_growing.h -- a class that gets a member while its objects live.
//
// When a library is compiled again, a class may come back with a member more (S4.10). Until then
// nothing in the heap can be in it. With classes=growing the class of a plain object has no outer,
// until a run gives one to an object; then the class has it, and what was assembled of the class
// before is out of date:
//
//     collect        the words of the class are assembled, without the outer
//     outer a b      the class has its outer again, and says so
//     collect        a is scanned by other words, or b is lost (schema-is-whole)
//
// Such a class belongs to one run: a copy, which an object is given as its class when it was made.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "core/assembly/assembled.h"
#include "core/gc.h"

namespace properties {
namespace {

class GrowingClasses {
 public:
  // Whether a run that begins now has them. No object of the run before it is left.
  void Begin(bool growing) {
    small_.clear();
    is_growing_ = growing;
    has_grown_ = false;
  }
  bool has_grown() const { return has_grown_; }

  // A new object, of a class as the program has it, is of that class without its outer.
  void Take(gc::Object& born) {
    if (!is_growing_ || has_grown_) return;
    const_cast<gc::Header&>(born.header()).type = &Of(*born.header().type);
  }
  // An object is about to have an outer.
  void Grow() {
    if (!is_growing_ || has_grown_) return;
    has_grown_ = true;
    for (const std::unique_ptr<Small>& small : small_) {
      small->type.references = small->whole.references;
      gc::Relinked(small->type);
    }
  }

 private:
  struct Small {
    explicit Small(const gc::Class& of) : whole(of), type(of) {
      std::ranges::copy_if(whole.references, std::back_inserter(lines),
                           [](const auto& line) { return std::string_view(line.name) != "outer"; });
      type.references = lines;
    }
    const gc::Class& whole;
    gc::Class type;
    std::vector<gc::Reference> lines;
  };

  const gc::Class& Of(const gc::Class& whole) {
    for (const std::unique_ptr<Small>& small : small_) {
      if (&small->whole == &whole) return small->type;
    }
    return small_.emplace_back(std::make_unique<Small>(whole))->type;
  }

  std::vector<std::unique_ptr<Small>> small_;
  bool is_growing_ = false;
  bool has_grown_ = false;
};

}  // namespace
}  // namespace properties
