// core/pointer/weak_ptr_test.cc -- a weak reference yields its object, or null once that is gone.

#include "core/pointer/weak_ptr.h"

#include <gtest/gtest.h>

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "core/testing/nodes.h"

namespace gc {
namespace {

// S5.16, S5.15
TEST(WeakPtr, IsNullThenValidThenStale) {
  Heap heap;
  WeakPtr<Node> weak;
  EXPECT_TRUE(weak.IsNull());
  EXPECT_FALSE(weak.IsValid());
  EXPECT_FALSE(weak.IsStale());
  weak = heap.New<Node>('a');
  EXPECT_FALSE(weak.IsNull());
  EXPECT_TRUE(weak.IsValid());
  EXPECT_EQ(weak.Get()->name, 'a');
  heap.Collect();
  EXPECT_FALSE(weak.IsNull());
  EXPECT_FALSE(weak.IsValid());
  EXPECT_TRUE(weak.IsStale());
  EXPECT_EQ(weak.Get(), nullptr);
  weak.Reset();
  EXPECT_TRUE(weak.IsNull());
}

TEST(WeakPtr, DoesNotAnswerTheNextOccupantOfItsIndex) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const Index index = a->header().index;
  const WeakPtr<Node> weak(a);
  heap.Collect();
  Node* const b = heap.New<Node>('b');
  ASSERT_EQ(b->header().index, index);
  EXPECT_EQ(weak.Get(), nullptr);
  const WeakPtr<Node> other(b);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(other.Get(), b);
  EXPECT_NE(weak, other);
}

// S5.17
TEST(WeakPtr, CopiesAgreeAndStayFindableAsKeysAfterDeath) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> first(a);
  const WeakPtr<Node> second(a);
  EXPECT_EQ(first, second);
  std::unordered_set<WeakPtr<Node>> keys{first};
  heap.Collect();
  EXPECT_TRUE(second.IsStale());
  EXPECT_TRUE(keys.contains(second));
}

TEST(WeakPtr, KeepsNothingAlive) {
  Heap heap;
  const WeakPtr<Node> weak(heap.New<Node>('a'));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(WeakRead, WhileMarkingShadesWhatItYieldsAndKeepsIt) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> weak(a);
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, a));
  EXPECT_TRUE(weak.IsValid());
  EXPECT_TRUE(IsWhite(heap, a)) << "asking whether it is valid is not reading";
  EXPECT_EQ(weak.Get(), a);
  EXPECT_TRUE(IsGrey(heap, a));
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

TEST(WeakRead, CopyingIsNotReading) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> weak(a);
  heap.Start();
  const WeakPtr<Node> copy = weak;
  EXPECT_TRUE(IsWhite(heap, a));
  EXPECT_EQ(copy, weak);
}

TEST(WeakRead, AfterTheEndOfTheTraceTheUnreachedAreGoneBeforeTheyAreGathered) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> weak(a);
  heap.Start();
  heap.Tick(2);  // initial references, end check
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_TRUE(weak.IsStale());
  EXPECT_EQ(heap.ObjectCount(), 1u) << "its memory is still there";
}

TEST(WeakRead, OfAnObjectInAPendingPurgeIsNullThoughANewTraceIsPending) {
  Heap heap;
  const WeakPtr<Node> weak(heap.New<Node>('a'));
  heap.Start();
  heap.Tick(3);  // and the first unit of the gather
  ASSERT_TRUE(heap.PurgePending());
  ASSERT_TRUE(heap.Start());
  EXPECT_EQ(weak.Get(), nullptr);
}

TEST(WeakPtr, MadeToADoomedObjectIsAlwaysNull) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  heap.Start();
  heap.Tick(3);
  const WeakPtr<Node> weak(a);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_TRUE(weak.IsStale());
}

// S5.17: the key of a dead object can be found and removed, one at a time or all together.
TEST(WeakKey, ADeadOneIsFoundAndRemoved) {
  Heap heap;
  std::unordered_map<WeakPtr<Node>, int> values;
  std::vector<WeakPtr<Node>> keys;
  for (int i = 0; i < 50; ++i) {
    keys.emplace_back(heap.New<Node>('n'));
    values[keys.back()] = i;
    if (i % 2 == 0) heap.AddRoot(keys.back().Get());
  }
  heap.Collect();
  for (int i = 0; i < 50; ++i) heap.New<Node>('x');  // take the free indices
  EXPECT_EQ(values.at(keys[7]), 7);
  EXPECT_EQ(values.erase(keys[7]), 1u);
  EXPECT_EQ(values.erase(keys[7]), 0u);
  EXPECT_EQ(std::erase_if(values, [](const auto& entry) { return entry.first.IsStale(); }), 24u);
  EXPECT_EQ(values.size(), 25u);
  values.rehash(1000);
  EXPECT_EQ(values.at(keys[8]), 8);
}

// S5.16: a weak reference is null, valid or stale, and exactly one of them, whatever happened to
// the object.
TEST(WeakPtr, TheThreeStatesExcludeEachOtherWhateverBecameOfTheObject) {
  Heap heap;
  WeakPtr<Node> never;
  WeakPtr<Node> reset(heap.New<Node>('r'));
  reset.Reset();
  Node* const kept = heap.New<Node>('k');
  heap.AddRoot(kept);
  const WeakPtr<Node> valid(kept);
  const WeakPtr<Node> doomed(heap.New<Node>('d'));
  const WeakPtr<Node> freed(heap.New<Node>('f'));
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  struct Row {
    const WeakPtr<Node>& weak;
    bool null, valid, stale;
  };
  const Row rows[] = {{never, true, false, false},
                      {reset, true, false, false},
                      {valid, false, true, false},
                      {doomed, false, false, true},
                      {freed, false, false, true}};
  for (const bool freed_meanwhile : {false, true}) {
    if (freed_meanwhile) heap.Collect();
    for (const Row& row : rows) {
      EXPECT_EQ(row.weak.IsNull(), row.null);
      EXPECT_EQ(row.weak.IsValid(), row.valid);
      EXPECT_EQ(row.weak.IsStale(), row.stale);
    }
  }
}

// S5.15: an object under construction is not answered.
TEST(WeakPtr, ToAnObjectUnderConstructionIsNull) {
  Heap heap;
  Node* const node = heap.New<Node>('a');
  heap.AddRoot(node);
  const WeakPtr<Node> weak(node);
  auto& flags = heap.collector().population.table[node->header().index].flags;
  flags.Set(flag::kPendingConstruction);
  EXPECT_FALSE(weak.IsValid());
  EXPECT_EQ(weak.Get(), nullptr);
  flags.Clear(flag::kPendingConstruction);
  EXPECT_EQ(weak.Get(), node);
}

}  // namespace
}  // namespace gc
