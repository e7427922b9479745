// core/reflect/editing/replace_references_test.cc -- what referred to one object refers to another,
// and what cannot is reported.
//
// Rows: S3.14; the rule insertion-barrier.

#include "core/reflect/editing/replace_references.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "core/inspect/verify/verifier.h"
#include "core/reflect/raw_property.h"
#include "core/reflect/reflected.h"
#include "core/testing/failing_memory.h"

namespace replaced {

using Any = gc::ObjectPtr<gc::NamedObject>;

class Lock : public gc::NamedObject {
  GC_REFLECTED(Lock, gc::NamedObject)
  explicit Lock(const gc::Birth& birth) : NamedObject(birth) {}
};
class Spring : public gc::NamedObject {
  GC_REFLECTED(Spring, gc::NamedObject)
  explicit Spring(const gc::Birth& birth) : NamedObject(birth) {}
};
struct Bolt {
  GC_REFLECTED_STRUCT(Bolt)
  gc::ObjectPtr<Lock> lock;
  Any any;
};
class Door : public gc::NamedObject {
  GC_REFLECTED(Door, gc::NamedObject)
  explicit Door(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<Lock> lock;
  Any any;
  Any row[2];
  gc::WeakPtr<gc::NamedObject> weak;
  gc::WeakPtr<Lock> weak_lock;
  gc::LazyPtr<gc::NamedObject> lazy;
  gc::Set<gc::NamedObject> set;
  gc::Map<Any, Any> map;
  gc::Container<std::vector<Bolt>> bolts;
  std::pair<Any, int> pair;
};
// Shows a reference by a function, and has one that is a plain pointer.
class Shelf : public gc::NamedObject {
  GC_REFLECTED(Shelf, gc::NamedObject)
  explicit Shelf(const gc::Birth& birth) : NamedObject(birth) {}
  void VisitReferences(const gc::SlotVisitor& visit) { visit(shown); }
  gc::ObjectPtr<gc::NamedObject> shown;
  gc::NamedObject* plain = nullptr;
};

// Described by hand.
class Box : public gc::NamedObject {
 public:
  explicit Box(const gc::Birth& birth) : NamedObject(birth) {}
  Any left;
  gc::Vector<gc::NamedObject> many;
  gc::Container<std::map<int, Any>> pages;
  static const gc::Class kClass;
};
const gc::Reference kBoxReferences[] = {gc::Reference::To(&Box::left, "left"),
                                        gc::Reference::To(&Box::many, "many"),
                                        gc::Reference::To(&Box::pages, "pages")};
const gc::Class Box::kClass =
    gc::DescribeNamed<Box>("Box", gc::NamedObject::kClass, kBoxReferences);

}  // namespace replaced

GC_DESCRIBE(replaced::Lock, "/Script/Replaced")
GC_DESCRIBE(replaced::Spring, "/Script/Replaced")
GC_DESCRIBE_STRUCT(replaced::Bolt, "/Script/Replaced", GC_PROPERTY_OF(lock), GC_PROPERTY_OF(any))
GC_DESCRIBE(replaced::Door, "/Script/Replaced", GC_PROPERTY_OF(lock), GC_PROPERTY_OF(any),
            GC_PROPERTY_OF(row), GC_PROPERTY_OF(weak), GC_PROPERTY_OF(weak_lock),
            GC_PROPERTY_OF(lazy), GC_PROPERTY_OF(set), GC_PROPERTY_OF(map), GC_PROPERTY_OF(bolts),
            GC_PROPERTY_OF(pair))
template <>
struct gc::Reflector<replaced::Shelf> {
  static constexpr const char* kName = "Shelf";
  static constexpr const char* kModule = "/Script/Replaced";
  static gc::Properties Properties() {
    static const gc::Property kProperties[] = {
        gc::RawPropertyOf(&replaced::Shelf::plain, "plain"),
    };
    return kProperties;
  }
};
GC_DEFINE_REFLECTED(replaced::Shelf)

namespace replaced {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)
using testing::IsEmpty;

class Replacing : public testing::Test {
 protected:
  std::string Told(const Replaced& replaced) {
    std::string text;
    for (const LeftReference& left : replaced.left) text += DescriptionOf(heap, left) + '\n';
    return text;
  }

