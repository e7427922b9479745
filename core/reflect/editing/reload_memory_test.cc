// core/reflect/editing/reload_memory_test.cc -- classes change while memory runs out.
//
// Row: S3.15; S1.31.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/gc.h"
#include "core/reflect/editing/reload.h"
#include "core/reflect/reflected.h"
#include "core/testing/failing_memory.h"

namespace reloaded_scarcely {

using Any = gc::ObjectPtr<gc::NamedObject>;

// Neither makes anything by itself.
namespace was {
class Slab : public gc::NamedObject {
  GC_REFLECTED(Slab, gc::NamedObject)
  explicit Slab(const gc::Birth& birth) : NamedObject(birth) {}
  std::string text;
  gc::Set<gc::NamedObject> all;
};
}  // namespace was
namespace now {
class Slab : public gc::NamedObject {
  GC_REFLECTED(Slab, gc::NamedObject)
  explicit Slab(const gc::Birth& birth) : NamedObject(birth) {}
  gc::Set<gc::NamedObject> all;
  std::string text;
};
}  // namespace now

class Thicker : public was::Slab {
  GC_REFLECTED(Thicker, was::Slab)
  explicit Thicker(const gc::Birth& birth) : Slab(birth) {}
};
// Described by hand.
class Hook : public gc::NamedObject {
 public:
  explicit Hook(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<was::Slab> slab;
  static const gc::Class kClass;
};
const gc::Reference kHookReferences[] = {gc::Reference::To(&Hook::slab, "slab")};
const gc::Class Hook::kClass =
    gc::DescribeNamed<Hook>("Hook", gc::NamedObject::kClass, kHookReferences);

class Key : public gc::NamedObject {
  GC_REFLECTED(Key, gc::NamedObject)
  explicit Key(const gc::Birth& birth) : NamedObject(birth) {}
  Any opens;
  gc::Set<gc::NamedObject> known;
};

}  // namespace reloaded_scarcely

GC_DESCRIBE(reloaded_scarcely::was::Slab, "/Script/Was", GC_PROPERTY_OF(text), GC_PROPERTY_OF(all))
GC_DESCRIBE(reloaded_scarcely::now::Slab, "/Script/Now", GC_PROPERTY_OF(all), GC_PROPERTY_OF(text))
GC_DESCRIBE(reloaded_scarcely::Thicker, "/Script/Scarcely")
GC_DESCRIBE(reloaded_scarcely::Key, "/Script/Scarcely", GC_PROPERTY_OF(opens),
            GC_PROPERTY_OF(known))

namespace reloaded_scarcely {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)

bool Holds(const Set<NamedObject>& set, const NamedObject* object) {
  return std::any_of(set.begin(), set.end(), [object](const auto& each) { return each == object; });
}

// A heap in which a key knows a slab, and what a try without memory made of it.
class WithoutMemory {
 public:
  WithoutMemory() {
    slab->text = kText;
    slab->all.insert(slab);
    slab->all.insert(key);
    key->opens = slab;
    key->known.insert(slab);
    key->known.insert(hall);
    static_cast<now::Slab*>(make.ClassOf<now::Slab>()->default_object())->text = kUsual;
  }
  // From this allocation on so many fail. Whether any did.
  bool Try(int from, int many) {
    const ReloadedClass change{make.ClassOf<was::Slab>(), make.ClassOf<now::Slab>()};
    const FailingMemory failing(from, many);
    result = Reload(heap, {&change, 1}, nullptr, error);
    return failing.failed() > 0;
  }
  void ExpectAllDone() {
    const auto* const is = static_cast<const now::Slab*>(key->opens.Get());
    EXPECT_EQ(is->type(), make.ClassOf<now::Slab>());
    EXPECT_NE(static_cast<const NamedObject*>(is), slab);
    EXPECT_EQ(is->text, kText);
    EXPECT_TRUE(Holds(is->all, is) && Holds(is->all, key));
    EXPECT_TRUE(Holds(key->known, is) && Holds(key->known, hall));
  }
  void ExpectAsBefore() {
    EXPECT_EQ(make.FindPath("Hall/Slab"), slab);
    EXPECT_EQ(key->opens, slab);
    EXPECT_TRUE(Holds(key->known, slab) && Holds(key->known, hall));
    EXPECT_TRUE(Holds(slab->all, slab) && Holds(slab->all, key));
    EXPECT_FALSE(IsGarbage(*slab));
  }
  static bool IsGarbage(const Object& object) {
    return object.header().flags.Has(object_flag::kMirroredGarbage);
  }

