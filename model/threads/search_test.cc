// model/threads/search_test.cc -- the search finds each kind of mistake, and none in a sound
// machine.

#include "model/threads/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace model::threads {
namespace {

constexpr Register kSeen = 0;

Machine TwoThreads(const std::function<void(Program&)>& left,
                   const std::function<void(Program&)>& right) {
  Machine machine{.name = "two", .locations = {"a", "b"}, .initial = {0, 0}};
  for (const auto& write : {left, right}) {
    machine.threads.emplace_back(machine.threads.empty() ? "left" : "right");
    write(machine.threads.back());
  }
  machine.judge = [](const Scene&) { return std::string(); };
  return machine;
}

void LockBoth(Program& program, Location first, Location second) {
  program.Lock(first);
  program.Lock(second);
  program.Unlock(second);
  program.Unlock(first);
}

TEST(Search, FindsADeadlock) {
  const auto straight = [](Program& program) { LockBoth(program, 0, 1); };
  const auto crossed = [](Program& program) { LockBoth(program, 1, 0); };
  for (const MemoryModel model : {MemoryModel::kSequential, MemoryModel::kReleaseAcquire}) {
    EXPECT_FALSE(Search(TwoThreads(straight, straight), model).bad);
    const SearchResult result = Search(TwoThreads(straight, crossed), model);
    ASSERT_TRUE(result.bad);
    EXPECT_EQ(result.bad->kind, Bad::Kind::kDeadlock);
    EXPECT_EQ(result.bad->turns.size(), 2u);
  }
}

// Each of two threads steps back if it sees the other, so both can go on stepping back for ever.
TEST(Search, FindsALivelockOnlyIfEveryThreadGetsATurnInIt) {
  const auto polite = [](Location mine, Location other) {
    return [=](Program& program) {
      const Label again = program.Here();
      const Label done = program.NewLabel();
      program.Store(mine, 1, Order::kRelease);
      program.Load(kSeen, other, Order::kAcquire);
      program.JumpIfNone(kSeen, done);
      program.Store(mine, 0, Order::kRelease);
      program.Jump(again);
      program.Bind(done);
      program.Store(mine, 0, Order::kRelease);
    };
  };
  const SearchResult result =
      Search(TwoThreads(polite(0, 1), polite(1, 0)), MemoryModel::kSequential);
  ASSERT_TRUE(result.bad);
  EXPECT_EQ(result.bad->kind, Bad::Kind::kLivelock);
  const Bad& bad = *result.bad;
  for (const Thread thread : {Thread{0}, Thread{1}}) {
    EXPECT_TRUE(std::any_of(bad.turns.begin() + static_cast<std::ptrdiff_t>(bad.again_from),
                            bad.turns.end(),
                            [&](const Bad::Turn& turn) { return turn.thread == thread; }));
  }
  // A thread that waits for one that comes in a fair run is no livelock.
  const auto waits = [](Program& program) {
    const Label again = program.Here();
    const Label done = program.NewLabel();
    program.Load(kSeen, 0, Order::kAcquire);
    program.JumpIfAny(kSeen, done);
    program.Jump(again);
    program.Bind(done);
  };
  const auto comes = [](Program& program) { program.Store(0, 1, Order::kRelease); };
  EXPECT_FALSE(Search(TwoThreads(waits, comes), MemoryModel::kSequential).bad);
}

TEST(Search, FindsADataRaceWhereNothingOrdersAnAccess) {
  const auto writes = [](Program& program) {
    program.WritePlainly(0, 1);
    program.Store(1, 1, Order::kRelease);
  };
  const auto reads = [](Order order) {
    return [=](Program& program) {
      const Label end = program.NewLabel();
      program.Load(kSeen, 1, order);
      program.JumpIfNone(kSeen, end);
      program.ReadPlainly(kSeen, 0);
      program.Bind(end);
    };
  };
  EXPECT_FALSE(
      Search(TwoThreads(writes, reads(Order::kAcquire)), MemoryModel::kReleaseAcquire).bad);
  const SearchResult result =
      Search(TwoThreads(writes, reads(Order::kRelaxed)), MemoryModel::kReleaseAcquire);
  ASSERT_TRUE(result.bad);
  EXPECT_EQ(result.bad->kind, Bad::Kind::kRace);
}

// The reader tells by a relaxed store that it has read; the writer writes only when it was told. So
// the write never comes first, and yet nothing orders it behind the read.
TEST(Search, FindsADataRaceOfAReadWithAWriteThatCanOnlyComeLater) {
  const auto reads = [](Order order) {
    return [=](Program& program) {
      program.ReadPlainly(kSeen, 0);
      program.Store(1, 1, order);
    };
  };
  const auto writes = [](Program& program) {
    const Label end = program.NewLabel();
    program.Load(kSeen, 1, Order::kAcquire);
    program.JumpIfNone(kSeen, end);
    program.WritePlainly(0, 1);
    program.Bind(end);
  };
  EXPECT_FALSE(
      Search(TwoThreads(reads(Order::kRelease), writes), MemoryModel::kReleaseAcquire).bad);
  const SearchResult result =
      Search(TwoThreads(reads(Order::kRelaxed), writes), MemoryModel::kReleaseAcquire);
  ASSERT_TRUE(result.bad);
  EXPECT_EQ(result.bad->kind, Bad::Kind::kRace);
}

TEST(Search, SaysSoWhenItHasNotSeenEverything) {
  const auto writes = [](Program& program) {
    for (int i = 0; i < 3; ++i) program.Update(kSeen, 0, Change::kAdd, 1, Order::kRelaxed);
  };
  const Machine machine = TwoThreads(writes, writes);
  EXPECT_TRUE(Search(machine, MemoryModel::kSequential).exhausted);
  EXPECT_FALSE(Search(machine, MemoryModel::kSequential, 3).exhausted);
  const auto writes_much = [](Program& program) {
    for (std::size_t i = 0; i < kMaxWrites; ++i) program.Store(0, 1, Order::kRelaxed);
  };
  const auto sleeps = [](Program& program) { program.Store(1, 1, Order::kRelaxed); };
  EXPECT_FALSE(Search(TwoThreads(writes_much, sleeps), MemoryModel::kReleaseAcquire).exhausted);
}

TEST(Search, AMomentIsHadAgainFromItsKey) {
  Machine machine = TwoThreads([](Program& program) { LockBoth(program, 0, 1); },
                               [](Program& program) { program.Store(1, 1, Order::kRelaxed); });
  for (const MemoryModel model : {MemoryModel::kSequential, MemoryModel::kReleaseAcquire}) {
    const Execution execution(machine, model);
    std::vector<Moment> frontier = {execution.Start()};
    for (std::size_t i = 0; i < frontier.size(); ++i) {
      const std::string key = execution.KeyOf(frontier[i]);
      const Moment again = execution.MomentOf(key);
      EXPECT_EQ(execution.KeyOf(again), key);
      for (const Thread thread : {Thread{0}, Thread{1}}) {
        std::vector<std::string> after, after_again;
        execution.ForEachStep(Moment(frontier[i]), thread, false,
                              [&](const Moment& next, const std::string&) {
                                after.push_back(execution.KeyOf(next));
                                if (frontier.size() < 200) frontier.push_back(next);
                              });
        execution.ForEachStep(again, thread, false, [&](const Moment& next, const std::string&) {
          after_again.push_back(execution.KeyOf(next));
        });
        EXPECT_EQ(after, after_again);
      }
    }
  }
}

TEST(Schedule, DrawsAColumnForEachThreadThatTakesATurn) {
  Machine machine = TwoThreads([](Program& program) { LockBoth(program, 0, 1); },
                               [](Program& program) { LockBoth(program, 1, 0); });
  machine.threads.emplace_back("idle");
  const SearchResult result = Search(machine, MemoryModel::kSequential);
  ASSERT_TRUE(result.bad);
  EXPECT_EQ(Schedule(machine, *result.bad),
            "left    | right\n"
            "--------+--------\n"
            "locks a |\n"
            "        | locks b\n"
            "a deadlock: no thread can go on\n");
}

}  // namespace
}  // namespace model::threads
