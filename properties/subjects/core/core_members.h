// properties/subjects/core/core_members.h -- objects of reflected classes, and where the fields of
// an object are.
//
// The fields that operations name are trailing references, of which an object may have any number.
// A class of a program has none of these: its references are members, alone and in arrays, structs,
// containers and variants, and each kind has its own way through description, schema, marking,
// nulling and copying. So a setting puts the fields into members (reference/variant/members.h), of
// a class that is described by macros.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "core/pointer/container.h"
#include "core/pointer/lazy_ptr.h"
#include "core/reflect/reflected.h"
#include "properties/subjects/core/core_objects.h"
#include "properties/subjects/core/list_memory.h"
#include "reference/variant/members.h"

namespace properties {
namespace {

using Pointer = gc::ObjectPtr<gc::Object>;

struct JudgedCell {
  GC_REFLECTED_STRUCT(JudgedCell)
  std::int64_t before = 0;
  Pointer inside;
};

class JudgedMembers : public JudgedObject {
  GC_REFLECTED(JudgedMembers, JudgedObject)
  // A constructor that throws ends the program, and a deque without elements has pages. So while
  // one runs nothing is refused.
  JudgedMembers(const gc::Birth& birth, Witness& to, reference::Name called,
                const MayFail& /*never*/ = MayFail(false))
      : JudgedObject(birth, to, called, Kind::kMembers) {}

  // Has so many fields from now on. `choice` is that of Setting::kMembers.
  void HaveFields(std::size_t count, std::uint8_t choice) {
    count_ = count;
    choice_ = choice;
    vector.emplace_back(nullptr);
    for (std::size_t i = reference::kMemberKinds; i < count; ++i) vector.emplace_back(nullptr);
    cells.resize(2);
    deque.emplace_back(nullptr);
    deque.emplace_back(nullptr);
    map.emplace(1, JudgedCell());
    map.emplace(2, JudgedCell());
    optional.emplace(nullptr);
    variant.emplace<JudgedCell>();
  }
  // Of a copy, which has the values of `from` already.
  void HaveFieldsOf(const JudgedMembers& from) {
    count_ = from.count_;
    choice_ = from.choice_;
  }
  std::size_t count() const { return count_; }
  Pointer& Field(std::size_t field) {
    using enum reference::MemberKind;
    switch (reference::KindOfMember(choice_, field)) {
      case kAlone:
        return alone;
      case kRow:
        return row[1];
      case kCell:
        return cell.inside;
      case kVector:
        return vector[field < reference::kMemberKinds ? 0 : 1 + field - reference::kMemberKinds];
      case kCells:
        return cells[1].inside;
      case kDeque:
        return deque[1];
      case kMap:
        return map.find(2)->second.inside;
      case kOptional:
        return *optional;
      case kVariant:
        return std::get<JudgedCell>(variant).inside;
      case kPair:
        return pair.second;
      case kReported:
        break;
    }
    return reported;
  }

 private:
  Pointer alone;
  std::array<Pointer, 2> row;
  JudgedCell cell;
  gc::Vector<gc::Object> vector;
  gc::Container<std::vector<JudgedCell>> cells;
  gc::Deque<gc::Object> deque;
  gc::Map<std::int32_t, JudgedCell> map;
  std::optional<Pointer> optional;
  std::variant<std::int32_t, JudgedCell> variant;
  std::pair<std::int32_t, Pointer> pair;

 protected:
  Pointer reported;  // not described: JudgedReporting shows it

 private:
  std::size_t count_ = 0;
  std::uint8_t choice_ = 0;
};

}  // namespace
}  // namespace properties

GC_DESCRIBE_STRUCT(properties::JudgedCell, "/Script/Judge", GC_PROPERTY_OF(before),
                   GC_PROPERTY_OF(inside))
