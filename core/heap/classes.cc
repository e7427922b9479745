// core/heap/classes.cc -- classes as objects: made with their default object when first asked for.
//
// A class of compiled code has the native flag, and is kept: its static description refers to
// nothing in the heap, and every later request must yield the same class object. A class that was
// derived while the program runs is kept by its instances, which refer to their class, and is freed
// after the last of them.
//
// With several threads, classes are made before other threads start: their table is read without a
// lock.
//
// The class of a class is "Class", an instance of itself. So the first three classes are made
// without a class, and get it afterwards.
//
// Read next: core/heap/template.cc.

#include <string>

#include "core/collect/collector.h"
#include "core/heap/naming.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

void KeepAsRoot(Collector& collector, Object& object) {
  const TableLock lock(collector.population.sharing);
  collector.roots.Keep(object, flag::kRoot);
  Shade(&object, {Rule::kRootBarrier, Fault::kRootWithoutShading, GC_HERE});
}

}  // namespace

void Factory::OpenDirectory() {
  Population& heap = collector().population;
  if (heap.names() == nullptr) heap.SetNames(std::make_unique<Naming>());
}

void Factory::OpenNaming() {
  OpenDirectory();
  Naming& naming = Naming::Of(collector().population);
  if (!naming.classes.empty()) return;
  ClassObject* const object = BareClass(NamedObject::kClass);
  ClassObject* const type = BareClass(ClassObject::kClass);
  ClassObject* const package = BareClass(Package::kClass);
  for (ClassObject* const one : {object, type, package}) {
    Establish(*one, *one->compiled_, one == object ? nullptr : object);
  }
  naming.native = New<Package>({.name = "Native"});
  KeepAsRoot(collector(), *naming.native);
  for (ClassObject* const one : {object, type, package}) {
    one->class_ = type;
    one->outer_ = naming.native;
    naming.directory.Reclassify(one->record_, type->instances_);
    naming.directory.Move(one->record_, naming.native->record_, one->name_);
  }
  for (ClassObject* const one : {object, type, package}) GiveDefaultObject(*one);
}

ClassObject* Factory::BareClass(const Class& compiled) {
  Designation designation;
  designation.name = Naming::Of(collector().population).directory.Intern(compiled.name);
  Draft draft = Place(ClassObject::kClass, designation, object_flag::kMarkAsNative);
  if (draft.object == nullptr) OutOfRoom(ClassObject::kClass);
  RunDefault(draft);
  ClassObject* const type = static_cast<ClassObject*>(draft.object);
  type->compiled_ = &compiled;
  type->is_compiled_ = true;
  return type;
}

// The class can have instances from here on.
void Factory::Establish(ClassObject& type, const Class& compiled, ClassObject* super) {
  Naming& naming = Naming::Of(collector().population);
  type.compiled_ = &compiled;
  type.super_ = super;
  type.instances_ = naming.directory.AddClass(type, super != nullptr ? super->instances_ : 0);
  if (type.is_compiled_) naming.classes.emplace(&compiled, &type);
}

// The default object of a compiled class has the values that the constructor sets. A derived class
// has the same constructor, and its default object starts with the values of its super class's
// default object.
void Factory::GiveDefaultObject(ClassObject& type) {
  const std::string name = "Default__" + type.NameText();
  NamedObject* const values = type.is_compiled_ ? nullptr : type.super()->default_object();
  Draft draft = Begin(*type.compiled_,
                      {.outer = type.outer(), .name = name, .values_of = values, .type = &type},
                      object_flag::kClassDefault);
  if (draft.object == nullptr) OutOfRoom(*type.compiled_);
  RunDefault(draft);
  type.default_object_ = draft.object;
}

ClassObject* Factory::ClassOf(const Class& compiled) {
  OpenNaming();
  Naming& naming = Naming::Of(collector().population);
  const auto known = naming.classes.find(&compiled);
  if (known != naming.classes.end()) return known->second;
  if (const Lock* const lock = collector().population.sharing.lock();
      lock != nullptr && !lock->OnCollectorThread()) {
    collector().births.Refuse(
        {.sentence = "a class must be asked for before other threads make its objects",
         .where = GC_HERE},
        Rule::kScanIsAtomic, compiled, nullptr);
  }
  if (compiled.construct == nullptr) {
    collector().births.Refuse(
        {.sentence = "a class of named objects must be constructible from a Birth alone",
         .where = GC_HERE},
        Rule::kScanIsAtomic, compiled, nullptr);
  }
  ClassObject* const super = ClassOf(*compiled.super);
  ClassObject* const type = New<ClassObject>(
      {.outer = naming.native, .name = compiled.name, .flags = object_flag::kMarkAsNative});
  type->is_compiled_ = true;
  Establish(*type, compiled, super);
  GiveDefaultObject(*type);
  return type;
}

ClassObject* Factory::Derive(ClassObject* super, const Plan& plan) {
  ClassObject* const type = New<ClassObject>(plan);
  Establish(*type, super->compiled(), super);
  GiveDefaultObject(*type);
  return type;
}

Package* Factory::TransientPackage() {
  OpenNaming();
  Naming& naming = Naming::Of(collector().population);
  if (naming.transient == nullptr) {
    naming.transient = New<Package>({.name = "Transient"});
    KeepAsRoot(collector(), *naming.transient);
  }
  return naming.transient;
}

}  // namespace GC_BUILD
}  // namespace gc
