// core/purge/heap_end_test.cc -- when a heap is dropped, each object is told how far its end has
// come, whichever callbacks its class has.

#include <gtest/gtest.h>

#include "core/testing/nodes.h"

namespace gc {
namespace {

struct Seen {
  int begun = 0;
  int finished = 0;
  ObjectFlags flags_at_finish = 0;
  ObjectFlags flags_at_destruction = 0;
};

// With begin-destroy, finish-destroy, both, or none of them.
struct Ending : Object {
  Ending(const Birth& birth, Seen& to) : Object(birth), seen(to) {}
  ~Ending() { seen.flags_at_destruction = header().flags.Load(); }
  Seen& seen;
};
struct EndsQuietly : Ending {
  using Ending::Ending;
  static const Class kClass;
};
struct EndsWithBegin : Ending {
  using Ending::Ending;
  void BeginDestroy() noexcept { seen.begun += 1; }
  static const Class kClass;
};
struct EndsWithFinish : Ending {
  using Ending::Ending;
  void FinishDestroy() noexcept {
    seen.finished += 1;
    seen.flags_at_finish = header().flags.Load();
  }
  static const Class kClass;
};
struct EndsWithBoth : EndsWithFinish {
  using EndsWithFinish::EndsWithFinish;
  void BeginDestroy() noexcept { seen.begun += 1; }
  static const Class kClass;
};
const Class EndsQuietly::kClass = Describe<EndsQuietly>("EndsQuietly");
const Class EndsWithBegin::kClass = Describe<EndsWithBegin>("EndsWithBegin");
const Class EndsWithFinish::kClass = Describe<EndsWithFinish>("EndsWithFinish");
const Class EndsWithBoth::kClass = Describe<EndsWithBoth>("EndsWithBoth");

constexpr ObjectFlags kBothStages = object_flag::kBeginDestroyed | object_flag::kFinishDestroyed;

// S2.16, S12.18: a class that finishes and does not begin finishes an object that says it has
// begun; so at a heap's end as in any purge.
TEST(HeapEnd, TellsWhatFinishesThatItHasBegunWhateverItsClassHas) {
  for (const bool by_cycle : {true, false}) {
    Seen quiet, begin, finish, both;
    {
      Heap heap;
      heap.New<EndsQuietly>(quiet);
      heap.New<EndsWithBegin>(begin);
      heap.New<EndsWithFinish>(finish);
      heap.New<EndsWithBoth>(both);
      if (by_cycle) heap.Collect();
    }
    EXPECT_EQ(begin.begun, 1);
    EXPECT_EQ(finish.finished, 1);
    EXPECT_EQ(both.begun + both.finished, 2);
    EXPECT_EQ(finish.flags_at_finish & kBothStages, kBothStages) << "by a cycle: " << by_cycle;
    EXPECT_EQ(both.flags_at_finish & kBothStages, kBothStages) << "by a cycle: " << by_cycle;
    EXPECT_EQ(finish.flags_at_destruction & kBothStages, kBothStages);
    EXPECT_EQ(both.flags_at_destruction & kBothStages, kBothStages);
    EXPECT_NE(begin.flags_at_destruction & object_flag::kBeginDestroyed, 0u);
  }
}

}  // namespace
}  // namespace gc
