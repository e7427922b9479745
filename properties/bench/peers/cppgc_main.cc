// properties/bench/peers/cppgc_main.cc -- V8's collector for C++ objects, out of libnode.
//
//     cppgc_peer THREADS
//
// With one thread, marking is incremental, which is faster than its atomic marking; with more, it
// is concurrent as well. Sweeping is part of the collection in both. A Member is traced by its
// static type, so the objects have a virtual Trace, and count themselves in a collection of their
// own that is not measured. Collections begin when they are asked for: the heap is told that it may
// grow.

#include <unistd.h>
#include <v8-initialization.h>

#include <cppgc/allocation.h>
#include <cppgc/default-platform.h>
#include <cppgc/garbage-collected.h>
#include <cppgc/heap.h>
#include <cppgc/member.h>
#include <cppgc/persistent.h>
#include <cppgc/testing.h>
#include <cppgc/visitor.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "properties/bench/serve/serve.h"
#include "properties/bench/subjects/frames.h"
#include "properties/bench/subjects/store_loop.h"

namespace bench {
namespace {

constexpr auto kNoStack = cppgc::EmbedderStackState::kNoHeapPointers;
constexpr std::size_t kHeaderBytes = 8;  // in front of each object

bool counting = false;
std::atomic<std::uint64_t> traced = 0;

// The slots follow.
class Base : public cppgc::GarbageCollected<Base> {
 public:
  virtual void Trace(cppgc::Visitor*) const {
    if (counting) traced.fetch_add(1, std::memory_order_relaxed);
  }
  cppgc::Member<Base>* Slots() { return reinterpret_cast<cppgc::Member<Base>*>(this + 1); }
};

template <std::uint32_t kBytes, std::uint32_t kCount>
class Thing final : public Base {
 public:
  void Trace(cppgc::Visitor* visitor) const override {
    Base::Trace(visitor);
    for (const cppgc::Member<Base>& slot : slots_) visitor->Trace(slot);
  }

 private:
  static constexpr std::size_t kUsed = kHeaderBytes + sizeof(Base) + kCount * sizeof(void*);
  cppgc::Member<Base> slots_[kCount];
  char filling_[kBytes - kUsed];
};

// W7: a slot and a plain pointer.
class Pair final : public cppgc::GarbageCollected<Pair> {
 public:
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(barriered); }
  cppgc::Member<Pair> barriered;
  Pair* raw = nullptr;
};

template <std::size_t kShape>
Base* MadeAs(cppgc::AllocationHandle& handle) {
  return cppgc::MakeGarbageCollected<Thing<kShapes[kShape].bytes, kShapes[kShape].slots>>(handle);
}
using Maker = Base* (*)(cppgc::AllocationHandle&);
template <std::size_t... kShape>
constexpr std::array<Maker, sizeof...(kShape)> Makers(std::index_sequence<kShape...>) {
  return {&MadeAs<kShape>...};
}
constexpr auto kMakers = Makers(std::make_index_sequence<std::size(kShapes)>());

class Cppgc : public Subject {
 public:
  Cppgc(std::shared_ptr<cppgc::DefaultPlatform> platform, std::uint32_t threads)
      : platform_(std::move(platform)), threads_(threads) {}

  void Build(const Graph& graph) override {
    graph_ = graph;
    heap_ = NewHeap();
    objects_.assign(graph.objects(), nullptr);
    gone_ = Reached(graph, false);
    gone_.flip();
    const std::vector<bool> everything(graph.objects(), true);
    Fill(everything);
    Link(everything);
    for (const std::uint32_t root : graph.kept) kept_.emplace_back(objects_[root]);
    Collect(*heap_);
  }

  Measures Trace() override {
    const Stopwatch watch;
    Collect(*heap_);
    return {{"whole", {watch.Milliseconds()}}, {"count", {Count()}}};
  }

  Measures Halve() override {
    dropped_.clear();
    const Stopwatch collect;
    Collect(*heap_);
    const double collected = collect.Milliseconds(), count = Count();
    const Stopwatch refill;
    Fill(gone_);
    const double refilled = refill.Milliseconds();
    Link(gone_);
    return {{"collect", {collected}}, {"refill", {refilled}}, {"count", {count}}};
  }

  Measures Litter(std::uint32_t count) override {
    constexpr std::uint32_t kBetween = 250'000;
    const Stopwatch watch;
    for (std::uint32_t left = count; left > 0;) {
      const std::uint32_t some = std::min(left, kBetween);
      for (std::uint32_t i = 0; i < some; ++i) New();
      Collect(*heap_);
      left -= some;
    }
    return {{"total", {watch.Milliseconds()}}, {"count", {Count()}}};
  }

  Measures Frames(const FramePlan& plan) override {
    FrameGame<Cppgc> game(*this, static_cast<std::uint32_t>(objects_.size()), plan);
    Measures measures = game.Play();
    if (marking_) Finish();
    Collect(*heap_);
    measures["count"] = {Count() - game.ExtraLive()};
    return measures;
  }

