// properties/bench/subjects/core.cc -- builds the graph in a gc::Heap, and runs the workloads on
// it.

#include "properties/bench/subjects/core.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "properties/bench/subjects/frames.h"
#include "properties/bench/subjects/store_loop.h"

namespace bench {
namespace {

// What fills an object up to its size. It has no initialiser, since its memory is zeroes already.
template <std::size_t kBytes>
struct Filling {
  std::byte bytes[kBytes];
};
template <>
struct Filling<0> {};

// All shapes have their slots right behind the base, so that one cast serves for all.
template <std::uint32_t kBytes, std::uint32_t kCount>
struct Thing : gc::Object {
  static constexpr std::size_t kUsed = sizeof(gc::Object) + kCount * sizeof(void*);
  static_assert(kUsed <= kBytes);
  explicit Thing(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<gc::Object> slots[kCount];
  [[no_unique_address]] Filling<kBytes - kUsed> filling;
  static const gc::Class kClass;
};
template <std::uint32_t kBytes, std::uint32_t kCount>
const gc::Reference kLines[] = {gc::Reference::To(&Thing<kBytes, kCount>::slots, "slots")};
template <std::uint32_t kBytes, std::uint32_t kCount>
const gc::Class Thing<kBytes, kCount>::kClass =
    gc::Describe<Thing<kBytes, kCount>>("Thing", kLines<kBytes, kCount>);
static_assert(sizeof(Thing<64, 4>) == 64 && sizeof(Thing<448, 50>) == 448);

using AnyThing = Thing<64, 1>;

template <std::size_t kShape>
gc::Object* MadeAs(gc::Heap& heap) {
  return heap.New<Thing<kShapes[kShape].bytes, kShapes[kShape].slots>>();
}
using Maker = gc::Object* (*)(gc::Heap&);
template <std::size_t... kShape>
constexpr std::array<Maker, sizeof...(kShape)> Makers(std::index_sequence<kShape...>) {
  return {&MadeAs<kShape>...};
}
constexpr auto kMakers = Makers(std::make_index_sequence<std::size(kShapes)>());

gc::ObjectPtr<gc::Object>* SlotsOf(gc::Object* object) {
  return static_cast<AnyThing*>(object)->slots;
}

// W7: an object with a slot and a plain pointer, which are stored into in the same loop.
struct Pair : gc::Object {
  explicit Pair(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<gc::Object> barriered;
  gc::Object* raw = nullptr;
  static const gc::Class kClass;
};
const gc::Reference kPairLines[] = {gc::Reference::To(&Pair::barriered, "barriered")};
const gc::Class Pair::kClass = gc::Describe<Pair>("Pair", kPairLines);

// The root of a cluster of some objects beside those that are stored into.
struct Hub : gc::Object {
  explicit Hub(const gc::Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  gc::ObjectPtr<Pair> members[64];
  static const gc::Class kClass;
};
const gc::Reference kHubLines[] = {gc::Reference::To(&Hub::members, "members")};
const gc::Class Hub::kClass = gc::Describe<Hub>("Hub", kHubLines);

// The same stores while the heap has a cluster.
void MeasureBesideClusters(const StoreLoop<Pair>& loop, const std::string& name, gc::Heap& heap,
                           Measures& measures) {
  Hub* const hub = heap.New<Hub>();
  for (auto& member : hub->members) member = heap.New<Pair>();
  if (heap.MakeCluster(hub) == 0) throw CannotDo("made no cluster");
  const auto store = [](Pair* holder, Pair* target) { holder->barriered = target; };
  loop.Nanoseconds(store);  // touches every page
  std::array<double, 3> turns;
  for (double& turn : turns) turn = loop.Nanoseconds(store);
  std::ranges::sort(turns);
  measures["beside clusters " + name] = {turns[1]};
  heap.DissolveClusterOf(hub);
}

// Nothing is reachable here, so all is white when marking begins.
Measures MeasuredStores(std::size_t cold) {
  Measures measures;
  for (const auto& [name, count] : {std::pair{"hot", kHotObjects}, {"cold", cold}}) {
    gc::Heap heap({.max_objects = static_cast<gc::Index>(count)});
    std::vector<Pair*> pairs(count);
    for (Pair*& pair : pairs) pair = heap.New<Pair>();
    const StoreLoop<Pair> loop(pairs);
    MeasureBesideClusters(loop, name, heap, measures);
    MeasureStores(
        loop, name, [](Pair* holder, Pair* target) { holder->raw = target; },
        [](Pair* holder, Pair* target) { holder->barriered = target; }, [&] { heap.Start(); },
        measures);
  }
  return measures;
}

// Collections of W5 begin when so many objects were made since the last one: 40 MB of them. With
// half as many in between, a fifth more time goes by, as each collection marks what lives again.
constexpr std::uint32_t kLitterBetween = 500'000;

class Core : public Subject {
 public:
  Core(std::uint32_t workers, Pace pace) : workers_(workers), pace_(pace) {}

