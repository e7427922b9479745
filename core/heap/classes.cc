// core/heap/classes.cc -- classes as objects: made with their default object when first asked for.
//
// A class of compiled code has the native flag, and is kept: its static description refers to
// nothing in the heap, and every later request must yield the same class object. A class that was
// derived while the program runs is kept by its instances, which refer to their class, and is freed
// after the last of them.
//
// Several threads may make the first request at once. One of them makes the class with its default
// object, under the lock of first requests (core/base/sharing.h), and the others wait for the
// whole:
//
//     thread 1    makes class C                     makes its default object
//     thread 2                      finds C, and a C without the values of its default object
//
// The same lock guards the table of classes, the classes that every heap has, and the transient
// package.
//
// The class of a class is "Class", an instance of itself. So the first three classes are made
// without a class, and get it afterwards.
//
// Read next: core/heap/template.cc.

#include <algorithm>
#include <string>

#include "core/base/room.h"
#include "core/collect/collector.h"
#include "core/heap/naming.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The path of a reflected class names one type of the program, its name alone does not (S4.23). A
// slash has another meaning in the name of an object.
std::string NameOf(const Class& compiled) {
  std::string name = ReflectedPathOf(compiled);
  if (name.empty()) return compiled.name;
  if (name.starts_with('/')) name.erase(0, 1);
  std::ranges::replace(name, '/', ':');
  return name;
}

void KeepAsRoot(Collector& collector, Object& object) {
  const TableLock lock(collector.population.sharing);
  collector.roots.Keep(object, flag::kRoot);
  Shade(&object, {Rule::kRootBarrier, Fault::kRootWithoutShading, GC_HERE});
}

}  // namespace

// Kept by a class or as a root, and so not by the thread that happened to ask first (S1.10).
void Factory::KeepNoLonger(Object& object) {
  if (!collector().population.EntryOf(object).flags.Has(flag::kAsync)) return;
  const TableLock lock(collector().population.sharing);
  collector().roots.LetGo(object, flag::kAsync);
}

void Factory::OpenDirectory() {
  Population& heap = collector().population;
  const FirstRequestLock lock(heap.sharing);
  if (heap.names() == nullptr) heap.SetNames(std::make_unique<Naming>());
}

// Most calls come when all is there: then a look at one word tells, and what was made before is
// visible.
void Factory::OpenNaming() {
  Population& heap = collector().population;
  if (heap.names() != nullptr && Naming::Of(heap).is_open.load(std::memory_order_acquire)) return;
  const FirstRequestLock lock(heap.sharing);
  MakeOrEnd(
      [this] {
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
          naming.directory.Move(one->record_, naming.native->record_, one->name_,
                                [](Index) { return false; });
          KeepNoLonger(*one);
        }
        KeepNoLonger(*naming.native);
        for (ClassObject* const one : {object, type, package}) GiveDefaultObject(*one);
        naming.is_open.store(true, std::memory_order_release);
      },
      [this] { OutOfRoom(ClassObject::kClass); });
}

ClassObject* Factory::BareClass(const Class& compiled) {
  Designation designation;
  Directory& directory = Naming::Of(collector().population).directory;
  designation.name = directory.Intern(compiled.name);
  designation.record = directory.Claim(0, designation.name, 0, 0, [](Index) { return false; });
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
  if (draft.object != nullptr) RunDefault(draft);
  if (draft.object == nullptr) OutOfRoom(*type.compiled_);
  type.default_object_ = draft.object;
  KeepNoLonger(*draft.object);
}

ClassObject* Factory::ClassOf(const Class& compiled) {
  const Use use(collector().population, "ClassOf");
  const FirstRequestLock lock(collector().population.sharing);
  OpenNaming();
  Naming& naming = Naming::Of(collector().population);
  const auto known = naming.classes.find(&compiled);
  if (known != naming.classes.end()) return known->second;
  if (compiled.construct == nullptr) {
    collector().births.Refuse(
        {.sentence = "a class of named objects must be constructible from a Birth alone",
         .where = GC_HERE},
        Rule::kScanIsAtomic, compiled, nullptr);
  }
  const std::string name = NameOf(compiled);
  ClassObject* const type =
      NewClass({.outer = naming.native, .name = name, .flags = object_flag::kMarkAsNative},
               &compiled, ClassOf(*compiled.super));
  KeepNoLonger(*type);
  return type;
}

ClassObject* Factory::Derive(ClassObject* super, const Plan& plan) {
  const Use use(collector().population, "Derive");
  return NewClass(plan, nullptr, super);
}

// A class is under construction until it has its default object, so no look-up finds half of one.
// `compiled` is null for a class that is derived while the program runs.
ClassObject* Factory::NewClass(const Plan& plan, const Class* compiled, ClassObject* super) {
  const Class& of = compiled != nullptr ? *compiled : super->compiled();
  return MakeOrEnd(
      [&] {
        Draft draft = Begin(ClassObject::kClass, plan);
        if (draft.object == nullptr) OutOfRoom(ClassObject::kClass);
        BuildDefault(draft);
        ClassObject* const type = static_cast<ClassObject*>(draft.object);
        type->is_compiled_ = compiled != nullptr;
        Establish(*type, of, super);
        GiveDefaultObject(*type);
        collector().construction.Finish(*type);
        return type;
      },
      [&] { OutOfRoom(of); });
}

Package* Factory::TransientPackage() {
  const Use use(collector().population, "TransientPackage");
  const FirstRequestLock lock(collector().population.sharing);
  OpenNaming();
  Naming& naming = Naming::Of(collector().population);
  if (naming.transient == nullptr) {
    MakeOrEnd(
        [&] {
          naming.transient = New<Package>({.name = "Transient"});
          KeepAsRoot(collector(), *naming.transient);
          KeepNoLonger(*naming.transient);
        },
        [&] { OutOfRoom(Package::kClass); });
  }
  return naming.transient;
}

}  // namespace GC_BUILD
}  // namespace gc
