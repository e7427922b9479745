// properties/subjects/core/core_containers.h -- containers of every kind, and the fields of any
// object.
//
// An object that is made without fields is a container. Its elements are in a vector; or, where
// fields are members (reference/variant/members.h), in what is a container there and in the kind of
// member that the setting names:
//
//     alone, vector           a vector
//     row, cell, pair         a vector in an array, in a struct, in a pair
//     optional, variant       a vector that is held there
//     cells, deque, map       a vector of structs, a deque, a map from numbers to structs
//     reported                a vector in no description, which the object shows by itself
//
// So whatever hands over memory is judged: a vector by itself, and inside of what is moved with it.
// All elements are a script's, as the oracle says.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "properties/subjects/core/core_members.h"

namespace properties {
namespace {

using List = gc::Vector<gc::Object>;
using Cells = gc::Container<std::vector<JudgedCell>>;
using Numbered = gc::Map<std::int32_t, JudgedCell>;

struct JudgedBox {
  GC_REFLECTED_STRUCT(JudgedBox)
  std::int64_t before = 0;
  List inside;
};

// What of the containers is found by packed words.
class JudgedHolder : public JudgedObject {
  GC_REFLECTED(JudgedHolder, JudgedObject)
  JudgedHolder(const gc::Birth& birth, Witness& to, reference::Name called,
               reference::MemberKind held)
      : JudgedObject(birth, to, called, Kind::kHolder), kind(held) {
    optional.emplace();
    variant.emplace<List>();
  }

  const reference::MemberKind kind;
  List list;
  Cells cells;
  JudgedBox box;
  std::array<List, 2> row;
  std::pair<std::int32_t, List> pair;
  std::optional<List> optional;
  std::variant<std::int32_t, List> variant;
};

// What only calls can show.
class JudgedLinked : public JudgedHolder {
  GC_REFLECTED(JudgedLinked, JudgedHolder)
  // As of JudgedMembers: nothing is refused while it runs.
  JudgedLinked(const gc::Birth& birth, Witness& to, reference::Name called,
               reference::MemberKind held, const MayFail& /*never*/ = MayFail(false))
      : JudgedHolder(birth, to, called, held) {}

  gc::Deque<gc::Object> deque;
  Numbered map;
};

class JudgedShowing : public JudgedHolder {
  GC_REFLECTED(JudgedShowing, JudgedHolder)
  using JudgedHolder::JudgedHolder;
  void VisitReferences(const gc::SlotVisitor& visit) { visit(reported); }
  bool CanBeInCluster() const noexcept { return true; }

  List reported;
};

// What a copy has of the other one's, as far as no description says so.
inline void CopyWhatIsNotDescribed(JudgedObject& /*born*/, const JudgedObject& /*from*/) {}
inline void CopyWhatIsNotDescribed(JudgedShowing& born, const JudgedShowing& from) {
  born.reported = from.reported;
}

template <class Property>
Property OfScript(Property property) {
  property.line->origin = gc::Origin::kScript;
  return property;
}

}  // namespace
}  // namespace properties

GC_DESCRIBE_STRUCT(properties::JudgedBox, "/Script/Judge", GC_PROPERTY_OF(before),
                   properties::OfScript(GC_PROPERTY_OF(inside)))
GC_DESCRIBE(properties::JudgedHolder, "/Script/Judge", properties::OfScript(GC_PROPERTY_OF(list)),
            properties::OfScript(GC_PROPERTY_OF(cells)), GC_PROPERTY_OF(box),
            properties::OfScript(GC_PROPERTY_OF(row)), properties::OfScript(GC_PROPERTY_OF(pair)),
            properties::OfScript(GC_PROPERTY_OF(optional)),
            properties::OfScript(GC_PROPERTY_OF(variant)), GC_REST)
GC_DESCRIBE(properties::JudgedLinked, "/Script/Judge", properties::OfScript(GC_PROPERTY_OF(deque)),
            properties::OfScript(GC_PROPERTY_OF(map)), GC_REST)
