// core/inspect/report/cleared_slots_test.cc -- each slot that marking cleared is named with its
// holder and field.

#include "core/inspect/report/cleared_slots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/inspect/report/inspector.h"
#include "core/testing/clusters.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct LogLines {
  LogSink Sink() {
    return {.line =
                [](void* self, std::string_view line) {
                  static_cast<LogLines*>(self)->lines.emplace_back(line);
                },
            .context = this};
  }
  std::vector<std::string> lines;
};

std::vector<std::string> Texts(const Inspector& inspector) {
  std::vector<std::string> texts;
  for (const ClearedSlots& slots : inspector.cleared().slots()) texts.push_back(TextOf(slots));
  return texts;
}

class ClearedSlotsTest : public testing::Test {
 protected:
  ClearedSlotsTest() {
    heap.AddRoot(bag);
    heap.AddRoot(node);
    Node* const kept = heap.New<Node>('k');
    for (int i = 0; i < 3; ++i) bag->items.push_back(gone);
    bag->items.push_back(kept);
    bag->to = kept;
    node->right = gone;
    heap.MarkGarbage(gone);
  }
  Heap heap;
  Bag* const bag = heap.New<Bag>();
  Node* const node = heap.New<Node>('n');
  Node* const gone = heap.New<Node>('g');
};

// Pain point C15.
TEST_F(ClearedSlotsTest, AreCountedByHolderAndField) {
  const Inspector inspector(heap, {.cleared_slots = true});
  heap.Collect();
  EXPECT_EQ(bag->items.size(), 4u);
  EXPECT_THAT(Texts(inspector), testing::UnorderedElementsAre(
                                    "3 references to garbage were cleared in .items of Bag 1",
                                    "1 reference to garbage was cleared in .right of Node 2"));
  heap.Collect();
  EXPECT_THAT(Texts(inspector), IsEmpty()) << "the next cycle clears none";
}

TEST_F(ClearedSlotsTest, AreLoggedWhenMarkingEnds) {
  LogLines log;
  const Inspector inspector(heap, {.cleared_slots = true, .log = log.Sink()});
  bag->items.clear();
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_THAT(log.lines, ElementsAre("1 reference to garbage was cleared in .right of Node 2"));
}

TEST_F(ClearedSlotsTest, AreNotListedUnlessAsked) {
  const Inspector inspector(heap);
  heap.Collect();
  EXPECT_EQ(node->right.Get(), nullptr);
  EXPECT_THAT(Texts(inspector), IsEmpty());
}

struct Rack : Referencer {
  explicit Rack(Heap& heap) : Referencer(heap, Kind::kWrapper, "rack") { Register(); }
  ~Rack() override { Unregister(); }
  void Report(Reporter& to) const override { to(slot); }
  ObjectPtr<Node> slot;
};

TEST_F(ClearedSlotsTest, OfAReferencerAreSaidToBe) {
  Rack rack(heap);
  rack.slot = gone;
  const Inspector inspector(heap, {.cleared_slots = true});
  heap.RemoveRoot(bag);
  heap.RemoveRoot(node);
  heap.Collect();
  EXPECT_EQ(rack.slot.Get(), nullptr);
  EXPECT_THAT(Texts(inspector),
              ElementsAre("1 reference to garbage was cleared in what referencers report"));
}

TEST_F(ClearedSlotsTest, OfTwoFieldsOfAHolderAreListedApart) {
  node->left = gone;
  heap.RemoveRoot(bag);
  const Inspector inspector(heap, {.cleared_slots = true});
  heap.Collect();
  EXPECT_THAT(Texts(inspector),
              ElementsAre("1 reference to garbage was cleared in .left of Node 2",
                          "1 reference to garbage was cleared in .right of Node 2"));
}

// An inspector that lists none does not disturb one that does.
TEST_F(ClearedSlotsTest, AreListedThoughAnotherInspectorCameAndWent) {
  const Inspector inspector(heap, {.cleared_slots = true});
  { const Inspector without(heap); }
  heap.Collect();
  EXPECT_EQ(inspector.cleared().slots().size(), 2u);
}

// What a referencer reports without a barrier may be new at the end check; then marking goes on.
TEST_F(ClearedSlotsTest, AreLoggedOnceThoughMarkingGoesOnBehindAnEndCheck) {
  struct Late : Referencer {
    explicit Late(Heap& heap) : Referencer(heap, Kind::kRaw, "late") { Register(); }
    ~Late() override { Unregister(); }
    void Report(Reporter& to) const override { to.Raw(node); }
    Node* node = nullptr;
  } late(heap);
  Node* const white = heap.New<Node>('w');
  heap.RemoveRoot(bag);
  LogLines log;
  const Inspector inspector(heap, {.records = 1, .cleared_slots = true, .log = log.Sink()});
  heap.Start();
  heap.Tick(1);
  late.node = white;
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_THAT(log.lines, ElementsAre("1 reference to garbage was cleared in .right of Node 2"));
  while (heap.PurgePending() || heap.phase() != Phase::kIdle) heap.Tick(1);
  const CycleRecord& record = inspector.records()[0];
  EXPECT_EQ(record.end_checks, 2u);
  EXPECT_EQ(record.scanned, 2u);
  EXPECT_EQ(record.units[static_cast<std::size_t>(Spent::kTrace)], 1u + 2u + 2u);
  EXPECT_EQ(record.units[static_cast<std::size_t>(Spent::kGather)], 5u);
}

}  // namespace
}  // namespace gc
