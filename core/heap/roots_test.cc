// core/heap/roots_test.cc -- roots, referencers and locals keep objects without a reference.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "core/testing/nodes.h"

namespace gc {
namespace {

class Wrapper final : public Referencer {
 public:
  explicit Wrapper(Heap& heap) : Referencer(heap, Kind::kWrapper, "wrapper") {}
  void Report(Reporter& to) const override {
    to(first);
    to(second);
  }
  ObjectPtr<Node> first;
  ObjectPtr<Node> second;
};

class Raw final : public Referencer {
 public:
  explicit Raw(Heap& heap) : Referencer(heap, Kind::kRaw, "raw") {}
  void Report(Reporter& to) const override { to.Raw(slot); }
  Node* slot = nullptr;
};

void Finish(Heap& heap) {
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
}

TEST(Root, IsAFlagAndNotACount) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  heap.AddRoot(a);
  heap.AddRoot(a);
  EXPECT_TRUE(heap.IsRoot(a));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.RemoveRoot(a);
  EXPECT_FALSE(heap.IsRoot(a));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(Root, BecomingOneWhileMarkingShades) {
  MidTrace trace;
  trace.heap.AddRoot(trace.white);
  EXPECT_TRUE(IsGrey(trace.heap, trace.white));
}

TEST(Root, RemovedWhileMarkingItFloatsUntilTheNextCycle) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  heap.AddRoot(a);
  heap.Start();
  heap.RemoveRoot(a);
  Finish(heap);
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(ReferencerTest, KeepsWhatItReportsWhileItIsRegistered) {
  Heap heap;
  Wrapper wrapper(heap);
  wrapper.first = heap.New<Node>('a');
  wrapper.second = heap.New<Node>('b');
  wrapper.first->left = heap.New<Node>('c');
  wrapper.Register();
  wrapper.Register();  // does nothing
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u);
  wrapper.Unregister();
  wrapper.Unregister();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(ReferencerTest, UnregistersItselfWhenItGoes) {
  Heap heap;
  std::optional<Wrapper> first(std::in_place, heap);
  std::optional<Wrapper> middle(std::in_place, heap);
  Wrapper last(heap);
  for (Wrapper* one : {&*first, &*middle, &last}) {
    one->first = heap.New<Node>('a');
    one->Register();
  }
  middle.reset();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
  first.reset();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

TEST(ReferencerTest, RegisteringWhileMarkingShadesWhatItReports) {
  MidTrace trace;
  // The slot was set before marking began, so no store shades what it holds.
  Heap& heap = trace.heap;
  Finish(heap);
  Wrapper wrapper(heap);
  wrapper.first = trace.white;
  heap.Start();
  heap.Tick(1);
  ASSERT_TRUE(IsWhite(heap, trace.white));
  wrapper.Register();
  EXPECT_TRUE(IsGrey(heap, trace.white));
}

TEST(ReferencerTest, ChangingAWrapperSlotWhileMarkingShades) {
  MidTrace trace;
  Wrapper wrapper(trace.heap);
  wrapper.Register();
  wrapper.first = trace.white;
  EXPECT_TRUE(IsGrey(trace.heap, trace.white));
}

TEST(ReferencerTest, ARawSlotThatChangesWhileMarkingIsAskedForAgainAtTheEnd) {
  MidTrace trace;
  Heap& heap = trace.heap;
  Raw raw(heap);
  raw.Register();
  raw.slot = trace.white;  // the slot is raw, so no barrier runs
  trace.grey->left = nullptr;
  ASSERT_TRUE(IsWhite(heap, trace.white));
  Listener listener(heap);
  heap.Tick(4);
  EXPECT_THAT(listener.Heard(),
              testing::ElementsAre("scan g", "end-check goes on", "scan w", "end-check ended"));
  Finish(heap);
  EXPECT_EQ(heap.ObjectCount(), 3u);
}

TEST(LocalTest, RescannedItIsTakenAtTheStartAndAgainAtTheEnd) {
  MidTrace trace({.locals = Locals::kRescanned});
  const Local<Node> local(trace.heap, trace.white);
  EXPECT_TRUE(IsWhite(trace.heap, trace.white)) << "setting a local runs no barrier";
  trace.grey->left = nullptr;
  Finish(trace.heap);
  EXPECT_EQ(trace.heap.ObjectCount(), 3u);
  trace.heap.Collect();
  EXPECT_EQ(trace.heap.ObjectCount(), 3u);
}

TEST(LocalTest, ItKeepsNothingAliveOnceItIsGone) {
  Heap heap({.locals = Locals::kRescanned});
  Node* const a = heap.New<Node>('a');
  {
    const Local<Node> local(heap, a);
    heap.Collect();
    EXPECT_EQ(local->name, 'a');
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(LocalTest, UnderBlackLocalsLoadingShades) {
  MidTrace trace({.locals = Locals::kBlack});
  Node* const loaded = trace.heap.Loaded(trace.grey->left.Get());
  EXPECT_TRUE(IsGrey(trace.heap, loaded));
  EXPECT_EQ(trace.heap.Loaded<Node>(nullptr), nullptr);
  const Local<Node> local(trace.heap, loaded);
  trace.grey->left = nullptr;
  Finish(trace.heap);
  EXPECT_EQ(trace.heap.ObjectCount(), 3u);
}

TEST(LocalTest, UnderOtherDisciplinesLoadingIsFree) {
  MidTrace trace;
  trace.heap.Loaded(trace.white);
  EXPECT_TRUE(IsWhite(trace.heap, trace.white));
}

}  // namespace
}  // namespace gc
