// core/reflect/editing/untouched_test.cc -- what a reload takes over is what somebody has set, and
// what is under construction meanwhile is not lost.
//
// Rows: S3.15, S3.6; the rule copy-barrier.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/gc.h"
#include "core/inspect/verify/verifier.h"
#include "core/reflect/editing/reload.h"
#include "core/reflect/reflected.h"

namespace untouched {

class Bell : public gc::NamedObject {
  GC_REFLECTED(Bell, gc::NamedObject)
  explicit Bell(const gc::Birth& birth) : NamedObject(birth) {}
  int tone = 1;
};

namespace was {
struct Size {
  GC_REFLECTED_STRUCT(Size)
  int width = 1;
  int height = 2;
  gc::ObjectPtr<Bell> bell;
  gc::ObjectPtr<Bell> spare;  // not any more
};
class Tower : public gc::NamedObject {
  GC_REFLECTED(Tower, gc::NamedObject)
  explicit Tower(const gc::Birth& birth) : NamedObject(birth) {
    Bell* const bell = CreateDefaultSubobject<Bell>("Bell");
    bells.emplace_back(bell);
    watched = bell;
    size.bell = bell;
    size.spare = bell;
  }
  gc::Vector<Bell> bells;
  gc::WeakPtr<Bell> watched;
  Size size;
  double unset = std::numeric_limits<double>::quiet_NaN();
  double zero = 0;
};
}  // namespace was

namespace now {
struct Size {
  GC_REFLECTED_STRUCT(Size)
  gc::ObjectPtr<Bell> bell;
  long height = 20;
  long width = 10;
};
class Tower : public gc::NamedObject {
  GC_REFLECTED(Tower, gc::NamedObject)
  explicit Tower(const gc::Birth& birth) : NamedObject(birth) {
    Bell* const bell = CreateDefaultSubobject<Bell>("Bell");
    Bell* const second = CreateDefaultSubobject<Bell>("Second");
    bells.emplace_back(bell);
    bells.emplace_back(second);
    watched = second;
    size.bell = second;
  }
  gc::Vector<Bell> bells;
  gc::WeakPtr<Bell> watched;
  Size size;
  double unset = 5;
  double zero = 6;
};
}  // namespace now

}  // namespace untouched

GC_DESCRIBE(untouched::Bell, "/Script/Untouched", GC_PROPERTY_OF(tone))
GC_DESCRIBE_STRUCT(untouched::was::Size, "/Script/UntouchedWas", GC_PROPERTY_OF(width),
                   GC_PROPERTY_OF(height), GC_PROPERTY_OF(bell), GC_PROPERTY_OF(spare))
GC_DESCRIBE_STRUCT(untouched::now::Size, "/Script/UntouchedNow", GC_PROPERTY_OF(bell),
                   GC_PROPERTY_OF(height), GC_PROPERTY_OF(width))
GC_DESCRIBE(untouched::was::Tower, "/Script/UntouchedWas", GC_PROPERTY_OF(bells),
            GC_PROPERTY_OF(watched), GC_PROPERTY_OF(size), GC_PROPERTY_OF(unset),
            GC_PROPERTY_OF(zero))
GC_DESCRIBE(untouched::now::Tower, "/Script/UntouchedNow", GC_PROPERTY_OF(bells),
            GC_PROPERTY_OF(watched), GC_PROPERTY_OF(size), GC_PROPERTY_OF(unset),
            GC_PROPERTY_OF(zero))

namespace untouched {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)

class Untouched : public testing::Test {
 protected:
  now::Tower* Reloaded() {
    const ReloadedClass change{make.ClassOf<was::Tower>(), make.ClassOf<now::Tower>()};
    EXPECT_TRUE(Reload(heap, {&change, 1}, nullptr, error)) << error;
    return static_cast<now::Tower*>(make.FindPath("Town/Tower"));
  }
  NamedObject* At(const char* path) { return make.FindPath(path); }

  Heap heap;
  Factory make{heap};
  std::string error;
  Package* town = make.New<Package>({.name = "Town"});
  was::Tower* tower = make.New<was::Tower>({.outer = town, .name = "Tower"});
};

// S3.6: a weak reference to a part is one to the instance's own, too.
TEST_F(Untouched, AWeakReferenceToAPartLeadsToTheInstancesOwn) {
  ASSERT_EQ(tower->bells.begin()->Get(), At("Town/Tower/Bell"));
  EXPECT_EQ(tower->watched.Get(), At("Town/Tower/Bell"));
  was::Tower* const from = make.New<was::Tower>({.outer = town, .name = "From"});
  from->watched = nullptr;
  EXPECT_EQ(make.New<was::Tower>({.values_of = from})->watched.Get(), nullptr);
  from->watched = tower->watched.Get();
  EXPECT_EQ(make.New<was::Tower>({.values_of = from})->watched.Get(), tower->watched.Get());
}