GC_DESCRIBE(properties::JudgedMembers, "/Script/Judge", GC_PROPERTY_OF(alone), GC_PROPERTY_OF(row),
            GC_PROPERTY_OF(cell), GC_PROPERTY_OF(vector), GC_PROPERTY_OF(cells),
            GC_PROPERTY_OF(deque), GC_PROPERTY_OF(map), GC_PROPERTY_OF(optional),
            GC_PROPERTY_OF(variant), GC_PROPERTY_OF(pair), GC_REST)

namespace properties {
namespace {

// Shows its first field by a function of its own (S4.19).
class JudgedReporting : public JudgedMembers {
  GC_REFLECTED(JudgedReporting, JudgedMembers)
  using JudgedMembers::JudgedMembers;
  void VisitReferences(const gc::SlotVisitor& visit) { visit(reported); }
  bool CanBeInCluster() const noexcept { return true; }
};

}  // namespace
}  // namespace properties

GC_DESCRIBE(properties::JudgedReporting, "/Script/Judge", GC_REST)

namespace properties {
namespace {

// Plain objects without some of their callbacks (Setting::kCallbacks): what a class does not have,
// the collector must not call, and destroys its objects all the same.
enum class Callbacks : std::uint8_t { kAll, kBegin, kFinish, kNone };

template <Callbacks kHas, class Base>
class Partly final : public Base {
 public:
  using Base::Base;
  static const gc::Class kClass;
};
template <Callbacks kHas, class Base>
gc::Class DescribePartly(const char* name) {
  gc::Class type = Base::kClass;
  type.describes = &gc::kIdentityOf<Partly<kHas, Base>>;
  type.name = name;
  if (kHas != Callbacks::kBegin) type.begin_destroy = nullptr;
  if (kHas != Callbacks::kFinish) type.finish_destroy = nullptr;
  if (kHas == Callbacks::kNone) type.is_ready = nullptr;
  return type;
}
template <>
const gc::Class Partly<Callbacks::kBegin, JudgedPlain>::kClass =
    DescribePartly<Callbacks::kBegin, JudgedPlain>("JudgedWithBegin");
template <>
const gc::Class Partly<Callbacks::kFinish, JudgedPlain>::kClass =
    DescribePartly<Callbacks::kFinish, JudgedPlain>("JudgedWithFinish");
template <>
const gc::Class Partly<Callbacks::kNone, JudgedPlain>::kClass =
    DescribePartly<Callbacks::kNone, JudgedPlain>("JudgedQuiet");
template <>
const gc::Class Partly<Callbacks::kBegin, JudgedMembers>::kClass =
    DescribePartly<Callbacks::kBegin, JudgedMembers>("MembersWithBegin");
template <>
const gc::Class Partly<Callbacks::kFinish, JudgedMembers>::kClass =
    DescribePartly<Callbacks::kFinish, JudgedMembers>("MembersWithFinish");
template <>
const gc::Class Partly<Callbacks::kNone, JudgedMembers>::kClass =
    DescribePartly<Callbacks::kNone, JudgedMembers>("MembersQuiet");
template <>
const gc::Class Partly<Callbacks::kBegin, JudgedReporting>::kClass =
    DescribePartly<Callbacks::kBegin, JudgedReporting>("ReportingWithBegin");
template <>
const gc::Class Partly<Callbacks::kFinish, JudgedReporting>::kClass =
    DescribePartly<Callbacks::kFinish, JudgedReporting>("ReportingWithFinish");
template <>
const gc::Class Partly<Callbacks::kNone, JudgedReporting>::kClass =
    DescribePartly<Callbacks::kNone, JudgedReporting>("ReportingQuiet");

template <Callbacks kHas>
inline constexpr const gc::Class* kPartly[] = {&Partly<kHas, JudgedPlain>::kClass,
                                               &Partly<kHas, JudgedMembers>::kClass,
                                               &Partly<kHas, JudgedReporting>::kClass};

// The classes that plain objects may be of.
inline std::vector<const gc::Class*> PlainClasses() {
  std::vector<const gc::Class*> all = {&JudgedPlain::kClass, &JudgedMembers::kClass,
                                       &JudgedReporting::kClass};
  for (const auto& some :
       {kPartly<Callbacks::kBegin>, kPartly<Callbacks::kFinish>, kPartly<Callbacks::kNone>}) {
    all.insert(all.end(), some, some + 3);
  }
  return all;
}

// What the plain objects of a run are like, by its settings.
class PlainKind {
 public:
  // `members` is the choice of Setting::kMembers.
  PlainKind() = default;
  PlainKind(Callbacks callbacks, std::uint8_t members) : callbacks_(callbacks), members_(members) {}

