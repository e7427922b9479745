// core/pointer/container_test.cc -- the collector sees every reference in a container, and no
// change of a container while marking loses any.

#include "core/pointer/container.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/crowd.h"
#include "core/testing/fingerprints.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// The names of the objects that a field refers to, as the collector sees them.
template <class Field>
std::vector<char> SeenIn(Field& field) {
  std::vector<char> names;
  const SlotVisitor visit(
      [](void* to, ObjectSlot& slot) {
        const Node* const node = static_cast<const Node*>(slot.Raw());
        static_cast<std::vector<char>*>(to)->push_back(node != nullptr ? node->name : '-');
      },
      &names);
  visit(field);
  return names;
}

class ContainerFields : public testing::Test {
 protected:
  ContainerFields() { heap.AddRoot(crowd); }
  Heap heap;
  Crowd* const crowd = heap.New<Crowd>();
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
};

// S5.6, S4.16: a sequence may be empty, and have one element, many, or null elements.
TEST_F(ContainerFields, SequencesShowEveryElement) {
  EXPECT_THAT(SeenIn(crowd->vector), ElementsAre());
  crowd->vector.push_back(a);
  EXPECT_THAT(SeenIn(crowd->vector), ElementsAre('a'));
  crowd->vector.assign({a, nullptr, b, a});
  EXPECT_THAT(SeenIn(crowd->vector), ElementsAre('a', '-', 'b', 'a'));
  crowd->deque.push_front(b);
  crowd->deque.push_front(a);
  EXPECT_THAT(SeenIn(crowd->deque), ElementsAre('a', 'b'));
  crowd->list.push_back(a);
  crowd->forward_list.push_front(b);
  EXPECT_THAT(SeenIn(crowd->list), ElementsAre('a'));
  EXPECT_THAT(SeenIn(crowd->forward_list), ElementsAre('b'));
  crowd->stack.push(a);
  crowd->stack.push(b);
  crowd->queue.push(a);
  EXPECT_THAT(SeenIn(crowd->stack), ElementsAre('a', 'b'));
  EXPECT_THAT(SeenIn(crowd->queue), ElementsAre('a'));
}

TEST_F(ContainerFields, SetsAndMapsShowKeysAndValues) {
  crowd->set.insert(a);
  crowd->set.insert(b);
  crowd->set.insert(a);
  EXPECT_THAT(SeenIn(crowd->set), ElementsAre('a', 'b')) << "ordered by index, not by address";
  crowd->hash_set.insert(a);
  crowd->multiset.insert(b);
  crowd->multiset.insert(b);
  EXPECT_THAT(SeenIn(crowd->hash_set), ElementsAre('a'));
  EXPECT_THAT(SeenIn(crowd->multiset), ElementsAre('b', 'b'));
  crowd->map[7] = a;
  crowd->map.try_emplace(8, b);
  crowd->hash_map.insert_or_assign("x", b);
  crowd->by_object[a] = 1;
  crowd->hash_by_object[a] = b;
  EXPECT_THAT(SeenIn(crowd->map), ElementsAre('a', 'b'));
  EXPECT_THAT(SeenIn(crowd->hash_map), ElementsAre('b'));
  EXPECT_THAT(SeenIn(crowd->by_object), ElementsAre('a'));
  EXPECT_THAT(SeenIn(crowd->hash_by_object), UnorderedElementsAre('a', 'b'));
}

TEST_F(ContainerFields, WhatHoldsOneOrNoneShowsWhatIsThere) {
  EXPECT_THAT(SeenIn(crowd->optional), ElementsAre());
  EXPECT_THAT(SeenIn(crowd->variant), ElementsAre());
  crowd->optional = a;
  crowd->variant = Slot(b);
  EXPECT_THAT(SeenIn(crowd->optional), ElementsAre('a'));
  EXPECT_THAT(SeenIn(crowd->variant), ElementsAre('b'));
  crowd->variant = std::string("neither");
  EXPECT_THAT(SeenIn(crowd->variant), ElementsAre());
  crowd->pair.second = a;
  crowd->tuple = {a, 1, b};
  EXPECT_THAT(SeenIn(crowd->pair), ElementsAre('a'));
  EXPECT_THAT(SeenIn(crowd->tuple), ElementsAre('a', 'b'));
}

