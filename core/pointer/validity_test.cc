// core/pointer/validity_test.cc -- which pointers may still be used, by each question of
// validity.h.

#include "core/pointer/validity.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

// Has room for the bytes of another object.
struct Wide : Object {
  explicit Wide(const Birth& birth) : Object(birth) {}
  std::byte room[200] = {};
  static const Class kClass;
};
const Class Wide::kClass = Describe<Wide>("Wide");

void EndTheTrace(Heap& heap) {
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
}

// S19.1: each row of the truth table, but for marked garbage, which the tests of garbage cover.
TEST(Validity, IsOfObjectsThatAreThereAndNeitherDoomedNorHalfBuilt) {
  Heap heap;
  Node* const kept = heap.New<Node>('k');
  Node* const lost = heap.New<Node>('l');
  heap.AddRoot(kept);
  EXPECT_FALSE(IsValid(nullptr));
  EXPECT_TRUE(IsValid(kept));
  EXPECT_TRUE(IsValid(lost)) << "no cycle has found it unreachable yet";
  EndTheTrace(heap);
  EXPECT_TRUE(IsValid(kept));
  EXPECT_FALSE(IsValid(lost)) << "doomed, though its memory is there";
  auto& flags = heap.collector().population.table[kept->header().index].flags;
  flags.Set(flag::kPendingConstruction);
  EXPECT_FALSE(IsValid(kept)) << "its constructor has not run";
  flags.Clear(flag::kPendingConstruction);
  EXPECT_TRUE(IsValid(kept));
}

// S19.2, S19.1: a doomed object is not valid, but its entry still points back to it.
TEST(Validity, LowLevelIsWhetherTheEntryPointsBack) {
  Heap heap;
  Node* const node = heap.New<Node>('a');
  EXPECT_FALSE(IsValidLowLevel(nullptr));
  EXPECT_FALSE(IsValidLowLevelFast(nullptr));
  EXPECT_TRUE(IsValidLowLevel(node));
  const Object* const crooked =
      reinterpret_cast<const Object*>(reinterpret_cast<std::uintptr_t>(node) + 1);
  EXPECT_FALSE(IsValidLowLevelFast(crooked));
  EXPECT_FALSE(IsValidLowLevel(crooked)) << "a pointer that is not aligned is not read";
  EndTheTrace(heap);
  EXPECT_TRUE(IsValidLowLevel(node));
  EXPECT_FALSE(IsValid(node));
}

// S19.2, S19.3: what has the header of an object, and is not the one that the entry leads to.
TEST(Validity, LowLevelIsNotOfACopyOfAnObjectsBytes) {
  if (kAddressesWatched) return;  // the copy must lie in a block of the heap
  Heap heap;
  Node* const node = heap.New<Node>('a');
  Wide* const wide = heap.New<Wide>();
  void* room = wide->room;
  std::size_t bytes = sizeof(wide->room);
  void* const copy = std::align(kObjectAlignment, sizeof(Node), room, bytes);
  std::memcpy(copy, static_cast<const void*>(node), sizeof(Node));
  EXPECT_FALSE(IsValidLowLevel(static_cast<const Object*>(copy)));
  EXPECT_TRUE(IsValidLowLevel(node));
}

// S19.4: a checked pointer is right even if a new object has the index and the memory.
TEST(CheckedPtrTest, IsNeverTrueForADeadObject) {
  Heap heap;
  Node* const first = heap.New<Node>('a');
  const Index index = first->header().index;
  const CheckedPtr<Node> checked(first);
  EXPECT_TRUE(checked.IsAlive());
  EXPECT_TRUE(checked.Is(first));
  EXPECT_EQ(checked.Get(), first);
  heap.Collect();
  EXPECT_FALSE(checked.IsAlive());
  Node* second = nullptr;
  for (int i = 0; i < 8; ++i) second = heap.New<Node>('b');
  EXPECT_EQ(heap.collector().population.table[index].Occupant()->header().index, index);
  EXPECT_FALSE(checked.IsAlive()) << "the index has a new occupant, and perhaps the address";
  EXPECT_EQ(checked.Get(), nullptr);
  EXPECT_FALSE(checked.Is(second));
  EXPECT_FALSE(checked.Is(static_cast<const Node*>(checked.Address()))) << "nor of who lives there";
  EXPECT_NE(checked.Address(), nullptr);
  EXPECT_FALSE(CheckedPtr<Node>().IsAlive());
}

TEST(CheckedPtrTest, IsDeadFromTheTracesEnd) {
  Heap heap;
  const CheckedPtr<Node> checked(heap.New<Node>('a'));
  heap.Start();
  EXPECT_TRUE(checked.IsAlive());
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_FALSE(checked.IsAlive());
}

// S19.6: a later call holds a weak reference and tests it first.
TEST(WhenAliveTest, ATimersCallIsSkippedAfterTheDeathOfItsObject) {
  Heap heap;
  Node* const kept = heap.New<Node>('k');
  Node* const lost = heap.New<Node>('l');
  heap.AddRoot(kept);
  std::string called;
  const auto call = [&called](Node& node, int times) {
    called.append(static_cast<std::size_t>(times), node.name);
  };
  std::vector<std::function<bool(int)>> timers{WhenAlive(kept, call), WhenAlive(lost, call)};
  EXPECT_TRUE(timers[1](1));
  heap.Collect();
  EXPECT_TRUE(timers[0](2));
  EXPECT_FALSE(timers[1](2));
  EXPECT_EQ(called, "lkk");
}

}  // namespace
}  // namespace gc
