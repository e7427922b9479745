// core/mark/workers_share_test.cc -- what workers give each other while they mark, and what they
// leave to the caller.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/schedule/slice.h"
#include "core/testing/clusters.h"
#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

// Calls a function of the test before it shows its references, so a worker scans it by itself.
struct Presenter : Object {
  Presenter(const Birth& birth, std::function<void()> call)
      : Object(birth), before(std::move(call)) {}
  void VisitReferences(const SlotVisitor& visit) {
    before();
    for (ObjectPtr<Object>& slot : to) visit(slot);
  }
  std::function<void()> before;
  ObjectPtr<Object> to[2];
  static const Class kClass;
};
const Reference kPresenterReferences[] = {Reference::Shown<Presenter>("shown")};
const Class Presenter::kClass = Describe<Presenter>("Presenter", kPresenterReferences);

// A place where two threads meet; one that comes alone waits two seconds for the other.
class MeetingPlace {
 public:
  bool Meets() {
    std::unique_lock lock(mutex_);
    here_ += 1;
    both_ |= here_ == 2;
    come_.notify_all();
    come_.wait_for(lock, std::chrono::seconds(2), [this] { return both_; });
    here_ -= 1;
    return both_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable come_;
  int here_ = 0;
  bool both_ = false;
};

// S9.16, S9.18: two objects are enough to share. One worker has nothing left and waits; the other
// one finds two slow objects, and keeps one of them. On a machine with much to do there may be no
// second thread in time, so there are several tries.
TEST(Sharing, AWorkerThatWaitsIsWokenForOneObjectOfTwo) {
  if (std::thread::hardware_concurrency() < 2) return;  // no second thread would come
  std::atomic<bool> together = false;
  for (int tries = 0; tries < 5 && !together; ++tries) {
    Heap heap({.workers = 2, .task_objects = 1});
    MeetingPlace at_first, at_last;
    const auto last = [&] {
      if (at_last.Meets()) together = true;
    };
    Presenter* const quick = heap.New<Presenter>([&] { at_first.Meets(); });
    Presenter* const slow = heap.New<Presenter>([&] {
      at_first.Meets();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the other one waits by now
    });
    slow->to[0] = heap.New<Presenter>(last);
    slow->to[1] = heap.New<Presenter>(last);
    heap.AddRoot(quick);
    heap.AddRoot(slow);
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 4u);
  }
  EXPECT_TRUE(together);
}

// S9.15, S10.9, S10.12: the root of a cluster that the mutator has shaded is activated by the
// caller, though it looks like any other object that a worker could scan: it refers to nothing. Its
// member refers to what no cluster has.
TEST(Sharing, WorkersLeaveRootsOfClustersToTheCaller) {
  Heap heap({.workers = 2, .task_objects = 1});
  constexpr int kClusters = 50;
  std::vector<Hub*> hubs;
  for (int i = 0; i < kClusters; ++i) {
    Hub* const hub = heap.New<Hub>();
    Piece* const member = heap.New<Piece>();
    member->to[0] = heap.New<Loner>();
    ASSERT_TRUE(heap.AllocateCluster(hub));
    ASSERT_TRUE(heap.AddToCluster(hub, member));
    hubs.push_back(hub);
    heap.New<Piece>();
  }
  heap.Start();
  for (Hub* const hub : hubs) {
    Piece* const black = heap.New<Piece>();
    heap.AddRoot(black);
    black->to[0] = hub;
  }
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(kUnlimited);
  EXPECT_EQ(heap.ObjectCount(), 4u * kClusters);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
}

// S9.2, S9.8: how fast the workers were together says nothing of how fast the caller is with what
// comes after that, which is too little to be shared. It reads the clock as soon as if nothing had
// been scanned before.
TEST(Sharing, ASliceKeepsItsLimitWithWhatIsFoundAfterwards) {
  Heap heap({.workers = 2, .task_objects = 100});
  Hub* const hub = heap.New<Hub>();
  ASSERT_TRUE(heap.AllocateCluster(hub));
  for (int i = 0; i < 1000; ++i) {
    Piece* const piece = heap.New<Piece>();
    heap.AddRoot(piece);
    if (i % 20 != 0) continue;
    Piece* const slow = heap.New<Piece>();
    slow->to[3] = slow;
    piece->to[0] = hub;  // so workers leave it to the caller, and what it leads to
    piece->to[1] = slow;
  }
  heap.Start();
  heap.Tick(1);  // the initial references
  FakeEnvironment environment;
  const Nanoseconds start = environment.now = 0;  // a time like any other
  heap.SetEventSink({.publish =
                         [](void* of, const Event& event) {
                           if (event.kind != EventKind::kScan) return;
                           if (event.object->header().type != &Piece::kClass) return;
                           const bool slow =
                               static_cast<const Piece*>(event.object)->to[3].Get() != nullptr;
                           static_cast<FakeEnvironment*>(of)->now += slow ? 1'000'000 : 0;
                         },
                     .context = &environment});
  TimeSlice slice(environment, 5 * kMillisecond);
  RunStage(heap, slice, 1000);
  EXPECT_GE(environment.now - start, 5'000'000u);
  EXPECT_LE(environment.now - start, 6'000'000u);
  heap.SetEventSink({});
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1051u);
}

}  // namespace
}  // namespace gc
