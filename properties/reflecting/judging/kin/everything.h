// properties/reflecting/judging/kin/everything.h -- a class that has a reference in each kind of
// member, and lines that list them.
//
// Included by core_schemas.cc only.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/gc.h"

namespace properties::reflecting {
namespace {

constexpr std::size_t kPlain = 30;
constexpr std::uint32_t kTail = 3;

struct Leaf : gc::Object {
  explicit Leaf(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
const gc::Class Leaf::kClass = gc::Describe<Leaf>("Leaf");
using Slot = gc::ObjectPtr<Leaf>;

// A struct that says where its slot is, and one that is asked.
struct Told {
  using Contributor = Told;
  std::int64_t weight = 0;
  Slot slot;
  void VisitReferences(const gc::SlotVisitor& visit) { visit(slot); }
  static void ContributeReferences(gc::Entries& entries, std::int64_t at) {
    gc::ContributeMember(&Told::slot, entries, at);
  }
};
// As large as its slot.
struct Single {
  using Contributor = Single;
  Slot slot;
  void VisitReferences(const gc::SlotVisitor& visit) { visit(slot); }
  static void ContributeReferences(gc::Entries& entries, std::int64_t at) {
    gc::ContributeMember(&Single::slot, entries, at);
  }
};
struct Asked {
  Slot slot;
  void VisitReferences(const gc::SlotVisitor& visit) { visit(slot); }
};

struct Everything : gc::Object {
  explicit Everything(const gc::Birth& birth) : Object(birth) {}
  // From about the middle of what comes next on, no packed word reaches.
  std::array<std::byte, (1 << 17) - 160> hole;
  std::array<Slot, kPlain> plain;
  gc::Vector<Leaf> list;
  gc::Container<std::vector<Told>> structs;
  gc::Container<std::vector<Asked>> asked;
  std::optional<Slot> maybe;
  std::variant<int, Slot> either;
  std::array<Told, 12> many;
  std::array<Slot, 5> five;
  std::array<Single, 12> twelve;
  std::pair<int, Slot> pair;
  Asked alone;
  static const gc::Class kClass;
};
const gc::Reference kParts[] = {gc::Reference::To(&Everything::list, "list"),
                                gc::Reference::To(&Everything::structs, "structs"),
                                gc::Reference::To(&Everything::asked, "asked"),
                                gc::Reference::To(&Everything::maybe, "maybe"),
                                gc::Reference::To(&Everything::either, "either"),
                                gc::Reference::To(&Everything::many, "many"),
                                gc::Reference::To(&Everything::five, "five"),
                                gc::Reference::To(&Everything::twelve, "twelve"),
                                gc::Reference::To(&Everything::pair, "pair"),
                                gc::Reference::To(&Everything::alone, "alone"),
                                gc::Reference::Trailing<Everything>("tail")};
const gc::Reference kPlainPart = gc::Reference::To(&Everything::plain, "plain");
const gc::Class Everything::kClass = gc::Describe<Everything>("Everything", kParts);

}  // namespace
}  // namespace properties::reflecting