  Heap heap;
  Factory make{heap};
  Lock* from = make.New<Lock>({.name = "Old"});
  Lock* to = make.New<Lock>({.name = "New"});
  Door* door = make.New<Door>({.name = "Door"});
};

// S3.14
TEST_F(Replacing, EachSlotLeadsToTheNewObjectAndIsCounted) {
  Lock* const other = make.New<Lock>();
  door->lock = from;
  door->any = other;
  door->row[1] = from;
  door->weak = from;
  door->weak_lock = from;
  door->lazy = LazyPtr<NamedObject>(from);
  for (int i = 0; i < 20; ++i) door->set.insert(make.New<Lock>());
  door->set.insert(from);
  door->map.emplace(Any(from), Any(from));
  door->map.emplace(Any(other), Any(from));
  door->bolts.emplace_back().lock = from;
  door->bolts.emplace_back().any = other;
  door->pair = {Any(from), 3};
  const Replaced replaced = ReplaceReferences(heap, *from, to);
  EXPECT_EQ(replaced.strong, 9u);
  EXPECT_EQ(replaced.weak, 2u);
  EXPECT_EQ(Told(replaced), "");
  EXPECT_EQ(door->lock, to);
  EXPECT_EQ(door->any, other);
  EXPECT_EQ(door->row[0], nullptr);
  EXPECT_EQ(door->row[1], to);
  EXPECT_EQ(door->weak.Get(), to);
  EXPECT_EQ(door->weak_lock.Get(), to);
  EXPECT_EQ(door->lazy.Get(), to);
  EXPECT_EQ(door->set.size(), 21u);
  EXPECT_NE(door->set.find(Any(to)), door->set.end()) << "found in its place";
  EXPECT_EQ(door->map.at(Any(to)), to);
  EXPECT_EQ(door->map.at(Any(other)), to);
  EXPECT_EQ(door->bolts.front().lock, to);
  EXPECT_EQ(door->pair.first, to);
  EXPECT_EQ(ReplaceReferences(heap, *from, to).strong, 0u) << "none is left";
}

// S3.14
TEST_F(Replacing, ClassAndOuterStayAndAreReported) {
  make.New<Lock>({.outer = from, .name = "Inside"});
  door->any = from;
  const Replaced replaced = ReplaceReferences(heap, *from, to);
  EXPECT_EQ(replaced.strong, 1u);
  ASSERT_EQ(replaced.LeftFor(WhyLeft::kImmutable), 1u);
  EXPECT_STREQ(replaced.left.front().field, "outer");
  EXPECT_NE(make.FindPath("Transient/Old/Inside"), nullptr);
}

// S3.14
TEST_F(Replacing, ASlotTakesOnlyWhatItMayReferTo) {
  Spring* const spring = make.New<Spring>();
  door->lock = from;
  door->any = from;
  door->weak_lock = from;
  door->pair.first = from;
  Bolt& bolt = door->bolts.emplace_back();
  bolt.lock = from;
  bolt.any = from;
  const Replaced replaced = ReplaceReferences(heap, *from, spring);
  EXPECT_EQ(replaced.strong, 2u) << "two may refer to any named object";
  EXPECT_EQ(replaced.LeftFor(WhyLeft::kOtherClass), 4u) << Told(replaced);
  EXPECT_EQ(door->any, spring);
  EXPECT_EQ(door->bolts.front().any, spring);
  EXPECT_EQ(door->bolts.front().lock, from);
  EXPECT_EQ(door->lock, from);
  EXPECT_EQ(door->weak_lock.Get(), from);
  EXPECT_EQ(door->pair.first, from) << "nothing is known of it but what it holds";
}

// S3.14
TEST_F(Replacing, WhatAFunctionShowsIsASlotAndAPlainPointerIsNone) {
  Shelf* const shelf = make.New<Shelf>({.name = "Shelf"});
  shelf->shown = from;
  shelf->plain = from;
  Box* const by_hand = make.New<Box>();
  by_hand->left = from;
  by_hand->many.push_back(from);
  const Replaced replaced = ReplaceReferences(heap, *from, to);
  EXPECT_EQ(replaced.strong, 3u);
  EXPECT_EQ(shelf->shown, to);
  EXPECT_EQ(by_hand->left, to);
  EXPECT_EQ(by_hand->many.front(), to);
  EXPECT_EQ(shelf->plain, from);
  EXPECT_EQ(Told(replaced), "Shelf " + std::to_string(shelf->header().index) +
                                ".plain, 1 times: a plain pointer has no barrier\n");
}

// S3.14: no entry is lost.
TEST_F(Replacing, AMapThatHasTheNewKeyKeepsItsKeys) {
  door->map.emplace(Any(from), Any(from));
  door->map.emplace(Any(to), Any(door));
  door->set.insert(from);
  door->set.insert(to);
  const Replaced replaced = ReplaceReferences(heap, *from, to);
  EXPECT_EQ(replaced.strong, 2u) << "the mapped one, and that in the set, which has one less";
  EXPECT_EQ(replaced.LeftFor(WhyLeft::kKeyTaken), 1u) << Told(replaced);
  ASSERT_EQ(door->map.size(), 2u);
  EXPECT_EQ(door->map.at(Any(from)), to);
  EXPECT_EQ(door->map.at(Any(to)), door);
  EXPECT_EQ(door->set.size(), 1u);
}

// S3.14
TEST_F(Replacing, SeveralAreReplacedAtOnceOrCleared) {
  Lock* const gone = make.New<Lock>();
  door->lock = from;
  door->any = to;
  door->row[0] = gone;
  door->map.emplace(Any(from), Any(to));
  door->map.emplace(Any(to), Any(gone));
  const Replaced replaced = ReplaceReferences(heap, {{from, to}, {to, from}, {gone, nullptr}});
  EXPECT_EQ(replaced.strong, 7u);
  EXPECT_THAT(replaced.left, IsEmpty());
  EXPECT_EQ(door->lock, to);
  EXPECT_EQ(door->any, from);
  EXPECT_EQ(door->row[0], nullptr);
  EXPECT_EQ(door->map.at(Any(to)), from);
  EXPECT_EQ(door->map.at(Any(from)), nullptr);
}

// insertion-barrier: the new object is held by the last of a chain, which marking has not come to
// when it has scanned the first; and then by the first alone. So at each point of a cycle in turn.
TEST_F(Replacing, AtAnyPointOfAMarkingTheNewObjectIsKept) {
  Verifier verifier;
  heap.AddRoot(door);
  Door* last = door;
  for (int i = 0; i < 30; ++i) {
    Door* const next = make.New<Door>();
    last->row[0] = next;
    last = next;
  }
  for (int ticks = 0; ticks < 100; ++ticks) {
    Lock* const old = make.New<Lock>();
    door->lock = old;
    Lock* const fresh = make.New<Lock>();
    const WeakPtr<Lock> weak(fresh);
    last->any = fresh;
    heap.Start();
    for (int i = 0; i < ticks; ++i) heap.Tick(1);
    ASSERT_EQ(ReplaceReferences(heap, *old, fresh).strong, 1u);
    last->any = nullptr;
    ASSERT_FALSE(verifier.Verify(heap)) << ticks;
    heap.Collect();
    ASSERT_EQ(weak.Get(), fresh) << ticks;
    ASSERT_EQ(door->lock, fresh);
  }
}

// S3.14: what no cycle scans is not given what only a scan would keep.
TEST(ReplacingInADisregardedObject, GivesItOnlyWhatIsKeptAnyway) {
  Heap heap({.max_disregarded = 100});
  Factory make(heap);
  Door* const door = make.New<Door>();
  Lock* const from = make.New<Lock>();
  door->lock = from;
  heap.CloseDisregardWindow();
  Lock* const to = make.New<Lock>();
  const Replaced replaced = ReplaceReferences(heap, *from, to);
  EXPECT_EQ(replaced.strong, 0u);
  EXPECT_EQ(replaced.LeftFor(WhyLeft::kNotScanned), 1u);
  EXPECT_EQ(door->lock, from);
  heap.AddRoot(to);
  EXPECT_EQ(ReplaceReferences(heap, *from, to).strong, 1u);
  EXPECT_EQ(door->lock, to);
  EXPECT_EQ(ReplaceReferences(heap, *to, nullptr).strong, 1u);
  EXPECT_EQ(door->lock, nullptr);
}

// S3.14, S1.31
TEST_F(Replacing, WithoutMemoryNoEntryIsLost) {
  if (!FailingMemory::kWorks) return;  // the sanitizer has operators of its own
  for (int i = 0; i < 3; ++i) door->map.emplace(Any(make.New<Lock>()), Any(from));
  door->map.emplace(Any(from), Any(from));
  door->set.insert(from);
  heap.AddRoot(to);  // its weak references have a serial
  for (int from_there = 0;; ++from_there) {
    Replaced replaced;
    {
      const FailingMemory failing(from_there, FailingMemory::kForEver);
      replaced = ReplaceReferences(heap, *from, to);
    }
    ASSERT_EQ(door->map.size(), 4u);
    ASSERT_EQ(door->set.size(), 1u);
    if (!replaced.ran_out) break;
    ASSERT_LT(from_there, 1000);
  }
  EXPECT_EQ(door->map.at(Any(to)), to);
  EXPECT_EQ(*door->set.begin(), to);
}

// S2.14, S3.14: an object whose constructor has not run has zeroes where its containers will be.
TEST_F(Replacing, WhatIsUnderConstructionIsNotLookedAt) {
  Reserved<Box> begun = make.Reserve<Box>({.name = "Begun"});
  Box* const box = make.New<Box>({.name = "Box"});
  box->pages[1] = from;
  EXPECT_THAT(Told(ReplaceReferences(heap, *from, nullptr)), IsEmpty());
  EXPECT_EQ(box->pages[1], nullptr);
  EXPECT_TRUE(begun.Construct()->pages.empty());
}

// S3.14: a count of what was left begins with nothing.
TEST_F(Replacing, WhatIsLeftIsCountedByReason) {
  Replaced replaced;
  replaced.left.emplace_back();
  EXPECT_EQ(replaced.LeftFor(WhyLeft::kImmutable), 0u);
  replaced.left.push_back({.why = WhyLeft::kKeyTaken, .count = 2});
  replaced.left.push_back({.why = WhyLeft::kKeyTaken, .count = 3});
  EXPECT_EQ(replaced.LeftFor(WhyLeft::kKeyTaken), 5u);
  EXPECT_EQ(replaced.LeftFor(WhyLeft::kNotScanned), 0u);
}

class ReplacingDeathTest : public Replacing {
 protected:
  ReplacingDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

// S3.14: what is doomed may be replaced, and may not replace.
TEST_F(ReplacingDeathTest, WhatReplacesMustNotBeDoomed) {
  heap.AddRoot(door);
  heap.AddRoot(from);
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_EQ(ReplaceReferences(heap, *to, from).strong, 0u);
  EXPECT_DEATH(ReplaceReferences(heap, *from, to), "what is replaced, and by what, must be");
}

TEST_F(ReplacingDeathTest, BothMustBeOfTheHeap) {
  Heap other;
  Lock* const stranger = Factory(other).New<Lock>();
  EXPECT_DEATH(ReplaceReferences(heap, *stranger, to), "ReplaceReferences was given an object of");
  EXPECT_DEATH(ReplaceReferences(heap, *from, stranger),
               "ReplaceReferences was given an object of");
}

}  // namespace
}  // namespace replaced
