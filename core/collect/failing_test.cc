// core/collect/failing_test.cc -- whichever allocation of a run fails, nothing is lost, and the run
// goes on.
//
// A run of stores, births, roots, names and cycles is repeated for each allocation that it makes:
// that one fails, or it and some that follow, or all from there on until a while later. A call that
// cannot do what it is asked says so, and has changed nothing; a step of the collector and a store
// never fail. What is asked later finds the heap that the calls which succeeded have made.
//
// Label: threads.

#include <gtest/gtest.h>

#include <map>
#include <new>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/failing_memory.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// What the mutator knows of the heap: it is written when a call has succeeded.
class Shadow {
 public:
  struct Known {
    Node* left = nullptr;
    Node* right = nullptr;
  };
  std::map<Node*, Known> nodes;  // that may still be there
  std::set<Node*> roots;
  std::map<Node*, int> strong;

  std::set<Node*> Reachable() const {
    std::vector<Node*> next(roots.begin(), roots.end());
    for (const auto& [node, count] : strong) {
      if (count > 0) next.push_back(node);
    }
    std::set<Node*> found;
    while (!next.empty()) {
      Node* const node = next.back();
      next.pop_back();
      if (node == nullptr || !found.insert(node).second) continue;
      next.push_back(nodes.at(node).left);
      next.push_back(nodes.at(node).right);
    }
    return found;
  }
  // Forgets what is not reachable: the mutator cannot come to it any more.
  void Step() {
    const std::set<Node*> reachable = Reachable();
    std::erase_if(nodes, [&](const auto& known) { return !reachable.contains(known.first); });
  }
};

// A run of one mutator. What it does depends on its seed, and on what fails.
class LeanRun {
 public:
  LeanRun(const HeapOptions& options, unsigned seed) : heap(options), random_(seed) {}

  void Do(int operations) {
    for (int i = 0; i < operations && !testing::Test::HasFailure(); ++i) Operate();
  }
  // Two whole cycles, after which the heap must have what the mutator can reach, and no more.
  void Settle() {
    const Population& population = heap.collector().population;
    const auto is_ready = [&](Index index) {
      static_cast<Node*>(population.table[index].Occupant())->ready = true;
    };
    Step([&] { heap.Collect(); });
    for (const Doomed& one : heap.collector().purger.waiting()) is_ready(one.index);
    heap.collector().purger.chained().waiting.ForEach(population.table, is_ready);
    Step([&] { heap.Collect(); });
    const std::set<Node*> expected = shadow_.Reachable();
    std::set<Node*> found;
    heap.ForEachObject([&](Object& object) { found.insert(static_cast<Node*>(&object)); });
    EXPECT_EQ(found == expected, true) << found.size() << " for " << expected.size();
    EXPECT_EQ(heap.ObjectCount(), expected.size());
  }
  int left_over() const { return left_over_; }
  int chained() const { return chained_; }

  Heap heap;

