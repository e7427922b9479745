// core/assembly/assembling_threads_test.cc -- many threads need the schema of one class at once.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "core/assembly/assembled.h"
#include "core/gc.h"

namespace gc {
namespace {

std::atomic<int> contributed = 0;

// Counts how often it is asked.
struct Counted {
  using Contributor = Counted;
  ObjectPtr<> to;
  void VisitReferences(const SlotVisitor& visit) { visit(to); }
  static void ContributeReferences(Entries& entries, std::int64_t at) {
    contributed += 1;
    ContributeMember(&Counted::to, entries, at);
  }
};
struct Counting : Object {
  explicit Counting(const Birth& birth) : Object(birth) {}
  Counted counted;
  static const Class kClass;
};
const Reference kCountingReferences[] = {Reference::To(&Counting::counted, "counted")};
const Class Counting::kClass = Describe<Counting>("Counting", kCountingReferences);

// S4.10: it is assembled once, and whole for each of them.
TEST(AssemblingThreads, OneAssemblesWhatAllNeed) {
  constexpr int kThreads = 8;
  for (int round = 1; round <= 200; ++round) {
    std::atomic<int> ready = 0;
    std::vector<const Assembled*> found(kThreads);
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        ready += 1;
        while (ready < kThreads) std::this_thread::yield();
        const Assembled& schema = AssembledOf(Counting::kClass);
        if (schema.words()[0].op() == Op::kOne) found[static_cast<std::size_t>(i)] = &schema;
      });
    }
    threads.clear();
    for (const Assembled* const one : found) ASSERT_EQ(one, &AssembledOf(Counting::kClass));
    ASSERT_EQ(contributed, round);
    Relinked(Counting::kClass);
  }
}

}  // namespace
}  // namespace gc
