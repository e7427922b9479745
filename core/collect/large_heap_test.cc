// core/collect/large_heap_test.cc -- a heap of a hundred thousand objects in more than a hundred
// blocks, under a ceiling of memory: what a heap of ten objects never shows.
//
// A soak once found what every small heap agreed with: a block that was full was judged free, and
// a list of blocks lost what it had. Here objects of three sizes live in a graph that changes,
// births are refused at the ceiling, and after each cycle the heap has what a plain search finds,
// each object with what was written into it; and what it takes from the system stays bounded.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/inspect/verify/verifier.h"

namespace gc {
namespace {

// An object knows its number; the rest of it repeats the number, so that two objects that share
// memory, or memory that is given away too early, show.
template <std::size_t kWords>
struct Filled : Object {
  Filled(const Birth& birth, std::uint64_t called) : Object(birth), number(called) {
    std::fill(std::begin(words), std::end(words), called);
  }
  bool IsIntact() const {
    return std::all_of(std::begin(words), std::end(words),
                       [this](std::uint64_t word) { return word == number; });
  }
  ObjectPtr<Object> to[3];
  const std::uint64_t number;
  std::uint64_t words[kWords];
  static const Class kClass;
};
using Small = Filled<1>;
using Middle = Filled<6>;
using Large = Filled<30>;
const Reference kSmallReferences[] = {Reference::To(&Small::to, "to")};
const Reference kMiddleReferences[] = {Reference::To(&Middle::to, "to")};
const Reference kLargeReferences[] = {Reference::To(&Large::to, "to")};
template <>
const Class Small::kClass = Describe<Small>("Small", kSmallReferences);
template <>
const Class Middle::kClass = Describe<Middle>("Middle", kMiddleReferences);
template <>
const Class Large::kClass = Describe<Large>("Large", kLargeReferences);

template <class Visit>
auto Of(Object& object, Visit&& visit) {
  if (object.header().type == &Small::kClass) return visit(static_cast<Small&>(object));
  if (object.header().type == &Middle::kClass) return visit(static_cast<Middle&>(object));
  return visit(static_cast<Large&>(object));
}

constexpr std::size_t kRoots = 500;
constexpr std::size_t kCeiling = 14u << 20;  // bytes of objects: some 100,000 of them

class LargeHeap : public testing::Test {
 protected:
  LargeHeap() {
    for (std::size_t i = 0; i < kRoots; ++i) {
      roots_.push_back(heap.New<Small>(next_++));
      heap.AddRoot(roots_.back());
    }
  }
  std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_() >> 8) % bound;
  }
  // Where some steps from a root end.
  Object& Somewhere() {
    Object* at = roots_[Below(kRoots)];
    for (std::uint32_t steps = Below(12); steps > 0; --steps) {
      Object* const to = Of(*at, [this](auto& of) { return of.to[Below(3)].Get(); });
      if (to == nullptr) break;
      at = to;
    }
    return *at;
  }
  Object* Make() {
    switch (Below(3)) {
      case 0:
        return heap.TryNew<Small>(next_++);
      case 1:
        return heap.TryNew<Middle>(next_++);
      default:
        return heap.TryNew<Large>(next_++);
    }
  }
  // Objects come behind others until one is refused.
  void Fill() {
    while (Object* const made = Make()) {
      Of(Somewhere(), [&](auto& of) { of.to[Below(3)] = made; });
      most_ = std::max(most_, heap.ObjectCount());
    }
    refused_ += 1;
  }
  void Cut(int times) {
    for (int i = 0; i < times; ++i) {
      Of(Somewhere(), [&](auto& of) { of.to[Below(3)] = nullptr; });
    }
  }
  void Compare() {
    std::vector<bool> seen(heap.collector().population.table.End());
    std::vector<Object*> next(roots_.begin(), roots_.end());
    for (const Small* const root : roots_) seen[root->header().index] = true;
    std::uint32_t reachable = kRoots;
    while (!next.empty()) {
      Object& object = *next.back();
      next.pop_back();
      ASSERT_TRUE(Of(object, [](auto& of) { return of.IsIntact(); }));
      Of(object, [&](auto& of) {
        for (const ObjectPtr<Object>& slot : of.to) {
          if (slot == nullptr || seen[slot->header().index]) continue;
          seen[slot->header().index] = true;
          reachable += 1;
          next.push_back(slot.Get());
        }
      });
    }
    EXPECT_EQ(heap.ObjectCount(), reachable);
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  }
  std::size_t Blocks() const { return heap.collector().memory.blocks().blocks(); }

  Heap heap{{.max_bytes = kCeiling}};
  std::uint32_t most_ = 0;
  int refused_ = 0;

 private:
  std::minstd_rand random_{1};
  std::uint64_t next_ = 0;
  std::vector<Small*> roots_;
};

// S17.2, S17.3, S9.3, S12.10
TEST_F(LargeHeap, HasWhatIsReachableIntactAndNeedsNoMoreThanItsCeiling) {
  std::size_t most_blocks = 0;
  for (int round = 0; round < 5; ++round) {
    Fill();
    EXPECT_LE(heap.collector().memory.bytes(), kCeiling);
    most_blocks = std::max(most_blocks, Blocks());
    Cut(3000);
    heap.Start();
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
      heap.Tick(1 + Below(20'000));
      Cut(20);
    }
    heap.Collect();
    Compare();
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
  EXPECT_GT(most_, 90'000u);
  EXPECT_EQ(refused_, 5);
  EXPECT_TRUE(most_blocks > 200 || kAddressesWatched) << most_blocks;
  // A third more than the objects need, for blocks that are not full.
  EXPECT_LT(most_blocks * kBlockBytes, kCeiling / 3 * 4);
  Cut(200'000);
  heap.Collect();
  heap.Trim();
  Compare();
  EXPECT_LT(Blocks() * kBlockBytes, kCeiling);
}

}  // namespace
}  // namespace gc
