// core/reflect/editing/given_up_copy_test.cc -- what cannot be duplicated leaves nothing behind.
//
// Rows: S3.13, S1.31.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/duplicated.h"
#include "core/testing/failing_memory.h"

namespace duplicated {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)
using testing::HasSubstr;

// S3.13
TEST_F(Duplicating, WhatCannotBeCopiedIsToldAndNothingIsMade) {
  Sealed* const sealed = make.New<Sealed>({.name = "Sealed"});
  EXPECT_EQ(WhyNot(*sealed),
            "Transient/Sealed seal: a value of its type has no copy; make the "
            "property transient");
  EXPECT_THAT(WhyNot(*crane, {.name = "Lamp"}), HasSubstr("the name Lamp is taken"));
  EXPECT_THAT(WhyNot(*crane, {.name = "a/b"}), HasSubstr("contains a slash"));
  EXPECT_THAT(WhyNot(*make.ClassOf<Crane>()), HasSubstr("it is a class"));
  Reserved<Crane> begun = make.Reserve<Crane>({.name = "Begun"});
  EXPECT_THAT(WhyNot(*begun.object()), HasSubstr("Transient/Begun: it is under construction"));
}

// S3.13: what is found only when copies are made leaves no trace.
TEST_F(Duplicating, WhatIsGivenUpIsFoundNoMore) {
  Watcher* const watcher = make.New<Watcher>({.name = "Watcher"});
  make.New<Cabin>({.outer = watcher, .name = "Inside"});
  watcher->marks[WeakPtr<NamedObject>(lamp)] = 1;
  heap.AddRoot(watcher);
  heap.AddRoot(lamp);
  heap.AddRoot(crane);
  const auto* const copy = Copy(*watcher, {.name = "Second", .flags = object_flag::kMarkAsRoot});
  EXPECT_EQ(copy->marks.at(WeakPtr<NamedObject>(lamp)), 1);
  const std::uint32_t before = heap.ObjectCount();
  watcher->marks[WeakPtr<NamedObject>(watcher)] = 2;
  EXPECT_EQ(
      DuplicateObject(heap, *watcher, {.name = "W", .flags = object_flag::kMarkAsRoot}, error),
      nullptr);
  EXPECT_THAT(error, HasSubstr("Transient/Watcher marks: a weak reference that is a key"));
  EXPECT_EQ(make.FindPath("Transient/W"), nullptr);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 2) << "nothing refers to what is inside of the two";
}

// S3.13, S10.1: a constructor has told others of it, and they lose it.
TEST_F(Duplicating, WhatWasToldOfACopyThatIsGivenUpLosesIt) {
  Watcher* const watcher = make.New<Watcher>({.name = "Watcher"});
  watcher->marks[WeakPtr<NamedObject>(watcher)] = 1;
  heap.AddRoot(watcher);
  heap.AddRoot(lamp);
  heap.Collect();
  const std::uint32_t before = heap.ObjectCount();
  Watcher::told = lamp;
  EXPECT_EQ(DuplicateObject(heap, *watcher, {.name = "W"}, error), nullptr);
  Watcher::told = nullptr;
  EXPECT_NE(lamp->light, nullptr);
  heap.Collect();
  EXPECT_EQ(lamp->light, nullptr);
  EXPECT_EQ(heap.ObjectCount(), before);
}

// S3.13, S10.1: and so is what was made inside of it.
TEST_F(Duplicating, WhatWasToldOfACopyInsideOfOneThatIsGivenUpLosesIt) {
  Watcher* const watcher = make.New<Watcher>({.name = "Watcher"});
  Watcher* const inside = make.New<Watcher>({.outer = watcher, .name = "Inside"});
  watcher->marks[WeakPtr<NamedObject>(inside)] = 1;
  heap.AddRoot(inside);
  heap.AddRoot(lamp);
  heap.Collect();
  const std::uint32_t before = heap.ObjectCount();
  Watcher::told = lamp;
  EXPECT_EQ(DuplicateObject(heap, *watcher, {.name = "W"}, error), nullptr);
  Watcher::told = nullptr;
  ASSERT_NE(lamp->light, nullptr);
  EXPECT_NE(lamp->light, inside);
  EXPECT_FALSE(IsValid(lamp->light.Get()));
  heap.Collect();
  EXPECT_EQ(lamp->light, nullptr);
  EXPECT_EQ(heap.ObjectCount(), before);
}

// S3.13, S1.31
TEST_F(Duplicating, WithoutMemoryThereIsNoCopyAndNoTrace) {
  if (!FailingMemory::kWorks) return;  // the sanitizer has operators of its own
  Crate* const crate = make.New<Crate>({.name = "Crate"});
  Crate* const inside = make.New<Crate>({.outer = crate, .name = "Inside"});
  crate->top = inside;
  crate->all.insert(inside);
  crate->all.insert(crate);
  inside->text = "a text that is too long for a string's own room";
  for (Object* const object : {static_cast<Object*>(crate), static_cast<Object*>(inside),
                               static_cast<Object*>(lamp), static_cast<Object*>(crane)}) {
    heap.AddRoot(object);
  }
  heap.Collect();
  const std::uint32_t before = heap.ObjectCount();
  for (int from = 0;; ++from) {
    Crate* copy = nullptr;
    int failed = 0;
    {
      const FailingMemory failing(from, FailingMemory::kForEver);
      copy = Duplicate(heap, *crate, {.name = "Second"}, error);
      failed = failing.failed();
    }
    if (failed == 0) {
      ASSERT_NE(copy, nullptr) << error;
      EXPECT_EQ(static_cast<Crate*>(copy->top.Get())->text, inside->text);
      EXPECT_GT(from, 10);
      break;
    }
    ASSERT_EQ(copy, nullptr) << from;
    ASSERT_EQ(error, "out of memory") << from;
    ASSERT_EQ(make.FindPath("Transient/Second"), nullptr) << from;
    heap.Collect();
    ASSERT_EQ(heap.ObjectCount(), before) << from;
    ASSERT_EQ(crate->top, inside);
    ASSERT_EQ(crate->all.size(), 2u);
  }
}

}  // namespace
}  // namespace duplicated
