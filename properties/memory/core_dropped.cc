#include "properties/memory/core_dropped.h"

#include <cstddef>
#include <memory>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/pointer/clustered_granules.h"
#include "core/population/stall.h"
#include "properties/memory/core_trim.h"

namespace properties::memory {
namespace {

constexpr std::size_t kAtOnce = 70;  // heaps: more collectors than the process keeps (64)
constexpr int kFew = 12, kVeryMany = 300'000;
constexpr int kChunks = 200;  // stores that need several chunks of a shared list
// What malloc may count differently from round to round; a forgotten page of each is more.
constexpr std::size_t kSlack = 6'000;
// Bytes of a permanent pool, which goes with its heap.
constexpr std::size_t kPool = 10'000;
// Some lists, none of which held very many.
constexpr std::size_t kLists = 1'500'000;

struct Bead : gc::Object {
  explicit Bead(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Bead> next;
  static const gc::Class kClass;
};
const gc::Reference kBeadReferences[] = {gc::Reference::To(&Bead::next, "next")};
const gc::Class Bead::kClass = gc::Describe<Bead>("Bead", kBeadReferences);

// In no block.
struct Boulder : gc::Object {
  explicit Boulder(const gc::Birth& birth) : Object(birth) {}
  std::byte weight[9'000];
  static const gc::Class kClass;
};
const gc::Class Boulder::kClass = gc::Describe<Boulder>("Boulder");

// Other threads might store as well meanwhile, and a step takes what was shaded.
void ShareAndShade(gc::Heap& heap, Bead& holder) {
  gc::Lock lock;
  heap.ShareUnder(&lock);
  for (int i = 0; i < kChunks; ++i) holder.next = heap.New<Bead>();
  lock.Acquire();
  heap.Tick(1);
  lock.Release();
  heap.ShareUnder(nullptr);
}

// A cluster that lives, some objects that die, and a marking under way in which some were shaded.
void Use(gc::Heap& heap, int many, std::vector<const void*>& clustered) {
  Bead* const top = heap.New<Bead>();
  heap.AddRoot(top);
  top->next = heap.New<Bead>();
  heap.AllocateCluster(top);
  heap.AddToCluster(top, top->next.Get());
  clustered.push_back(top);
  for (int i = 0; i < many; ++i) heap.IdentityOf(heap.New<Bead>(), 1);
  heap.New<Boulder>();
  heap.Collect();
  Bead* const late = heap.New<Bead>();
  heap.AddRoot(late);
  heap.Start();
  heap.Tick(1);
  late->next = heap.New<Bead>();
  ShareAndShade(heap, *late);
}

// The addresses of objects that were in clusters.
std::vector<const void*> UseAndDrop(std::size_t heaps, int objects, std::size_t pool = 0) {
  std::vector<const void*> clustered;
  std::vector<std::unique_ptr<gc::Heap>> all;
  for (std::size_t i = 0; i < heaps; ++i) {
    const gc::HeapOptions options{.max_disregarded = pool != 0, .permanent_bytes = pool};
    all.push_back(std::make_unique<gc::Heap>(options));
    all.back()->CloseDisregardWindow();
    Use(*all.back(), objects, clustered);
  }
  return clustered;
}

// What is allocated between two heaps takes the place of machinery that was freed.
struct alignas(gc::Collector) InItsPlace {
  std::byte bytes[sizeof(gc::Collector)];
};

void CountEvent(void* count, const gc::Event&) { ++*static_cast<std::size_t*>(count); }

// A heap that is opened in a stall has the machinery of the one before it, but its own workers, and
// nothing hears of it.
void CompareStalled(PaperVerdict& verdict) {
  gc::Stall stall;
  const gc::Stall::Use use(stall);
  const gc::Collector* machinery = nullptr;
  std::size_t told = 0;
  {
    gc::Heap heap({.workers = 3});
    heap.SetEventSink({.publish = CountEvent, .context = &told});
    heap.Collect();
    machinery = &heap.collector();
  }
  verdict.Same("a sink is told of a collection", told != 0, true);
  told = 0;
  std::vector<std::unique_ptr<InItsPlace>> between;
  for (int i = 0; i < kFew; ++i) between.push_back(std::make_unique<InItsPlace>());
  gc::Heap heap({.workers = 2});
  const gc::Workers* const workers = heap.collector().population.sharing.workers();
  verdict.Same("workers of the next heap", workers != nullptr ? workers->count() : 0, 2);
  verdict.Same("the next heap of a stall has its machinery", &heap.collector() == machinery, true);
  verdict.Same("the cycle with which the next heap begins", heap.collector().clusters.cycle(), 1);
  heap.Collect();
  verdict.Same("events of the next heap of which the sink of the last one is told", told, 0);
}

}  // namespace

void CompareDropped(bool lies, PaperVerdict& verdict) {
  if (!CanCompareTrimmed()) return;
  CompareStalled(verdict);
  UseAndDrop(kAtOnce, kFew);
  UseAndDrop(kAtOnce, kFew);
  const std::size_t before = BytesInUse();
  std::size_t known = 0;
  for (int round = 0; round < 5; ++round) {
    for (const void* const at : UseAndDrop(kAtOnce, kFew, kPool)) {
      known += gc::ClusteredGranules::MayHold(at);
    }
  }
  std::unique_ptr<gc::Heap> kept;
  std::vector<const void*> ignored;
  if (lies) Use(*(kept = std::make_unique<gc::Heap>()), kVeryMany, ignored);
  const auto left = [&](std::size_t allowed) {
    const std::size_t now = BytesInUse();
    return now > before + allowed ? now - before - allowed : 0;
  };
  verdict.Same("bytes that dropped heaps leave", left(kSlack), 0);
  verdict.Same("addresses of objects in clusters that are known when they are gone", known, 0);
  UseAndDrop(1, kVeryMany);
  verdict.Same("bytes that a large heap leaves", left(kLists), 0);
}

}  // namespace properties::memory
