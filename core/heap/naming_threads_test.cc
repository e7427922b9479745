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
#include <set>
#include <string>

#include "core/inspect/verify/verifier.h"
#include "core/testing/named.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kCallers = 4;

// S3.1: a fresh heap for each try, whose threads start at the same moment.
TEST(FirstCreations, OfSeveralThreadsShareOneTransientPackage) {
  for (int round = 0; round < 100; ++round) {
    Lock lock;
    Heap heap({.lock = &lock});
    std::array<NamedObject*, kCallers> outers{};
    InSections(lock, kCallers, [&](int thread) {
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
  for (int round = 0; round < 100; ++round) {
    Lock lock;
    Heap heap({.lock = &lock});
    std::array<ClassObject*, kCallers> types{};
    std::atomic<int> wrong{0};
    InSections(lock, kCallers, [&](int thread) {
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

}  // namespace
}  // namespace gc
