// core/object/entry_test.cc -- both layouts of an entry keep the address, the flags and the counts
// apart, whichever thread writes them.
//
// Label: threads.

#include "core/object/entry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <latch>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/object/mark.h"

namespace gc {
namespace {

// S1.4, S1.5: each test runs on both layouts of an entry.
template <class Layout>
class EntryLayout : public testing::Test {
 protected:
  // An address that an object can have; it is never read through.
  static Object& At(std::uintptr_t address) { return *reinterpret_cast<Object*>(address); }
  Layout entry;
};

using Layouts = testing::Types<PlainEntry, PackedEntry>;
class LayoutNames {
 public:
  template <class Layout>
  static std::string GetName(int) {
    return std::is_same_v<Layout, PlainEntry> ? "Plain" : "Packed";
  }
};
TYPED_TEST_SUITE(EntryLayout, Layouts, LayoutNames);

TYPED_TEST(EntryLayout, IsEmptyWhenItIsZero) {
  EXPECT_EQ(this->entry.Occupant(), nullptr);
  EXPECT_EQ(this->entry.flags.Load(), 0u);
  EXPECT_EQ(this->entry.serial, 0u);
  EXPECT_EQ(this->entry.strong, 0u);
}

TYPED_TEST(EntryLayout, IsSmall) {
  EXPECT_LE(sizeof(this->entry), 24u);
  EXPECT_EQ(sizeof(PackedEntry), 16u);
}

TYPED_TEST(EntryLayout, GivesBackTheAddressItWasGivenWhateverItsFlags) {
  for (const std::uintptr_t address :
       {std::uintptr_t{8}, std::uintptr_t{0x10010}, std::uintptr_t{0x7FFF'FFFF'FFF8}}) {
    this->entry.flags.Initialise((1u << kFlagBits) - 1);
    this->entry.Publish(this->At(address));
    EXPECT_EQ(this->entry.Occupant(), &this->At(address));
    EXPECT_EQ(this->entry.flags.Load(), (1u << kFlagBits) - 1);
    this->entry.flags.Clear(flag::kRoot);
    EXPECT_EQ(this->entry.Occupant(), &this->At(address));
    this->entry.Unpublish();
    EXPECT_EQ(this->entry.Occupant(), nullptr);
  }
}

// Each flag is asked for by itself, after each way to change some.
TYPED_TEST(EntryLayout, HasTheFlagsThatItWasGivenAndNoOther) {
  Object& object = this->At(0x7FFF'0000'1230);
  const auto expect = [&](FlagWord flags, const char* after) {
    EXPECT_EQ(this->entry.flags.Load(), flags) << after;
    EXPECT_EQ(this->entry.flags.Acquire(), flags) << after;
    for (int bit = 0; bit < kFlagBits; ++bit) {
      const FlagWord one = FlagWord{1} << bit;
      EXPECT_EQ(this->entry.flags.Has(one), (flags & one) != 0) << after << ", bit " << bit;
    }
    EXPECT_EQ(this->entry.flags.Has(flags | flag::kRecycled), flags != 0) << "one of several";
  };
  constexpr FlagWord kFirst = flag::kPendingConstruction | flag::kLoading | flag::kHalfSlot;
  expect(0, "nothing");
  this->entry.flags.Initialise(kFirst);
  this->entry.Publish(object);
  this->entry.serial = 5;
  this->entry.strong = 6;
  expect(kFirst, "Initialise");
  this->entry.flags.Set(flag::kRoot | flag::kLoading);
  expect(kFirst | flag::kRoot, "Set");
  this->entry.flags.SetAlone(flag::kBegun | flag::kLoading);
  expect(kFirst | flag::kRoot | flag::kBegun, "SetAlone");
  this->entry.flags.Clear(flag::kRoot | flag::kFinished);
  expect(kFirst | flag::kBegun, "Clear");
  this->entry.flags.Finish(flag::kPendingConstruction | flag::kNamed);
  expect(flag::kLoading | flag::kHalfSlot | flag::kBegun, "Finish");
  this->entry.flags.FinishAlone(flag::kLoading | flag::kNamed);
  expect(flag::kHalfSlot | flag::kBegun, "FinishAlone");
  EXPECT_EQ(this->entry.Occupant(), &object);
  this->entry.Empty();
  expect(0, "Empty");
  EXPECT_EQ(this->entry.Occupant(), nullptr);
  EXPECT_EQ(this->entry.serial, 5u) << "which is retired by itself";
  EXPECT_EQ(this->entry.strong, 6u);
}

TEST(PackedWord, HoldsWhatHas48BitsAndIsAligned) {
  EXPECT_TRUE(PackedWord::Holds(nullptr));
  EXPECT_TRUE(PackedWord::Holds(reinterpret_cast<void*>(0xFFFF'FFFF'FFF8)));
  EXPECT_FALSE(PackedWord::Holds(reinterpret_cast<void*>(0x1'0000'0000'0000)));
  EXPECT_FALSE(PackedWord::Holds(reinterpret_cast<void*>(0x0B00'7FFF'FFFF'FFF8)));
  EXPECT_FALSE(PackedWord::Holds(reinterpret_cast<void*>(0x1004)));
}

// S2.1: no concurrent change of a flag is lost, and the address stays as it is.
TYPED_TEST(EntryLayout, ThreadsThatChangeDifferentFlagsLoseNone) {
  this->entry.flags.Initialise(0);
  this->entry.Publish(this->At(0x7FFF'0000'1230));
  std::vector<std::thread> threads;
  std::latch begun(4);
  for (int bit = 0; bit < 4; ++bit) {
    threads.emplace_back([this, &begun, mine = FlagWord{1} << (bit * 3)] {
      begun.arrive_and_wait();
      for (int i = 0; i < 300'000; ++i) {
        this->entry.flags.Set(mine);
        if (!this->entry.flags.Has(mine)) return;  // a lost flag: the check below notices it
        this->entry.flags.Clear(mine);
      }
      this->entry.flags.Set(mine);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(this->entry.flags.Load(), 0b001'001'001'001u);
  EXPECT_EQ(this->entry.Occupant(), &this->At(0x7FFF'0000'1230));
}

// S2.18: the numbers are private; tools use the names, and each flag has its own name.
TEST(FlagNames, NameEveryFlagOnce) {
  FlagWord named = 0;
  std::vector<std::string_view> names;
  for (const NamedFlag& each : kNamedFlags) {
    EXPECT_EQ(named & each.flag, 0u) << each.name;
    named |= each.flag;
    names.push_back(each.name);
  }
  EXPECT_LT(named, FlagWord{1} << kFlagBits);
  EXPECT_EQ(named & (flag::kBegun | flag::kRoot | flag::kKeep),
            flag::kBegun | flag::kRoot | flag::kKeep);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
}

TEST(FlagNames, NameEveryFlagOfTheAuthorOnce) {
  ObjectFlags named = 0;
  for (const NamedObjectFlag& each : kNamedObjectFlags) {
    EXPECT_EQ(named & each.flag, 0u) << each.name;
    named |= each.flag;
  }
  EXPECT_EQ(named, object_flag::kAuthor | object_flag::kWishes | object_flag::kLifecycle |
                       object_flag::kMirroredGarbage);
}

}  // namespace
}  // namespace gc