GC_DESCRIBE(properties::JudgedShowing, "/Script/Judge", GC_REST)

namespace properties {
namespace {

// What operations do to a container, whatever it is.
template <class C>
struct Elements {
  C& items;

  std::size_t Size() const { return items.size(); }
  Pointer& At(std::size_t element) const {
    if constexpr (std::is_same_v<C, Numbered>) {
      return items.find(static_cast<std::int32_t>(element))->second.inside;
    } else if constexpr (std::is_same_v<C, Cells>) {
      return items[element].inside;
    } else {
      return items[element];
    }
  }
  void Append(gc::Object* target) const {
    if constexpr (std::is_same_v<C, Numbered>) {
      items.emplace(static_cast<std::int32_t>(Size()), JudgedCell{.inside = target});
    } else if constexpr (std::is_same_v<C, Cells>) {
      items.push_back(JudgedCell{.inside = target});
    } else {
      items.push_back(target);
    }
  }
  // The later ones move down.
  void Erase(std::size_t element) const {
    if constexpr (std::is_same_v<C, Numbered>) {
      for (; element + 1 < Size(); ++element) At(element) = std::move(At(element + 1));
      items.erase(static_cast<std::int32_t>(element));
    } else {
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(element));
    }
  }
  // The capacity says at which element a container is moved; moving it shades all its elements.
  std::size_t Capacity() const {
    if constexpr (requires { items->capacity(); }) return items->capacity();
    return 0;
  }
};

// Calls use(Elements) with what the object holds; and use(Elements, Elements) with what two objects
// of one kind hold.
template <class Use, class... Holders>
auto InHolders(const Use& use, JudgedHolder& first, Holders&... others) {
  using enum reference::MemberKind;
  const auto with = [&](const auto& member) {
    return use(Elements<std::remove_reference_t<decltype(member(first))>>{member(first)},
               Elements<std::remove_reference_t<decltype(member(others))>>{member(others)}...);
  };
  switch (first.kind) {
    case kAlone:
    case kVector:
      break;
    case kRow:
      return with([](JudgedHolder & of) -> auto& { return of.row[1]; });
    case kCell:
      return with([](JudgedHolder & of) -> auto& { return of.box.inside; });
    case kPair:
      return with([](JudgedHolder & of) -> auto& { return of.pair.second; });
    case kCells:
      return with([](JudgedHolder & of) -> auto& { return of.cells; });
    case kOptional:
      return with([](JudgedHolder & of) -> auto& { return *of.optional; });
    case kVariant:
      return with([](JudgedHolder & of) -> auto& { return std::get<List>(of.variant); });
    case kDeque:
      return with([](JudgedHolder & of) -> auto& { return static_cast<JudgedLinked&>(of).deque; });
    case kMap:
      return with([](JudgedHolder & of) -> auto& { return static_cast<JudgedLinked&>(of).map; });
    case kReported:
      return with(
          [](JudgedHolder & of) -> auto& { return static_cast<JudgedShowing&>(of).reported; });
  }
  return with([](JudgedHolder & of) -> auto& { return of.list; });
}

template <class Use>
auto InElements(gc::Object& container, const Use& use) {
  if (JudgedAs(container).kind == Kind::kHolder) {
    return InHolders(use, static_cast<JudgedHolder&>(container));
  }
  return use(Elements<List>{static_cast<JudgedContainer&>(container).elements});
}

// The container becomes what the other one was, which is empty then. What it is in is moved with
// it.
inline void TakeElements(gc::Object& into, gc::Object& from) {
  if (JudgedAs(into).kind == Kind::kContainer) {
    static_cast<JudgedContainer&>(into).elements =
        std::move(static_cast<JudgedContainer&>(from).elements);
    return;
  }
  JudgedHolder& to = static_cast<JudgedHolder&>(into);
  JudgedHolder& of = static_cast<JudgedHolder&>(from);
  switch (to.kind) {
    case reference::MemberKind::kRow:
      to.row = std::move(of.row);
      return;
    case reference::MemberKind::kCell:
      to.box = std::move(of.box);
      return;
    case reference::MemberKind::kPair:
      to.pair = std::move(of.pair);
      return;
    case reference::MemberKind::kOptional:
      to.optional = std::move(of.optional);
      return;
    case reference::MemberKind::kVariant:
      to.variant = std::move(of.variant);
      return;
    case reference::MemberKind::kAlone:
    case reference::MemberKind::kVector:
    case reference::MemberKind::kCells:
    case reference::MemberKind::kDeque:
    case reference::MemberKind::kMap:
    case reference::MemberKind::kReported:
      break;
  }
  InHolders([](const auto& taking, const auto& left) { taking.items = std::move(left.items); }, to,
            of);
}

inline bool IsContainer(const gc::Object& object) {
  const Kind kind = JudgedAs(object).kind;
  return kind == Kind::kContainer || kind == Kind::kHolder;
}

inline std::vector<const gc::Class*> ContainerClasses() {
  return {&JudgedContainer::kClass, &JudgedHolder::kClass, &JudgedLinked::kClass,
          &JudgedShowing::kClass};
}
// Calls make.template operator()<T>(arguments...) with the class of containers, and what its
// constructor takes beside a name. `members` is the choice of Setting::kMembers.
template <class Make>
auto AsContainer(std::uint8_t members, const Make& make) {
  if (members == 0) return make.template operator()<JudgedContainer>();
  const reference::MemberKind held = reference::KindOfMember(members, 0);
  if (held == reference::MemberKind::kReported)
    return make.template operator()<JudgedShowing>(held);
  if (SortOf(held) == Sort::kCalls) return make.template operator()<JudgedLinked>(held);
  return make.template operator()<JudgedHolder>(held);
}

// The trailing references of an object whose fields these are.
inline std::span<Pointer> FieldsOf(gc::Object& object, const Judged& judged) {
  const std::span<Pointer> all = judged.kind == Kind::kNamed
                                     ? gc::Tail(static_cast<JudgedNamed&>(object))
                                     : gc::Tail(static_cast<JudgedPlain&>(object));
  return judged.at_end ? all.last(all.size() - judged.spare) : all.first(all.size() - judged.spare);
}
// Its outer is the last field.
inline std::size_t FieldCount(gc::Object& object) {
  const Judged& judged = JudgedAs(object);
  switch (judged.kind) {
    case Kind::kContainer:
    case Kind::kHolder:
      return InElements(object, [](const auto& elements) { return elements.Size(); });
    case Kind::kMembers:
      return static_cast<JudgedFlat&>(object).count() + judged.has_outer;
    case Kind::kPlain:
    case Kind::kNamed:
      break;
  }
  return FieldsOf(object, judged).size() + judged.has_outer;
}
inline Pointer& FieldOf(gc::Object& object, std::size_t field) {
  const Judged& judged = JudgedAs(object);
  if (IsContainer(object)) {
    return *InElements(object, [&](const auto& elements) { return &elements.At(field); });
  }
  if (judged.kind == Kind::kMembers) {
    JudgedFlat& members = static_cast<JudgedFlat&>(object);
    return field < members.count() ? MemberOf(members, field) : members.outer;
  }
  const std::span<Pointer> fields = FieldsOf(object, judged);
  return field < fields.size() ? fields[field] : static_cast<JudgedObject&>(object).outer;
}

// Makes the field a handle, resolves it, and leaves a plain field behind: a resolved handle has the
// layout of a slot that holds its object; an unresolved one is emptied.
inline gc::Object* Resolve(gc::Object& object, std::size_t field, gc::Resolver& by) {
  using Handle = gc::LazyPtr<gc::Object>;
  static_assert(sizeof(Handle) == sizeof(gc::ObjectPtr<gc::Object>));
  const gc::Path path{by, {}};
  Handle* const handle = new (&FieldOf(object, field)) Handle(path);
  gc::Object* const found = handle->Get();
  if (found == nullptr) handle->Reset();
  return found;
}

}  // namespace
}  // namespace properties
