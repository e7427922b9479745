// core/reflect/editing/reload_keeping_test.cc -- what keeps an object whose class changes, and what
// is described by hand.
//
// Row: S3.15.

#include <gtest/gtest.h>

#include <string>

#include "core/gc.h"
#include "core/reflect/editing/reload.h"
#include "core/reflect/reflected.h"

namespace reloaded_and_kept {

using Any = gc::ObjectPtr<gc::NamedObject>;

// Described by hand.
class Lock : public gc::NamedObject {
 public:
  explicit Lock(const gc::Birth& birth) : NamedObject(birth) {}
  Any key;
  int turns = 0;
  static const gc::Class kClass;
};
const gc::Reference kLockReferences[] = {gc::Reference::To(&Lock::key, "key")};
const gc::Property kLockProperties[] = {gc::Property::Of(&Lock::turns, "turns")};
const gc::Class Lock::kClass =
    gc::DescribeNamed<Lock>("Lock", gc::NamedObject::kClass, kLockReferences, kLockProperties);

class Tag : public gc::NamedObject {
 public:
  Tag(const gc::Birth& birth, int of) : NamedObject(birth), number(of) {}
  int number;
  static const gc::Class kClass;
};
const gc::Class Tag::kClass = gc::DescribeNamed<Tag>("Tag", gc::NamedObject::kClass);

namespace was {
class Box : public gc::NamedObject {
  GC_REFLECTED(Box, gc::NamedObject)
  explicit Box(const gc::Birth& birth) : NamedObject(birth) {
    lock = CreateDefaultSubobject<Lock>("Lock");
  }
  gc::ObjectPtr<Lock> lock;
  Any inside;
};
class Grip : public gc::NamedObject {
  GC_REFLECTED(Grip, gc::NamedObject)
  explicit Grip(const gc::Birth& birth) : NamedObject(birth) {}
  int worn = 0;
};
}  // namespace was
namespace now {
class Grip : public gc::NamedObject {
  GC_REFLECTED(Grip, gc::NamedObject)
  explicit Grip(const gc::Birth& birth) : NamedObject(birth) {}
  int worn = 9;
};
class Box : public gc::NamedObject {
  GC_REFLECTED(Box, gc::NamedObject)
  explicit Box(const gc::Birth& birth) : NamedObject(birth) {
    lock = CreateDefaultSubobject<Lock>("Lock");
  }
  Any inside;
  gc::ObjectPtr<Lock> lock;
};
}  // namespace now
class Case : public gc::NamedObject {
  GC_REFLECTED(Case, gc::NamedObject)
  explicit Case(const gc::Birth& birth) : NamedObject(birth) {
    grip = CreateDefaultSubobject<was::Grip>("Grip");
    grip->worn = 4;
  }
  gc::ObjectPtr<was::Grip> grip;
};
// Has no lock.
class Bag : public gc::NamedObject {
  GC_REFLECTED(Bag, gc::NamedObject)
  explicit Bag(const gc::Birth& birth) : NamedObject(birth) {}
  Any inside;
};

}  // namespace reloaded_and_kept

GC_DESCRIBE(reloaded_and_kept::was::Box, "/Script/Was", GC_PROPERTY_OF(lock),
            GC_PROPERTY_OF(inside))
GC_DESCRIBE(reloaded_and_kept::now::Box, "/Script/Now", GC_PROPERTY_OF(inside),
            GC_PROPERTY_OF(lock))
GC_DESCRIBE(reloaded_and_kept::was::Grip, "/Script/Was", GC_PROPERTY_OF(worn))
GC_DESCRIBE(reloaded_and_kept::now::Grip, "/Script/Now", GC_PROPERTY_OF(worn))
GC_DESCRIBE(reloaded_and_kept::Case, "/Script/Now", GC_PROPERTY_OF(grip))
GC_DESCRIBE(reloaded_and_kept::Bag, "/Script/Now", GC_PROPERTY_OF(inside))

namespace reloaded_and_kept {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)

class ReloadingKept : public testing::Test {
 protected:
  explicit ReloadingKept(std::uint32_t disregarded = 0) : heap({.max_disregarded = disregarded}) {}

