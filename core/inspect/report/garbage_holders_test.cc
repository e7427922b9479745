// core/inspect/report/garbage_holders_test.cc -- holders of garbage are named, and the search
// changes nothing.

#include "core/inspect/report/garbage_holders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/inspect/report/inspector.h"
#include "core/inspect/verify/fingerprint.h"
#include "core/schedule/settings.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

struct ToldOfGarbage {
  FindingSink Sink() {
    return {.report =
                [](void* self, const Finding& finding) {
                  static_cast<ToldOfGarbage*>(self)->texts.push_back(finding.text);
                },
            .context = this};
  }
  std::vector<std::string> texts;
};

// A root and two holders, whose `left` fields hold the same garbage. Nothing is eliminated.
struct Holding {
  Holding() {
    root->left = first;
    root->right = second;
    first->left = garbage;
    second->left = garbage;
    heap.AddRoot(root);
    heap.MarkGarbage(garbage);
  }
  Heap heap{{.eliminate = Origins::None()}};
  Node* const root = heap.New<Node>('r');
  Node* const first = heap.New<Node>('1');
  Node* const second = heap.New<Node>('2');
  Node* const garbage = heap.New<Node>('g');
};

// A heap is made of the parts of one that was dropped, and must not answer for that one.
TEST(GarbageHolders, OfAHeapThatWasDroppedAreNotFollowedInTheNext) {
  {
    Holding leak;
    leak.heap.Collect();
    ASSERT_TRUE(TraceFollowedGarbage(leak.heap));
  }
  EXPECT_FALSE(TraceFollowedGarbage(Heap()));
}

// S9.19
TEST(GarbageHolders, AreNamedEachOrOneForEachProperty) {
  for (const bool sampled : {false, true}) {
    Holding leak;
    ToldOfGarbage told;
    const Inspector inspector(
        leak.heap, {.track_garbage = sampled ? TrackGarbage::kSampled : TrackGarbage::kAll,
                    .findings = told.Sink()});
    leak.heap.Collect();
    ASSERT_EQ(told.texts.size(), sampled ? 1u : 2u);
    EXPECT_EQ(told.texts[0],
              "garbage-is-nulled: what is marked garbage is still referred to\n"
              "Node 4\n"
              "  <- Node 2 .left\n"
              "  <- Node 1 .left\n"
              "  <- root set\n");
    EXPECT_EQ(leak.heap.ObjectCount(), 4u);
  }
}

// S9.19: marking may be looked at for its end more than once.
TEST(GarbageHolders, AreNamedAtTheEndOfMarkingAndNotBefore) {
  struct Late final : Referencer {
    explicit Late(Heap& heap) : Referencer(heap, Kind::kRaw, "late") { Register(); }
    void Report(Reporter& to) const override { to.Raw(node); }
    Node* node = nullptr;
  };
  Holding leak;
  Node* const found_late = leak.heap.New<Node>('l');
  Late late(leak.heap);
  Listener listener(leak.heap);
  ToldOfGarbage told;
  const Inspector inspector(leak.heap,
                            {.track_garbage = TrackGarbage::kAll, .findings = told.Sink()});
  leak.heap.Start();
  while (!leak.heap.collector().marker.InitialReferencesTaken()) leak.heap.Tick(1);
  late.node = found_late;
  while (leak.heap.phase() == Phase::kMarking) leak.heap.Tick(1);
  EXPECT_THAT(listener.Heard(), Contains("end-check goes on"));
  EXPECT_EQ(told.texts.size(), 2u);
}

// S8.3: the search changes no bit, slot, flag or count, and the cycle goes on as it would have.
TEST(GarbageHolders, AreLookedForWithoutAnyTraceOfIt) {
  const auto run = [](TrackGarbage track) {
    Holding leak;
    Diary heard;
    Listener listener(leak.heap);
    const Inspector inspector(leak.heap, {.track_garbage = track});
    leak.heap.Start();
    while (leak.heap.phase() == Phase::kMarking) {
      leak.heap.Tick(1);
      Hasher hasher;
      AddState(leak.heap, hasher);
      const auto before = hasher.Value();
      FindGarbageHolders(leak.heap, track);
      Hasher again;
      AddState(leak.heap, again);
      EXPECT_EQ(again.Value(), before);
    }
    leak.heap.Collect();
    return listener.Heard();
  };
  EXPECT_EQ(run(TrackGarbage::kOff), run(TrackGarbage::kAll));
}

// S9.19: if marking followed no garbage, there is no search: a cleared reference has no holder.
TEST(GarbageHolders, AreNotLookedForWhenReferencesWereCleared) {
  Heap heap;
  ToldOfGarbage told;
  const Inspector inspector(heap, {.track_garbage = TrackGarbage::kAll, .findings = told.Sink()});
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = heap.New<Node>('g');
  heap.MarkGarbage(root->left.Get());
  heap.Start();
  heap.Tick(kUnlimited);
  EXPECT_FALSE(TraceFollowedGarbage(heap));
  EXPECT_THAT(told.texts, IsEmpty());
}

class Raw : public Referencer {
 public:
  explicit Raw(Heap& heap) : Referencer(heap, Kind::kRaw, "radar") { Register(); }
  void Report(Reporter& to) const override { to.Raw(node); }
  Node* node = nullptr;
};

// A referencer that reports plain pointers is a holder too.
TEST(GarbageHolders, OutsideTheHeapAreNamedToo) {
  Heap heap;
  ToldOfGarbage told;
  const Inspector inspector(heap, {.track_garbage = TrackGarbage::kAll, .findings = told.Sink()});
  Raw raw(heap);
  raw.node = heap.New<Node>('g');
  heap.MarkGarbage(raw.node);
  heap.Collect();
  EXPECT_THAT(told.texts,
              ElementsAre("garbage-is-nulled: what is marked garbage is still referred to\n"
                          "Node 1\n"
                          "  <- referencer radar, reference 0\n"));
}

// The setting turns the search on, and its findings are written to the log.
TEST(GarbageHolders, AreWrittenToTheLogIfTheSettingSaysSo) {
  Settings settings;
  EXPECT_EQ(InspectorOptionsFrom(settings).track_garbage, TrackGarbage::kOff);
  settings.track_garbage = 2;
  InspectorOptions options = InspectorOptionsFrom(settings);
  EXPECT_EQ(options.track_garbage, TrackGarbage::kSampled);
  std::vector<std::string> lines;
  options.log.context = &lines;
  options.log.line = [](void* to, std::string_view line) {
    static_cast<std::vector<std::string>*>(to)->emplace_back(line);
  };
  Holding leak;
  const Inspector inspector(leak.heap, options);
  leak.heap.Start();
  while (leak.heap.phase() == Phase::kMarking) leak.heap.Tick(1);
  EXPECT_THAT(lines, ElementsAre("garbage-is-nulled: what is marked garbage is still referred to\n"
                                 "Node 4\n"
                                 "  <- Node 2 .left\n"
                                 "  <- Node 1 .left\n"
                                 "  <- root set"))
      << "a line of the log has no end";
}

}  // namespace
}  // namespace gc
