// core/pointer/builds/checked/checked_test.cc -- a checked build catches the store of a doomed
// object, poisons freed memory, and can be told to break a rule.

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>

#include "core/inspect/verify/verifier.h"
#include "core/pointer/container.h"
#include "core/pointer/lazy_ptr.h"
#include "core/pointer/validity.h"
#include "core/testing/crowd.h"
#include "core/testing/library.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

static_assert(kChecked);

// S5.8: while gathering, the barrier catches the store of a doomed object and names it.
TEST(CheckedBarrier, AStoreOfADoomedObjectWhileGatheringIsCaughtAndTheObjectNamed) {
  Heap heap;
  Node* const kept = heap.New<Node>('k');
  Node* const doomed = heap.New<Node>('d');
  heap.AddRoot(kept);
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  kept->right = kept;
  ASSERT_EQ(heap.failure(), nullptr) << "a live object may be stored";
  kept->left = doomed;
  ASSERT_NE(heap.failure(), nullptr);
  EXPECT_EQ(heap.failure()->index, doomed->header().index);
  EXPECT_EQ(heap.failure()->rule, Rule::kInsertionBarrier);
  EXPECT_STREQ(heap.failure()->sentence, "what is stored while gathering must not be doomed");
}

TEST(CheckedBarrier, AContainerThatTakesADoomedObjectInWhileGatheringIsCaught) {
  Heap heap;
  Crowd* const kept = heap.New<Crowd>();
  heap.AddRoot(kept);
  std::vector<Slot> loose;
  loose.push_back(heap.New<Node>('d'));
  const Index doomed = loose[0]->header().index;
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  kept->vector = std::move(loose);
  ASSERT_NE(heap.failure(), nullptr);
  EXPECT_EQ(heap.failure()->index, doomed);
}

// Uses another object at some stage of its end.
struct Clinging : Object {
  explicit Clinging(const Birth& birth) : Object(birth) {}
  ~Clinging() {
    if (at == 'd') use();
  }
  void BeginDestroy() noexcept {
    if (at == 'b') use();
  }
  void FinishDestroy() noexcept {
    if (at == 'f') use();
  }
  void use() { seen = other->name; }
  ObjectPtr<Node> other;
  char at = ' ';
  char seen = ' ';
  static const Class kClass;
};
const Reference kClingingReferences[] = {Reference::To(&Clinging::other, "other")};
const Class Clinging::kClass = Describe<Clinging>("Clinging", kClingingReferences);

// S12.5, S12.3: in begin-destroy another object may be used, in finish-destroy none, be it doomed
// or alive, and after that no doomed one.
TEST(CheckedTouch, AnObjectThatIsUsedWhileOrAfterItFinishesIsCaughtAndNamed) {
  for (const char at : {'b', 'f', 'd'}) {
    for (const bool alive : {false, true}) {
      Heap heap;
      Clinging* const clinging = heap.New<Clinging>();
      Node* const other = heap.New<Node>('o');
      const Index index = other->header().index;
      if (alive) heap.AddRoot(other);
      clinging->other = other;
      clinging->at = at;
      ASSERT_EQ(clinging->other->name, 'o');
      heap.Collect();
      const bool caught = at == 'f' || (at == 'd' && !alive);
      ASSERT_EQ(heap.failure() != nullptr, caught) << at << alive;
      if (!caught) continue;
      EXPECT_EQ(heap.failure()->index, index);
      EXPECT_EQ(heap.failure()->rule, Rule::kBeginFinishFree);
    }
  }
}

// S19.3, S19.2: the table is right where the object's own memory is not.
TEST(CheckedValidity, ABarePointerMayBeValidAndNotSoAtTheLowLevel) {
  Heap heap;
  const Node* const bare = heap.New<Node>('b');
  EXPECT_TRUE(IsValid(bare) && IsValidLowLevel(bare));
  heap.Collect();
  EXPECT_TRUE(IsValid(bare)) << "IsValid believes what it reads in freed memory";
  EXPECT_TRUE(IsValidLowLevelFast(bare));
  EXPECT_FALSE(IsValidLowLevel(bare)) << "freed, and poisoned";
}