  Measures Stores() override {
    Measures measures;
    for (const auto& [name, count] : {std::pair{"hot", kHotObjects}, {"cold", graph_.objects()}}) {
      const std::unique_ptr<cppgc::Heap> heap = NewHeap();
      std::vector<Pair*> pairs(count);
      for (Pair*& pair : pairs) {
        pair = cppgc::MakeGarbageCollected<Pair>(heap->GetAllocationHandle());
      }
      const StoreLoop<Pair> loop(pairs);
      MeasureStores(
          loop, name, [](Pair* holder, Pair* target) { holder->raw = target; },
          [](Pair* holder, Pair* target) { holder->barriered = target; },
          [&] {
            cppgc::testing::StandaloneTestingHeap(heap->GetHeapHandle()).StartGarbageCollection();
          },
          measures);
      cppgc::testing::StandaloneTestingHeap(heap->GetHeapHandle())
          .FinalizeGarbageCollection(kNoStack);
    }
    return measures;
  }

  using Reference = Base*;
  Reference At(std::uint32_t number) const { return objects_[number]; }
  Reference New() { return kMakers[kFirstSized](heap_->GetAllocationHandle()); }
  void Store(Reference holder, Reference target) { holder->Slots()[3] = target; }
  void Collect(std::uint32_t, double budget_ms) {
    cppgc::testing::StandaloneTestingHeap cycle(heap_->GetHeapHandle());
    const Stopwatch watch;
    if (!marking_) {
      cycle.StartGarbageCollection();
      marking_ = true;
    }
    while (watch.Milliseconds() < budget_ms) {
      if (!cycle.PerformMarkingStep(kNoStack)) continue;
      Finish();
      return;
    }
  }

 private:
  std::unique_ptr<cppgc::Heap> NewHeap() const {
    cppgc::Heap::HeapOptions options = cppgc::Heap::HeapOptions::Default();
    options.stack_support = cppgc::Heap::StackSupport::kNoConservativeStackScan;
    options.marking_support = threads_ == 1 ? cppgc::Heap::MarkingType::kIncremental
                                            : cppgc::Heap::MarkingType::kIncrementalAndConcurrent;
    options.sweeping_support = cppgc::Heap::SweepingType::kAtomic;
    options.resource_constraints.initial_heap_size_bytes = std::size_t{64} << 30;
    return cppgc::Heap::Create(platform_, std::move(options));
  }

  static void Collect(cppgc::Heap& heap) {
    cppgc::testing::StandaloneTestingHeap cycle(heap.GetHeapHandle());
    cycle.StartGarbageCollection();
    while (!cycle.PerformMarkingStep(kNoStack)) continue;
    cycle.FinalizeGarbageCollection(kNoStack);
  }
  void Finish() {
    cppgc::testing::StandaloneTestingHeap(heap_->GetHeapHandle())
        .FinalizeGarbageCollection(kNoStack);
    marking_ = false;
  }
  double Count() {
    counting = true;
    traced = 0;
    Collect(*heap_);
    counting = false;
    return static_cast<double>(traced);
  }
  void Fill(const std::vector<bool>& which) {
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (which[i]) objects_[i] = kMakers[graph_.shapes[i]](heap_->GetAllocationHandle());
    }
  }
  void Link(const std::vector<bool>& which) {
    graph_.ForEach([&](std::uint32_t number, const Shape&, std::span<const std::uint32_t> targets) {
      if (!which[number]) return;
      cppgc::Member<Base>* slot = objects_[number]->Slots();
      for (const std::uint32_t target : targets) {
        if (target != 0) *slot = objects_[target - 1];
        ++slot;
      }
    });
    for (const std::uint32_t root : graph_.dropped) dropped_.emplace_back(objects_[root]);
  }

  const std::shared_ptr<cppgc::DefaultPlatform> platform_;
  const std::uint32_t threads_;
  Graph graph_;
  std::unique_ptr<cppgc::Heap> heap_;
  std::vector<Base*> objects_;
  std::vector<bool> gone_;
  std::vector<cppgc::Persistent<Base>> kept_;
  std::vector<cppgc::Persistent<Base>> dropped_;
  bool marking_ = false;
};

int Run(std::uint32_t threads) {
  const auto platform =
      std::make_shared<cppgc::DefaultPlatform>(static_cast<int>(std::max(1u, threads - 1)));
  v8::V8::InitializePlatform(platform->GetV8Platform());
  cppgc::InitializeProcess(platform->GetPageAllocator());
  Cppgc subject(platform, threads);
  const int status = Serve(subject, STDIN_FILENO, STDOUT_FILENO);
  // Its heap needs the platform, which has threads of its own: the process ends without both.
  std::_Exit(status);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Run(argc > 1 ? static_cast<std::uint32_t>(std::atoi(argv[1])) : 1);
}
