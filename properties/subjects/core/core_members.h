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

// By what marking finds the members of a class: by packed words of the object alone, by words that
// lead to what it owns too, or by calls. A class has all kinds of one sort, and those of the sorts
// before it from the class above. An object is of the first class that has all kinds of its fields,
// so that the words are walked of which the class consists.
enum class Sort : std::uint8_t { kFlat, kOpen, kCalls };

constexpr Sort SortOf(reference::MemberKind kind) {
  using enum reference::MemberKind;
  switch (kind) {
    case kAlone:
    case kRow:
    case kCell:
    case kPair:
      return Sort::kFlat;
    case kVector:
    case kCells:
    case kOptional:
    case kVariant:
      return Sort::kOpen;
    case kDeque:
    case kMap:
    case kReported:
      break;
  }
  return Sort::kCalls;
}
// With little room all objects have one class (reference::kFieldsInRoom).
constexpr Sort SortOfFields(std::uint8_t choice, std::size_t fields) {
  Sort sort = Sort::kFlat;
  for (std::size_t i = 0; i < std::max<std::size_t>(fields, reference::kFieldsInRoom); ++i) {
    sort = std::max(sort, SortOf(reference::KindOfMember(choice, i)));
  }
  return sort;
}

class JudgedFlat : public JudgedObject {
  GC_REFLECTED(JudgedFlat, JudgedObject)
  JudgedFlat(const gc::Birth& birth, Witness& to, reference::Name called)
      : JudgedObject(birth, to, called, Kind::kMembers) {}

  std::size_t count() const { return count_; }
  std::uint8_t choice() const { return choice_; }
  // Has so many fields from now on. `choice` is that of Setting::kMembers.
  void HaveFields(std::size_t count, std::uint8_t choice) {
    count_ = count;
    choice_ = choice;
  }

  Pointer alone;
  std::array<Pointer, 2> row;
  JudgedCell cell;
  std::pair<std::int32_t, Pointer> pair;

 private:
  std::size_t count_ = 0;
  std::uint8_t choice_ = 0;
};

class JudgedOpen : public JudgedFlat {
  GC_REFLECTED(JudgedOpen, JudgedFlat)
  using JudgedFlat::JudgedFlat;

  void HaveFields(std::size_t count, std::uint8_t choice) {
    JudgedFlat::HaveFields(count, choice);
    vector.emplace_back(nullptr);
    for (std::size_t i = reference::kMemberKinds; i < count; ++i) vector.emplace_back(nullptr);
    cells.resize(2);
    optional.emplace(nullptr);
    variant.emplace<JudgedCell>();
  }

  gc::Vector<gc::Object> vector;
  gc::Container<std::vector<JudgedCell>> cells;
  std::optional<Pointer> optional;
  std::variant<std::int32_t, JudgedCell> variant;
};

class JudgedMembers : public JudgedOpen {
  GC_REFLECTED(JudgedMembers, JudgedOpen)
  // A constructor that throws ends the program, and a deque without elements has pages. So while
  // one runs nothing is refused.
  JudgedMembers(const gc::Birth& birth, Witness& to, reference::Name called,
                const MayFail& /*never*/ = MayFail(false))
      : JudgedOpen(birth, to, called) {}

  void HaveFields(std::size_t count, std::uint8_t choice) {
    JudgedOpen::HaveFields(count, choice);
    deque.emplace_back(nullptr);
    deque.emplace_back(nullptr);
    map.emplace(1, JudgedCell());
    map.emplace(2, JudgedCell());
  }

  gc::Deque<gc::Object> deque;
  gc::Map<std::int32_t, JudgedCell> map;
  Pointer reported;  // not described: JudgedReporting shows it
};

// Shows its first field by a function of its own (S4.19).
class JudgedReporting : public JudgedMembers {
  GC_REFLECTED(JudgedReporting, JudgedMembers)
  using JudgedMembers::JudgedMembers;
  void VisitReferences(const gc::SlotVisitor& visit) { visit(reported); }
  bool CanBeInCluster() const noexcept { return true; }
};

// The object has a field of that number, and so the class that has its kind of member.
inline Pointer& MemberOf(JudgedFlat& object, std::size_t field) {
  using enum reference::MemberKind;
  JudgedOpen& open = static_cast<JudgedOpen&>(object);
  JudgedMembers& all = static_cast<JudgedMembers&>(object);
  switch (reference::KindOfMember(object.choice(), field)) {
    case kAlone:
      return object.alone;
    case kRow:
      return object.row[1];
    case kCell:
      return object.cell.inside;
    case kPair:
      return object.pair.second;
    case kVector:
      return open.vector[field < reference::kMemberKinds ? 0 : 1 + field - reference::kMemberKinds];
    case kCells:
      return open.cells[1].inside;
    case kOptional:
      return *open.optional;
    case kVariant:
      return std::get<JudgedCell>(open.variant).inside;
    case kDeque:
      return all.deque[1];
    case kMap:
      return all.map.find(2)->second.inside;
    case kReported:
      break;
  }
  return all.reported;
}

}  // namespace
}  // namespace properties