 private:
  std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_() >> 8) % bound;
  }
  // A call that may be refused for want of memory; true if it was not.
  template <class Call>
  bool Try(Call&& call) {
    try {
      call();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }
  template <class Call>
  void Step(Call&& call) {
    call();
    const FailingMemory::Pause pause;
    left_over_ += heap.collector().wavefront.HasLeftOver();
    chained_ += !heap.collector().gatherer.chained().empty();
    chained_ += !heap.collector().purger.chained().batch.empty();
    chained_ += !heap.collector().purger.chained().waiting.empty();
    shadow_.Step();
    const std::optional<Failure> breach = Verifier().Verify(heap);
    EXPECT_FALSE(breach) << breach->sentence << ", object " << breach->index;
  }
  Node* Any() {
    const FailingMemory::Pause pause;
    if (shadow_.nodes.empty()) return nullptr;
    auto at = shadow_.nodes.begin();
    std::advance(at, Below(static_cast<std::uint32_t>(shadow_.nodes.size())));
    return at->first;
  }

  void Operate() {
    switch (Below(24)) {
      case 0:
        return Step([&] { heap.Start(); });
      case 1:
        return Step([&] { heap.Tick(1 + Below(60)); });
      case 2:
        return Step([&] { heap.Tick(kUnlimited); });
      case 3:
        if (Below(4) == 0) Step([&] { heap.Collect(); });
        return;
      case 4:
        return Root(Any());
      case 5:
        return Unroot();
      case 6:
        return Hold(Any());
      case 7:
        return Store(Any(), nullptr);
      case 8:
      case 9:
        return Store(Any(), Any());
      default:
        return Make();
    }
  }
  // Most of them are soon in a list behind a root, so that some are reachable and some are not.
  void Make() {
    Node* made = nullptr;
    if (!Try([&] { made = heap.TryNew<Node>('n'); })) return;
    if (made == nullptr) return;
    made->ready = Below(7) != 0;
    {
      const FailingMemory::Pause pause;
      shadow_.nodes[made] = {};
    }
    if (Below(3) != 0) Store(Any(), made);
    if (shadow_.roots.size() < 4) Root(made);
  }
  void Root(Node* node) {
    if (node == nullptr) return;
    if (!Try([&] { heap.AddRoot(node); })) return;
    const FailingMemory::Pause pause;
    shadow_.roots.insert(node);
  }
  void Unroot() {
    if (shadow_.roots.size() < 3) return;
    auto at = shadow_.roots.begin();
    std::advance(at, Below(static_cast<std::uint32_t>(shadow_.roots.size())));
    heap.RemoveRoot(*at);
    const FailingMemory::Pause pause;
    shadow_.roots.erase(at);
  }
  void Hold(Node* node) {
    if (strong_.size() > 3) {
      const FailingMemory::Pause pause;
      shadow_.strong[strong_.back().Get()] -= 1;
      strong_.pop_back();
      return;
    }
    if (node == nullptr) return;
    StrongPtr<Node> held;
    if (!Try([&] { held = StrongPtr<Node>(node); })) return;
    const FailingMemory::Pause pause;
    shadow_.strong[node] += 1;
    strong_.push_back(std::move(held));
  }
  void Store(Node* into, Node* value) {
    if (into == nullptr) return;
    const bool left = Below(2) == 0;
    (left ? into->left : into->right) = value;
    Shadow::Known& known = shadow_.nodes.at(into);
    (left ? known.left : known.right) = value;
  }

  std::minstd_rand random_;
  Shadow shadow_;
  std::vector<StrongPtr<Node>> strong_;
  int left_over_ = 0;
  int chained_ = 0;
};

class AnAllocationFails : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, AnAllocationFails, testing::Values(1u, 2u));

// S9.26, S12.20: each allocation in turn, alone, with the next ones, and with all that follow for a
// while.
TEST_P(AnAllocationFails, AndNothingIsLost) {
  if (!FailingMemory::kWorks) return;
  int left_over = 0;
  int chained = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const HeapOptions options{
        .workers = GetParam(), .task_objects = 1, .begin_in_slices = seed % 2 == 0};
    for (const int many : {1, 4, FailingMemory::kForEver}) {
      for (int from = 0, all = 1; from < all; from += 1 + from / 24) {
        LeanRun run(options, seed);
        run.heap.Trim();  // of what an earlier heap left it
        run.Do(60);
        {
          FailingMemory memory(from, many);
          run.Do(300);
          all = std::max(all, memory.count());
          if (memory.failed() == 0) break;
        }
        run.Do(60);
        run.Settle();
        left_over += run.left_over();
        chained += run.chained();
        ASSERT_FALSE(HasFailure()) << "seed " << seed << ", " << many << " from " << from;
      }
    }
  }
  EXPECT_GT(left_over, 10) << "lists of grey objects had no room";
  EXPECT_GT(chained, 10) << "lists of doomed objects had no room";
}

}  // namespace
}  // namespace gc
