// core/heap/naming_threads_test.cc -- several threads make named objects, classes and packages for
// the first time at once.
//
// What is made at the first request is made once: the classes that every heap has, a class with its
// default object, and the transient package.
//
//     thread 1   no transient package: makes one named "Transient"
//     thread 2   no transient package: makes one named "Transient"      the name is taken: aborts
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/named.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kCallers = 2;

// Like InSections, but the threads spin until all are there: they come to the same line within far
// less time than it takes to wake a thread.
void AtOnce(Lock& lock, int count, const std::function<void(int)>& body) {
  std::atomic<int> missing{count};
  OnThreads(count, [&](int i) {
    const Section section(lock);
    missing -= 1;
    for (int spins = 0; missing != 0; ++spins) {
      if (spins > 10'000) std::this_thread::yield();
    }
    body(i);
  });
}

// A fresh heap for each try. In every second one the classes that each heap has are there already:
// else the thread that makes them is far ahead of those that wait for it.
void OpenSome(Heap& heap, int round) {
  if (round % 2 != 0) Factory(heap).ClassOf<Part>();
}

// S3.1
TEST(FirstCreations, OfSeveralThreadsShareOneTransientPackage) {
  for (int round = 0; round < 300; ++round) {
    Lock lock;
    Heap heap({.lock = &lock});
    OpenSome(heap, round);
    std::array<NamedObject*, kCallers> outers{};
    AtOnce(lock, kCallers, [&](int thread) {
      Factory make(heap);
      outers[static_cast<std::size_t>(thread)] = make.New<Part>()->outer();
    });
    for (const NamedObject* outer : outers) ASSERT_EQ(outer, outers[0]);
    ASSERT_EQ(outers[0]->PathName(), "Transient");
    const Slice slice(lock);
    ASSERT_EQ(Verifier().Verify(heap), std::nullopt);
  }
}

// S3.4: a class that another thread uses has its default object, and that has its values.
TEST(FirstCreations, OfSeveralThreadsFindEachClassWholeAndOnce) {
  for (int round = 0; round < 300; ++round) {
    Lock lock;
    Heap heap({.lock = &lock});
    OpenSome(heap, round);
    std::array<ClassObject*, kCallers> types{};
    std::atomic<int> wrong{0};
    AtOnce(lock, kCallers, [&](int thread) {
      Factory make(heap);
      ClassObject* const type = make.ClassOf<Gadget>();
      types[static_cast<std::size_t>(thread)] = type;
      const NamedObject* const values = type->default_object();
      wrong += values == nullptr || static_cast<const Gadget*>(values)->number != 7 ||
               type->super() != make.ClassOf<Thing>();
      const Gadget* const made = make.New<Gadget>();
      wrong += made->number != 7 || made->part->size != 2 || made->type() != type;
    });
    ASSERT_EQ(wrong, 0);
    for (const ClassObject* type : types) ASSERT_EQ(type, types[0]);
  }
}

// S3.4, S1.10: what belongs to a class is not kept by the thread that asked for it first.
TEST(FirstCreations, OfAnotherThreadKeepNothingButTheirClasses) {
  Lock lock;
  Heap heap({.lock = &lock});
  InSections(lock, 1, [&](int) { Factory(heap).ClassOf<Part>(); });
  Factory make(heap);
  for (const NamedObject* one :
       {static_cast<NamedObject*>(make.ClassOf<Part>()), make.ClassOf<Part>()->default_object()}) {
    EXPECT_FALSE(heap.collector().population.EntryOf(*one).flags.Has(flag::kAsync));
  }
  const Slice slice(lock);
  heap.Collect();
  EXPECT_NE(make.ClassOf<Part>()->default_object(), nullptr);
}

// S3.1, S3.4: the same without luck: the lock is held for much longer than a request takes.
TEST(FirstCreations, WaitForTheLockOfFirstRequests) {
  Lock lock;
  Workshop shop({.lock = &lock});
  std::array<std::atomic<bool>, 2> over{};
  std::vector<std::jthread> threads;
  const auto request = [&](std::size_t at, auto&& what) {
    threads.emplace_back([&, at, what] {
      const Section section(lock);
      what();
      over[at] = true;
    });
  };
  {
    const FirstRequestLock held(shop.heap.collector().population.sharing);
    request(0, [&] { shop.make.ClassOf<Part>(); });
    request(1, [&] { shop.make.TransientPackage(); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_FALSE(over[0]) << "a class";
    EXPECT_FALSE(over[1]) << "the transient package";
  }
  threads.clear();
  EXPECT_TRUE(over[0] && over[1]);
}

// S3.1: made-up names differ, whichever threads ask for them.
TEST(FirstCreations, OfSeveralThreadsGetNamesOfTheirOwn) {
  Lock lock;
  Workshop shop({.lock = &lock});
  std::array<std::vector<std::string>, kCallers> names;
  InSections(lock, kCallers, [&](int thread) {
    for (int i = 0; i < 300; ++i) {
      names[static_cast<std::size_t>(thread)].push_back(shop.make.New<Part>()->NameText());
    }
  });
  std::set<std::string> all;
  for (const auto& list : names) all.insert(list.begin(), list.end());
  EXPECT_EQ(all.size(), 300u * kCallers);
}

// S1.10: what naming makes first is kept as what it is, and not by the thread that asked for it.
TEST(NamingOfThreads, LeavesNothingToTheThreadThatAskedFirst) {
  Lock lock;
  Heap heap({.lock = &lock});
  InSections(lock, 1, [&](int) { Factory(heap).ClassOf(NamedObject::kClass); });
  const Population& population = heap.collector().population;
  for (Index index = 1; index < population.table.End(); ++index) {
    EXPECT_FALSE(population.table[index].flags.Has(flag::kAsync)) << index;
  }
  EXPECT_GT(heap.ObjectCount(), 0u);
}

}  // namespace
}  // namespace gc
