// core/pointer/container_barrier_test.cc -- container-barrier: a reference that enters a container
// while marking is shaded, whether it enters alone or with all others.

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/pointer/container_keys.h"
#include "core/testing/crowd.h"

namespace gc {
namespace {

class ContainerBarrier : public testing::Test, protected CrowdMidTrace {
 protected:
  ContainerBarrier() { EXPECT_TRUE(BothWhite()); }

  // Drops what `grey` holds, so that both objects must survive by `black` alone.
  void ExpectNothingIsLost() {
    EXPECT_TRUE(BothGrey());
    heap.RemoveRoot(grey);
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 3u) << "black, and the two that it holds";
  }
};

// S5.6: an inserted reference is shaded.
TEST_F(ContainerBarrier, InsertingIntoASequenceShades) {
  black->vector.push_back(white);
  black->deque.insert(black->deque.begin(), other);
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, InsertingIntoASetShades) {
  black->set.insert(white);
  black->hash_set.emplace(other);
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, InsertingIntoAMapShadesKeyAndValue) {
  black->by_object.try_emplace(white, 1);
  black->hash_map["o"] = other;
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, AssigningAnOptionalAVariantAndAPairShades) {
  black->optional = grey->optional;
  black->variant = std::move(grey->variant);
  EXPECT_TRUE(IsGrey(heap, white));
  black->pair = {1, Slot(other)};
  ExpectNothingIsLost();
}

// S5.3: a vector that grows moves each element with its constructor, and copies no bytes.
TEST_F(ContainerBarrier, AGrowingVectorShadesWhatItMoves) {
  auto& inside = const_cast<std::vector<Slot>&>(*grey->vector);
  inside.reserve(inside.capacity() + 1);
  EXPECT_TRUE(BothGrey());
}
TEST_F(ContainerBarrier, ErasingShadesWhatMovesUp) {
  grey->vector.insert(grey->vector.begin(), nullptr);
  Node* const late = heap.New<Node>('l');
  EXPECT_TRUE(BothGrey()) << "inserting in front moves the rest";
  grey->vector.push_back(late);
  grey->vector.erase(grey->vector.begin());
  EXPECT_EQ(grey->vector[0], white);
  EXPECT_EQ(grey->vector.size(), 3u);
}
TEST_F(ContainerBarrier, SortingAndReversingShadeWhatChangesPlaces) {
  std::ranges::sort(grey->vector, std::ranges::greater{});
  EXPECT_EQ(grey->vector[0], other);
  EXPECT_TRUE(BothGrey());
}
TEST_F(ContainerBarrier, SwappingElementsShadesBoth) {
  std::swap(grey->vector[0], grey->vector[1]);
  EXPECT_TRUE(BothGrey());
}
TEST_F(ContainerBarrier, CopyingAContainerShades) {
  black->vector = grey->vector;
  ExpectNothingIsLost();
}

// These changes hand over the memory of a container as a whole, so no element calls the barrier:
// the container must do it.
TEST_F(ContainerBarrier, MovingAContainerShadesAllOfIt) {
  black->vector = std::move(grey->vector);
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, MoveConstructingAContainerShadesAllOfIt) {
  const Set<Node> moved(std::move(grey->set));
  EXPECT_TRUE(BothGrey());
  EXPECT_TRUE(grey->set.empty());
}
TEST_F(ContainerBarrier, SwappingContainersShadesWhatWasRight) {
  swap(black->vector, grey->vector);
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, SwappingContainersShadesWhatWasLeft) {
  swap(grey->deque, black->deque);
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, AnEditThatTakesABareContainerInShadesAllOfIt) {
  std::vector<Slot> loose;
  grey->vector.Edit([&loose](auto& inside) { inside.swap(loose); });
  black->vector.Edit([&loose](auto& inside) { inside = std::move(loose); });
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, MakingAContainerOfABareOneShadesAllOfIt) {
  Map<int, Slot>& field = black->map;
  std::map<int, Slot> loose;
  grey->map.Edit([&loose](auto& inside) { inside.swap(loose); });
  field = Map<int, Slot>(std::move(loose));
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, SplicingAndMergingInAnEditShadeWhatCame) {
  grey->list.Edit(
      [this](auto& from) { black->list.Edit([&from](auto& to) { to.splice(to.end(), from); }); });
  EXPECT_EQ(black->list.size(), 2u);
  ExpectNothingIsLost();
}
TEST_F(ContainerBarrier, MovingNodesFromMapToMapShadesThem) {
  grey->map.Edit([this](auto& from) { black->map.Edit([&from](auto& to) { to.merge(from); }); });
  EXPECT_EQ(black->map.size(), 2u);
  ExpectNothingIsLost();
}
// The container is a field of a newborn object, which is black and will not be scanned.
TEST_F(ContainerBarrier, AContainerIsBornWithWhatWasMovedIntoItShaded) {
  std::vector<Slot> loose;
  grey->vector.Edit([&loose](auto& inside) { inside.swap(loose); });
  EXPECT_TRUE(BothWhite())
      << "a bare container shades nothing; its elements are shaded when they come back";
  const Vector<Node> held(std::move(loose));
  EXPECT_TRUE(BothGrey());
}

TEST_F(ContainerBarrier, ReadingShadesNothing) {
  EXPECT_EQ(grey->vector.size(), 2u);
  EXPECT_EQ((*grey->vector)[0], white);
  for (const Slot& slot : grey->vector) EXPECT_TRUE(slot);
  EXPECT_TRUE(grey->by_object->begin()->first);
  EXPECT_EQ(grey->stack->top(), other);
  EXPECT_TRUE(BothWhite());
}
TEST_F(ContainerBarrier, ErasingTheLastAndClearingShadeNothing) {
  grey->vector.pop_back();
  grey->deque.clear();
  grey->map.clear();
  EXPECT_TRUE(BothWhite());
}

TEST(ContainerIdle, NothingIsShadedOutsideATrace) {
  Heap heap;
  Crowd* const crowd = heap.New<Crowd>();
  crowd->vector.push_back(heap.New<Node>('a'));
  Vector<Node> moved = std::move(crowd->vector);
  swap(moved, crowd->vector);
  EXPECT_TRUE(heap.collector().wavefront.barrier().empty());
}

// S5.20: a cleared reference stays in the container as null, and the size does not change.
TEST(ContainerLetsGo, AnObjectThatWaitsForItsEndKeepsSizesAndLosesReferences) {
  Heap heap;
  Crowd* const crowd = heap.New<Crowd>();
  crowd->ready = false;
  for (char name : {'a', 'b', 'c'}) {
    crowd->vector.push_back(heap.New<Node>(name));
    crowd->set.insert(crowd->vector.back());
    crowd->hash_by_object[crowd->vector.back()] = crowd->vector.back();
  }
  crowd->optional = crowd->vector[0];
  heap.Collect();
  ASSERT_EQ(heap.ObjectCount(), 1u) << "it waits, and what it referred to is gone";
  EXPECT_EQ(crowd->vector.size(), 3u);
  EXPECT_EQ(crowd->vector[1], nullptr);
  EXPECT_TRUE(crowd->optional.has_value());
  EXPECT_EQ(*crowd->optional, nullptr);
  EXPECT_EQ(crowd->set.size(), 3u);
  EXPECT_EQ(CountNullKeys(crowd->set), 3u);
  EXPECT_EQ(CountNullKeys(crowd->hash_by_object), 3u);
  crowd->ready = true;
  heap.Tick(10);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(ContainerLetsGo, NullKeysAreCountedAndDroppedAndTheRestIsFoundAgain) {
  Heap heap;
  Crowd* const crowd = heap.New<Crowd>();
  heap.AddRoot(crowd);
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  for (Node* const node : {a, b}) {
    crowd->set.insert(node);
    crowd->by_object[node] = static_cast<unsigned char>(node->name);
    crowd->hash_by_object[node] = node;
  }
  ForEachSlot(*crowd, [a](ObjectSlot& slot) {
    if (slot.Raw() == a) slot.Clear();
  });
  EXPECT_EQ(DropNullKeys(crowd->set), 1u);
  EXPECT_EQ(DropNullKeys(crowd->by_object), 1u);
  EXPECT_EQ(DropNullKeys(crowd->hash_by_object), 1u);
  EXPECT_EQ(DropNullKeys(crowd->hash_by_object), 0u);
  EXPECT_TRUE(crowd->set->contains(b));
  EXPECT_EQ(crowd->by_object.at(b), 'b');
  EXPECT_EQ(crowd->hash_by_object.find(b)->second, b);
}

}  // namespace
}  // namespace gc
