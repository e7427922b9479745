// core/testing/duplicated.h -- objects to be duplicated, and a heap for them.
//
// core/reflect/editing/duplicate_test.cc describes the classes.

#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "core/reflect/editing/duplicate.h"
#include "core/reflect/reflected.h"

namespace duplicated {

using Any = gc::ObjectPtr<gc::NamedObject>;

class Cabin : public gc::NamedObject {
  GC_REFLECTED(Cabin, gc::NamedObject)
  explicit Cabin(const gc::Birth& birth) : NamedObject(birth) {}
  Any owner;
  Any light;
  int seats = 1;
};
struct Hook {
  GC_REFLECTED_STRUCT(Hook)
  int wear = 3;  // transient
  int length = 1;
  Any load;
  Any last;  // transient
};
class Crane : public gc::NamedObject {
  GC_REFLECTED(Crane, gc::NamedObject)
  explicit Crane(const gc::Birth& birth) : NamedObject(birth) {
    cabin = CreateDefaultSubobject<Cabin>("Cabin");
    cabin->owner = this;
  }
  gc::ObjectPtr<Cabin> cabin;
  gc::WeakPtr<gc::NamedObject> weak;
  gc::LazyPtr<gc::NamedObject> lazy;
  gc::Map<Any, Any> beside;
  gc::Container<std::vector<Hook>> hooks;
  std::vector<gc::WeakPtr<gc::NamedObject>> watched;
  Hook hook;
  Hook pair[2];
  std::pair<Any, int> mixed;
  Any seen;  // transient
  std::string text;
};
// Makes nothing by itself.
class Crate : public gc::NamedObject {
  GC_REFLECTED(Crate, gc::NamedObject)
  explicit Crate(const gc::Birth& birth) : NamedObject(birth) {}
  Any top;
  gc::Set<gc::NamedObject> all;
  std::string text;
};
class Sealed : public gc::NamedObject {
  GC_REFLECTED(Sealed, gc::NamedObject)
  explicit Sealed(const gc::Birth& birth) : NamedObject(birth) {}
  std::unique_ptr<int> seal;
  Sealed* plain = nullptr;
};
class Watcher : public gc::NamedObject {
  GC_REFLECTED(Watcher, gc::NamedObject)
  explicit Watcher(const gc::Birth& birth) : NamedObject(birth) {
    if (told != nullptr) told->light = this;
  }
  std::unordered_map<gc::WeakPtr<gc::NamedObject>, int> marks;
  static inline Cabin* told = nullptr;  // of each that is made
};

// Described by hand.
class Chest : public gc::NamedObject {
 public:
  explicit Chest(const gc::Birth& birth) : NamedObject(birth) {
    drawer = CreateDefaultSubobject<Cabin>("Drawer");
  }
  gc::ObjectPtr<Cabin> drawer;
  Any left;
  gc::Vector<gc::NamedObject> many;
  std::string text;
  int number = 1;
  static const gc::Class kClass;
};
inline const gc::Reference kChestReferences[] = {gc::Reference::To(&Chest::drawer, "drawer"),
                                                 gc::Reference::To(&Chest::left, "left"),
                                                 gc::Reference::To(&Chest::many, "many")};
inline const gc::Property kChestProperties[] = {gc::Property::Of(&Chest::text, "text"),
                                                gc::Property::Of(&Chest::number, "number")};
inline const gc::Class Chest::kClass =
    gc::DescribeNamed<Chest>("Chest", gc::NamedObject::kClass, kChestReferences, kChestProperties);

class Duplicating : public testing::Test {
 protected:
  template <class T>
  T* Copy(T& original, const gc::Plan& plan = {}) {
    T* const copy = gc::Duplicate(heap, original, plan, error);
    EXPECT_NE(copy, nullptr) << error;
    return copy;
  }
  // Why there is no copy; and nothing was made.
  std::string WhyNot(gc::NamedObject& original, const gc::Plan& plan = {}) {
    const std::uint32_t before = heap.ObjectCount();
    EXPECT_EQ(gc::DuplicateObject(heap, original, plan, error), nullptr);
    EXPECT_EQ(heap.ObjectCount(), before);
    return error;
  }

  gc::Heap heap;
  gc::Factory make{heap};
  std::string error;
  Cabin* lamp = make.New<Cabin>({.name = "Lamp"});
  Crane* crane = make.New<Crane>({.name = "Crane"});
};

}  // namespace duplicated
