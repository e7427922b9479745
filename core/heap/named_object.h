// core/heap/named_object.h -- objects that have a name, an outer and a class that is an object.
//
// A bare managed object knows its C++ type and nothing else. An engine wants to say where an object
// belongs ("the mesh of this door, in this level"), to find it by that, and to have classes that
// are made while the program runs. So a NamedObject refers to its class and to its outer. Both
// references are immutable: they keep what they refer to, and are not cleared while the object can
// be reached. The path of an object is the chain of its outers' names.
//
// Only a gc::Factory makes a NamedObject.
//
//     struct Door : gc::NamedObject {
//       explicit Door(const gc::Birth& birth) : NamedObject(birth) {}
//       gc::ObjectPtr<Room> room;
//       float width = 1;
//       static const gc::Class kClass;
//     };
//     const gc::Reference kDoorReferences[] = {gc::Reference::To(&Door::room, "room")};
//     const gc::Property kDoorProperties[] = {gc::Property::Of(&Door::width, "width")};
//     const gc::Class Door::kClass = gc::DescribeNamed<Door>("Door", gc::NamedObject::kClass,
//                                                            kDoorReferences, kDoorProperties);
//
// Upholds: immutable-is-followed (class and outer are listed as immutable).
// Thread rules: as the heap's.
// Read next: core/heap/factory.h.

#pragma once

#include <string>
#include <string_view>

#include "core/heap/directory.h"
#include "core/heap/names.h"
#include "core/object/class.h"
#include "core/object/property.h"
#include "core/pointer/object_ptr.h"

namespace gc {
inline namespace GC_BUILD {

class ClassObject;
class NamedObject;

// What the factory tells a NamedObject before its constructor runs.
struct Designation {
  ClassObject* type = nullptr;
  NamedObject* outer = nullptr;
  Name name = {};
  Directory::Record record = 0;
};

// A class whose `references` and `properties` follow those of `super`, which must have been
// described before: in a header that is included, or above in the same file. The arrays must
// outlive the class.
template <class T>
Class DescribeNamed(const char* name, const Class& super, Schema references = {},
                    Properties properties = {});

class NamedObject : public Object {
 public:
  // Null after the object has gone to the waiting list (waiting-lets-go). The outer of an outermost
  // object is null.
  ClassObject* type() const { return class_.Get(); }
  NamedObject* outer() const { return outer_.Get(); }

  Name name() const { return name_; }
  std::string NameText() const;
  // "Transient/Room_3/Door": the names of the outers, the outermost first, and its own.
  std::string PathName() const;

  // Whether `outer` is among its outers.
  bool IsInside(const NamedObject& outer) const;
  // Whether its class is this, or derived from it.
  bool IsA(const ClassObject& type) const;
  Roles roles() const;

  static const Class kClass;

 protected:
  explicit NamedObject(const Birth& birth);

  // For constructors only (aborts elsewhere): makes a T inside this object, so that every instance
  // has one of its own. The T in the default object of a class is the template of those in its
  // instances. Null if there is no memory: then this object is given up when its constructor has
  // run, and who asked for it has its answer, as if there had been no memory for the whole.
  template <class T>
  T* CreateDefaultSubobject(std::string_view name);

 private:
  friend class Factory;
  friend class Lookup;
  friend class TemplateCopy;
  friend class Naming;
  friend struct NamedSchema;

  ObjectPtr<ClassObject> class_;
  ObjectPtr<NamedObject> outer_;
  Name name_;
  Directory::Record record_ = 0;  // 0: removed from the directory
};

// A class, as an object. A class of compiled code lives as long as the heap; one that is derived
// while the program runs lives as long as references lead to it.
class ClassObject final : public NamedObject {
 public:
  explicit ClassObject(const Birth& birth) : NamedObject(birth) {}

  // The compiled class that its instances are constructed as.
  const Class& compiled() const { return *compiled_; }
  bool IsCompiled() const { return is_compiled_; }
  // Every instance refers to its class, so a cluster with a class in it would be kept for ever.
  bool CanBeInCluster() const noexcept { return false; }
  ClassObject* super() const { return super_.Get(); }
  // The instance with whose values new ones start.
  NamedObject* default_object() const { return default_object_.Get(); }
  // Whether it is `from`, or derived from it.
  bool Derives(const ClassObject& from) const;

  static const Class kClass;

 private:
  friend class Factory;
  friend class Lookup;
  friend class NamedObject;
  friend class Naming;
  friend struct NamedSchema;

  ObjectPtr<ClassObject> super_;
  ObjectPtr<NamedObject> default_object_;
  const Class* compiled_ = nullptr;
  Directory::List instances_ = 0;
  bool is_compiled_ = false;
};

// An outermost object, which gives its name to all that is inside.
class Package final : public NamedObject {
 public:
  explicit Package(const Birth& birth) : NamedObject(birth) {}
  bool CanBeInCluster() const noexcept { return false; }  // as for a class
  static const Class kClass;
};

// The references of NamedObject and its base classes; in every derived class they come first.
struct NamedSchema {
  inline static const Reference kNamed[] = {
      Reference::To(&NamedObject::class_, "class").Immutable(),
      Reference::To(&NamedObject::outer_, "outer").Immutable()};
  inline static const Reference kClassObject[] = {
      Reference::To(&ClassObject::super_, "super").Immutable(),
      Reference::To(&ClassObject::default_object_, "default object").Immutable()};

  // The two joined, the first one first; never freed.
  static Schema Join(Schema first, Schema second);
  static Properties Join(Properties first, Properties second);
  static void MustBeDescribed(const Class& super, const char* name);
};

// Calls a constructor in a function that is never inlined. Fields that the constructor does not set
// must read zero, and a compiler that sees both may drop the zeroing of memory before the
// constructor. An exception of the constructor ends the program, as in Heap::New.
template <class T, class... Arguments>
#if defined(__clang__)
[[clang::noinline]]
#else
[[gnu::noipa]]
#endif
void ConstructAt(void* memory, const Birth& birth, Arguments&&... arguments) noexcept {
  new (memory) T(birth, std::forward<Arguments>(arguments)...);
}

template <class T>
Class DescribeNamed(const char* name, const Class& super, Schema references,
                    Properties properties) {
  static_assert(std::is_base_of_v<NamedObject, T>);
  NamedSchema::MustBeDescribed(super, name);
  Class type = Describe<T>(name, NamedSchema::Join(super.references, references));
  type.properties = NamedSchema::Join(super.properties, properties);
  type.super = &super;
  if constexpr (std::is_constructible_v<T, const Birth&>) type.construct = &ConstructAt<T>;
  return type;
}

inline const Class NamedObject::kClass = [] {
  Class type = Describe<NamedObject>("Object", NamedSchema::kNamed);
  type.construct = [](void* memory, const Birth& birth) { new (memory) NamedObject(birth); };
  return type;
}();
inline const Class ClassObject::kClass =
    DescribeNamed<ClassObject>("Class", NamedObject::kClass, NamedSchema::kClassObject);
inline const Class Package::kClass = DescribeNamed<Package>("Package", NamedObject::kClass);

}  // namespace GC_BUILD
}  // namespace gc