GC_DESCRIBE_STRUCT(properties::JudgedCell, "/Script/Judge", GC_PROPERTY_OF(before),
                   GC_PROPERTY_OF(inside))
GC_DESCRIBE(properties::JudgedFlat, "/Script/Judge", GC_PROPERTY_OF(alone), GC_PROPERTY_OF(row),
            GC_PROPERTY_OF(cell), GC_PROPERTY_OF(pair), GC_REST)
GC_DESCRIBE(properties::JudgedOpen, "/Script/Judge", GC_PROPERTY_OF(vector), GC_PROPERTY_OF(cells),
            GC_PROPERTY_OF(optional), GC_PROPERTY_OF(variant), GC_REST)
GC_DESCRIBE(properties::JudgedMembers, "/Script/Judge", GC_PROPERTY_OF(deque), GC_PROPERTY_OF(map),
            GC_REST)
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
#define JUDGED_PARTLY(has, Base, name)                   \
  template <>                                            \
  const gc::Class Partly<Callbacks::has, Base>::kClass = \
      DescribePartly<Callbacks::has, Base>(name);
#define JUDGED_WITH_SOME(Base, name)              \
  JUDGED_PARTLY(kBegin, Base, name "WithBegin")   \
  JUDGED_PARTLY(kFinish, Base, name "WithFinish") \
  JUDGED_PARTLY(kNone, Base, name "Quiet")
JUDGED_WITH_SOME(JudgedPlain, "Judged")
JUDGED_WITH_SOME(JudgedFlat, "Flat")
JUDGED_WITH_SOME(JudgedOpen, "Open")
JUDGED_WITH_SOME(JudgedMembers, "Members")
JUDGED_WITH_SOME(JudgedReporting, "Reporting")
#undef JUDGED_WITH_SOME
#undef JUDGED_PARTLY

// The classes that plain objects may be of.
template <class Base>
void AddClasses(std::vector<const gc::Class*>& all) {
  all.insert(all.end(),
             {&Base::kClass, &Partly<Callbacks::kBegin, Base>::kClass,
              &Partly<Callbacks::kFinish, Base>::kClass, &Partly<Callbacks::kNone, Base>::kClass});
}
inline std::vector<const gc::Class*> PlainClasses() {
  std::vector<const gc::Class*> all;
  AddClasses<JudgedPlain>(all);
  AddClasses<JudgedFlat>(all);
  AddClasses<JudgedOpen>(all);
  AddClasses<JudgedMembers>(all);
  AddClasses<JudgedReporting>(all);
  return all;
}

// What the plain objects of a run are like, by its settings.
class PlainKind {
 public:
  // `members` is the choice of Setting::kMembers.
  PlainKind() = default;
  PlainKind(Callbacks callbacks, std::uint8_t members) : callbacks_(callbacks), members_(members) {}

  bool HasMembers() const { return members_ != 0; }
  std::uint8_t members() const { return members_; }
  // Trailing references of an object with so many fields, and so many more to take room.
  std::uint32_t TailFor(std::uint32_t fields, std::uint32_t spare) const {
    return HasMembers() ? 0 : fields + spare;
  }

  // Calls make.template operator()<T>() with the class of an object that has so many fields.
  template <class Make>
  auto As(std::size_t fields, const Make& make) const {
    if (!HasMembers()) return AsPartly<JudgedPlain>(make);
    if (IsReporting()) return AsPartly<JudgedReporting>(make);
    switch (SortOfFields(members_, fields)) {
      case Sort::kFlat:
        return AsPartly<JudgedFlat>(make);
      case Sort::kOpen:
        return AsPartly<JudgedOpen>(make);
      case Sort::kCalls:
        break;
    }
    return AsPartly<JudgedMembers>(make);
  }

  // Gives a new object its fields, or those of the object of which it is a copy, with their values.
  void GiveFields(JudgedObject& born, std::uint32_t fields) const {
    if (!HasMembers()) return;
    switch (SortOfFields(members_, fields)) {
      case Sort::kFlat:
        return static_cast<JudgedFlat&>(born).HaveFields(fields, members_);
      case Sort::kOpen:
        return static_cast<JudgedOpen&>(born).HaveFields(fields, members_);
      case Sort::kCalls:
        return static_cast<JudgedMembers&>(born).HaveFields(fields, members_);
    }
  }
  void GiveFieldsOf(JudgedObject& born, const gc::Object& from) const {
    if (!HasMembers()) return;
    const JudgedFlat& of = static_cast<const JudgedFlat&>(from);
    static_cast<JudgedFlat&>(born).HaveFields(of.count(), of.choice());
  }
  // Of a plain object; 0 if its fields are no members, as then they do not choose its class.
  std::size_t FieldsOf(const gc::Object& object) const {
    return HasMembers() ? static_cast<const JudgedFlat&>(object).count() : 0;
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

}  // namespace
}  // namespace properties
