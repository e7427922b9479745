// core/collect/no_thread_test.cc -- where the system gives no thread, or no memory to oneTBB, a
// collection does all of its work on the thread that it has.
//
// Each test runs in a process of its own, of which it limits the address space: there is no room
// for the stack of a thread. The workers of an earlier test would be there already.
//
// Label: threads.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <vector>

#include "core/base/workers.h"
#include "core/testing/failing_memory.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// While it lives, the process gets no more than `bytes` beyond what it has.
class LittleRoom {
 public:
  explicit LittleRoom(rlim_t bytes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    rlimit now = before_;
    now.rlim_cur = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + bytes;
    setrlimit(RLIMIT_AS, &now);
  }
  ~LittleRoom() { setrlimit(RLIMIT_AS, &before_); }
  LittleRoom(const LittleRoom&) = delete;
  LittleRoom& operator=(const LittleRoom&) = delete;

 private:
  rlimit before_;
};

// A sanitizer needs the address space.
constexpr bool kCanLimit = FailingMemory::kWorks;

class NoThreadDeathTest : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

// The end of a child: what was expected, or the line where it was not. A child that hangs is
// killed.
void ExitWell() { std::exit(0); }
void Expect(bool what, int line) {
  if (what) return;
  std::fprintf(stderr, "line %d\n", line);
  std::_Exit(1);
}

struct PassingBy : Object {
  explicit PassingBy(const Birth& birth) : Object(birth) {}
  ~PassingBy() { gone += 1; }
  static constexpr bool kDestroyAnywhere = true;
  static const Class kClass;
  static inline std::atomic<int> gone;
};
const Class PassingBy::kClass = Describe<PassingBy>("PassingBy");

void AllTasksAreDone(rlim_t bytes) {
  alarm(20);
  Workers workers(4);
  for (int round = 0; round < 3; ++round) {
    std::vector<std::atomic<int>> done(1000);
    std::atomic<int> here = 0, beside = 0;
    {
      const LittleRoom room(bytes);
      workers.ForEach(done.size(), [&](std::size_t i) { done[i] += 1; });
      workers.Both([&] { here += 1; }, [&] { beside += 1; });
    }
    for (const std::atomic<int>& one : done) Expect(one == 1, __LINE__);
    Expect(here == 1 && beside == 1, __LINE__);
  }
  ExitWell();
}

TEST_F(NoThreadDeathTest, EachTaskIsDoneOnce) {
  if (!kCanLimit) return;
  EXPECT_EXIT(AllTasksAreDone(0), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(AllTasksAreDone(std::size_t{1} << 20), testing::ExitedWithCode(0), "");
}

void MarkingLosesNothing() {
  alarm(20);
  constexpr int kNodes = 200'000;
  Heap heap({.workers = 4});
  Node* last = nullptr;
  for (int i = 0; i < kNodes; ++i) {
    Node* const node = heap.New<Node>('n');
    if (i % 10 == 0) {
      heap.AddRoot(node);
    } else {
      last->left = node;
    }
    last = node;
  }
  heap.Start();
  {
    const LittleRoom room(0);
    while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
  }
  heap.Collect();
  Expect(heap.ObjectCount() == kNodes, __LINE__);
  ExitWell();
}

TEST_F(NoThreadDeathTest, MarkingLosesNothing) {
  if (!kCanLimit) return;
  EXPECT_EXIT(MarkingLosesNothing(), testing::ExitedWithCode(0), "");
}

// A few objects are destroyed by the one worker that is started for it; many are gathered and
// marked by several before.
void ObjectsAreDestroyed(int objects, rlim_t bytes) {
  alarm(20);
  {
    Heap heap({.workers = 2});
    for (int round = 1; round <= 3; ++round) {
      for (int i = 0; i < objects; ++i) heap.New<PassingBy>();
      const LittleRoom room(bytes);
      heap.Collect();
      heap.FinishPurge({});
      Expect(PassingBy::gone == round * objects, __LINE__);
      Expect(heap.ObjectCount() == 0, __LINE__);
    }
  }
  // With threads again; the tasks of before may run now, and find no heap.
  Heap heap({.workers = 2});
  for (int i = 0; i < objects; ++i) heap.New<PassingBy>();
  heap.Collect();
  heap.FinishPurge({});
  Expect(PassingBy::gone == 4 * objects, __LINE__);
  ExitWell();
}

TEST_F(NoThreadDeathTest, WhatMayBeDestroyedAnywhereIsDestroyed) {
  if (!kCanLimit) return;
  EXPECT_EXIT(ObjectsAreDestroyed(3000, 0), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(ObjectsAreDestroyed(3000, std::size_t{1} << 20), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(ObjectsAreDestroyed(20, 0), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(ObjectsAreDestroyed(20, std::size_t{1} << 20), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace gc