  bool HasMembers() const { return members_ != 0; }
  // Trailing references of an object with so many fields, and so many more to take room.
  std::uint32_t TailFor(std::uint32_t fields, std::uint32_t spare) const {
    return HasMembers() ? 0 : fields + spare;
  }

  // Calls make.template operator()<T>() with their class.
  template <class Make>
  auto As(const Make& make) const {
    if (!HasMembers()) return AsPartly<JudgedPlain>(make);
    return IsReporting() ? AsPartly<JudgedReporting>(make) : AsPartly<JudgedMembers>(make);
  }

  // Gives a new object its fields, or those of the object of which it is a copy.
  void GiveFields(JudgedObject& born, std::uint32_t fields) const {
    if (!HasMembers()) return;
    static_cast<JudgedMembers&>(born).HaveFields(fields, members_);
  }
  void GiveFieldsOf(JudgedObject& born, const gc::Object& from) const {
    if (!HasMembers()) return;
    static_cast<JudgedMembers&>(born).HaveFieldsOf(static_cast<const JudgedMembers&>(from));
  }

 private:
  bool IsReporting() const {
    return reference::KindOfMember(members_, 0) == reference::MemberKind::kReported;
  }
  template <class Base, class Make>
  auto AsPartly(const Make& make) const {
    switch (callbacks_) {
      case Callbacks::kAll:
        break;
      case Callbacks::kBegin:
        return make.template operator()<Partly<Callbacks::kBegin, Base>>();
      case Callbacks::kFinish:
        return make.template operator()<Partly<Callbacks::kFinish, Base>>();
      case Callbacks::kNone:
        return make.template operator()<Partly<Callbacks::kNone, Base>>();
    }
    return make.template operator()<Base>();
  }

  Callbacks callbacks_ = Callbacks::kAll;
  std::uint8_t members_ = 0;
};

inline gc::Vector<gc::Object>& ElementsOf(gc::Object& object) {
  return static_cast<JudgedContainer&>(object).elements;
}
// The trailing references of an object whose fields these are.
inline std::span<Pointer> FieldsOf(gc::Object& object, const Judged& judged) {
  const std::span<Pointer> all = judged.kind == Kind::kNamed
                                     ? gc::Tail(static_cast<JudgedNamed&>(object))
                                     : gc::Tail(static_cast<JudgedPlain&>(object));
  return judged.at_end ? all.last(all.size() - judged.spare) : all.first(all.size() - judged.spare);
}
inline bool IsContainer(const gc::Object& object) {
  return JudgedAs(object).kind == Kind::kContainer;
}
// Its outer is the last field.
inline std::size_t FieldCount(gc::Object& object) {
  const Judged& judged = JudgedAs(object);
  switch (judged.kind) {
    case Kind::kContainer:
      return ElementsOf(object).size();
    case Kind::kMembers:
      return static_cast<JudgedMembers&>(object).count() + judged.has_outer;
    case Kind::kPlain:
    case Kind::kNamed:
      break;
  }
  return FieldsOf(object, judged).size() + judged.has_outer;
}
inline Pointer& FieldOf(gc::Object& object, std::size_t field) {
  const Judged& judged = JudgedAs(object);
  if (judged.kind == Kind::kContainer) return ElementsOf(object)[field];
  if (judged.kind == Kind::kMembers) {
    JudgedMembers& members = static_cast<JudgedMembers&>(object);
    return field < members.count() ? members.Field(field) : members.outer;
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