struct Trailed : Object {
  explicit Trailed(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kTrailing[] = {Reference::Trailing<Trailed>("tail")};
const Class Trailed::kClass = Describe<Trailed>("Trailed", kTrailing);

// S17.13: what follows a stale reference asks whose it was, and must not read what trailed it.
TEST(CheckedMemory, OfAFreedObjectSaysWhoseItWas) {
  Heap heap, other;
  for (const std::uint32_t tail : {0u, 3u, 2000u}) {
    const Trailed* const gone = heap.NewWithTail<Trailed>(tail);
    ASSERT_EQ(TailOf(*gone), tail);
    heap.Collect();
    EXPECT_EQ(&OwnerOf(*gone), &heap.collector());
    EXPECT_EQ(TailOf(*gone), 0u);
    EXPECT_EQ(gone->header().index, kNoIndex);
    EXPECT_FALSE(other.collector().population.IsLive(*gone));
  }
}

// Whether the verifier finds a breach after `change` ran on a heap with the fault.
bool BreachedBy(Fault fault, void (*change)(Crowd& from, Crowd& to)) {
  FaultSet faults;
  faults.Add(fault);
  Heap heap({.faults = faults});
  Crowd* const grey = heap.New<Crowd>();
  Crowd* const black = heap.New<Crowd>();
  grey->vector.push_back(heap.New<Node>('w'));
  heap.AddRoot(grey);
  heap.AddRoot(black);
  heap.Start();
  heap.Tick(2);
  change(*grey, *black);
  Verifier verifier;
  const std::optional<Failure> breach = verifier.Verify(heap);
  return breach && breach->rule == Rule::kInsertionBarrier &&
         breach->index == black->header().index;
}

// Three operations uphold container-barrier, and each has a fault of its own. With that fault the
// operation loses a reference; with the fault of another operation it does not.
TEST(ContainerFaults, MovingSwappingAndEditingAreEachBarriered) {
  const auto move = [](Crowd& from, Crowd& to) { to.vector = std::move(from.vector); };
  const auto swapped = [](Crowd& from, Crowd& to) { swap(to.vector, from.vector); };
  const auto edit = [](Crowd& from, Crowd& to) {
    from.vector.Edit([&to](auto& source) { to.vector.Edit([&](auto& t) { t.swap(source); }); });
  };
  EXPECT_TRUE(BreachedBy(Fault::kTakeBitwise, move));
  EXPECT_FALSE(BreachedBy(Fault::kMoveIsFree, move));
  EXPECT_FALSE(BreachedBy(Fault::kSwapIsFree, move));
  EXPECT_TRUE(BreachedBy(Fault::kSwapIsFree, swapped));
  EXPECT_FALSE(BreachedBy(Fault::kTakeBitwise, swapped));
  EXPECT_TRUE(BreachedBy(Fault::kStoreWithoutShading, edit));
  EXPECT_FALSE(BreachedBy(Fault::kTakeBitwise, edit));
}

// handle-barrier has one fault: with it, resolving a handle loses the object; with the fault of a
// store it does not.
TEST(HandleFaults, ResolvingIsBarriered) {
  for (const bool faulty : {false, true}) {
    FaultSet faults;
    faults.Add(faulty ? Fault::kResolveWithoutShading : Fault::kStoreWithoutShading);
    Heap heap({.faults = faults});
    Library library(heap);
    PathTable paths(library);
    const LazyPtr<Node> handle(paths.Intern("a"));
    Node* const loaded = library.Loaded("a");
    heap.Start();
    ASSERT_EQ(handle.Get(), loaded);
    EXPECT_EQ(IsGrey(heap, loaded), !faulty);
  }
}

}  // namespace
}  // namespace gc
