// core/purge/plain_sweep_test.cc -- what is freed at once ends as if it had gone through the
// stages.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/collect/collector.h"
#include "core/inspect/verify/hasher.h"
#include "core/inspect/verify/verifier.h"
#include "core/pointer/weak_ptr.h"
#include "core/testing/fingerprints.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// Of a size that fills its slot, and of one that leaves eight bytes of it.
template <int kWords>
struct Sized : Object {
  explicit Sized(const Birth& birth) : Object(birth) {}
  std::array<ObjectPtr<Object>, 2> slots;
  std::array<std::uint64_t, kWords> words{};
  static const Class kClass;
};
using Even = Sized<2>;
using Odd = Sized<3>;
static_assert(sizeof(Even) % 16 == 0 && sizeof(Odd) % 16 == 8);
const Reference kEvenSlots[] = {Reference::To(&Even::slots, "slots")};
template <>
const Class Even::kClass = Describe<Even>("Even", kEvenSlots);
const Reference kOddSlots[] = {Reference::To(&Odd::slots, "slots")};
template <>
const Class Odd::kClass = Describe<Odd>("Odd", kOddSlots);

// Larger than what an entry can tell of.
struct Large : Object {
  explicit Large(const Birth& birth) : Object(birth) {}
  std::array<ObjectPtr<Object>, 2> slots;
  std::array<std::uint64_t, 40> words{};
  static const Class kClass;
};
const Reference kLargeSlots[] = {Reference::To(&Large::slots, "slots")};
const Class Large::kClass = Describe<Large>("Large", kLargeSlots);