  static constexpr const char* kUsual = "another text that is too long for that room";
  static constexpr const char* kText = "a text that is too long for a string's own room";
  Heap heap;
  Factory make{heap};
  std::string error;
  std::optional<Reloaded> result;
  Package* hall = make.New<Package>({.name = "Hall"});
  Key* key = make.New<Key>({.outer = hall, .name = "Key"});
  was::Slab* slab = make.New<was::Slab>({.outer = hall, .name = "Slab"});
};

// S3.15: each allocation in turn is the one that fails.
TEST(ReloadingWithoutMemory, EverythingIsAsBefore) {
  if (!FailingMemory::kWorks) return;  // the sanitizer has operators of its own
  int refused = 0;
  for (int from = 0;; ++from) {
    WithoutMemory run;
    const bool failed = run.Try(from, 1);
    if (run.result) {
      run.ExpectAllDone();
    } else {
      ASSERT_EQ(run.error, "out of memory") << from;
      run.ExpectAsBefore();
      ++refused;
    }
    if (!failed) break;
  }
  EXPECT_GT(refused, 20);
}

// S3.15: a successor inside of another is given up with it, and once only: the directory of names
// would lose what stands outermost.
TEST(ReloadingWithoutMemory, SuccessorsInsideOfOneAnotherLeaveTheNamesAlone) {
  if (!FailingMemory::kWorks) return;  // the sanitizer has operators of its own
  int refused = 0;
  bool failed = true;
  for (int from = 0; failed; ++from) {
    WithoutMemory run;
    auto* const inner = run.make.New<was::Slab>({.outer = run.slab, .name = "Inner"});
    run.make.New<was::Slab>({.outer = inner, .name = "Innermost"});
    failed = run.Try(from, 1);
    if (run.result) continue;
    ++refused;
    ASSERT_EQ(run.error, "out of memory") << from;
    EXPECT_EQ(run.key->opens, run.slab) << from;
    EXPECT_EQ(run.make.FindPath("Hall/Slab/Inner"), inner) << from;
    EXPECT_EQ(run.make.Find(nullptr, "Hall"), run.hall) << from;
    Package* const other = run.make.New<Package>({.name = "Other"});
    EXPECT_EQ(run.make.Find(nullptr, "Other"), other) << from;
    run.heap.AddRoot(run.hall);
    run.heap.AddRoot(inner);
    run.heap.Collect();
    EXPECT_EQ(run.make.FindPath("Hall/Slab/Inner"), inner) << from;
  }
  EXPECT_GT(refused, 20);
}

// S3.15: without an index for the second successor, the first is given up with it.
TEST(ReloadingWithoutMemory, ASuccessorThatWasMadeIsGivenUp) {
  Heap heap({.max_objects = 24});
  Factory make(heap);
  std::string error;
  const ReloadedClass change{make.ClassOf<was::Slab>(), make.ClassOf<now::Slab>()};
  const StrongPtr<was::Slab> slabs[] = {StrongPtr<was::Slab>(make.New<was::Slab>({.name = "A"})),
                                        StrongPtr<was::Slab>(make.New<was::Slab>({.name = "B"}))};
  std::vector<StrongPtr<was::Slab>> fill;
  while (was::Slab* const more = make.TryNew<was::Slab>()) fill.emplace_back(more);
  ASSERT_GE(fill.size(), 2u);
  fill.clear();
  heap.Collect();
  std::vector<StrongPtr<Key>> keys;
  while (Key* const more = make.TryNew<Key>()) keys.emplace_back(more);
  keys.pop_back();
  heap.Collect();
  EXPECT_FALSE(Reload(heap, {&change, 1}, nullptr, error));
  EXPECT_EQ(error, "out of memory");
  make.ForEach<now::Slab>([](now::Slab* made) { EXPECT_FALSE(IsValid(made)); });
  EXPECT_EQ(make.FindPath("Transient/A"), slabs[0].Get());
  EXPECT_EQ(make.FindPath("Transient/B"), slabs[1].Get());
  heap.Collect();
  EXPECT_NE(make.TryNew<Key>(), nullptr) << "its room is free again";
}

// S3.15: from an allocation on all fail. Then nothing may be there to undo with.
TEST(ReloadingWithoutMemory, WhatCannotBeUndoneIsToldAndKept) {
  if (!FailingMemory::kWorks) return;  // the sanitizer has operators of its own
  int kept = 0;
  for (int from = 0;; ++from) {
    WithoutMemory run;
    const bool failed = run.Try(from, FailingMemory::kForEver);
    if (run.result) {
      run.ExpectAllDone();
      EXPECT_EQ(run.result->misplaced, run.key->opens == run.make.FindPath("Hall/Slab") ? 0u : 1u);
    } else if (run.error == "out of memory") {
      run.ExpectAsBefore();
    } else {
      ASSERT_EQ(run.error, "out of memory; some references lead to successors already");
      EXPECT_FALSE(run.IsGarbage(*run.key->opens));
      EXPECT_FALSE(run.IsGarbage(*run.slab));
      ++kept;
    }
    if (!failed) break;
  }
  EXPECT_GT(kept, 0);
}

// S3.15: a slot that is listed by hand takes what is of the class of what it holds, or of one
// derived from it. So it takes the successor, and then not the old object again.
TEST(ReloadingWithoutMemory, WhatRefusesTheWayBackIsToldAndKept) {
  if (!FailingMemory::kWorks) return;  // the sanitizer has operators of its own
  int kept = 0;
  for (int from = 0;; ++from) {
    Heap heap;
    Factory make(heap);
    std::string error;
    Hook* const hook = make.New<Hook>({.name = "Hook"});
    Key* const key = make.New<Key>({.name = "Key"});
    was::Slab* const slab = make.New<was::Slab>({.name = "Slab"});
    hook->slab = slab;
    key->known.insert(slab);
    const ReloadedClass change{make.ClassOf<was::Slab>(), make.ClassOf<Thicker>()};
    bool failed = false;
    bool done = false;
    {
      const FailingMemory failing(from, 1);
      done = Reload(heap, {&change, 1}, nullptr, error).has_value();
      failed = failing.failed() > 0;
    }
    const bool undone = !done && error == "out of memory";
    EXPECT_TRUE(!undone || hook->slab == slab) << from;
    kept += !done && error != "out of memory";
    EXPECT_FALSE(WithoutMemory::IsGarbage(*hook->slab)) << from;
    EXPECT_FALSE(WithoutMemory::IsGarbage(**key->known.begin())) << from;
    if (!failed) break;
  }
  EXPECT_GT(kept, 0);
}

}  // namespace
}  // namespace reloaded_scarcely
