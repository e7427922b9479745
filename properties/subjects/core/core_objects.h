// properties/subjects/core/core_objects.h -- the objects and referencers of a judged heap.
//
// An object carries its name and its answer to "ready?" as plain data, and tells a Witness what
// happens to it: so the facts about destruction are learnt from the objects, not from the
// collector.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/gc.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

// Is told by the objects what happens to them.
class Witness {
 public:
  virtual void Began(reference::Name object) = 0;
  virtual void Finished(reference::Name object) = 0;
  virtual void Destroyed(const gc::Object& object, reference::Name name) = 0;

 protected:
  ~Witness() = default;
};

// A container has its elements in a vector, a holder in any kind of member (core_containers.h).
enum class Kind : std::uint8_t { kPlain, kMembers, kContainer, kHolder, kNamed };

// What the judge knows of an object, besides what the collector knows.
struct Judged {
  const reference::Name name;
  const Kind kind;
  bool ready = true;
  bool permanent = false;
  bool has_outer = false;  // once true, it stays true while the object lives
  // Trailing references that no operation names, for the room that they take. Always null.
  std::uint32_t spare = 0;
  // The references that operations name are behind those, and not before them.
  bool at_end = false;
};

template <class Base>
class Witnessed : public Base {
 public:
  Witnessed(const gc::Birth& birth, Witness& to, reference::Name name, Kind kind = Kind::kPlain)
      : Base(birth), judged{.name = name, .kind = kind}, witness_(to) {}
  ~Witnessed() { witness_.Destroyed(*this, judged.name); }

  void BeginDestroy() noexcept { witness_.Began(judged.name); }
  bool IsReadyForFinishDestroy() const noexcept { return judged.ready; }
  void FinishDestroy() noexcept { witness_.Finished(judged.name); }
  bool CanBeClusterRoot() const noexcept { return true; }

  Judged judged;

 private:
  Witness& witness_;
};

// What every object without a name is, at least.
class JudgedObject : public Witnessed<gc::Object> {
 public:
  using Witnessed::Witnessed;
  static const gc::Class kClass;
  gc::ObjectPtr<gc::Object> outer;
};

const gc::Reference kJudgedReferences[] = {
    gc::Reference::To(&JudgedObject::outer, "outer").Immutable()};
const gc::Class JudgedObject::kClass = gc::Describe<JudgedObject>("Judged", kJudgedReferences);

// A plain object, whose fields are trailing references.
class JudgedPlain : public JudgedObject {
 public:
  using JudgedObject::JudgedObject;
  static const gc::Class kClass;
};

const gc::Reference kPlainReferences[] = {
    gc::Reference::Trailing<JudgedPlain>("field"),
    gc::Reference::To(&JudgedObject::outer, "outer").Immutable()};
const gc::Class JudgedPlain::kClass = gc::Describe<JudgedPlain>("JudgedPlain", kPlainReferences);

// A container: an object made without fields, whose elements come and go.
class JudgedContainer final : public JudgedObject {
 public:
  JudgedContainer(const gc::Birth& birth, Witness& to, reference::Name called)
      : JudgedObject(birth, to, called, Kind::kContainer) {}

  static const gc::Class kClass;
  gc::Vector<gc::Object> elements;
};

const gc::Reference kContainerReferences[] = {
    gc::Reference::To(&JudgedContainer::elements, "elements").From(gc::Origin::kScript)};
const gc::Class JudgedContainer::kClass =
    gc::Describe<JudgedContainer>("JudgedContainer", kContainerReferences);

// An object that the heap too can find by its name.
class JudgedNamed final : public Witnessed<gc::NamedObject> {
 public:
  JudgedNamed(const gc::Birth& birth, Witness& to, reference::Name called)
      : Witnessed(birth, to, called, Kind::kNamed) {}

  static const gc::Class kClass;
};

const gc::Reference kNamedReferences[] = {gc::Reference::Trailing<JudgedNamed>("field")};
const gc::Class JudgedNamed::kClass =
    gc::DescribeNamed<JudgedNamed>("JudgedNamed", gc::NamedObject::kClass, kNamedReferences);

inline bool HasName(const gc::Object& object) {
  return object.header().type == &JudgedNamed::kClass;
}
inline Judged& JudgedAs(gc::Object& object) {
  if (HasName(object)) [[unlikely]]
    return static_cast<JudgedNamed&>(object).judged;
  return static_cast<JudgedObject&>(object).judged;
}
inline const Judged& JudgedAs(const gc::Object& object) {
  return JudgedAs(const_cast<gc::Object&>(object));
}

// A resolver that knows one object. Like every resolver, it neither shades its answer nor asks
// whether that is doomed: the handle does both.
class JudgedResolver final : public gc::Resolver {
 public:
  explicit JudgedResolver(gc::Object* known) : known_(known) {}
  gc::Object* Find(std::string_view, const gc::Class*) override { return known_; }
  gc::Object* Load(std::string_view, const gc::Class*) override { return known_; }

 private:
  gc::Object* const known_;
};

// The referencer rN of a trace. Releasing it leaves its slot as it is, so a later hold of the same
// object finds the slot already set: then only the registration can shade the object.
class JudgedReferencer : public gc::Referencer {
 public:
  JudgedReferencer(gc::Heap& heap, Kind kind) : Referencer(heap, kind, "judged") {}

  void Hold(gc::Object& object) {
    if (name_ != JudgedAs(object).name || WasCleared()) Set(object);
    name_ = JudgedAs(object).name;
    Register();
  }
  // The object in the slot; while the referencer is not registered, it may be dead.
  reference::Name name() const { return name_; }

 protected:
  virtual void Set(gc::Object& object) = 0;
  // Whether the collector cleared the slot, because it found garbage in it.
  virtual bool WasCleared() const = 0;

 private:
  reference::Name name_ = reference::kNull;
};

class WrapperReferencer final : public JudgedReferencer {
 public:
  explicit WrapperReferencer(gc::Heap& heap) : JudgedReferencer(heap, Kind::kWrapper) {}
  void Report(gc::Reporter& to) const override { to(slot_); }

 private:
  void Set(gc::Object& object) override { slot_ = &object; }
  bool WasCleared() const override { return slot_ == nullptr; }
  gc::ObjectPtr<gc::Object> slot_;
};

// A referencer that keeps its object even if it is garbage.
class ProtectingReferencer final : public JudgedReferencer {
 public:
  explicit ProtectingReferencer(gc::Heap& heap) : JudgedReferencer(heap, Kind::kWrapper) {}
  void Report(gc::Reporter& to) const override {
    to.Protect(true);
    to(slot_);
    to.Protect(false);
  }

 private:
  void Set(gc::Object& object) override { slot_ = &object; }
  bool WasCleared() const override { return false; }
  gc::ObjectPtr<gc::Object> slot_;
};

class RawReferencer final : public JudgedReferencer {
 public:
  explicit RawReferencer(gc::Heap& heap) : JudgedReferencer(heap, Kind::kRaw) {}
  void Report(gc::Reporter& to) const override { to.Raw(slot_); }

 private:
  void Set(gc::Object& object) override { slot_ = &object; }
  bool WasCleared() const override { return false; }
  gc::Object* slot_ = nullptr;
};

}  // namespace
}  // namespace properties