  void Build(const Graph& graph) override {
    graph_ = graph;
    gc::HeapOptions options;
    options.max_objects = static_cast<gc::Index>(graph.objects() + 1'000'000);
    options.workers = workers_;
    heap_ = std::make_unique<gc::Heap>(options);
    objects_.clear();
    for (const std::uint32_t shape : graph.shapes) objects_.push_back(kMakers[shape](*heap_));
    const std::vector<bool> everything(graph.objects(), true);
    Link(everything);
    for (const std::uint32_t root : graph.kept) heap_->AddRoot(objects_[root]);
    // What no root reaches goes now, so that the measured collections find nothing to free.
    heap_->Collect();
  }

  Measures Trace() override {
    const std::uint32_t all = heap_->ObjectCount();
    const Stopwatch sliced;
    heap_->Start();
    // A unit for each object, for the first references and for the end check.
    while (heap_->phase() == gc::Phase::kMarking) heap_->Tick(all + 2);
    const double mark = sliced.Milliseconds();
    Finish();
    const Stopwatch watch;
    heap_->Collect();
    return {{"mark", {mark}}, {"whole", {watch.Milliseconds()}}, {"count", {Live()}}};
  }

  Measures Halve() override {
    const std::vector<bool> gone = Gone();
    for (const std::uint32_t root : graph_.dropped) heap_->RemoveRoot(objects_[root]);
    const Stopwatch collect;
    heap_->Collect();
    const double collected = collect.Milliseconds(), count = Live();
    const Stopwatch refill;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (gone[i]) objects_[i] = kMakers[graph_.shapes[i]](*heap_);
    }
    const double refilled = refill.Milliseconds();
    Link(gone);
    return {{"collect", {collected}}, {"refill", {refilled}}, {"count", {count}}};
  }

  Measures Litter(std::uint32_t count) override {
    const Stopwatch watch;
    for (std::uint32_t left = count; left > 0;) {
      const std::uint32_t some = std::min(left, kLitterBetween);
      for (std::uint32_t i = 0; i < some; ++i) heap_->New<Thing<64, 4>>();
      heap_->Collect();
      left -= some;
    }
    return {{"total", {watch.Milliseconds()}}, {"count", {Live()}}};
  }

  Measures Frames(const FramePlan& plan) override {
    FrameGame<Core> game(*this, static_cast<std::uint32_t>(objects_.size()), plan);
    Measures measures = game.Play();
    Finish();
    heap_->Collect();
    measures["count"] = {static_cast<double>(heap_->ObjectCount() - game.ExtraLive())};
    return measures;
  }

  Measures Stores() override { return MeasuredStores(graph_.objects()); }

  // For FrameGame: objects of the graph by number, new objects of 64 bytes, and stores into the
  // fourth slot.
  using Reference = gc::Object*;
  Reference At(std::uint32_t number) const { return objects_[number]; }
  Reference New() { return heap_->New<Thing<64, 4>>(); }
  void Store(Reference holder, Reference target) { SlotsOf(holder)[3] = target; }
  bool IsIdle() const { return heap_->phase() == gc::Phase::kIdle && !heap_->PurgePending(); }
  bool IsMarking() const { return heap_->phase() == gc::Phase::kMarking; }
  // The collector's part of a frame.
  void Collect(std::uint32_t frame, double budget_ms) {
    switch (pace_) {
      case Pace::kNever:
        return;
      case Pace::kAtOnce:
        if (frame % 60 == 59) heap_->Collect();
        return;
      case Pace::kSlices:
        break;
    }
    if (heap_->phase() == gc::Phase::kIdle && !heap_->PurgePending()) heap_->Start();
    const gc::Clock clock = SteadyClock();
    heap_->TickUntil({clock, clock.Now() + static_cast<gc::Nanoseconds>(budget_ms * 1e6)});
  }

 private:
  static gc::Clock SteadyClock() {
    return {.now = [](void*) {
      return static_cast<gc::Nanoseconds>(std::chrono::steady_clock::now().time_since_epoch() /
                                          std::chrono::nanoseconds(1));
    }};
  }
  void Finish() {
    while (heap_->phase() != gc::Phase::kIdle || heap_->PurgePending()) heap_->Tick(gc::kUnlimited);
  }
  double Live() const { return heap_->ObjectCount(); }
  // The objects that only dropped roots keep.
  std::vector<bool> Gone() const {
    std::vector<bool> gone = Reached(graph_, false);
    gone.flip();
    return gone;
  }
  // Stores the references of the objects that `which` names, and makes dropped roots roots again.
  void Link(const std::vector<bool>& which) {
    graph_.ForEach([&](std::uint32_t number, const Shape&, std::span<const std::uint32_t> targets) {
      if (!which[number]) return;
      gc::ObjectPtr<gc::Object>* slot = SlotsOf(objects_[number]);
      for (const std::uint32_t target : targets) {
        if (target != 0) *slot = objects_[target - 1];
        ++slot;
      }
    });
    for (const std::uint32_t root : graph_.dropped) heap_->AddRoot(objects_[root]);
  }

  const std::uint32_t workers_;
  const Pace pace_;
  Graph graph_;
  std::unique_ptr<gc::Heap> heap_;
  std::vector<gc::Object*> objects_;
};

}  // namespace

std::unique_ptr<Subject> MakeCore(std::uint32_t workers, Pace pace) {
  return std::make_unique<Core>(workers, pace);
}

}  // namespace bench
