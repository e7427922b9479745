// core/schedule/inside_test.cc -- what a subscriber asks for inside a collection is done after it.
//
// The collection that is told of may be too far on to do what was asked: a request in the notice
// "complete" is about objects that have died since its marking. So what a tick grants is what was
// asked for before it began.

#include <gtest/gtest.h>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

// A world whose subscriber acts once, when it is told a notice.
template <typename Deed>
struct Acting : ScheduledHeap {
  Acting(Notice at, Deed deed) {
    on_notice = [this, at, deed, done = false](const Notification& one) mutable {
      if (one.notice != at || done) return;
      done = true;
      deed(scheduler);
    };
  }
};

constexpr Notice kInACycle[] = {Notice::kPreCollect,  Notice::kStarted,   Notice::kMarkingDone,
                                Notice::kBeginStarts, Notice::kBeginDone, Notice::kPurgeDone,
                                Notice::kPostCollect, Notice::kComplete};

// S13.10
TEST(Inside, ARequestIsServedInTheNextFrame) {
  for (const Notice at : kInACycle) {
    for (const bool full : {false, true}) {
      Acting world(at, [full](Scheduler& scheduler) { scheduler.RequestCollection(full); });
      world.scheduler.RequestCollection(true);
      EXPECT_TRUE(world.Frame().started);
      EXPECT_TRUE(world.Frame().started) << NameOf(at);
      EXPECT_EQ(world.scheduler.frame_report().act, full ? Act::kCollectFully : Act::kStart);
      EXPECT_TRUE(world.scheduler.frame_report().asked_at);
      EXPECT_FALSE(world.Frame().started) << "and once";
    }
  }
}

// S13.10: a full one that is asked for while a collection in slices begins.
TEST(Inside, AFullRequestIsNotGrantedByACollectionThatIsNotFull) {
  Acting world(Notice::kPreCollect,
               [](Scheduler& scheduler) { scheduler.RequestCollection(true); });
  world.scheduler.RequestCollection(false);
  EXPECT_EQ(world.Frame().act, Act::kStart);
  EXPECT_EQ(world.Frame().act, Act::kCollectFully);
}

// Pain point C14: nothing of the program asked for the first one.
TEST(Inside, ARequestIsNotNamedByTheCollectionInWhichItIsMade) {
  Acting world(Notice::kStarted, [](Scheduler& scheduler) { scheduler.RequestCollection(false); });
  EXPECT_TRUE(world.Frame(61).started);
  EXPECT_FALSE(world.scheduler.frame_report().asked_at);
}

// S13.11
TEST(Inside, ADelaySkipsTheNextFrame) {
  for (const Notice at : kInACycle) {
    Acting world(at, [](Scheduler& scheduler) { scheduler.DelayCollection(); });
    world.scheduler.RequestCollection(true);
    EXPECT_TRUE(world.Frame().started);
    EXPECT_EQ(world.Frame().act, Act::kSkipFrame) << NameOf(at);
    EXPECT_EQ(world.Frame().act, Act::kPurgeSlice);
  }
}

// S13.14, B9: nor does a forced one, which waits for sections, abort while an object is under
// construction; it is put off.
TEST(Inside, AConstructionInTwoPartsPutsAForcedCollectionOff) {
  Settings settings;
  settings.debug_force_every_frame = true;
  ScheduledHeap world(settings);
  Node* const node = world.heap.ReserveWithTail<Node>(0, 'n');
  EXPECT_FALSE(world.Frame().started);
  EXPECT_FALSE(world.lock.IsWanted());
  world.heap.Complete(node);
  EXPECT_TRUE(world.Frame().started);
}

// S12.13: the time of a subscriber is time of the slice, which gets on all the same.
TEST(Inside, APurgeSliceGetsOnThoughASubscriberTakesAllItsTime) {
  ScheduledHeap world(Sliced());
  world.MakeGarbage(5);
  world.scheduler.Collect(false);
  world.on_notice = [&](const Notification&) { world.environment.now += 10'000'000; };
  EXPECT_EQ(world.Frame().units, 1u);
}

}  // namespace
}  // namespace gc
