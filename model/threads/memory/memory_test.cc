// model/threads/memory/memory_test.cc -- the memory allows what C++ allows, in a few examples.

#include "model/threads/memory/memory.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "model/threads/search.h"

namespace model::threads {
namespace {

constexpr Location kX = 0;
constexpr Location kY = 1;
constexpr Register kSeen = 0;

// Loads a location, and keeps 10 + the value in a ghost, so that 0 means "not loaded yet".
void Observe(Program& program, Location where, Order order, Ghost as) {
  program.Load(kSeen, where, order);
  program.GhostAdd(as, 10, "");
  program.GhostAddRegister(as, kSeen, "");
}

// The values that the observing threads have loaded in the end, as one tuple.
using Seen = std::vector<int>;
std::set<Seen> Outcomes(std::vector<Program> threads, std::size_t observers, MemoryModel model) {
  auto outcomes = std::make_shared<std::set<Seen>>();
  Machine machine{.name = "question", .locations = {"x", "y"}, .initial = {0, 0}};
  machine.threads = std::move(threads);
  machine.judge = [=](const Scene& scene) {
    Seen seen;
    for (std::size_t i = 0; i < observers; ++i) seen.push_back(scene.ghosts[i] - 10);
    if (scene.ended) outcomes->insert(seen);
    return std::string();
  };
  EXPECT_TRUE(Search(machine, model).exhausted);
  return *outcomes;
}
std::set<Seen> Weakly(std::vector<Program> threads, std::size_t observers = 2) {
  return Outcomes(std::move(threads), observers, MemoryModel::kReleaseAcquire);
}

Program Thread(const std::function<void(Program&)>& write) {
  Program program("thread");
  write(program);
  return program;
}

// Each thread writes its own word and reads the other's.
std::vector<Program> StoreBuffering(bool fences, bool updates) {
  std::vector<Program> threads;
  for (const Location mine : {kX, kY}) {
    threads.push_back(Thread([&](Program& program) {
      if (updates) {
        program.Update(kSeen, mine, Change::kAdd, 1, Order::kAcquireRelease);
      } else {
        program.Store(mine, 1, Order::kRelease);
      }
      if (fences) program.Fence();
      Observe(program, mine == kX ? kY : kX, Order::kAcquire, mine);
    }));
  }
  return threads;
}

TEST(Memory, StoresMayBeBufferedPastLoadsUnlessFenced) {
  EXPECT_TRUE(Weakly(StoreBuffering(false, false)).contains({0, 0}));
  EXPECT_TRUE(Weakly(StoreBuffering(false, true)).contains({0, 0}));
  EXPECT_FALSE(Weakly(StoreBuffering(true, false)).contains({0, 0}));
  EXPECT_FALSE(Weakly(StoreBuffering(true, true)).contains({0, 0}));
  EXPECT_FALSE(
      Outcomes(StoreBuffering(false, false), 2, MemoryModel::kSequential).contains({0, 0}));
}

std::vector<Program> MessagePassing(Order send, Order receive) {
  return {Thread([&](Program& program) {
            program.Store(kX, 1, Order::kRelaxed);
            program.Store(kY, 1, send);
          }),
          Thread([&](Program& program) {
            Observe(program, kY, receive, 0);
            Observe(program, kX, Order::kRelaxed, 1);
          })};
}

TEST(Memory, AMessageComesWithWhatWasWrittenBeforeItIfReleasedAndAcquired) {
  EXPECT_FALSE(Weakly(MessagePassing(Order::kRelease, Order::kAcquire)).contains({1, 0}));
  EXPECT_TRUE(Weakly(MessagePassing(Order::kRelaxed, Order::kAcquire)).contains({1, 0}));
  EXPECT_TRUE(Weakly(MessagePassing(Order::kRelease, Order::kRelaxed)).contains({1, 0}));
}

TEST(Memory, AReadModifyWriteCarriesOnWhatItReads) {
  auto threads = MessagePassing(Order::kRelease, Order::kAcquire);
  threads.push_back(Thread(
      [](Program& program) { program.Update(kSeen, kY, Change::kAdd, 2, Order::kRelaxed); }));
  const std::set<Seen> seen = Weakly(threads);
  EXPECT_TRUE(seen.contains({3, 1}));
  EXPECT_FALSE(seen.contains({3, 0}));
}

TEST(Memory, NothingIsReadBeforeItIsWritten) {
  std::vector<Program> threads;
  for (const Location mine : {kX, kY}) {
    threads.push_back(Thread([&](Program& program) {
      Observe(program, mine, Order::kRelaxed, mine);
      program.Store(mine == kX ? kY : kX, 1, Order::kRelaxed);
    }));
  }
  EXPECT_FALSE(Weakly(threads).contains({1, 1}));
}

TEST(Memory, ALocationIsNeverSeenToGoBack) {
  EXPECT_FALSE(Weakly({Thread([](Program& program) { program.Store(kX, 1, Order::kRelaxed); }),
                       Thread([](Program& program) {
                         Observe(program, kX, Order::kRelaxed, 0);
                         Observe(program, kX, Order::kRelaxed, 1);
                       })})
                   .contains({1, 0}));
}

TEST(Memory, TwoReadModifyWritesNeverReadTheSame) {
  std::vector<Program> threads;
  for (const Ghost ghost : {Ghost{0}, Ghost{1}}) {
    threads.push_back(Thread([&](Program& program) {
      program.Update(kSeen, kX, Change::kAdd, 1, Order::kRelaxed);
      program.GhostAdd(ghost, 10, "");
      program.GhostAddRegister(ghost, kSeen, "");
    }));
  }
  EXPECT_EQ(Weakly(threads), (std::set<Seen>{{0, 1}, {1, 0}}));
}

// Two writers, and two readers that look at both words in opposite orders.
std::vector<Program> IndependentReaders(bool fences) {
  std::vector<Program> threads;
  for (const Location where : {kX, kY}) {
    threads.push_back(Thread([&](Program& program) { program.Store(where, 1, Order::kRelease); }));
  }
  for (const Location first : {kX, kY}) {
    threads.push_back(Thread([&](Program& program) {
      const auto ghost = static_cast<Ghost>(first * 2);
      Observe(program, first, Order::kAcquire, ghost);
      if (fences) program.Fence();
      Observe(program, first == kX ? kY : kX, Order::kAcquire, static_cast<Ghost>(ghost + 1));
    }));
  }
  return threads;
}

TEST(Memory, ReadersMayDisagreeOnTheOrderOfWritesUnlessFenced) {
  EXPECT_TRUE(Weakly(IndependentReaders(false), 4).contains({1, 0, 1, 0}));
  EXPECT_FALSE(Weakly(IndependentReaders(true), 4).contains({1, 0, 1, 0}));
}

TEST(Memory, AWriteMayBeOvertakenByALaterOne) {
  std::vector<Program> threads;
  for (const Value value : {Value{1}, Value{2}}) {
    threads.push_back(Thread([&](Program& program) {
      program.Store(kX, value, Order::kRelaxed);
      Observe(program, kX, Order::kRelaxed, static_cast<Ghost>(value - 1));
    }));
  }
  const std::set<Seen> seen = Weakly(threads);
  EXPECT_TRUE(seen.contains({1, 1}));
  EXPECT_TRUE(seen.contains({2, 2}));
  EXPECT_FALSE(seen.contains({2, 1})) << "each read-modify-write would come before the other";
}

}  // namespace
}  // namespace model::threads
