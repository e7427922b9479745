// core/schedule/raw_fields_test.cc -- a scheduler collects a heap with plain pointers if it marks
// with the world stopped, and is refused if it marks in slices.

#include <gtest/gtest.h>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

struct Legacy : Object {
  explicit Legacy(const Birth& birth) : Object(birth) {}
  Node* raw = nullptr;
  static const Class kClass;
};
const Reference kLegacyReferences[] = {Reference::ToRaw(&Legacy::raw, "raw")};
const Class Legacy::kClass = Describe<Legacy>("Legacy", kLegacyReferences);

// A scheduled heap in which a plain pointer holds one object, and nothing holds another.
struct LegacyHeap : ScheduledHeap {
  explicit LegacyHeap(const Settings& settings) : ScheduledHeap(settings) {
    Legacy* const legacy = heap.New<Legacy>();
    heap.AddRoot(legacy);
    legacy->raw = heap.New<Node>('a');
    MakeGarbage(1);
  }
};

// S5.10: a full collection stops the world, whatever the settings say of slices.
TEST(ScheduledRawFields, AFullCollectionIsLegal) {
  for (const Settings& settings : {Settings{}, Sliced()}) {
    LegacyHeap world(settings);
    world.scheduler.RequestCollection(/*full=*/true);
    EXPECT_TRUE(world.Frame().started);
    EXPECT_EQ(world.heap.ObjectCount(), 2u);
    world.MakeGarbage(1);
    world.scheduler.Collect(/*full=*/true);
    EXPECT_EQ(world.heap.ObjectCount(), 2u);
  }
}

// S5.10: so does a timed collection whose marking is not sliced.
TEST(ScheduledRawFields, ATimedCollectionIsLegalIfMarkingIsNotSliced) {
  LegacyHeap world(Settings{});
  EXPECT_TRUE(world.Frame(61).started);
  EXPECT_EQ(world.heap.phase(), Phase::kIdle);
  while (world.heap.PurgePending()) world.Frame();
  EXPECT_EQ(world.heap.ObjectCount(), 2u);
}

// S5.22
TEST(ScheduledRawFieldsDeathTest, ATimedCollectionIsRefusedIfMarkingIsSliced) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  LegacyHeap world(Sliced());
  EXPECT_DEATH(world.Frame(61), "needs a wrapper in every field.*: Legacy.raw");
}

// S5.10, S3.9: marking that waits for a constructor does not end in the slice in which it begins,
// although nothing limits that slice, and so the mutator runs meanwhile.
TEST(ScheduledRawFieldsDeathTest, ATimedCollectionIsRefusedWhileAnObjectIsUnderConstruction) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  LegacyHeap world(Settings{});
  Node* const node = world.heap.ReserveWithTail<Node>(0, 'n');
  EXPECT_DEATH(world.Frame(61), "needs a wrapper in every field.*: Legacy.raw");
  world.heap.Complete(node);
  EXPECT_TRUE(world.Frame(61).started);
}

}  // namespace
}  // namespace gc