  template <class To>
  Reloaded ReloadBoxesAs() {
    const ReloadedClass change{make.ClassOf<was::Box>(), make.ClassOf<To>()};
    std::optional<Reloaded> result = Reload(heap, {&change, 1}, nullptr, error);
    EXPECT_TRUE(result) << error;
    return result ? *result : Reloaded{};
  }
  now::Box* Now() {
    NamedObject* const box = make.FindPath("Transient/Box");
    EXPECT_EQ(box->type(), make.ClassOf<now::Box>());
    return static_cast<now::Box*>(box);
  }

  Heap heap;
  Factory make{heap};
  std::string error;
};

// S3.15
TEST_F(ReloadingKept, FlagsOfTheAuthorAndOfTheHeapGoAlong) {
  was::Box* const box =
      make.New<was::Box>({.name = "Box", .flags = object_flag::kPublic | object_flag::kStandalone});
  heap.SetKeepFlags(box, flag::kNative);
  heap.SetKeepFlags(box->lock.Get(), flag::kAsync);
  heap.SetFlags(box->lock.Get(), object_flag::kArchetype);
  ReloadBoxesAs<now::Box>();
  heap.Collect();
  now::Box* const is = Now();
  EXPECT_TRUE(is->header().flags.Has(object_flag::kPublic));
  EXPECT_TRUE(is->header().flags.Has(object_flag::kStandalone));
  EXPECT_FALSE(is->header().flags.Has(object_flag::kTransient));
  EXPECT_TRUE(is->lock->header().flags.Has(object_flag::kArchetype));
  EXPECT_FALSE(is->lock->header().flags.Has(object_flag::kPublic));
  heap.ClearKeepFlags(is, flag::kNative);
  heap.Collect();
  EXPECT_NE(make.FindPath("Transient/Box"), nullptr) << "the lock is kept, and its outer with it";
  heap.ClearKeepFlags(is->lock.Get(), flag::kAsync);
  const std::uint32_t before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 2) << "nothing of the old box is left";
}

// S3.15
TEST_F(ReloadingKept, AStrongPointerFromOutsideIsTold) {
  const StrongPtr<was::Box> strong(make.New<was::Box>({.name = "Box"}));
  EXPECT_EQ(ReloadBoxesAs<now::Box>().held, 1u);
  EXPECT_NE(static_cast<NamedObject*>(Now()), strong.Get());
}

// S3.15
TEST_F(ReloadingKept, WhatIsListedByHandGoesToAPartOfTheSameClassAndIsElseTold) {
  was::Box* const box = make.New<was::Box>({.name = "Box"});
  box->lock->key = make.New<Bag>({.name = "Key"});
  box->lock->turns = 3;
  EXPECT_TRUE(ReloadBoxesAs<now::Box>().lost.empty());
  EXPECT_EQ(Now()->lock->key, make.FindPath("Transient/Key"));
  EXPECT_EQ(Now()->lock->turns, 3);
  const ReloadedClass back{make.ClassOf<Lock>(), make.ClassOf<Bag>()};
  const std::optional<Reloaded> result = Reload(heap, {&back, 1}, nullptr, error);
  ASSERT_TRUE(result) << error;
  ASSERT_EQ(result->lost.size(), 2u);
  EXPECT_STREQ(result->lost[0].property, "turns");
  EXPECT_STREQ(result->lost[1].property, "key");
}

// S3.15: of two that nobody touched, neither is lost.
TEST_F(ReloadingKept, AnUntouchedPartThatTheNewClassLacksIsNotLostButMoves) {
  was::Box* const box = make.New<was::Box>({.name = "Box"});
  Lock* const lock = box->lock.Get();
  const Reloaded result = ReloadBoxesAs<Bag>();
  EXPECT_TRUE(result.lost.empty());
  EXPECT_EQ(result.moved, 1u);
  EXPECT_EQ(make.FindPath("Transient/Box/Lock"), lock);
}

// S3.15: a value that an object got from the default object counts as untouched.
TEST_F(ReloadingKept, WhatTheDefaultObjectGaveIsUntouched) {
  auto* const defaults = static_cast<was::Box*>(make.ClassOf<was::Box>()->default_object());
  defaults->inside = make.New<Bag>({.name = "Usual"});
  was::Box* const box = make.New<was::Box>({.name = "Box"});
  was::Box* const inner = make.New<was::Box>({.outer = box, .name = "Inner"});
  inner->inside = box;
  ReloadBoxesAs<now::Box>();
  EXPECT_EQ(Now()->inside, nullptr) << "the new default";
  const auto* const now_inner = static_cast<now::Box*>(make.FindPath("Transient/Box/Inner"));
  EXPECT_EQ(now_inner->inside, Now());
}

