// core/heap/memory_test.cc -- whichever allocation fails while objects are named, found, renamed,
// rooted and freed: what a call refused has not happened, and all else has.

#include <gtest/gtest.h>

#include <map>
#include <new>
#include <random>
#include <string>

#include "core/inspect/verify/verifier.h"
#include "core/testing/failing_memory.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// A package with parts by name. The parts whose names are noted are rooted.
class NamesRun {
 public:
  explicit NamesRun(unsigned seed) : random_(seed) {
    shop_.heap.AddRoot(level_);
    static_cast<Part*>(shop_.make.ClassOf<Part>()->default_object())->size = kOfTheTemplate;
  }

  void Do(int operations) {
    for (int i = 0; i < operations && !testing::Test::HasFailure(); ++i) {
      Operate();
      const FailingMemory::Pause pause;
      const std::optional<Failure> breach = Verifier().Verify(shop_.heap);
      ASSERT_FALSE(breach) << breach->sentence << ", object " << breach->index;
      Compare();
    }
  }
  void Settle() {
    const std::uint32_t before = CountWithout(parts_.size());
    shop_.heap.Collect();
    shop_.heap.Collect();
    EXPECT_EQ(shop_.heap.ObjectCount(), before);
    Compare();
  }
  int refused() const { return refused_; }

 private:
  static constexpr int kOfTheTemplate = 77;

  std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_() >> 8) % bound;
  }
  std::uint32_t CountWithout(std::size_t parts) {
    if (empty_ == 0) return 0;
    return empty_ + static_cast<std::uint32_t>(parts);
  }
  std::string AnyName() {
    const FailingMemory::Pause pause;
    return "part " + std::to_string(Below(40)) + " of the level, which is no short name";
  }
  template <class Call>
  bool Try(Call&& call) {
    try {
      call();
      return true;
    } catch (const std::bad_alloc&) {
      refused_ += 1;
      return false;
    }
  }
  // Every part has the name that it was given last, and no other.
  void Compare() {
    for (const auto& [name, part] : parts_) {
      EXPECT_EQ(shop_.make.Find(level_, name), part) << name;
      EXPECT_EQ(part->NameText(), name);
      EXPECT_EQ(part->size, kOfTheTemplate);
    }
    int inside = 0;
    shop_.make.ForEachInside(*level_, [&](NamedObject* one) {
      inside += parts_.contains(one->NameText()) && parts_.at(one->NameText()) == one;
    });
    EXPECT_EQ(inside, static_cast<int>(parts_.size()));
  }

  void Operate() {
    const std::string name = AnyName();
    const auto known = parts_.find(name);
    switch (Below(10)) {
      case 0:
        shop_.heap.Start();
        return;
      case 1:
      case 2:
        shop_.heap.Tick(1 + Below(30));
        return;
      case 3:
        if (known == parts_.end()) return;
        shop_.heap.RemoveRoot(known->second);
        shop_.heap.Collect();
        return Erase(known);
      case 4:
      case 5:
        return Rename(name);
      case 6:
        shop_.heap.TryNew<Node>('n');
        return;
      case 7:
        if (known == parts_.end()) return;
        Try([&] { shop_.heap.SetFlags(known->second, object_flag::kStandalone); });
        return;
      default:
        if (known == parts_.end()) Make(name);
    }
  }
  void Make(const std::string& name) {
    Part* made = nullptr;
    if (!Try([&] { made = shop_.make.TryNew<Part>({.outer = level_, .name = name}); }) ||
        made == nullptr) {
      refused_ += made == nullptr;
      EXPECT_EQ(shop_.make.Find(level_, name), nullptr);
      return;
    }
    if (!Try([&] { shop_.heap.AddRoot(made); })) {
      // It is garbage then; its name is free when it is doomed.
      EXPECT_FALSE(shop_.heap.IsRoot(made));
      shop_.heap.Collect();
      return;
    }
    const FailingMemory::Pause pause;
    parts_[name] = made;
  }
  void Rename(const std::string& name) {
    if (parts_.empty() || parts_.contains(name)) return;
    const auto any = parts_.begin();
    if (!Try([&] { shop_.make.Rename(*any->second, {.name = name}); })) return;
    const FailingMemory::Pause pause;
    parts_[name] = any->second;
    parts_.erase(any);
  }
  void Erase(std::map<std::string, Part*>::iterator known) {
    const FailingMemory::Pause pause;
    parts_.erase(known);
  }

  std::minstd_rand random_;
  Workshop shop_;
  Package* const level_ = shop_.make.New<Package>({.name = "Level"});
  std::map<std::string, Part*> parts_;
  const std::uint32_t empty_ = shop_.heap.ObjectCount();
  int refused_ = 0;
};

// S1.31: null, or a std::bad_alloc, and the heap is what it was.
TEST(NamesMemory, AreGivenOrNotWhicheverAllocationFails) {
  if (!FailingMemory::kWorks) return;
  int refused = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    for (const int many : {1, 3, FailingMemory::kForEver}) {
      for (int from = 0; from < 2000; from += 1 + from / 16) {
        NamesRun run(seed);
        bool any = false;
        {
          FailingMemory memory(from, many);
          run.Do(100);
          any = memory.failed() != 0;
        }
        run.Do(20);
        run.Settle();
        refused += run.refused();
        ASSERT_FALSE(testing::Test::HasFailure())
            << "seed " << seed << ", " << many << " from " << from;
        if (!any) break;
      }
    }
  }
  EXPECT_GT(refused, 100);
}

// S1.31: an object in two parts has its place in the list of what is under construction, or
// is not made.
TEST(ReservedMemory, IsThereOrTheObjectIsNot) {
  if (!FailingMemory::kWorks) return;
  Workshop shop;
  shop.heap.Trim();
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    const std::uint32_t before = shop.heap.ObjectCount();
    FailingMemory memory(i % 4);
    auto reserved = shop.make.Reserve<Part>({.outer = shop.make.TransientPackage()});
    const FailingMemory::Pause pause;
    refused += !reserved;
    EXPECT_EQ(shop.heap.ObjectCount(), before + (reserved ? 1 : 0));
    if (reserved) reserved.Construct();
    EXPECT_EQ(Verifier().Verify(shop.heap), std::nullopt);
  }
  EXPECT_GT(refused, 0);
  shop.heap.Collect();
  EXPECT_EQ(Verifier().Verify(shop.heap), std::nullopt);
}

}  // namespace
}  // namespace gc
