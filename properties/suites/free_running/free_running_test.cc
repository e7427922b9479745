// properties/suites/free_running/free_running_test.cc -- threads mutate freely, and nothing is
// lost.
//
// Several mutators run side by side, each in sections of the heap's lock. The collector's thread
// takes slices of every kind, and mutates between them. No other thread runs during a slice, so all
// that was done so far is one heap: the verifier checks it, and every object must be alive that the
// oracle reaches by the notes of all mutators. When all mutators have ended and two quiet cycles
// have passed, the heap holds exactly what the oracle reaches.
//
// With several workers, most cycles are marked by all of them together, some from the flip on and
// some from where a slice of so many units has stopped.
//
// Each thread's attempts repeat, but not their timing. So a failure is not shrunk; it says what was
// wrong with which object. TRICOLOUR_FREE_RUNNING_SECONDS=600 runs for so long, with a new seed for
// each round.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/collect/collector.h"
#include "core/inspect/verify/verifier.h"
#include "properties/suites/free_running/mutator.h"

namespace properties::free_running {
namespace {

constexpr std::uint32_t kMutators = 4;  // the first runs on the collector's thread
constexpr Name kNamesEach = 1500;

// What happened, in all rounds together.
struct Seen {
  std::uint64_t cycles = 0;
  std::uint64_t answers = 0;
  std::uint64_t nulls = 0;
  std::uint64_t freed = 0;
  std::uint64_t tasks = 0;  // that workers were given
};

class Round {
 public:
  Round(std::uint32_t workers, std::uint32_t seed)
      : shared_(kMutators * kNamesEach, workers), random_(seed) {
    for (std::uint32_t i = 0; i < kMutators; ++i) {
      mutators_.emplace_back(shared_, i * kNamesEach, (i + 1) * kNamesEach, seed * 100 + i);
    }
  }

  void Run(Seen& seen) {
    std::vector<std::thread> threads;
    running_ = kMutators - 1;
    for (std::uint32_t i = 1; i < kMutators; ++i) {
      threads.emplace_back([this, i] { RunMutator(mutators_[i]); });
    }
    bool at_home = true;
    while (running_ != 0 || at_home) {
      TakeSlice();
      if (at_home) at_home = mutators_[0].Burst();
    }
    for (std::thread& thread : threads) thread.join();
    TwoQuietCycles();
    Compare();
    for (const Mutator& mutator : mutators_) {
      seen.answers += mutator.answers();
      seen.nulls += mutator.nulls();
      seen.freed += mutator.made();
    }
    seen.freed -= shared_.heap.ObjectCount();
    seen.cycles += cycles_;
    const gc::Workers* const workers = shared_.heap.collector().population.sharing.workers();
    if (workers != nullptr) seen.tasks += workers->tasks();
  }

  std::vector<std::string> Complaints() const { return shared_.Complaints(); }

 private:
  void RunMutator(Mutator& mutator) {
    for (bool more = true; more;) {
      {
        const gc::Section section(shared_.lock);
        more = mutator.Burst();
        const gc::Section nested(shared_.lock);
      }
      std::this_thread::yield();
    }
    running_ -= 1;
  }

  std::uint64_t Below(std::uint64_t bound) { return (random_() >> 8) % bound; }

  void TakeSlice() {
    shared_.lock.Acquire();
    Step();
    if (Below(40) == 0) Look();
    shared_.lock.Release();
  }

  void Step() {
    gc::Heap& heap = shared_.heap;
    if (heap.phase() == gc::Phase::kIdle && Below(3) == 0) cycles_ += heap.Start();
    switch (Below(8)) {
      case 0:
        heap.Purge(1 + Below(40));
        break;
      case 1:
        heap.TickUntil(Soon());
        break;
      case 2:
        if (Below(30) == 0) heap.Collect();
        break;  // otherwise this step does nothing
      case 3:
        heap.Tick(gc::kUnlimited);  // the rest of marking, by all workers
        break;
      default:
        heap.Tick(1 + Below(60));
    }
  }

  // A deadline that passes after its clock was read a few times.
  gc::Deadline Soon() {
    looks_ = 0;
    return {.clock = {.now =
                          [](void* looks) {
                            return ++*static_cast<std::atomic<gc::Nanoseconds>*>(looks);
                          },
                      .context = &looks_},
            .at = 1 + Below(30)};
  }

