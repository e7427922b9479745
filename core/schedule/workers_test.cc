// core/schedule/workers_test.cc -- workers do all that a worker may, and let the lock go after each
// deed, beside every kind of collection.
//
// A section ends after every deed, so a slice can begin there; and between two slices, and where a
// full collection waits for objects that are not ready, the lock is free, so sections open there.
// No deed waits for another thread. Run under ThreadSanitizer (the preset tsan) the suite shows
// more than its assertions do.
//
// Label: threads.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "core/heap/selection.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/clusters.h"
#include "core/testing/named.h"
#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

// A named object whose constructor ends by writing that it is whole.
class Whole : public NamedObject {
 public:
  explicit Whole(const Birth& birth) : NamedObject(birth) { token = kToken; }
  // Under the collector: some are not ready at first, so that a full collection waits.
  bool IsReadyForFinishDestroy() const noexcept { return ready.fetch_sub(1) <= 0; }
  static constexpr int kToken = 17;
  int token = 0;
  mutable std::atomic<int> ready{0};
  static const Class kClass;
};
const Class Whole::kClass = DescribeNamed<Whole>("Whole", NamedObject::kClass);

// What one worker has. Only it uses this.
struct Hands {
  std::string prefix;
  Loner* holder = nullptr;  // a root
  WeakPtr<NamedObject> last;
  StrongPtr<NamedObject> pinned;
  int made = 0;
};

class Workers : public testing::Test {
 protected:
  static constexpr int kWorkers = 3;

  static Settings InSlices() {
    Settings settings = Sliced();
    settings.begin_incremental = true;
    return settings;
  }

  Workers() : world(InSlices()), make(world.heap), level(make.New<Package>({.name = "Level"})) {
    world.heap.SetClusterOptions({.min_objects = 2});
    world.heap.AddRoot(level);
    for (int i = 0; i < kWorkers; ++i) {
      Hands& own = hands[static_cast<std::size_t>(i)];
      own.prefix = std::string(1, static_cast<char>('a' + i));
      own.holder = world.heap.New<Loner>();
      world.heap.AddRoot(own.holder);
    }
  }

  void Judge(const Whole* found) { wrong += found != nullptr && found->token != Whole::kToken; }

  void MakeNamed(Hands& own) {
    const std::string name = own.prefix + std::to_string(own.made++);
    Whole* const made = make.New<Whole>({.outer = level, .name = name});
    if (own.made % 64 == 0) made->ready = 2;
    own.last = made;
    world.heap.HandOver(made);
  }
  void Find(Hands& own) {
    const std::string name = own.prefix + std::to_string(own.made - 1);
    if (const NamedObject* found = make.Find(level, name)) Judge(static_cast<const Whole*>(found));
  }
  void Iterate(Hands&) {
    make.ForEach<Whole>([this](const Whole* found) { Judge(found); });
    make.ForEachInside(*level, [](const NamedObject*) {});
    ForEachSelected<Whole>(world.heap, {}, [this](const Whole& found) { Judge(&found); });
    int shown = 0;
    world.heap.ForEachObject([&](const Object& object) { shown += object.header().index != 0; });
    wrong += shown == 0;
  }
  void ReadWeakly(Hands& own) {
    if (own.last.IsValid()) Judge(static_cast<const Whole*>(own.last.Get()));
    const WeakPtr<NamedObject> copy = own.last;
    if (NamedObject* const there = copy.Get()) own.last = there;
  }
  void Pinned(Hands& own) { own.pinned = Pin(own.last); }
  // Lets the collector's thread make a cluster of two new objects.
  void Offer(Hands& own) {
    Hub* const hub = world.heap.New<Hub>();
    Piece* const piece = world.heap.New<Piece>();
    hub->to[0] = piece;
    own.holder->to = hub;
    world.heap.HandOver(hub);
    world.heap.HandOver(piece);
  }
  void StoreIntoMember(Hands& own) {
    if (own.holder->to == nullptr) return;
    Piece* const member = static_cast<Piece*>(static_cast<Hub*>(own.holder->to.Get())->to[0].Get());
    Piece* const born = world.heap.New<Piece>();
    member->to[0] = born;
    world.heap.HandOver(born);
    if (own.made % 3 == 0) world.heap.DissolveClusterOf(member);
  }
  void MakeClusters() {
    world.lock.Acquire();
    for (const Hands& own : hands) {
      if (own.holder->to != nullptr) clusters += world.heap.MakeCluster(own.holder->to.Get()) != 0;
    }
    world.lock.Release();
  }

  void Work(Hands& own, int turns) {
    using Deed = void (Workers::*)(Hands&);
    constexpr std::array<Deed, 7> kDeeds = {
        &Workers::MakeNamed, &Workers::Find,  &Workers::Iterate,        &Workers::ReadWeakly,
        &Workers::MakeNamed, &Workers::Offer, &Workers::StoreIntoMember};
    for (int turn = 0; turn < turns; ++turn) {
      {
        const Section section(world.lock);
        (this->*kDeeds[static_cast<std::size_t>(turn) % kDeeds.size()])(own);
      }
      if (turn % 4 == 0) Pinned(own);  // in no section
    }
    own.pinned.Reset();
    running -= 1;
  }

  ScheduledHeap world;
  Factory make;
  Package* const level;
  std::array<Hands, kWorkers> hands;
  std::atomic<int> running{0};
  std::atomic<int> wrong{0};
  int clusters = 0;
};

// S7.1, S7.9, S7.10, S3.9, S2.14, S5.24: every kind of collection in turn.
TEST_F(Workers, LoseNothingAndSeeNothingHalfMadeBesideEveryKindOfCollection) {
  running = kWorkers;
  std::vector<std::thread> threads;
  for (Hands& own : hands) threads.emplace_back([&] { Work(own, 2000); });
  world.environment.on_pause = [] { std::this_thread::yield(); };
  for (int round = 0; running != 0 || clusters == 0; ++round) {
    if (round % 7 == 0) world.scheduler.RequestCollection(round % 2 == 0);
    if (round % 11 == 3) world.scheduler.TryCollect(round % 2 == 0);
    if (round % 13 == 5) world.scheduler.Collect(round % 2 == 0);
    world.Frame();
    MakeClusters();
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  for (Hands& own : hands) world.heap.RemoveRoot(own.holder);
  world.scheduler.Collect();
  EXPECT_EQ(Verifier().Verify(world.heap), std::nullopt);
  int left = 0;
  make.ForEach<Whole>([&left](const Whole*) { left += 1; });
  EXPECT_EQ(left, 0) << "all were handed over";
}

}  // namespace
}  // namespace gc