// S3.15, S3.6: only the part's class changes. The part started as that of its outer's default
// object, where it is 4, and not as its own class's, where it is 0.
TEST_F(ReloadingKept, APartOfAnObjectThatStaysStartedAsThatOfItsDefault) {
  make.New<Case>({.name = "Untouched"});
  Case* const touched = make.New<Case>({.name = "Touched"});
  touched->grip->worn = 0;
  Case* const renamed = make.New<Case>({.name = "Renamed"});
  make.Rename(*renamed->grip,
              {.name = "Mine"});  // its outer's default object has none of that name
  renamed->grip->worn = 3;
  const ReloadedClass change{make.ClassOf<was::Grip>(), make.ClassOf<now::Grip>()};
  ASSERT_TRUE(Reload(heap, {&change, 1}, nullptr, error)) << error;
  const auto worn = [&](const char* path) {
    return static_cast<now::Grip*>(make.FindPath(path))->worn;
  };
  EXPECT_EQ(worn("Transient/Untouched/Grip"), 9);
  EXPECT_EQ(worn("Transient/Touched/Grip"), 0);
  EXPECT_EQ(worn("Transient/Renamed/Mine"), 3);
}

// S3.15: a class may be inside of an object, and its default object beside it; and so may be what
// was made alone, without a class object.
TEST_F(ReloadingKept, DefaultObjectsAndWhatWasMadeAloneOnlyMove) {
  was::Box* const box = make.New<was::Box>({.name = "Box"});
  ClassObject* const special =
      make.Derive(make.ClassOf<was::Box>(), {.outer = box, .name = "Special"});
  NamedObject* const defaults = special->default_object();
  Tag* const tag = make.NewAlone<Tag>("Tag", 0, 7);
  make.Rename(*tag, {.outer = box});
  const ReloadedClass changes[] = {{make.ClassOf<was::Box>(), make.ClassOf<now::Box>()},
                                   {special, make.ClassOf<Bag>()}};
  const std::optional<Reloaded> result = Reload(heap, changes, nullptr, error);
  ASSERT_TRUE(result) << error;
  EXPECT_EQ(result->objects, 1u);
  EXPECT_EQ(make.FindPath("Transient/Box/Special"), special);
  EXPECT_EQ(make.FindPath("Transient/Box/Tag"), tag);
  EXPECT_EQ(special->default_object(), defaults);
  EXPECT_EQ(defaults->type(), special);
  EXPECT_FALSE(defaults->header().flags.Has(object_flag::kMirroredGarbage));
}

class ReloadingDisregarded : public ReloadingKept {
 protected:
  ReloadingDisregarded() : ReloadingKept(64) {}
};

// S3.15, S2.8: no cycle would scan the holder, and nothing else keeps the successor.
TEST_F(ReloadingDisregarded, TheHolderKeepsTheOldObjectAndSaysSo) {
  Bag* const holder = make.New<Bag>({.name = "Holder"});
  make.ClassOf<was::Box>();
  make.ClassOf<now::Box>();
  heap.CloseDisregardWindow();
  const StrongPtr<was::Box> box(make.New<was::Box>({.name = "Box"}));
  holder->inside = box.Get();
  const Reloaded result = ReloadBoxesAs<now::Box>();
  EXPECT_EQ(result.references.LeftFor(WhyLeft::kNotScanned), 1u);
  EXPECT_EQ(holder->inside, box.Get());
}

// S3.15
TEST_F(ReloadingDisregarded, IsRefused) {
  was::Box* const box = make.New<was::Box>({.name = "Box"});
  const ReloadedClass change{make.ClassOf<was::Box>(), make.ClassOf<now::Box>()};
  EXPECT_FALSE(Reload(heap, {&change, 1}, nullptr, error));
  EXPECT_EQ(error, "Transient/Box: it is disregarded, and no cycle would free it");
  EXPECT_EQ(make.FindPath("Transient/Box"), box);
}

}  // namespace
}  // namespace reloaded_and_kept