struct Tailed : Object {
  explicit Tailed(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kTailedSlots[] = {Reference::Trailing<Tailed>("slots")};
const Class Tailed::kClass = Describe<Tailed>("Tailed", kTailedSlots);

struct Crate : Object {
  explicit Crate(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  static const Class kClass;
};
const Class Crate::kClass = Describe<Crate>("Crate");

// Counts what is there when it begins to end.
struct Hatch : Object {
  explicit Hatch(const Birth& birth) : Object(birth) {}
  void BeginDestroy() noexcept { seen = heap->ObjectCount(); }
  static const Class kClass;
  static inline const Heap* heap;
  static inline std::uint32_t seen;
};
const Class Hatch::kClass = Describe<Hatch>("Hatch");

// Each has one thing that a class may want to do when an object ends.
struct Questioned : Object {
  explicit Questioned(const Birth& birth) : Object(birth) {}
  bool IsReadyForFinishDestroy() noexcept { return true; }
};
struct Finished : Object {
  explicit Finished(const Birth& birth) : Object(birth) {}
  void FinishDestroy() noexcept {}
};
struct Destructed : Object {
  explicit Destructed(const Birth& birth) : Object(birth) {}
  ~Destructed() { ended += 1; }
  static inline int ended = 0;
};
struct Part {
  virtual ~Part() = default;
  std::uint64_t word = 0;
};
struct Behind : Part, Object {
  explicit Behind(const Birth& birth) : Object(birth) {}
};

// In the other builds all goes through the stages.
constexpr bool kSweeps = ObjectMemory::kHasSlots && !kChecked;

bool CanSweep(const Heap& heap) {
  const Gatherer& gatherer = heap.collector().gatherer;
  return heap.collector().plain_sweep.MayBegin(gatherer.next(), gatherer.end());
}

// Goes on to where marking has ended.
void Mark(Heap& heap) {
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
}

// S12.21. The header is spoilt, so that any look at it would crash or be caught.
TEST(PlainSweep, DoesNotLookAtTheObjects) {
  if (!kSweeps) return;
  Heap heap;
  Even* const kept = heap.New<Even>();
  heap.AddRoot(kept);
  const std::size_t bytes = heap.collector().memory.bytes();
  std::vector<Object*> dead;
  for (int i = 0; i < 1000; ++i) dead.push_back(heap.New<Even>());
  for (int i = 0; i < 1000; ++i) dead.push_back(heap.New<Odd>());
  for (Object* const object : dead) {
    std::memset(static_cast<void*>(object), 0xEE, sizeof(Header));
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_EQ(heap.collector().memory.bytes(), bytes);
  EXPECT_EQ(heap.collector().population.table.Free().size(), dead.size());
  EXPECT_FALSE(Verifier().Verify(heap));
}

// S12.21, S12.3
TEST(PlainSweep, IsLeftOutForOneObjectThatMayLookAtTheOthers) {
  Heap heap;
  Hatch::heap = &heap;
  for (int i = 0; i < 100; ++i) {
    if (i == 50) heap.New<Hatch>();
    heap.New<Even>();
  }
  Mark(heap);
  EXPECT_FALSE(CanSweep(heap));
  heap.Collect();
  EXPECT_EQ(Hatch::seen, 101u);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.21, S12.3: a slice of the gather has doomed one that may look at the others.
TEST(PlainSweep, IsLeftOutIfTheGatherHasDoomedSome) {
  Heap heap;
  Hatch::heap = &heap;
  heap.New<Hatch>();
  for (int i = 0; i < 100; ++i) heap.New<Even>();
  Mark(heap);
  while (heap.collector().gatherer.gathered().empty()) heap.Tick(1);
  heap.Collect();
  EXPECT_EQ(Hatch::seen, 101u);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.21
TEST(PlainSweep, IsForClassesWithoutCodeThatRunsAtTheEnd) {
  EXPECT_EQ(Even::kClass.FlagsOfPlain(), flag::kPlain);
  EXPECT_EQ(Odd::kClass.FlagsOfPlain(), flag::kPlain | flag::kHalfSlot);
  EXPECT_EQ(Large::kClass.FlagsOfPlain(), 0u);
  EXPECT_EQ(Hatch::kClass.FlagsOfPlain(), 0u);
  EXPECT_EQ(Describe<Questioned>("Questioned").FlagsOfPlain(), 0u);
  EXPECT_EQ(Describe<Finished>("Finished").FlagsOfPlain(), 0u);
  EXPECT_EQ(Describe<Destructed>("Destructed").FlagsOfPlain(), 0u);
  EXPECT_FALSE(Even::kClass.HasRawFields());
  EXPECT_EQ(Even::kClass.EntryFlags(), flag::kPlain);
  Class changed = Even::kClass;
  changed.begin_destroy = Hatch::kClass.begin_destroy;
  EXPECT_FALSE(changed.HasRawFields());
  EXPECT_EQ(changed.EntryFlags(), 0u);
  Class assigned = Hatch::kClass;
  EXPECT_FALSE(assigned.HasRawFields());
  assigned = Even::kClass;
  EXPECT_FALSE(assigned.HasRawFields());
  EXPECT_EQ(assigned.EntryFlags(), flag::kPlain);
  Class behind = Describe<Behind>("Behind");
  behind.destroy = nullptr;
  EXPECT_EQ(behind.FlagsOfPlain(), 0u);
}

struct : TableListener {
  void OnCreated(const Object&, Index) noexcept override {}
  void OnDeleted(const Object&, Index) noexcept override {}
} listener;

// What each of these did to a heap needs a stage, or somebody that looks on.
struct Unusual {
  const char* name;
  void (*make)(Heap& heap);
};
const Unusual kUnusual[] = {
    {"BegunByHand", [](Heap& heap) { heap.BeginDestroy(heap.New<Even>()); }},
    {"Large", [](Heap& heap) { heap.New<Large>(); }},
    {"WithATail", [](Heap& heap) { heap.NewWithTail<Tailed>(3); }},
    {"Garbage", [](Heap& heap) { heap.MarkGarbage(heap.New<Even>()); }},
    {"Member", [](Heap& heap) { EXPECT_TRUE(heap.AllocateCluster(heap.New<Crate>())); }},
    {"Listened", [](Heap& heap) { heap.AddListener(&listener); }},
    {"Told", [](Heap& heap) { heap.SetEventSink({.publish = [](void*, const Event&) {}}); }},
};
class Stages : public testing::TestWithParam<Unusual> {};
INSTANTIATE_TEST_SUITE_P(Of, Stages, testing::ValuesIn(kUnusual),
                         [](const auto& of) { return std::string(of.param.name); });

// S12.21
TEST_P(Stages, AreGoneThroughIfOneObjectNeedsThem) {
  if (!kSweeps) return;
  Heap heap;
  for (int i = 0; i < 20; ++i) heap.New<Even>();
  Mark(heap);
  EXPECT_TRUE(CanSweep(heap));
  heap.Collect();
  for (int i = 0; i < 20; ++i) heap.New<Even>();
  GetParam().make(heap);
  Mark(heap);
  EXPECT_FALSE(CanSweep(heap));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(heap.collector().memory.bytes(), 0u);
}

// S12.21: what lives is not asked.
TEST(PlainSweep, IsDoneThoughObjectsBetweenWhichLiveWouldNeedStages) {
  if (!kSweeps) return;
  Heap heap;
  for (int i = 0; i < 20; ++i) {
    heap.New<Even>();
    heap.AddRoot(heap.New<Large>());
  }
  heap.New<Even>();
  Mark(heap);
  EXPECT_TRUE(CanSweep(heap));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 20u);
}

// S12.21: a cluster is told of what was doomed beside it.
TEST(PlainSweep, IsLeftOutInAHeapWithClusters) {
  if (!kSweeps) return;
  Heap heap;
  Crate* const root = heap.New<Crate>();
  heap.AddRoot(root);
  EXPECT_TRUE(heap.AllocateCluster(root));
  for (int i = 0; i < 20; ++i) heap.New<Even>();
  Mark(heap);
  EXPECT_FALSE(CanSweep(heap));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// S12.21
TEST(PlainSweep, IsLeftOutInAHeapWithALock) {
  if (!kSweeps) return;
  Lock lock;
  Heap heap({.lock = &lock});
  const Slice slice(lock);
  for (int i = 0; i < 20; ++i) heap.New<Even>();
  Mark(heap);
  EXPECT_FALSE(CanSweep(heap));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.21, S11.4: a weak reference to what was freed is null, also when its index has another
// object.
TEST(PlainSweep, RetiresSerials) {
  Heap heap;
  Even* const kept = heap.New<Even>();
  heap.AddRoot(kept);
  std::vector<WeakPtr<Even>> weak;
  for (int i = 0; i < 10; ++i) weak.emplace_back(heap.New<Even>());
  heap.Collect();
  for (int i = 0; i < 10; ++i) heap.New<Even>();
  for (const WeakPtr<Even>& each : weak) EXPECT_EQ(each.Get(), nullptr);
}

// The same life in two heaps, of which one tells a sink, and so goes through the stages.
class Twins : public testing::TestWithParam<unsigned> {
 protected:
  Twins() {
    told.SetEventSink({.publish = [](void*, const Event&) {}});
  }

  template <class T>
  void Make(Heap& heap, std::vector<Object*>& objects) {
    T* const object = heap.New<T>();
    if (!objects.empty()) object->slots[0] = objects[draw() % objects.size()];
    objects.push_back(object);
  }
  void Make(Heap& heap, std::vector<Object*>& objects, unsigned kind) {
    if (kind == 0) return Make<Large>(heap, objects);
    if (kind < 8) return Make<Odd>(heap, objects);
    Make<Even>(heap, objects);
  }
  // What is kept is the same in both; the rest is forgotten.
  void Collect(Heap& heap, std::vector<Object*>& objects, unsigned keep) {
    std::vector<Object*> kept;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const bool keeps = (i * 7 + keep) % 5 == 0;
      if (keeps && !heap.IsRoot(objects[i])) heap.AddRoot(objects[i]);
      if (!keeps && heap.IsRoot(objects[i])) heap.RemoveRoot(objects[i]);
      if (keeps) kept.push_back(objects[i]);
    }
    heap.Collect();
    objects = kept;
  }
  std::minstd_rand draw{GetParam()};
  Heap told, untold;
  std::vector<Object*> of_told, of_untold;
};
INSTANTIATE_TEST_SUITE_P(Seeds, Twins, testing::Range(1u, 13u));

// S12.21
TEST_P(Twins, EndInTheSameState) {
  for (int round = 0; round < 20; ++round) {
    const auto births = static_cast<unsigned>(draw() % 60);
    const bool larges = draw() % 2 == 0;
    for (unsigned i = 0; i < births; ++i) {
      const auto kind = static_cast<unsigned>(larges ? draw() % 16 : 1 + draw() % 15);
      const std::minstd_rand before = draw;
      Make(told, of_told, kind);
      draw = before;
      Make(untold, of_untold, kind);
    }
    const unsigned keep = static_cast<unsigned>(draw());
    Collect(told, of_told, keep);
    Collect(untold, of_untold, keep);
    ASSERT_EQ(FingerprintOf(told), FingerprintOf(untold)) << "round " << round;
    ASSERT_EQ(told.ObjectCount(), untold.ObjectCount());
    ASSERT_EQ(told.collector().memory.bytes(), untold.collector().memory.bytes());
    ASSERT_FALSE(Verifier().Verify(untold));
  }
}

}  // namespace
}  // namespace gc
