// properties/reflecting/judging/kin/copied.h -- what copies have of their originals, and what is
// left of copies that were given up.
//
// Included by core_parts.cc only.

#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "properties/reflecting/judging/kin/classes_with_parts.h"
#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {
namespace {

// Of a copy: what stays is as in the original, and what passes as in a new one.
inline void CheckSheets(const Whole& copy, const Whole& original, const std::string& what,
                        ReflectingVerdict& verdict) {
  const auto check = [&](const Sheet& said, const Sheet& should) {
    verdict.Same(what + ", what stays", said.stays, should.stays);
    verdict.Same(what + ", what passes", said.passes, Sheet().passes);
  };
  check(copy.binder.first, original.binder.first);
  verdict.Same(what + ", binders", copy.binders.size(), original.binders.size());
  for (std::size_t i = 0; verdict.difference.empty() && i < copy.binders.size(); ++i) {
    const Binder& said = copy.binders[i];
    const Binder& should = original.binders[i];
    check(said.first, should.first);
    verdict.Same(what + ", sheets", said.rest.size(), should.rest.size());
    for (std::size_t j = 0; verdict.difference.empty() && j < said.rest.size(); ++j) {
      check(said.rest[j], should.rest[j]);
    }
  }
  verdict.Same(what + ", choice", copy.either.index(), original.either.index());
  if (verdict.difference.empty() && copy.either.index() == 1) {
    check(std::get<1>(copy.either), std::get<1>(original.either));
  }
}

// What was made since then is garbage if it was given up, so that nothing finds it.
class GivenUp {
 public:
  explicit GivenUp(gc::Heap& heap) : heap_(heap) {
    heap.ForEachObject([this](const gc::Object& one) { before_.insert(&one); });
  }
  void Compare(bool is_given_up, ReflectingVerdict& verdict) const {
    const gc::Population& population = heap_.collector().population;
    heap_.ForEachObject([&](const gc::Object& one) {
      if (before_.contains(&one) || !IsCopied(one)) return;
      verdict.Same("what was made and given up is garbage",
                   population.EntryOf(one).flags.Has(gc::flag::kGarbage), is_given_up);
    });
  }

 private:
  static bool IsCopied(const gc::Object& one) {
    const std::string_view name = one.header().type->name;
    return name == "Whole" || name == "Leaf" || name == "Ring";
  }

  gc::Heap& heap_;
  std::set<const gc::Object*> before_;
};

}  // namespace
}  // namespace properties::reflecting