TEST_F(ContainerFields, ContainersOfStructsAndContainersShowWhatIsInThem) {
  crowd->edge.to = a;
  crowd->edges.push_back({.to = b, .weight = 3});
  crowd->nested.resize(2);
  crowd->nested[1].push_back(a);
  crowd->maybe.push_back(Slot(b));
  crowd->maybe.push_back(std::nullopt);
  EXPECT_THAT(SeenIn(crowd->edge), ElementsAre('a'));
  EXPECT_THAT(SeenIn(crowd->edges), ElementsAre('b'));
  EXPECT_THAT(SeenIn(crowd->nested), ElementsAre('a'));
  EXPECT_THAT(SeenIn(crowd->maybe), ElementsAre('b'));
}

// S5.6: marker, verifier and fingerprint see every reference in every kind of field.
TEST_F(ContainerFields, EverythingInAnyFieldIsKeptAlive) {
  const auto new_node = [this] { return heap.New<Node>('n'); };
  crowd->vector.push_back(new_node());
  crowd->deque.push_back(new_node());
  crowd->list.push_back(new_node());
  crowd->forward_list.push_front(new_node());
  crowd->set.insert(new_node());
  crowd->hash_set.insert(new_node());
  crowd->multiset.insert(new_node());
  crowd->map[1] = new_node();
  crowd->hash_map["1"] = new_node();
  crowd->by_object[new_node()] = 1;
  crowd->hash_by_object[new_node()] = new_node();
  crowd->stack.push(new_node());
  crowd->queue.push(new_node());
  crowd->edges.push_back({.to = new_node()});
  crowd->nested.emplace_back().push_back(new_node());
  crowd->maybe.emplace_back(new_node());
  crowd->optional = new_node();
  crowd->variant = Slot(new_node());
  crowd->pair.second = new_node();
  crowd->tuple = {new_node(), 0, new_node()};
  crowd->edge.to = new_node();
  Slot only_shown = new_node();
  crowd->hidden = &only_shown;
  const std::uint32_t before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 2) << "only `a` and `b` are in no field";
  Verifier verifier;
  EXPECT_FALSE(verifier.Verify(heap));
  heap.RemoveRoot(crowd);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST_F(ContainerFields, TheFingerprintSeesWhatIsInside) {
  const auto fingerprint = [this] { return FingerprintOf(heap); };
  crowd->vector.assign({a, b});
  const auto before = fingerprint();
  EXPECT_EQ(fingerprint(), before);
  std::swap(crowd->vector[0], crowd->vector[1]);
  EXPECT_NE(fingerprint(), before);
}

// scan-is-atomic: a slice never ends inside a container.
TEST_F(ContainerFields, AContainerIsScannedInOneUnitHoweverLongItIs) {
  std::vector<Node*> nodes;
  for (int i = 0; i < 1000; ++i) crowd->vector.push_back(nodes.emplace_back(heap.New<Node>('n')));
  heap.Start();
  heap.Tick(1);  // the initial references
  EXPECT_TRUE(IsWhite(heap, nodes.front()));
  heap.Tick(1);
  const auto white = [this](const Node* node) { return IsWhite(heap, node); };
  EXPECT_TRUE(std::ranges::none_of(nodes, white));
  EXPECT_EQ(heap.collector().marker.scanner().scanning(), nullptr);
}

// The verifier names a reference that entered a container without the barrier.
TEST(ContainerVerified, AWhiteElementOfABlackContainerIsABreach) {
  CrowdMidTrace trace;
  Verifier verifier;
  EXPECT_FALSE(verifier.Verify(trace.heap));
  // A store past the barrier; Container does not allow it, so the test casts.
  auto& inside = const_cast<std::vector<Slot>&>(*trace.black->vector);
  inside.swap(const_cast<std::vector<Slot>&>(*trace.grey->vector));
  const std::optional<Failure> breach = verifier.Verify(trace.heap);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->rule, Rule::kInsertionBarrier);
  EXPECT_EQ(breach->index, trace.black->header().index);
}

// S5.3, S5.10: some types may be listed as references, and the compiler refuses the others.
TEST(ContainerTypes, BareContainersAndPlainPointersHoldNoReferences) {
  static_assert(HoldsReferences<Slot>);
  static_assert(HoldsReferences<Vector<Node>>);
  static_assert(HoldsReferences<std::array<Slot, 3>>);
  static_assert(HoldsReferences<const std::pair<const Slot, int>>);
  static_assert(HoldsReferences<std::optional<Vector<Node>>>);
  static_assert(!HoldsReferences<std::vector<Slot>>, "it moves as a whole");
  static_assert(!HoldsReferences<std::optional<std::vector<Slot>>>);
  static_assert(!HoldsReferences<Container<std::vector<std::vector<Slot>>>>);
  static_assert(!HoldsReferences<std::unique_ptr<Slot>>);
  static_assert(!HoldsReferences<Node*>);
  static_assert(!HoldsReferences<int>);
}

}  // namespace
}  // namespace gc
