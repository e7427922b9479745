// core/mark/batch_limits_test.cc -- a batch takes just as much as it has room for, and as much as
// is allowed.

#include <gtest/gtest.h>

#include <vector>

#include "core/assembly/assembled.h"
#include "core/mark/mark_batch.h"
#include "core/pointer/container.h"
#include "core/testing/clusters.h"

namespace gc {
namespace {

// An element with three slots, and a row of such.
struct Bench {
  using Contributor = Bench;
  ObjectPtr<Object> seats[3];
  void VisitReferences(const SlotVisitor& visit) {
    for (auto& seat : seats) visit(seat);
  }
  static void ContributeReferences(Entries& entries, std::int64_t at) {
    ContributeMember(&Bench::seats, entries, at);
  }
};
struct Hall : Object {
  explicit Hall(const Birth& birth) : Object(birth) {}
  Container<std::vector<Bench>> benches;
  static const Class kClass;
};
const Reference kHallReferences[] = {Reference::To(&Hall::benches, "benches")};
const Class Hall::kClass = Describe<Hall>("Hall", kHallReferences);

struct Casket : Object {
  explicit Casket(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kCasketReferences[] = {Reference::Trailing<Casket>("slots")};
const Class Casket::kClass = Describe<Casket>("Casket", kCasketReferences);

class BatchLimits : public testing::Test {
 protected:
  // How many of the objects are loaded with that many steps allowed.
  std::size_t Loaded(Work allowed) {
    const std::uint32_t all = static_cast<std::uint32_t>(list.size());
    batch.Take(list, all);
    batch.Load(heap.collector().population, allowed, progress);
    return batch.loaded;
  }

  Heap heap;
  PagedList<Object*> list;
  MarkBatch batch;
  MarkProgress progress;
};

// S9.8: an object that has as many slots as a batch is loaded like any other.
TEST_F(BatchLimits, AnObjectThatFillsABatchIsInIt) {
  constexpr std::uint32_t kSlots = MarkBatch::kSlots;
  for (const std::uint32_t slots : {kSlots - 1, kSlots, kSlots + 1}) {
    list.push_back(heap.NewWithTail<Casket>(slots));
    ASSERT_EQ(Loaded(kUnlimited), 1u);
    EXPECT_EQ(batch.ends[0] == MarkBatch::kAlone, slots > kSlots) << slots;
    batch.taken = batch.loaded = 0;
  }
}

// S9.2: what is scanned by itself is loaded as long as it is allowed, too.
TEST_F(BatchLimits, WhatIsScannedByItselfIsLoadedWhileItIsAllowed) {
  for (const Work allowed : {Work{1}, Work{2}, Work{3}}) {
    for (int i = 0; i < 4; ++i) {
      Hub* const root = heap.New<Hub>();
      ASSERT_EQ(heap.AllocateCluster(root), 1u);
      list.push_back(root);
    }
    EXPECT_EQ(Loaded(allowed), allowed);
    batch.taken = batch.loaded = 0;
  }
}

// S9.8, S4.16: what has its slots in a vector is loaded with the others, each with what it weighs.
TEST_F(BatchLimits, WhatHasItsSlotsInVectorsIsLoadedWithTheOthers) {
  std::size_t slots = 0;
  for (int i = 0; i < 6; ++i) {
    Bag* const bag = heap.New<Bag>();
    for (int item = 0; item < i; ++item) bag->items.push_back(bag);
    list.push_back(bag);
    Piece* const piece = heap.New<Piece>();
    for (auto& to : piece->to) to = bag;
    list.push_back(piece);
    slots += 4 + static_cast<std::size_t>(i);
  }
  ASSERT_EQ(Loaded(kUnlimited), 12u);
  EXPECT_EQ(batch.filled, slots);
  EXPECT_EQ(batch.ends[11], slots);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NE(batch.ends[i], MarkBatch::kAlone) << i;
  EXPECT_EQ(progress.units, 12u);
  EXPECT_EQ(progress.weight, 12u + slots + 6) << "and each bag has one slot that is null";
  EXPECT_EQ(progress.larges, 0u);
}

// S9.8, S4.16: each slot of an element counts, so that a batch never takes more than it has room
// for.
TEST_F(BatchLimits, ElementsWeighAsMuchAsTheirSlots) {
  for (const std::size_t benches : {MarkBatch::kSlots / 3, MarkBatch::kSlots / 3 + 1}) {
    Hall* const hall = heap.New<Hall>();
    hall->benches.resize(benches);
    ASSERT_EQ(AssembledOf(Hall::kClass).form(), Assembled::Form::kOpen);
    EXPECT_EQ(WeightOf(*hall), 1 + 3 * benches);
    list.push_back(hall);
    ASSERT_EQ(Loaded(kUnlimited), 1u);
    EXPECT_EQ(batch.ends[0] == MarkBatch::kAlone, 3 * benches > MarkBatch::kSlots) << benches;
    batch.taken = batch.loaded = 0;
  }
}

}  // namespace
}  // namespace gc
