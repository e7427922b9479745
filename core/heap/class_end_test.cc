// core/heap/class_end_test.cc -- a class that dies leaves nothing behind, and nothing follows on an
// object whose end has begun.
//
// Rows: S1.26, S3.3, S3.4, B7.

#include <gtest/gtest.h>

#include <cstdint>

#include "core/heap/naming.h"
#include "core/testing/named.h"

namespace gc {
namespace {

class ClassEnd : public Workshop, public testing::Test {
 protected:
  // The list that the next class will have.
  Directory::List NextList() {
    Directory& directory = Naming::Of(heap.collector().population).directory;
    const Directory::List next = directory.AddClass(*make.TransientPackage(), 0);
    directory.RemoveClass(next);
    return next;
  }
  ClassObject* Derived() { return make.Derive(make.ClassOf<Thing>(), {.name = "Derived"}); }
};

// However many classes come and go, the lists do not become more.
TEST_F(ClassEnd, LeavesItsListToTheNextClass) {
  heap.Collect();
  const Directory::List first = NextList();
  for (int round = 0; round < 5; ++round) {
    ClassObject* const type = Derived();
    EXPECT_NE(NextList(), first) << "the class has it";
    Thing* const instance = make.New<Thing>({.name = "Instance", .type = type});
    heap.AddRoot(instance);
    heap.Collect();
    EXPECT_NE(NextList(), first) << "and keeps it, since an instance keeps the class";
    heap.RemoveRoot(instance);
    heap.Collect();
    ASSERT_EQ(NextList(), first) << "round " << round;
  }
}

// A class of compiled code is kept by a flag. If that is taken from it, it dies when nothing needs
// it, and the next request makes it anew.
TEST_F(ClassEnd, OfCompiledCodeIsFollowedByAnother) {
  heap.Collect();
  const std::uint32_t before = heap.ObjectCount();
  ClassObject* const gadget = make.ClassOf<Gadget>();
  const WeakPtr<ClassObject> weak(gadget);
  heap.ClearKeepFlags(gadget, flag::kNative);
  heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(heap.ObjectCount(), before - 4) << "the class, its default object, and two parts";
  ClassObject* const next = make.ClassOf<Gadget>();
  ASSERT_EQ(heap.ObjectCount(), before);
  EXPECT_EQ(next->PathName(), "Native/Gadget");
  EXPECT_EQ(next->default_object()->type(), next);
  EXPECT_EQ(make.New<Gadget>()->type(), next);
  EXPECT_EQ(make.ClassOf<Gadget>(), next);
}

using ClassEndDeathTest = ClassEnd;

// B7: nothing is made in, of or like an object whose end was begun by hand, though it lives.
TEST_F(ClassEndDeathTest, WhatWasBegunByHandHasNoSuccessors) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Thing* const thing = make.New<Thing>({.name = "Room"});
  ClassObject* const type = Derived();
  heap.BeginDestroy(thing);
  heap.BeginDestroy(type);
  const char* const refused =
      "outer, class and template must be of this heap, and their end not begun";
  EXPECT_DEATH(make.New<Part>({.outer = thing}), refused);
  EXPECT_DEATH(make.New<Thing>({.values_of = thing}), refused);
  EXPECT_DEATH(make.New<Thing>({.type = type}), refused);
}

}  // namespace
}  // namespace gc
