// core/collect/at_hand_test.cc -- most births ask for nothing; whatever is unusual is seen all the
// same.
//
// A birth finds its index and its slot at hand where objects died, and one was made since. So each
// heap here makes some objects and collects them first, and makes one more.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "core/testing/failing_memory.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr int kDead = 8;

// Leaves so many indices at hand, the highest first, and one object, which nothing keeps.
template <class T, int kCount = kDead>
void Prepare(Heap& heap) {
  for (int i = 0; i < kCount + 1; ++i) heap.New<T>();
  heap.Collect();
  heap.New<T>();
}

struct Plain : Object {
  explicit Plain(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> slot;
  std::uint64_t word;
  static const Class kClass;
};
const Reference kPlainReferences[] = {Reference::To(&Plain::slot, "slot")};
const Class Plain::kClass = Describe<Plain>("Plain", kPlainReferences);

struct Told : TableListener {
  void OnCreated(const Object&, Index index) noexcept override { created.push_back(index); }
  void OnDeleted(const Object&, Index index) noexcept override { deleted.push_back(index); }
  std::vector<Index> created;
  std::vector<Index> deleted;
};

// What a new object is like, to the user and to the collector.
struct Likeness {
  Index index;
  FlagWord flags;
  MarkBits in_map;
  MarkBits in_header;
  std::uint32_t strong;
  std::uint64_t word;
  std::uint32_t count;
  std::size_t bytes;
  friend bool operator==(const Likeness&, const Likeness&) = default;
};

std::vector<Likeness> LikenessesIn(Heap& heap, Plain* (*birth)(Heap& heap)) {
  const Collector& collector = heap.collector();
  const Population& population = collector.population;
  std::vector<Likeness> all;
  std::vector<Plain*> kept;
  const auto make = [&](int count) {
    for (int i = 0; i < count; ++i) {
      Plain* const plain = birth(heap);
      const Index index = plain->header().index;
      const Entry& entry = population.table[index];
      EXPECT_EQ(entry.Occupant(), plain);
      all.push_back({index, entry.flags.Load(), population.table.Mark(index).Load(),
                     plain->header().mark.Load(), entry.strong.load(), plain->word,
                     population.Count(), collector.memory.bytes()});
      plain->word = ~std::uint64_t{0};
      if (i % 3 == 0) {
        heap.AddRoot(plain);
        kept.push_back(plain);
      }
    }
  };
  for (int round = 0; round < 5; ++round) {
    make(200);
    heap.Start();
    make(50);
    while (heap.phase() == Phase::kMarking) heap.Tick(100);
    make(50);
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(30), make(2);
    for (Plain* const one : kept) {
      if (one->header().index % 2 == 0) heap.RemoveRoot(one);
    }
    std::erase_if(kept, [](const Plain* one) { return one->header().index % 2 == 0; });
  }
  return all;
}

// S17.9: a heap with a listener makes every object with care.
TEST(AtHand, AnObjectIsLikeOneThatWasMadeWithCare) {
  const auto make_new = [](Heap& heap) { return heap.New<Plain>(); };
  const auto make_with_options = [](Heap& heap) { return heap.Make<Plain>({}); };
  Heap plain, with_options;
  const std::vector<Likeness> at_hand = LikenessesIn(plain, make_new);
  const std::vector<Likeness> by_options = LikenessesIn(with_options, make_with_options);
  Heap heard;
  Told told;
  heard.AddListener(&told);
  const std::vector<Likeness> with_care = LikenessesIn(heard, make_new);
  heard.RemoveListener(&told);
  ASSERT_EQ(at_hand.size(), with_care.size());
  ASSERT_EQ(by_options.size(), with_care.size());
  for (std::size_t i = 0; i < at_hand.size(); ++i) {
    ASSERT_EQ(at_hand[i], with_care[i]) << i;
    ASSERT_EQ(by_options[i], with_care[i]) << i;
  }
}

// S17.9, and so for each of these.
TEST(AtHand, AListenerIsToldOfEachBirth) {
  Heap heap;
  Prepare<Plain>(heap);
  Told told;
  heap.AddListener(&told);
  for (int i = 0; i < 3; ++i) heap.New<Plain>();
  EXPECT_THAT(told.created, ElementsAre(8u, 7u, 6u));
  heap.Collect();
  EXPECT_THAT(told.deleted, ElementsAre(6u, 7u, 8u, 9u));
  heap.RemoveListener(&told);
}

struct Maker : Object {
  Maker(const Birth& birth, Heap* in) : Object(birth), heap(in) {}
  void BeginDestroy() noexcept {
    if (heap != nullptr) heap->New<Plain>();
  }
  Heap* heap;
  static const Class kClass;
};
const Class Maker::kClass = Describe<Maker>("Maker");

TEST(AtHandDeathTest, NothingIsMadeInAStep) {
  Heap heap;
  Prepare<Plain>(heap);
  Maker* const maker = heap.New<Maker>(&heap);
  EXPECT_DEATH(heap.Collect(), "must not be made or renamed while its heap collects");
  maker->heap = nullptr;
}

struct ListenerThatMakes : TableListener {
  explicit ListenerThatMakes(Heap& in) : heap(in) {}
  void OnCreated(const Object&, Index) noexcept override {
    if (!std::exchange(made, true)) heap.New<Plain>();
  }
  void OnDeleted(const Object&, Index) noexcept override {}
  Heap& heap;
  bool made = false;
};

TEST(AtHandDeathTest, NothingIsMadeByAListener) {
  Heap heap;
  Prepare<Plain>(heap);
  ListenerThatMakes maker(heap);
  heap.AddListener(&maker);
  EXPECT_DEATH(heap.New<Plain>(), "a listener of the table makes no objects");
  heap.RemoveListener(&maker);
}

struct Whole : Object {
  explicit Whole(const Birth& birth) : Object(birth), part(birth) {}
  Plain part;
  static const Class kClass;
};
const Class Whole::kClass = Describe<Whole>("Whole");

struct AsLarge : Object {
  explicit AsLarge(const Birth& birth) : Object(birth) {}
  std::array<std::byte, sizeof(Whole) - sizeof(Object)> rest;
  static const Class kClass;
};
const Class AsLarge::kClass = Describe<AsLarge>("AsLarge");

// With care, as the class is not known yet, and at hand.
TEST(AtHandDeathTest, NoObjectIsAPartOfAnother) {
  Heap heap;
  Prepare<AsLarge>(heap);
  EXPECT_DEATH(heap.New<Whole>(), "an object must not be a part of another");
  EXPECT_FALSE(Whole::kClass.HasRawFields());
  EXPECT_DEATH(heap.New<Whole>(), "an object must not be a part of another");
}

struct Raw : Object {
  explicit Raw(const Birth& birth) : Object(birth) {}
  Object* past = nullptr;
  static const Class kClass;
};
const Reference kRawReferences[] = {Reference::ToRaw(&Raw::past, "past")};
const Class Raw::kClass = Describe<Raw>("Raw", kRawReferences);

TEST(AtHand, AClassWithRawFieldsIsNoticedInEachHeap) {
  Heap earlier;
  earlier.New<Raw>();  // from here on it is known of the class
  Heap heap;
  Prepare<Plain>(heap);
  ASSERT_THAT(heap.FindRawFields(), IsEmpty());
  heap.New<Raw>();
  EXPECT_EQ(heap.FindRawFields().size(), 1u);
}

TEST(AtHand, TheNoticeThatTheTableIsNearlyFullIsGiven) {
  int heard = 0;
  Heap heap({.warn_at_objects = 10,
             .notices = {.say = [](void* to, const CapacityNotice&) { ++*static_cast<int*>(to); },
                         .context = &heard}});
  heap.ReuseIndices(false);
  for (int i = 0; i < 3; ++i) Prepare<Plain, 6>(heap);  // so that there are more than ten indices
  heap.ReuseIndices(true);
  for (int i = 1; i < 9; ++i) heap.New<Plain>();
  EXPECT_EQ(heard, 0);
  ASSERT_TRUE(heap.collector().population.table.HasReleased());
  heap.New<Plain>();
  EXPECT_EQ(heard, 1);
}

TEST(AtHand, AnIdentityIsGivenItsOwnIndex) {
  Heap heap;
  std::array<Identity, kDead> identities;
  for (Identity& each : identities) each = heap.IdentityOf(heap.New<Plain>());
  heap.Collect();
  EXPECT_EQ(heap.New<Plain>()->header().index, 8u);
  Plain* const again = heap.Make<Plain>({.identity = &identities[3]});
  EXPECT_EQ(again->header().index, identities[3].index);
  EXPECT_EQ(heap.New<Plain>()->header().index, 7u);
}

TEST(AtHand, AnOpenWindowGivesLowIndicesFirst) {
  Heap heap({.max_disregarded = 4});
  heap.CloseDisregardWindow();
  Prepare<Plain>(heap);
  EXPECT_EQ(heap.New<Plain>()->header().index, 12u);
  ASSERT_TRUE(heap.OpenDisregardWindow());
  EXPECT_EQ(heap.New<Plain>()->header().index, 1u);
}

TEST(AtHand, AnOpenWindowCountsEachBirth) {
  Heap heap;
  Prepare<Plain>(heap);
  for (int i = 0; i < 3; ++i) heap.New<Plain>();
  EXPECT_EQ(heap.CloseDisregardWindow(), kDead + 5u);
  Prepare<Plain>(heap);
  EXPECT_EQ(heap.CloseDisregardWindow(), kDead + 5u);
}

TEST(AtHand, NoIndexIsReusedWhereThatIsSwitchedOff) {
  Heap heap;
  Prepare<Plain>(heap);
  heap.ReuseIndices(false);
  EXPECT_EQ(heap.New<Plain>()->header().index, kDead + 2u);
}

TEST(AtHand, FlagsOfTheAuthorMakeItARoot) {
  Heap heap;
  Prepare<Plain>(heap);
  Plain* const root = heap.Make<Plain>({.flags = object_flag::kMarkAsRoot});
  EXPECT_TRUE(heap.IsRoot(root));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// What keeps such an object needs room in a set, and without memory there is none but what an
// earlier heap left. S1.31
TEST(AtHand, AnObjectWithFlagsNeedsRoomForWhatKeepsIt) {
  if constexpr (FailingMemory::kWorks) {
    Heap heap;
    Prepare<Plain>(heap);
    const std::uint32_t before = heap.ObjectCount();
    Plain* made = nullptr;
    {
      const FailingMemory none(0, FailingMemory::kForEver);
      made = heap.TryMake<Plain>({.flags = object_flag::kMarkAsRoot});
    }
    EXPECT_EQ(heap.ObjectCount(), before + (made != nullptr));
    EXPECT_TRUE(heap.IsRoot(heap.Make<Plain>({.flags = object_flag::kMarkAsRoot})));
  }
}

// A class whose objects have so many bytes.
template <std::size_t kWords>
struct Words : Object {
  explicit Words(const Birth& birth) : Object(birth) {}
  std::array<std::uint64_t, kWords> words;
  static const Class kClass;
};
template <std::size_t kWords>
const Class Words<kWords>::kClass = Describe<Words>("Words");

TEST(AtHand, TheBoundOnMemoryHolds) {
  using Other = Words<20>;
  Heap heap({.max_bytes = (kDead + 1) * sizeof(Plain)});
  Prepare<Plain>(heap);
  static_assert(sizeof(Other) > (kDead - 3) * sizeof(Plain));
  static_assert(sizeof(Other) < (kDead - 1) * sizeof(Plain));
  heap.New<Other>();
  while (heap.collector().memory.bytes() + sizeof(Plain) <= (kDead + 1) * sizeof(Plain)) {
    heap.New<Plain>();
  }
  ASSERT_TRUE(heap.collector().population.table.HasReleased());
  EXPECT_EQ(heap.TryNew<Plain>(), nullptr);
}

// The middle one of three that lie side by side is made again.
template <std::size_t kWords>
void ExpectZeroesAndNoMore() {
  Heap heap;
  std::array<Words<kWords>*, 3> three{};
  for (Words<kWords>*& one : three) {
    one = heap.New<Words<kWords>>();
    for (const std::uint64_t word : one->words) ASSERT_EQ(word, 0u) << kWords;
    one->words.fill(~std::uint64_t{0});
  }
  heap.AddRoot(three[0]);
  heap.AddRoot(three[2]);
  heap.Collect();
  three[1] = heap.New<Words<kWords>>();
  for (const std::uint64_t word : three[1]->words) ASSERT_EQ(word, 0u) << kWords;
  EXPECT_THAT(three[0]->words, Each(~std::uint64_t{0})) << kWords;
  EXPECT_THAT(three[2]->words, Each(~std::uint64_t{0})) << kWords;
}
template <std::size_t... kWords>
void ExpectZeroesOfAll(std::index_sequence<kWords...>) {
  (ExpectZeroesAndNoMore<kWords + 1>(), ...);
}

// S3.2: for every size that is cleared without a call, and for those behind them.
TEST(AtHand, MemoryOfEverySizeIsZeroToItsEndAndNoFurther) {
  ExpectZeroesOfAll(std::make_index_sequence<40>());
}

}  // namespace
}  // namespace gc
