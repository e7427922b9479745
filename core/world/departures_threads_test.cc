// core/world/departures_threads_test.cc -- leaks are looked for while no other thread changes a
// reference.
//
// Label: threads.
// Row: S18.5.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/pointer/strong_ptr.h"
#include "core/testing/worlds.h"

namespace gc {
namespace {

class DepartingBeside : public WorldsTest {
 protected:
  // A level that has left, and is kept.
  DepartingBeside() { worlds.StreamOut(*cave); }
  Level* cave = worlds.AddLevel(*world, "Cave");
  Door* door = worlds.Spawn<Door>(*cave);
  Door* near = worlds.Spawn<Door>(*level);
  StrongPtr<Door> forgotten{door};
};

// S18.5: a section that is open is waited for.
TEST_F(DepartingBeside, TheSearchWaitsForOpenSections) {
  Collect();
  Elsewhere elsewhere(lock);
  elsewhere.LeaveWhenWanted(lock);
  EXPECT_EQ(worlds.FindLeaks().size(), 1u);
  EXPECT_EQ(lock.Sections(), 0u);
  Collect();  // lets the other thread go, if nothing has waited for it
}

// S18.5: the search reads every slot, and another thread writes some.
TEST_F(DepartingBeside, TheSearchReadsNoSlotThatIsWritten) {
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int turn = 0; !stop; ++turn) {
      const Section section(lock);
      near->target = turn % 2 == 0 ? near : nullptr;
    }
  });
  int reported = 0;
  worlds.ReportLeaks([&reported](const LevelLeak&) { reported += 1; });
  scheduler.Collect();  // waits for sections, and does not give up
  for (int i = 0; i < 50; ++i) EXPECT_EQ(worlds.FindLeaks().size(), 1u);
  stop = true;
  writer.join();
  EXPECT_EQ(reported, 1);
}

}  // namespace
}  // namespace gc
