// core/heap/identity_test.cc -- an object that is made again is found by its old weak
// references.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class Again : public testing::Test {
 protected:
  // An object with a weak reference and an identity, freed.
  Again() {
    Node* const gone = heap.New<Node>('a');
    weak = WeakPtr<Node>(gone);
    identity = heap.IdentityOf(gone, 77);
    heap.Collect();
  }
  Heap heap;
  WeakPtr<Node> weak;
  Identity identity;
  Verifier verifier;
};

// S1.8
TEST_F(Again, ItHasItsIndexAndSerialAndItsWeakReferencesRevive) {
  EXPECT_EQ(weak.Get(), nullptr);
  Node* const again = heap.Make<Node>({.identity = &identity}, 'a');
  EXPECT_EQ(again->header().index, identity.index);
  EXPECT_EQ(weak.Get(), again);
  EXPECT_EQ(heap.IdentityOf(again, 77), identity);
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
}

TEST_F(Again, AnotherObjectAtItsIndexInBetweenDoesNotMatter) {
  Node* const other = heap.New<Node>('b');
  const WeakPtr<Node> to_other(other);
  ASSERT_EQ(other->header().index, identity.index);
  heap.Collect();
  Node* const again = heap.Make<Node>({.identity = &identity}, 'a');
  EXPECT_EQ(weak.Get(), again);
  EXPECT_EQ(to_other.Get(), nullptr);
}

// serial-moves-on: a serial that the heap has given to one object is refused for another.
TEST_F(Again, ASerialThatWasGivenToAnotherIsRefused) {
  Identity wrong = identity;
  wrong.remote = 78;
  EXPECT_EQ(heap.TryMake<Node>({.identity = &wrong}, 'x'), nullptr);
  wrong = identity;
  wrong.index += 1;
  EXPECT_EQ(heap.TryMake<Node>({.identity = &wrong}, 'x'), nullptr);
  Node* const stranger = heap.New<Node>('s');
  wrong = {.index = 9, .serial = WeakPtr<Node>(stranger).serial()};
  EXPECT_EQ(heap.TryMake<Node>({.identity = &wrong}, 'x'), nullptr);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

TEST_F(Again, AnIdentityThatWasForgottenIsRefused) {
  heap.Forget(identity);
  EXPECT_EQ(heap.TryMake<Node>({.identity = &identity}, 'a'), nullptr);
}

// A serial from another heap or an earlier run may be greater than any that this heap has given. No
// object of this heap has it, so it is accepted.
TEST_F(Again, ASerialThatWasNeverGivenIsAccepted) {
  const Identity foreign{.index = 40, .serial = identity.serial + 100, .remote = 5};
  Node* const made = heap.Make<Node>({.identity = &foreign}, 'f');
  EXPECT_EQ(made->header().index, 40u);
  EXPECT_EQ(WeakPtr<Node>(made).serial(), foreign.serial);
  EXPECT_GT(WeakPtr<Node>(heap.New<Node>('n')).serial(), foreign.serial);
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  heap.Collect();
  EXPECT_NE(heap.TryMake<Node>({.identity = &foreign}, 'f'), nullptr);
}

TEST_F(Again, AnIndexAloneMayBeChosen) {
  const Identity chosen{.index = 12};
  Node* const made = heap.Make<Node>({.identity = &chosen}, 'f');
  EXPECT_EQ(made->header().index, 12u);
  heap.Collect();
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
}

TEST_F(Again, DeathAtAnIndexThatHasAnObject) {
  heap.New<Node>('b');
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(heap.TryMake<Node>({.identity = &identity}, 'a'),
               "made again only at an index that has no object: Node\ngc: rule serial-moves-on");
}

// S1.14: a serial is never given twice; a heap that has given the last one aborts.
TEST_F(Again, DeathOfAHeapThatRunsOutOfSerials) {
  Node* const last = heap.New<Node>('l');
  heap.collector().serials.SkipTo(~Serial{0});
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(WeakPtr<Node>{last}, "must not run out of serials.*\n.*rule serial-moves-on");
}

// S1.15: an index alone leads to the object that has it now. A serial tells whether that is still
// the object that was meant.
TEST_F(Again, ADanglingIndexAnswersForTheNewOccupantAndAWeakReferenceDoesNot) {
  Node* const heir = heap.New<Node>('h');
  EXPECT_EQ(heap.collector().population.table[identity.index].Occupant(), heir);
  EXPECT_FALSE(weak.IsValid());
  EXPECT_EQ(weak.Get(), nullptr);
}

// S17.11: what could not be made is known by no serial; that of an earlier heap may come back.
TEST(Identities, AnIndexBeyondTheTableLeavesTheSerialFree) {
  Identity earlier;
  {
    Heap heap;
    earlier = heap.IdentityOf(heap.New<Node>('a'));
  }
  Heap heap({.max_objects = 1000});
  const Identity beyond{.index = 1u << 22, .serial = earlier.serial};
  EXPECT_EQ(heap.TryMake<Node>({.identity = &beyond}, 'b'), nullptr);
  const Identity here{.index = 50, .serial = earlier.serial};
  EXPECT_NE(heap.TryMake<Node>({.identity = &here}, 'c'), nullptr);
}

// S1.8: in a heap that has no entries yet as well.
TEST(Identities, TheIndexOfNothingIsRefused) {
  Heap heap({.max_objects = 1000});
  const Identity nothing{.index = kNoIndex, .serial = 3};
  EXPECT_EQ(heap.TryMake<Node>({.identity = &nothing}, 'b'), nullptr);
}

}  // namespace
}  // namespace gc
