// properties/subjects/core_objects.h -- the objects and referencers that a judged heap is made of.
//
// An object carries its name and its answer to is-ready as plain data, and tells a witness what
// happens to it: the facts of destruction are learnt from the objects and not from the collector.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/gc.h"
#include "core/pointer/container.h"
#include "reference/trace.h"

namespace properties {
namespace {

class JudgedObject;

// Hears from the objects.
class Witness {
 public:
  virtual void Began(JudgedObject& object) = 0;
  virtual void Finished(JudgedObject& object) = 0;
  virtual void Destroyed(JudgedObject& object) = 0;

 protected:
  ~Witness() = default;
};

class JudgedObject : public gc::Object {
 public:
  JudgedObject(const gc::Birth& birth, Witness& to, reference::Name called)
      : JudgedObject(birth, to, called, false) {}
  ~JudgedObject() { witness_.Destroyed(*this); }

  void BeginDestroy() noexcept { witness_.Began(*this); }
  bool IsReadyForFinishDestroy() const noexcept { return ready; }
  void FinishDestroy() noexcept { witness_.Finished(*this); }

  static const gc::Class kClass;
  const reference::Name name;
  bool ready = true;
  const bool is_container;
  bool has_outer = false;  // set once, and then never changed by anybody who lives
  gc::ObjectPtr<gc::Object> outer;

 protected:
  JudgedObject(const gc::Birth& birth, Witness& to, reference::Name called, bool contains)
      : Object(birth), name(called), is_container(contains), witness_(to) {}

 private:
  Witness& witness_;
};

const gc::Reference kJudgedReferences[] = {
    gc::Reference::Trailing<JudgedObject>("field"),
    gc::Reference::To(&JudgedObject::outer, "outer").Immutable()};
const gc::Class JudgedObject::kClass = gc::Describe<JudgedObject>("Judged", kJudgedReferences);

// An object that is made without fields: what it holds grows and shrinks.
class JudgedContainer final : public JudgedObject {
 public:
  JudgedContainer(const gc::Birth& birth, Witness& to, reference::Name called)
      : JudgedObject(birth, to, called, true) {}

  static const gc::Class kClass;
  gc::Vector<gc::Object> elements;
};

const gc::Reference kContainerReferences[] = {
    gc::Reference::To(&JudgedContainer::elements, "elements")};
const gc::Class JudgedContainer::kClass =
    gc::Describe<JudgedContainer>("JudgedContainer", kContainerReferences);

inline gc::Vector<gc::Object>& ElementsOf(JudgedObject& object) {
  return static_cast<JudgedContainer&>(object).elements;
}
inline std::size_t FieldCount(JudgedObject& object) {
  return object.is_container ? ElementsOf(object).size()
                             : gc::Tail(object).size() + object.has_outer;
}
inline gc::ObjectPtr<gc::Object>& FieldOf(JudgedObject& object, std::size_t field) {
  if (object.is_container) return ElementsOf(object)[field];
  return field < gc::Tail(object).size() ? gc::Tail(object)[field] : object.outer;
}

// rN of a trace. A release leaves the slot as it is, and a later hold of the same object finds it
// set already: then only registering can shade it.
class JudgedReferencer : public gc::Referencer {
 public:
  JudgedReferencer(gc::Heap& heap, Kind kind) : Referencer(heap, kind, "judged") {}

  void Hold(JudgedObject& object) {
    if (name_ != object.name || WasCleared()) Set(object);
    name_ = object.name;
    Register();
  }
  // What the slot names: alive or not, while unregistered.
  reference::Name name() const { return name_; }

 protected:
  virtual void Set(JudgedObject& object) = 0;
  // By a trace that found garbage in it.
  virtual bool WasCleared() const = 0;

 private:
  reference::Name name_ = reference::kNull;
};

class WrapperReferencer final : public JudgedReferencer {
 public:
  explicit WrapperReferencer(gc::Heap& heap) : JudgedReferencer(heap, Kind::kWrapper) {}
  void Report(gc::Reporter& to) const override { to(slot_); }

 private:
  void Set(JudgedObject& object) override { slot_ = &object; }
  bool WasCleared() const override { return slot_ == nullptr; }
  gc::ObjectPtr<JudgedObject> slot_;
};

class RawReferencer final : public JudgedReferencer {
 public:
  explicit RawReferencer(gc::Heap& heap) : JudgedReferencer(heap, Kind::kRaw) {}
  void Report(gc::Reporter& to) const override { to.Raw(slot_); }

 private:
  void Set(JudgedObject& object) override { slot_ = &object; }
  bool WasCleared() const override { return false; }
  JudgedObject* slot_ = nullptr;
};

}  // namespace
}  // namespace properties
