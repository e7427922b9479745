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

}  // namespace
}  // namespace gc