// S3.15: wherever references to its own parts are, they say nothing that somebody has set.
TEST_F(Untouched, ReferencesToPartsAreAsTheNewClassMakesThem) {
  now::Tower* const is = Reloaded();
  ASSERT_EQ(is->bells.size(), 2u);
  EXPECT_EQ(is->bells.begin()[1].Get(), At("Town/Tower/Second"));
  EXPECT_EQ(is->watched.Get(), At("Town/Tower/Second"));
  EXPECT_EQ(is->size.bell.Get(), At("Town/Tower/Second"));
}

// S3.15: of a struct only those members that somebody has set.
TEST_F(Untouched, MembersOfAStructAreTakenOverOneByOne) {
  tower->size.width = 3;
  const now::Tower* const is = Reloaded();
  EXPECT_EQ(is->size.width, 3);
  EXPECT_EQ(is->size.height, 20);
  EXPECT_EQ(is->size.bell.Get(), At("Town/Tower/Second"));
}

// S3.15: a member that is gone is lost if it leads elsewhere than to the part that it was given.
TEST_F(Untouched, AMemberThatIsGoneIsLostIfSomebodyHasSetIt) {
  for (const bool sets : {false, true}) {
    was::Tower* const one = make.New<was::Tower>({.outer = town});
    one->size.width = 3;
    if (sets) one->size.spare = make.New<Bell>({.outer = town});
    heap.AddRoot(one);
    const ReloadedClass change{make.ClassOf<was::Tower>(), make.ClassOf<now::Tower>()};
    const std::optional<gc::Reloaded> done = Reload(heap, {&change, 1}, nullptr, error);
    ASSERT_TRUE(done) << error;
    ASSERT_EQ(done->lost.size(), sets ? 1u : 0u);
    for (const LostValue& lost : done->lost) EXPECT_EQ(lost.parts, 1u);
  }
}

// S3.15: of numbers that equal their default and are not the same, or are the same and not equal.
TEST_F(Untouched, ANumberIsTouchedIfItIsNotTheSame) {
  EXPECT_TRUE(std::isnan(tower->unset));
  tower->zero = -0.0;
  const now::Tower* const is = Reloaded();
  EXPECT_EQ(is->unset, 5);
  EXPECT_TRUE(std::signbit(is->zero));
}

// S3.15: what is begun inside of an old object is finished, whatever became of that.
TEST_F(Untouched, WhatIsUnderConstructionInAnOldObjectIsFinished) {
  Verifier verifier;
  for (int ticks = 0; ticks < 40; ++ticks) {
    was::Tower* const old =
        make.New<was::Tower>({.outer = town, .name = "T" + std::to_string(ticks)});
    Reserved<Bell> bell = make.Reserve<Bell>({.outer = old, .name = "Begun"});
    Reserved<was::Tower> begun = make.Reserve<was::Tower>({.outer = town});
    old->bells.emplace_back(static_cast<Bell*>(bell.object()));
    heap.Start();
    for (int i = 0; i < ticks; ++i) heap.Tick(1);
    const ReloadedClass change{make.ClassOf<was::Tower>(), make.ClassOf<now::Tower>()};
    const std::optional<gc::Reloaded> result = Reload(heap, {&change, 1}, nullptr, error);
    ASSERT_TRUE(result) << error;
    ASSERT_FALSE(verifier.Verify(heap)) << ticks;
    for (int i = 0; i < 3; ++i) heap.Tick(1);
    Bell* const made = bell.Construct();
    was::Tower* const other = begun.Construct();
    ASSERT_TRUE(made != nullptr && other != nullptr) << ticks;
    EXPECT_EQ(other->size.width, 1) << "of the class that it was begun with";
    EXPECT_EQ(other->watched.Get(), other->bells.begin()->Get());
    const StrongPtr<Bell> kept(made);
    const StrongPtr<was::Tower> kept_too(other);
    heap.Collect();
    heap.Collect();
    ASSERT_FALSE(verifier.Verify(heap)) << ticks;
    EXPECT_EQ(made->tone, 1);
    EXPECT_NE(make.Find(other, "Bell"), nullptr);
  }
}

}  // namespace
}  // namespace untouched
