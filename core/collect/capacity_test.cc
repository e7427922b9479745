// core/collect/capacity_test.cc -- when the table fills up, a notice comes first, and an abort when
// it is full.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Tiny : Object {
  explicit Tiny(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Class Tiny::kClass = Describe<Tiny>("Tiny");

class Notices {
 public:
  CapacitySink sink() {
    return {.say =
                [](void* context, const CapacityNotice& notice) {
                  static_cast<Notices*>(context)->heard.push_back(notice);
                },
            .context = this};
  }
  std::vector<CapacityNotice> heard;
};

// S1.16: every entry is usable but that of index 0, which is reserved.
constexpr std::uint32_t kUsable = kChunkEntries - 1;

TEST(Capacity, EveryUsableEntryIsUsedAndNoMore) {
  Heap heap({.max_objects = 1});
  for (std::uint32_t i = 0; i < kUsable; ++i) ASSERT_NE(heap.TryNew<Tiny>(), nullptr);
  EXPECT_EQ(heap.TryNew<Tiny>(), nullptr);
  heap.Collect();
  EXPECT_NE(heap.TryNew<Tiny>(), nullptr);
}

TEST(Capacity, IsWarnedOfOnceAndThenReported) {
  Notices notices;
  Heap heap({.max_objects = 1, .warn_at_objects = 60'000, .notices = notices.sink()});
  for (int i = 0; i < 59'999; ++i) heap.New<Tiny>();
  EXPECT_THAT(notices.heard, IsEmpty());
  heap.New<Tiny>();
  ASSERT_EQ(notices.heard.size(), 1u);
  EXPECT_EQ(notices.heard[0].kind, CapacityNoticeKind::kTableNearlyFull);
  EXPECT_EQ(notices.heard[0].count, 60'000u);
  EXPECT_EQ(notices.heard[0].limit, kUsable);
  EXPECT_EQ(notices.heard[0].setting, std::string("HeapOptions::max_objects"));
  while (heap.TryNew<Tiny>() != nullptr) {
  }
  ASSERT_EQ(notices.heard.size(), 2u);
  EXPECT_EQ(notices.heard[1].kind, CapacityNoticeKind::kTableFull);
  EXPECT_EQ(notices.heard[1].count, kUsable);
}

// Pain point C13: those that are disregarded are counted, and so they fit.
TEST(Capacity, OfAFullTableIsAllThatItHas) {
  Notices notices;
  Heap heap({.max_objects = 100, .max_disregarded = 30, .notices = notices.sink()});
  for (int i = 0; i < 20; ++i) heap.New<Tiny>();
  heap.CloseDisregardWindow();
  while (heap.TryNew<Tiny>() != nullptr) continue;
  const CapacityNotice& full = notices.heard.back();
  ASSERT_EQ(full.kind, CapacityNoticeKind::kTableFull);
  EXPECT_EQ(full.count, heap.ObjectCount());
  EXPECT_EQ(full.limit, full.count) << "ten low indices are nobody's";
}

// Pain point C13: without a number, and if there is a sink to hear of it.
TEST(Capacity, IsWarnedOfAt85PercentByDefault) {
  constexpr std::uint32_t k85Percent = kUsable * 85ull / 100;
  Notices notices;
  Heap heap({.max_objects = 1, .notices = notices.sink()});
  for (std::uint32_t i = 1; i < k85Percent; ++i) heap.New<Tiny>();
  EXPECT_THAT(notices.heard, IsEmpty());
  heap.New<Tiny>();
  ASSERT_EQ(notices.heard.size(), 1u);
  EXPECT_EQ(notices.heard[0].kind, CapacityNoticeKind::kTableNearlyFull);
  EXPECT_EQ(notices.heard[0].count, k85Percent);
}

TEST(Capacity, DeathNamesLimitCountAndSettingAndOfWhatThereAreSoMany) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        Heap heap({.max_objects = 1, .dump_classes_when_full = true});
        heap.New<Node>('a');
        for (std::uint32_t i = 0; i < kUsable; ++i) heap.New<Tiny>();
      },
      "65535 objects of at most 65535 \\(max_objects is 1\\)\n.*65534 Tiny\n.*1 Node");
}

TEST(Capacity, MemoryThatRunsOutIsNotATableThatIsFull) {
  Notices notices;
  Heap heap({.max_bytes = sizeof(Node), .notices = notices.sink()});
  EXPECT_NE(heap.TryNew<Node>('a'), nullptr);
  EXPECT_EQ(heap.TryNew<Node>('b'), nullptr);
  EXPECT_THAT(notices.heard, IsEmpty());
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(heap.New<Node>('b'), "out of memory: [0-9]+ bytes in 1 objects");
}

// S1.17
TEST(Capacity, APreallocatedHeapBehavesLikeAnother) {
  Heap heap({.max_objects = 3 * kChunkEntries, .preallocate = true});
  for (std::uint32_t i = 0; i < kUsable + 10; ++i) heap.New<Tiny>();
  const Table& table = heap.collector().population.table;
  EXPECT_EQ(reinterpret_cast<const std::byte*>(&table[kChunkEntries]) -
                reinterpret_cast<const std::byte*>(&table[0]),
            static_cast<std::ptrdiff_t>(sizeof(Chunk)));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S1.7
TEST(Capacity, WithoutReuseAnIteratorSeesNoNewObjectWhereItHasBeen) {
  Heap heap({.reuse_indices = false});
  heap.New<Tiny>();
  heap.Collect();
  EXPECT_EQ(heap.New<Tiny>()->header().index, 2u);
  heap.ReuseIndices(true);
  EXPECT_EQ(heap.New<Tiny>()->header().index, 1u);
}

// S1.7
TEST(Capacity, FreedIndicesAreUsedBeforeTheTableGrows) {
  Heap heap;
  std::vector<Node*> nodes;
  for (int i = 0; i < 100; ++i) nodes.push_back(heap.New<Node>('a'));
  for (int i = 0; i < 60; ++i) heap.AddRoot(nodes[static_cast<std::size_t>(i)]);
  heap.Collect();
  for (int i = 0; i < 40; ++i) heap.New<Node>('b');
  EXPECT_EQ(heap.collector().population.table.End(), 101u);
}

// S1.23
TEST(Iteration, YieldsEachLiveObjectOnceInTheOrderOfIndices) {
  Heap heap;
  std::vector<Node*> nodes;
  for (char name = 'a'; name < 'f'; ++name) nodes.push_back(heap.New<Node>(name));
  for (const int i : {0, 2, 4}) heap.AddRoot(nodes[static_cast<std::size_t>(i)]);
  heap.Collect();
  std::string names;
  heap.ForEachObject([&names](Object& object) { names += static_cast<Node&>(object).name; });
  EXPECT_EQ(names, "ace");
  int entries = 0;
  int empty = 0;
  const Table& table = heap.collector().population.table;
  for (const Index index : table.Indices()) {
    entries += 1;
    empty += table[index].Occupant() == nullptr;
  }
  EXPECT_EQ(entries, 5);
  EXPECT_EQ(empty, 2);
}

// S1.23: from the end of marking on a visit does not show the doomed, though they are still in the
// table.
TEST(Iteration, HidesTheDoomedAndShadesWhatItYields) {
  MidTrace mid;
  std::string names;
  mid.heap.New<Node>('n');
  mid.heap.ForEachObject([&](Object& object) { names += static_cast<Node&>(object).name; });
  EXPECT_EQ(names, "gbwn");
  EXPECT_TRUE(IsGrey(mid.heap, mid.white));
  mid.heap.RemoveRoot(mid.black);
  mid.heap.Collect();
  mid.heap.New<Node>('d');
  mid.heap.Start();
  while (mid.heap.phase() == Phase::kMarking) mid.heap.Tick(1);
  mid.heap.New<Node>('m');
  names.clear();
  mid.heap.ForEachObject([&](Object& object) { names += static_cast<Node&>(object).name; });
  std::ranges::sort(names);
  EXPECT_EQ(names, "gmw") << "d is doomed";
}

// S1.23, S2.14
TEST(Iteration, PassesOverWhatIsUnderConstruction) {
  Heap heap;
  const auto visited = [&heap] {
    std::string names;
    heap.ForEachObject([&names](Object& object) { names += static_cast<Node&>(object).name; });
    return names;
  };
  heap.New<Node>('a');
  Node* const reserved = heap.ReserveWithTail<Node>(0, 'r');
  heap.New<Node>('b');
  EXPECT_EQ(visited(), "ab");
  heap.Complete(reserved);
  EXPECT_EQ(visited(), "arb");
}

TEST(Iteration, IsNotDisturbedByWhatIsMadeMeanwhile) {
  Heap heap;
  heap.New<Node>('a');
  heap.New<Node>('b');
  int visits = 0;
  heap.ForEachObject([&](Object&) {
    visits += 1;
    heap.New<Node>('c');
  });
  EXPECT_EQ(visits, 2);
}

// S1.24
class Register : public TableListener {
 public:
  void OnCreated(const Object& object, Index index) noexcept override {
    EXPECT_EQ(object.header().index, index);
    lines.push_back("created " + std::to_string(index));
    if (greedy != nullptr) greedy->New<Tiny>();
  }
  void OnDeleted(const Object&, Index index) noexcept override {
    lines.push_back("deleted " + std::to_string(index));
  }
  Diary lines;
  Heap* greedy = nullptr;
};

TEST(Listener, IsToldOnceOfEachBirthAndOnceOfEachDeath) {
  Register told;
  {
    Heap heap;
    heap.New<Node>('x');  // before the listener is added
    heap.AddListener(&told);
    heap.AddRoot(heap.New<Node>('a'));
    heap.New<Node>('b');
    heap.Collect();
    EXPECT_THAT(told.lines, ElementsAre("created 2", "created 3", "deleted 1", "deleted 3"));
    heap.New<Node>('c');
    told.lines.clear();
  }
  EXPECT_THAT(told.lines, ElementsAre("deleted 2", "deleted 3"));
}

TEST(Listener, IsToldThoughItIsNotTheOnlyOne) {
  Register first;
  Register second;
  Heap heap;
  heap.AddListener(&first);
  heap.AddListener(&second);
  heap.New<Node>('a');
  heap.Collect();
  EXPECT_THAT(first.lines, ElementsAre("created 1", "deleted 1"));
  EXPECT_EQ(second.lines, first.lines);
  heap.RemoveListener(&first);
  heap.RemoveListener(&second);
}

TEST(Listener, IsNotToldWhenItNoLongerListens) {
  Register told;
  Heap heap;
  heap.AddListener(&told);
  heap.RemoveListener(&told);
  heap.New<Node>('a');
  EXPECT_THAT(told.lines, IsEmpty());
}

TEST(Listener, DeathOfOneThatMakesAnObject) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        Heap heap;
        Register told;
        told.greedy = &heap;
        heap.AddListener(&told);
        heap.New<Tiny>();
      },
      "listener of the table makes no objects: make them afterwards: Tiny");
}

}  // namespace
}  // namespace gc
