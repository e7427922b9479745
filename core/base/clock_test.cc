// core/base/clock_test.cc -- a clock tells what its function says, and without one stands still.

#include "core/base/clock.h"

#include <gtest/gtest.h>

#include "core/base/deadline.h"

namespace gc {
namespace {

TEST(ClockOfAProgram, StandsStillAtZeroWithoutAFunction) {
  const Clock still;
  EXPECT_FALSE(still.Runs());
  EXPECT_EQ(still.Now(), 0u);
  EXPECT_EQ(still.Now(), 0u);
  EXPECT_FALSE((Deadline{.clock = still, .at = 0}.Passed())) << "and its deadlines never pass";
}

TEST(ClockOfAProgram, TellsWhatItsFunctionSays) {
  Nanoseconds time = 2'500'000'000;
  const Clock clock{.now = [](void* at) { return *static_cast<Nanoseconds*>(at); },
                    .context = &time};
  EXPECT_TRUE(clock.Runs());
  EXPECT_EQ(clock.Now(), time);
  EXPECT_EQ(Seconds(clock.Now()), 2.5);
  EXPECT_EQ(NanosecondsOf(2.5), time);
  const Deadline deadline{.clock = clock, .at = time + 1};
  EXPECT_FALSE(deadline.Passed());
  time += 1;
  EXPECT_TRUE(deadline.Passed()) << "at the moment itself";
}

}  // namespace
}  // namespace gc
