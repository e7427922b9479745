// core/heap/taken_name_test.cc -- a name belongs to one object of an outer at a time.
//
// Rows: S3.12.

#include <gtest/gtest.h>

#include "core/testing/named.h"

namespace gc {
namespace {

class TakenName : public testing::Test, protected Workshop {};

class TakenNameDeathTest : public TakenName {
 protected:
  TakenNameDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

// S3.12: whatever class the object has that is there, and whatever became of it but its doom.
TEST_F(TakenNameDeathTest, IsGivenToNothingElse) {
  Thing* const door = make.New<Thing>({.name = "Door"});
  const char* const says =
      "given once in an outer; rename .* or leave .*: name Door, class Part, "
      "outer Transient, thread";
  EXPECT_DEATH(make.New<Part>({.name = "Door"}), says);
  heap.MarkGarbage(door);
  EXPECT_DEATH(make.New<Part>({.name = "Door"}), says) << "garbage has its name";
  Part* const part = make.New<Part>({.name = "Window"});
  EXPECT_DEATH(make.Rename(*part, {.name = "Door"}), says);
  const Reserved<Part> gate = make.Reserve<Part>({.name = "Gate"});
  EXPECT_DEATH(make.New<Part>({.name = "Gate"}), "name Gate, class Part")
      << "so has what is reserved";
}

// S3.12: the package in which what has no outer is may be given up; then there is another.
TEST_F(TakenName, OfTheTransientPackageIsThatOfTheNextOne) {
  Workshop other;
  Package* const first = other.make.TransientPackage();
  const WeakPtr<Package> weak(first);
  other.heap.RemoveRoot(first);
  other.heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
  Package* const second = other.make.TransientPackage();
  EXPECT_EQ(other.make.FindPath("Transient"), second);
  EXPECT_TRUE(other.heap.IsRoot(second));
}

// S3.12: what was there keeps its memory, its index and its references.
TEST_F(TakenName, IsFreeAgainWhenItsObjectIsRenamedOrDoomed) {
  Thing* const first = make.New<Thing>({.name = "Door"});
  heap.AddRoot(first);
  make.Rename(*first, {.name = "OldDoor"});
  Thing* const second = make.New<Thing>({.name = "Door"});
  EXPECT_NE(first, second);
  EXPECT_EQ(make.FindPath("Transient/OldDoor"), first);
  EXPECT_EQ(make.FindPath("Transient/Door"), second);
  heap.Start();
  TickUntil(Phase::kGathering);
  Thing* const third = make.New<Thing>({.name = "Door"});
  EXPECT_NE(second, third);
  EXPECT_EQ(make.FindPath("Transient/Door"), third);
}

}  // namespace
}  // namespace gc
