// properties/crowds/crowd_together.h -- two threads that make objects, beside steps of the
// collector.
//
// Included by core_crowds.cc only.

#pragma once

#include <array>
#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// What one thread stored does not wait to be seen where others may store.
inline void CompareStored(CrowdHeap& crowd) {
  crowd.Same("stores wait to be seen though others may store",
             crowd.heap->collector().wavefront.stored().IsOpen(), false);
}

// While it lives other threads may use the heap; and perhaps it gives no index again.
class SharedByThreads {
 public:
  SharedByThreads(CrowdHeap& crowd, bool without_reuse)
      : crowd_(crowd),
        shares_(crowd.heap->collector().population.sharing.lock() == nullptr),
        reuse_(crowd.options.reuse_indices) {
    if (shares_) crowd.heap->ShareUnder(&crowd.lock);
    CompareStored(crowd);
    if (without_reuse) crowd.Reuse(false);
  }
  ~SharedByThreads() {
    crowd_.Reuse(reuse_);
    if (shares_) crowd_.heap->ShareUnder(nullptr);
    const gc::Sharing& sharing = crowd_.heap->collector().population.sharing;
    crowd_.Same("several threads use the heap when others have left", sharing.IsOn(),
                sharing.lock() != nullptr || sharing.workers() != nullptr);
  }
  SharedByThreads(const SharedByThreads&) = delete;
  SharedByThreads& operator=(const SharedByThreads&) = delete;

  // Other threads cannot collect to make room.
  static bool HasRoom(const CrowdHeap& crowd) { return crowd.options.max_bytes >= 1'000'000; }

 private:
  CrowdHeap& crowd_;
  const bool shares_;
  const bool reuse_;
};

// Each object holds the next one. A section ends after fifty, so that a step can come between any
// two of them.
inline void MakeChain(CrowdHeap& crowd, std::vector<Being*>& chain, std::uint32_t many, Id first) {
  for (std::uint32_t i = 0; i < many;) {
    const gc::Section section(crowd.lock);
    for (const std::uint32_t end = std::min(many, i + 50); i < end; ++i) {
      chain.push_back(crowd.heap->New<Plain>(first + i));
      if (i > 0) chain[i - 1]->fields[0] = chain[i];
    }
  }
}

// What another thread makes is kept until it is handed over.
inline void EnterChain(CrowdHeap& crowd, const std::vector<Being*>& chain) {
  for (std::size_t i = 0; i < chain.size(); ++i) {
    crowd.Enter(Kind::kPlain, chain[i], 0, i == 0);
    const Id id = crowd.paper.Size() - 1;
    if (i > 0) crowd.paper.Store(id - 1, 0, id);
  }
  for (Being* const one : chain) crowd.heap->HandOver(one);
}

// A call of a thread that is in no section waits until the slice ends, whatever is done in it.
template <class Call, class InSlice>
void WaitForTheSlice(CrowdHeap& crowd, const char* what, Call&& call, InSlice&& in_slice) {
  std::atomic<bool> done = false;
  crowd.lock.Acquire();
  std::thread other([&] {
    call();
    done = true;
  });
  while (!done && crowd.lock.Blocked() == 0) std::this_thread::yield();
  crowd.Same(what, done, false);
  in_slice();
  crowd.lock.Release();
  other.join();
}
inline void CountInSlices(CrowdHeap& crowd) {
  const std::vector<Id>& living = crowd.paper.Living();
  if (living.empty() || crowd.paper.At(living.back()).garbage) return;
  Being* const body = crowd.bodies[living.back()];
  const auto nothing = [] {};
  gc::StrongPtr<Being> strong;
  WaitForTheSlice(
      crowd, "a strong pointer is made in a slice", [&] { strong = gc::StrongPtr<Being>(body); },
      nothing);
  WaitForTheSlice(
      crowd, "a strong pointer ends in a slice", [&] { strong = nullptr; }, nothing);
}
// What a weak pointer refers to dies in the slice, and is not pinned after it.
inline void PinInASlice(CrowdHeap& crowd) {
  Being* const body = crowd.MakeOne(Kind::kPlain, crowd.paper.Size(), 0);
  if (body == nullptr) return;
  crowd.Enter(Kind::kPlain, body, 0, false);
  const gc::WeakPtr<Being> weak(body);
  gc::StrongPtr<Being> strong;
  WaitForTheSlice(
      crowd, "a weak pointer is pinned in a slice", [&] { strong = gc::Pin(weak); },
      [&] { crowd.heap->Collect(); });
  crowd.Same("what died in a slice is pinned", strong != nullptr, false);
}
inline void WaitForSlices(CrowdHeap& crowd) {
  const SharedByThreads shared(crowd, false);
  CountInSlices(crowd);
  PinInASlice(crowd);
  crowd.Settle();
}

// Two chains of so many objects, with indices that are given again or not.
inline void MakeTogether(CrowdHeap& crowd, std::uint32_t many, Random& random) {
  if (many % 8 == 0) WaitForSlices(crowd);
  if (!SharedByThreads::HasRoom(crowd)) return;
  const SharedByThreads shared(crowd, random.Chance(1, 2));
  const gc::Table& table = crowd.heap->collector().population.table;
  const gc::Index end = table.End();
  std::array<std::vector<Being*>, 2> chains;
  std::array<std::thread, 2> threads;
  std::latch begin(3);
  const Id first = crowd.paper.Size();
  for (std::size_t at = 0; at < 2; ++at) {
    threads[at] = std::thread([&, at] {
      begin.arrive_and_wait();
      MakeChain(crowd, chains[at], many, first + static_cast<Id>(at) * many);
    });
  }
  crowd.heard.others_make = true;
  begin.arrive_and_wait();
  for (int i = 0; i < 4; ++i) crowd.Step([&] { return crowd.heap->Tick(20); });
  for (std::thread& thread : threads) thread.join();
  crowd.heard.others_make = false;
  for (const std::vector<Being*>& chain : chains) EnterChain(crowd, chain);
  if (!crowd.options.reuse_indices) {
    crowd.Same("more indices are given than objects made", table.End() - end > 2 * many, false);
  }
}

}  // namespace
}  // namespace properties::crowds