  reference::Heap Oracle() const {
    reference::Heap oracle;
    for (std::uint32_t i = 0; i < kMutators; ++i) {
      for (Name made = 0; made < mutators_[i].made(); ++made) {
        oracle.Create(i * kNamesEach + made, kFields);
      }
    }
    for (const Mutator& mutator : mutators_) mutator.Tell(oracle);
    return oracle;
  }

  // Checks the whole heap; called in a slice.
  void Look() {
    const std::optional<gc::Failure> breach = gc::Verifier().Verify(shared_.heap);
    if (breach) shared_.Complain(std::string("verifier: ") + breach->sentence, breach->index);
    const reference::Heap oracle = Oracle();
    const std::vector<char>& reachable = oracle.Reachable();
    for (Name name = 0; name < oracle.NameCount(); ++name) {
      if (reachable[name] == 0) continue;
      if (!shared_.IsAlive(name)) shared_.Complain("safety: reachable, and ended", name);
      if (shared_.AnsweredNull(name)) shared_.Complain("weak-answer: reachable, and null", name);
    }
  }

  void TwoQuietCycles() {
    shared_.lock.Acquire();
    shared_.heap.Collect();
    shared_.heap.Collect();
    shared_.heap.FinishPurge({});
    Look();
    shared_.lock.Release();
  }

  // Checks that the heap has exactly the objects that the oracle reaches, with their fields.
  void Compare() {
    const reference::Heap oracle = Oracle();
    std::vector<char> missing = oracle.Reachable();
    const gc::Collector& collector = shared_.heap.collector();
    for (gc::Index index = 1; index < collector.population.table.End(); ++index) {
      const Item* const item =
          static_cast<const Item*>(collector.population.table[index].Occupant());
      if (item == nullptr) continue;
      if (missing[item->name] == 0) shared_.Complain("completeness: not reachable", item->name);
      missing[item->name] = 0;
      for (std::uint32_t i = 0; i < kFields; ++i) {
        const Item* const value = item->fields[i].Get();
        if ((value != nullptr ? value->name : kNull) == oracle[item->name].fields[i]) continue;
        shared_.Complain("fields: not what was stored last", item->name);
      }
    }
    for (Name name = 0; name < missing.size(); ++name) {
      if (missing[name] != 0) shared_.Complain("safety: reachable, and not in the heap", name);
    }
  }

  SharedHeap shared_;
  std::vector<Mutator> mutators_;
  std::minstd_rand random_;
  std::atomic<std::uint32_t> running_{0};
  std::atomic<gc::Nanoseconds> looks_{0};
  std::uint64_t cycles_ = 0;
};

class FreeRunning : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, FreeRunning, testing::Values(1u, 2u, 4u, 8u));

// S7.9, S9.16, S9.4, S1.7, S1.9, S1.14, S2.14, S3.10, S5.24, S7.12, S11.3, S12.14
TEST_P(FreeRunning, TheHeapEqualsTheOraclesAndNothingReachableIsEverFreed) {
  const char* const wanted = std::getenv("TRICOLOUR_FREE_RUNNING_SECONDS");
  const std::chrono::seconds time(wanted != nullptr ? std::atol(wanted) / 2 : 0);
  const auto start = std::chrono::steady_clock::now();
  Seen seen;
  std::uint32_t seed = 1;
  do {
    Round round(GetParam(), seed);
    round.Run(seen);
    ASSERT_THAT(round.Complaints(), testing::IsEmpty()) << "round " << seed;
    seed += 1;
  } while (seed <= 2 || std::chrono::steady_clock::now() - start < time);
  RecordProperty("rounds", static_cast<int>(seed - 1));
  // If little happened in a run, its success would mean little.
  EXPECT_GT(seen.cycles, 3u);
  EXPECT_GT(seen.freed, kMutators * kNamesEach / 2);
  EXPECT_GT(seen.answers, 100u);
  EXPECT_GT(seen.nulls, 10u);
  if (GetParam() > 1) {
    EXPECT_GT(seen.tasks, 10u * GetParam());
  }
}

}  // namespace
}  // namespace properties::free_running
