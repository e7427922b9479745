#include "core/reflect/editing/takeover.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/reflect/cast.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// "/Handle" for Hall/Door/Handle inside of Hall/Door; empty if it is not inside.
std::string PathInside(const NamedObject& outer, const Object* object) {
  if (object == nullptr || !IsA(*object, NamedObject::kClass)) return "";
  const auto& named = *static_cast<const NamedObject*>(object);
  return named.IsInside(outer) ? named.PathName().substr(outer.PathName().size()) : "";
}

// Each object has parts of its own: Door.handle leads to Door/Handle, and that of the default
// object to Default/Handle.
bool ArePartsAlike(const NamedObject& a, const Object* part_of_a, const NamedObject& b,
                   const Object* part_of_b) {
  const std::string inside = PathInside(a, part_of_a);
  return !inside.empty() && inside == PathInside(b, part_of_b);
}

// Whether a value of `old` is still what it was in `start`. Wherever a reference is in it, one to a
// part of its own is as one to the part of that name in the other.
bool IsUntouched(const NamedObject& old, const NamedObject& start, const ValueType& type,
                 const void* is, const void* started) {
  struct Context {
    const NamedObject& old;
    const NamedObject& start;
  } context{old, start};
  const auto references = [](const void* of, const ValueType& reference, const void* a,
                             const void* b) {
    const ValueOperations& operations = reference.operations;
    if (operations.equal(a, b)) return true;
    if (operations.read == nullptr) return false;
    const Context& at = *static_cast<const Context*>(of);
    return ArePartsAlike(at.old, operations.read(a), at.start, operations.read(b));
  };
  return AreEqual(type, is, started, {.references = references, .context = &context});
}

}  // namespace

void Takeover::TakeOver(NamedObject& old, NamedObject& successor) {
  NamedObject& start = *StartOf(old);
  for (const Property& was : old.header().type->properties) {
    const std::size_t left_out = TakeOver(was, {old, start}, successor);
    if (left_out > 0) Lose(*old.header().type, was.name, left_out);
  }
  TakeOverLines(old, successor);
}

// A part that a class makes starts as the part of that name in what its outer started as; all else
// as its class's default object. That an object started as another one is written nowhere.
NamedObject* Takeover::StartOf(const NamedObject& old) {
  const NamedObject* const outer = old.outer();
  if (outer != nullptr && outer->type() != nullptr &&
      old.header().flags.Has(object_flag::kDefaultSubobject)) {
    NamedObject* const part = factory_.Find(StartOf(*outer), old.NameText());
    if (part != nullptr && part->type() == old.type()) return part;
  }
  return old.type()->default_object();
}

// How many parts of the value were left out.
std::size_t Takeover::TakeOver(const Property& was, const Holder& from,
                               NamedObject& successor) const {
  NamedObject& old = from.old;
  const void* const started = ValueIn(from.start, was);
  if (was.type != nullptr && IsUntouched(old, from.start, *was.type, ValueIn(old, was), started)) {
    return 0;
  }
  const Class& to = *successor.header().type;
  for (const Property& is : to.properties) {
    if (std::string_view(is.name) != was.name) continue;
    if (is.type != nullptr && was.type != nullptr) {
      return TakeOverValue({*is.type, ValueIn(successor, is)}, {*was.type, ValueIn(old, was)},
                           started, from);
    }
    // Of what is listed by hand only its copy is known, and that it is the same in one class.
    if (&to != old.header().type || is.copy == nullptr) return 1;
    is.copy(BytesOf(successor) + is.offset, BytesOf(old) + was.offset);
    return 0;
  }
  return 1;
}

// The members of a struct one by one: what nobody has set beside one that somebody has is still the
// new class's affair.
std::size_t Takeover::TakeOverValue(const Value& to, const Value& from, const void* started,
                                    const Holder& holder) const {
  if (IsUntouched(holder.old, holder.start, from.type, from.at, started)) return 0;
  if (from.type.kind != ValueKind::kStruct || to.type.kind != ValueKind::kStruct) {
    return conversion_.Convert(to.type, to.at, from.type, from.at);
  }
  std::size_t left_out = 0;
  for (const Property& was : from.type.structure().properties) {
    const Value member{*was.type, ValueIn(from.at, was)};
    const void* const member_started = static_cast<const std::byte*>(started) + was.offset;
    const Property* const is = to.type.structure().Find(was.name);
    if (is != nullptr) {
      left_out += TakeOverValue({*is->type, ValueIn(to.at, *is)}, member, member_started, holder);
    } else if (!IsUntouched(holder.old, holder.start, *was.type, member.at, member_started)) {
      left_out += 1;
    }
  }
  return left_out;
}

// Of references that are listed by hand nothing is known but the list. So they go from one object
// to another of the same class only.
void Takeover::TakeOverLines(NamedObject& old, NamedObject& successor) {
  const Class& from = *old.header().type;
  for (const Reference* const line : views_.Of(old).lines) {
    if (line->immutable) continue;
    if (&from == successor.header().type) {
      CopyReferences(*line, old, successor, [](Object* held) { return held; });
      continue;
    }
    const std::vector<Object*> held = ReferentsOf(*line, old);
    const auto some =
        std::ranges::count_if(held, [](const Object* each) { return each != nullptr; });
    if (some > 0) Lose(from, line->name, static_cast<std::size_t>(some));
  }
}

void Takeover::Lose(const Class& from, const char* property, std::size_t parts) {
  for (LostValue& lost : lost_) {
    if (lost.from != &from || lost.property != property) continue;
    lost.objects += 1;
    lost.parts += parts;
    return;
  }
  lost_.push_back({&from, property, 1, parts});
}

}  // namespace GC_BUILD
}  // namespace gc
