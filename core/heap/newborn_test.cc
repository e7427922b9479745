// core/heap/newborn_test.cc -- an object is not seen before its constructor has run, and finds
// zeroed memory.
//
// Rows: S1.9, S2.14, S3.2; the rule construction-is-kept.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>

#include "core/inspect/verify/verifier.h"
#include "core/pointer/validity.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// Runs `in_constructor` while it is under construction.
class Curious : public Object {
 public:
  explicit Curious(const Birth& birth) : Object(birth) {
    if (in_constructor) in_constructor(*this);
  }
  static inline std::function<void(Curious&)> in_constructor;
  static const Class kClass;
};
const Class Curious::kClass = Describe<Curious>("Curious", {});

class Newborn : public testing::Test {
 protected:
  ~Newborn() override { Curious::in_constructor = nullptr; }
  int Shown() {
    int shown = 0;
    heap.ForEachObject([&shown](Object&) { shown += 1; });
    return shown;
  }
  bool IsPending(Index index) const {
    return heap.collector().population.table[index].flags.Has(flag::kPendingConstruction);
  }
  Heap heap;
};

// S2.14
TEST_F(Newborn, IsAbsentForEveryQuestionUntilItsConstructorHasRun) {
  int looked = 0;
  Curious::in_constructor = [&](Curious& self) {
    const WeakPtr<Curious> weak(&self);
    EXPECT_EQ(weak.Get(), nullptr);
    EXPECT_EQ(weak.GetEvenIfGarbage(), nullptr);
    EXPECT_FALSE(weak.IsValid());
    EXPECT_FALSE(IsValid(&self));
    EXPECT_FALSE(CheckedPtr<Curious>(&self).IsAlive());
    EXPECT_EQ(Shown(), 0);
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
    looked += 1;
  };
  const Curious* const made = heap.New<Curious>();
  EXPECT_EQ(looked, 1);
  EXPECT_TRUE(IsValid(made));
  EXPECT_EQ(WeakPtr<const Curious>(made).Read(), made);
  EXPECT_EQ(Shown(), 1);
  EXPECT_FALSE(IsPending(made->header().index));
}

// S1.9: no moment is left in which the entry has its object and not the mark.
TEST_F(Newborn, IsMarkedWhenItIsPublished) {
  class Marks : public TableListener {
   public:
    explicit Marks(const Collector& of) : collector(of) {}
    void OnCreated(const Object&, Index index) noexcept override {
      born += 1;
      marked += collector.population.table[index].flags.Has(flag::kPendingConstruction);
    }
    void OnDeleted(const Object&, Index) noexcept override {}
    const Collector& collector;
    int born = 0, marked = 0;
  };
  Workshop shop;
  Marks marks(shop.heap.collector());
  shop.heap.AddListener(&marks);
  shop.heap.New<Node>('n');
  shop.heap.Complete(shop.heap.ReserveWithTail<Node>(0, 'r'));
  shop.make.New<Part>();
  shop.heap.RemoveListener(&marks);
  EXPECT_EQ(marks.born, 3);
  EXPECT_EQ(marks.marked, 3);
}

// S2.14: while a trace is pending too, and what is made inside a constructor is done before it.
TEST_F(Newborn, InATraceItIsBornBlackAndItsConstructorMayMakeOthers) {
  heap.AddRoot(heap.New<Node>('r'));
  heap.Start();
  Curious::in_constructor = [&](Curious& self) {
    const Node* const inner = heap.New<Node>('i');
    EXPECT_FALSE(IsPending(inner->header().index));
    EXPECT_TRUE(IsPending(self.header().index));
    EXPECT_FALSE(IsWhite(heap, &self));
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  };
  const WeakPtr<Curious> weak(heap.New<Curious>());
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_NE(weak.Get(), nullptr) << "it floats in this cycle";
  heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
}

// Counts the objects that its heap shows while its value is copied.
struct Probe {
  Probe() = default;
  Probe(const Probe&) = default;
  Probe& operator=(const Probe& other) {  // NOLINT(bugprone-unhandled-self-assignment)
    watched = other.watched;
    shown = 0;
    if (watched != nullptr) watched->ForEachObject([this](Object&) { shown += 1; });
    return *this;
  }
  Heap* watched = nullptr;
  int shown = -1;
};
class Copied : public Object {
 public:
  explicit Copied(const Birth& birth) : Object(birth) {}
  Probe probe;
  static const Class kClass;
};
const Property kCopiedProperties[] = {Property::Of(&Copied::probe, "probe")};
const Class Copied::kClass = [] {
  Class type = Describe<Copied>("Copied", {});
  type.properties = kCopiedProperties;
  return type;
}();

// S2.14, S3.5: the values belong to the construction.
TEST_F(Newborn, ACopyIsAbsentUntilItHasItsValues) {
  Copied* const like = heap.New<Copied>();
  like->probe.watched = &heap;
  const Copied* const copy = heap.NewFrom(*like);
  EXPECT_EQ(copy->probe.shown, 1) << "the one that is copied";
  EXPECT_EQ(Shown(), 2);
}

// Leaves all its numbers alone.
template <std::size_t kNumbers>
class Careless : public Object {
 public:
  explicit Careless(const Birth& birth) : Object(birth) {}
  std::array<int, kNumbers> numbers;
  static const Class kClass;
};
template <std::size_t kNumbers>
const Class Careless<kNumbers>::kClass = Describe<Careless>("Careless", {});

template <std::size_t kNumbers>
int StaleNumbers(Heap& heap) {
  using Made = Careless<kNumbers>;
  int stale = 0;
  for (int round = 0; round < 3; ++round) {
    std::array<Made*, 20> made{};
    for (Made*& one : made) {
      one = heap.New<Made>();
      for (const int number : one->numbers) stale += number != 0;
      one->numbers.fill(-1);
    }
    heap.Collect();
  }
  return stale;
}

// S3.2: whatever the memory held before: from a block, from the system, and in the permanent pool.
TEST_F(Newborn, ReadsZeroWhereItsConstructorSetsNothing) {
  EXPECT_EQ(StaleNumbers<14>(heap), 0);
  EXPECT_EQ(StaleNumbers<4000>(heap), 0);
  for (int round = 0; round < 2; ++round) {
    Heap start({.max_disregarded = 20, .permanent_bytes = 64 * 1024});
    for (int i = 0; i < 20; ++i) {
      auto* const one = start.New<Careless<14>>();
      for (const int number : one->numbers) ASSERT_EQ(number, 0);
      one->numbers.fill(-1);
    }
  }
}

}  // namespace
}  // namespace gc
