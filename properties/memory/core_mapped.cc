#include "properties/memory/core_mapped.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#ifdef __linux__
#include <fcntl.h>
#include <unistd.h>
#endif

#include "core/gc.h"
#include "core/memory/block_source.h"
#include "properties/base/private_memory.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::memory {
namespace {

constexpr std::uint32_t kMostRegions = 12;

// 0 where the system does not say. Allocates nothing.
std::size_t MappedBytes() {
  std::size_t pages = 0;
#ifdef __linux__
  char text[64] = {};
  const int file = open("/proc/self/statm", O_RDONLY);
  if (file < 0) return 0;
  const ssize_t read_bytes = read(file, text, sizeof(text) - 1);
  close(file);
  for (ssize_t i = 0; i < read_bytes && text[i] >= '0' && text[i] <= '9'; ++i) {
    pages = pages * 10 + static_cast<std::size_t>(text[i] - '0');
  }
#endif
  constexpr std::size_t kPage = 4096;
  return pages * kPage;
}

class MappedJudge {
 public:
  MappedJudge(std::uint64_t seed, PaperVerdict& verdict) : random_(Mix(seed)), verdict_(verdict) {}

  void Judge(bool lies) {
    auto source = std::make_unique<gc::BlockSource>();
    taken_.reserve(std::size_t{kMostRegions} * gc::BlockSource::kRegionBlocks);
    const std::uint32_t blocks = gc::BlockSource::kRegionBlocks;
    const std::uint32_t most = random_.Below(kMostRegions) * blocks + 1;
    const std::uint32_t refused = random_.Below(kMostRegions) * blocks;
    while (taken_.size() < most) {
      if (taken_.size() == refused) CompareRefused(*source);
      taken_.push_back(source->Take());
      if (taken_.back() == nullptr) return verdict_.Same("there is memory", 0, 1);
    }
    Compare("what the process has for blocks", source->bytes());
    const auto keep = random_.Chance(1, 3) ? random_.Below(most) : 0;
    while (taken_.size() > keep) Give(*source);
    if (random_.Chance(1, 3)) source->Trim();
    Compare("what it has once some were given back", source->bytes());
    while (!taken_.empty()) Give(*source);
    if (!lies) source.reset();
    Compare("what it has without the source", 0);
  }

 private:
  // A region of which nothing can be noted is given back at once.
  void CompareRefused(gc::BlockSource& source) {
    if (!NoListMemory::kWorks) return;
    const std::size_t before = source.bytes();
    const void* block = nullptr;
    {
      const FailingAllocation failing(0);
      const MayFail may;
      block = source.Take();
    }
    verdict_.Same("a block of a region that cannot be noted", block != nullptr, false);
    verdict_.Same("bytes of the source afterwards", source.bytes(), before);
    Compare("what the process has for them", before);
  }
  void Give(gc::BlockSource& source) {
    std::swap(taken_[random_.Below(static_cast<std::uint32_t>(taken_.size()))], taken_.back());
    source.Give(taken_.back());
    taken_.pop_back();
  }
  // In regions; other memory of the process changes by less than one.
  void Compare(const char* what, std::size_t bytes) {
    constexpr std::size_t kRegion = gc::BlockSource::kRegionBytes;
    verdict_.Same(what, (MappedBytes() - before_ + kRegion / 2) / kRegion, bytes / kRegion);
  }

  Random random_;
  PaperVerdict& verdict_;
  std::vector<void*> taken_;
  const std::size_t before_ = MappedBytes();
};

#if !TRICOLOUR_FAULTY
struct Grain : gc::Object {
  explicit Grain(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Grain> next;
  static const gc::Class kClass;
};
const gc::Reference kGrainReferences[] = {gc::Reference::To(&Grain::next, "next")};
const gc::Class Grain::kClass = gc::Describe<Grain>("Grain", kGrainReferences);

// What was filled once and for all goes back in the collections that follow.
void CompareAged(PaperVerdict& verdict) {
  constexpr int kLive = 20'000, kDead = 500'000, kCollections = 20;
  constexpr std::size_t kRegions = 2;  // for those that live
  const auto regions = [] {
    return gc::BlockSource::Shared().bytes() / gc::BlockSource::kRegionBytes;
  };
  const std::size_t before = regions();
  gc::Heap heap;
  Grain* const first = heap.New<Grain>();
  heap.AddRoot(first);
  for (int i = 1; i < kLive; ++i) {
    Grain* const one = heap.New<Grain>();
    one->next = first->next.Get();
    first->next = one;
  }
  for (int i = 0; i < kDead; ++i) heap.New<Grain>();
  verdict.Same("many objects need many regions", regions() > before + 2 * kRegions, true);
  for (int i = 0; i < kCollections; ++i) heap.Collect();
  verdict.Same("regions that nothing needs stay", regions() > before + kRegions, false);
}
#endif

}  // namespace

#if TRICOLOUR_FAULTY
void CompareMappedWithChecks(std::uint64_t seed, PaperVerdict& verdict) {
  MappedJudge(seed, verdict).Judge(false);
}
#else
bool CanCompareMapped() { return PrivateMemory::kWorks && MappedBytes() != 0; }

void CompareMapped(std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  if (!CanCompareMapped()) return;
  MappedJudge(seed, verdict).Judge(lies);
  if (seed % 16 == 0) CompareAged(verdict);
  if (seed % 4 == 1) CompareMappedWithChecks(seed, verdict);
}
#endif

}  // namespace properties::memory
