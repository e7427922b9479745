// core/inspect/search/search_property_test.cc -- compares the search with a plain one, on random
// small heaps.
//
// The plain search uses no heap: it has numbers, and a list of the references between them,
// recorded while the heap was built. It is a dozen lines of breadth-first search and a recursion
// over simple paths. For every object, both searches must agree whether a chain leads to it from a
// root, how many chains do, and how long the shortest and the longest are. Each reference of a
// returned chain must be in the list.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/gc.h"
#include "core/inspect/search/reference_search.h"

namespace gc {
namespace {

struct Sought : Object {
  explicit Sought(const Birth& birth) : Object(birth) {}
  ObjectPtr<Sought> next;
  ObjectPtr<Sought> parts[2];
  static const Class kClass;
};
const Reference kSoughtReferences[] = {Reference::To(&Sought::next, "next"),
                                       Reference::To(&Sought::parts, "parts")};
const Class Sought::kClass = Describe<Sought>("Sought", kSoughtReferences);

struct Outside : Referencer {
  Outside(Heap& heap, Kind kind) : Referencer(heap, kind, "outside") { Register(); }
  void Report(Reporter& to) const override {
    for (const ObjectPtr<Sought>& slot : slots) to(slot);
  }
  std::vector<ObjectPtr<Sought>> slots;
};

// A recorded reference, with the words of the search for its field; or a recorded root.
struct Made {
  int from;  // -1: a root
  std::string words;
  int to;
};

class SoughtHeap {
 public:
  explicit SoughtHeap(std::uint32_t seed) : random_(seed) {
    const int count = 1 + Number(9);
    for (int i = 0; i < count; ++i) things.push_back(heap.New<Sought>());
    for (int i = 0; i < count; ++i) {
      if (Number(2) == 0) Refer(i, "next", things[i]->next);
      if (Number(2) == 0) Refer(i, "parts[0]", things[i]->parts[0]);
      if (Number(2) == 0) Refer(i, "parts[1]", things[i]->parts[1]);
    }
    MakeRoots();
  }

  int NumberOf(Index index) const {
    const auto at = std::ranges::find_if(
        things, [index](const Sought* thing) { return thing->header().index == index; });
    return at == things.end() ? -1 : static_cast<int>(at - things.begin());
  }

  Heap heap{HeapOptions{.locals = Locals::kRescanned}};
  std::vector<Sought*> things;
  std::vector<Made> made;

 private:
  int Number(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  int Any() { return Number(static_cast<int>(things.size())); }

  void Refer(int from, const std::string& field, ObjectPtr<Sought>& slot) {
    const int to = Any();
    slot = things[to];
    made.push_back({from, "." + field, to});
  }

  void MakeRoots() {
    if (Number(2) == 0) {
      const int to = Any();
      heap.AddRoot(things[to]);
      made.push_back({-1, "root set", to});
    }
    if (Number(3) == 0) {
      const int to = Any();
      for (int i = 0; i < 2; ++i) strong_.emplace_back(things[to]);
      made.push_back({-1, "strong count 2", to});
    }
    if (Number(3) == 0) {
      for (int i = 0; i < 2; ++i) {
        const int to = Any();
        outside_.slots.push_back(things[to]);
        made.push_back({-1, "referencer outside, reference " + std::to_string(i), to});
      }
    }
    if (Number(3) == 0) {
      const int to = Any();
      local_.emplace(heap, things[to]);
      made.push_back({-1, "local 0", to});
    }
  }

  std::mt19937 random_;
  std::vector<StrongPtr<Sought>> strong_;
  Outside outside_{heap, Referencer::Kind::kWrapper};
  std::optional<Local<Sought>> local_;
};

// The plain search: for each number, how many steps lead to it from outside the heap, the step to
// the root included; 0 if none do.
std::vector<int> Distances(const SoughtHeap& heap) {
  std::vector<int> distance(heap.things.size(), 0);
  std::deque<int> queue;
  for (const Made& one : heap.made) {
    if (one.from >= 0 || distance[one.to] != 0) continue;
    distance[one.to] = 1;
    queue.push_back(one.to);
  }
  while (!queue.empty()) {
    const int at = queue.front();
    queue.pop_front();
    for (const Made& one : heap.made) {
      if (one.from != at || distance[one.to] != 0) continue;
      distance[one.to] = distance[at] + 1;
      queue.push_back(one.to);
    }
  }
  return distance;
}

// Adds the length of each simple path from a root to a number.
void Paths(const SoughtHeap& heap, int to, std::set<int> on, std::size_t length,
           std::vector<std::size_t>& lengths) {
  on.insert(to);
  for (const Made& one : heap.made) {
    if (one.to != to) continue;
    if (one.from < 0) lengths.push_back(length + 1);
    if (one.from >= 0 && !on.contains(one.from)) Paths(heap, one.from, on, length + 1, lengths);
  }
}

void ExpectMade(const SoughtHeap& heap, const Chain& chain, int target) {
  int at = target;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Edge& edge = chain[i];
    EXPECT_EQ(heap.NumberOf(edge.target), at);
    const int from = edge.IsRoot() ? -1 : heap.NumberOf(edge.holder);
    EXPECT_TRUE(std::ranges::any_of(heap.made, [&](const Made& one) {
      return one.from == from && one.to == at && one.words == TextOf(edge);
    })) << TextOf(edge);
    EXPECT_EQ(edge.IsRoot(), i + 1 == chain.size());
    at = from;
  }
}

class SearchProperty : public testing::TestWithParam<std::uint32_t> {
 protected:
  static constexpr std::uint32_t kHeapsEach = 1000;
  template <class Check>
  void ForEachHeap(Check&& check) {
    for (std::uint32_t i = 0; i < kHeapsEach; ++i) {
      const std::uint32_t seed = 1 + GetParam() * kHeapsEach + i;
      SCOPED_TRACE("heap of seed " + std::to_string(seed));
      check(SoughtHeap(seed));
      if (HasFailure()) return;
    }
  }
};

// S15.6
TEST_P(SearchProperty, AShortestChainIsAsLongAsThePlainSearchSays) {
  ForEachHeap([](const SoughtHeap& heap) {
    const std::vector<int> distances = Distances(heap);
    const HeapGraph graph(heap.heap);
    for (std::size_t i = 0; i < heap.things.size(); ++i) {
      const Index index = heap.things[i]->header().index;
      const Chain chain = ShortestChain(graph, index);
      EXPECT_EQ(static_cast<int>(chain.size()), distances[i]);
      ExpectMade(heap, chain, static_cast<int>(i));
      EXPECT_EQ(ShortestChain(heap.heap, index), chain);
    }
  });
}

// S15.6
TEST_P(SearchProperty, EveryChainIsFoundOnceAndTheLongestIsAmongThem) {
  ForEachHeap([](const SoughtHeap& heap) {
    const HeapGraph graph(heap.heap);
    for (std::size_t i = 0; i < heap.things.size(); ++i) {
      const Index index = heap.things[i]->header().index;
      std::vector<std::size_t> expected;
      Paths(heap, static_cast<int>(i), {}, 0, expected);
      const SearchBounds unbounded{.chains = 1'000'000};
      const Chains all = AllChains(graph, index, unbounded);
      EXPECT_TRUE(all.complete);
      std::vector<std::size_t> found;
      for (const Chain& chain : all.chains) {
        ExpectMade(heap, chain, static_cast<int>(i));
        found.push_back(chain.size());
      }
      std::ranges::sort(found);
      std::ranges::sort(expected);
      EXPECT_EQ(found, expected);
      const Chains longest = LongestChain(graph, index, unbounded);
      ASSERT_EQ(longest.chains.empty(), expected.empty());
      if (expected.empty()) continue;
      EXPECT_EQ(longest.chains.front().size(), expected.back());
      const auto first = std::ranges::find_if(
          all.chains, [&](const Chain& chain) { return chain.size() == expected.back(); });
      EXPECT_EQ(TextOf(graph, longest.chains.front()), TextOf(graph, *first));
    }
  });
}

// S15.6
TEST_P(SearchProperty, TheReferencersOfAnObjectAreExactlyThoseThatWereMade) {
  ForEachHeap([](const SoughtHeap& heap) {
    const HeapGraph graph(heap.heap);
    for (std::size_t i = 0; i < heap.things.size(); ++i) {
      std::multiset<std::string> expected;
      for (const Made& one : heap.made) {
        if (one.to == static_cast<int>(i)) expected.insert(std::to_string(one.from) + one.words);
      }
      std::multiset<std::string> found;
      for (const Edge& edge : ReferencersOf(graph, heap.things[i]->header().index)) {
        const int from = edge.IsRoot() ? -1 : heap.NumberOf(edge.holder);
        found.insert(std::to_string(from) + TextOf(edge));
      }
      EXPECT_EQ(found, expected);
    }
  });
}

// The heaps test something: most chains have several edges, and some objects have no chain.
TEST_P(SearchProperty, TheHeapsHaveLongChainsAndDeadObjects) {
  int dead = 0;
  int direct = 0;
  int longer = 0;
  ForEachHeap([&](const SoughtHeap& heap) {
    for (const int distance : Distances(heap))
      ++(distance == 0 ? dead : distance == 1 ? direct : longer);
  });
  EXPECT_GT(dead, 200);
  EXPECT_GT(direct, 200);
  EXPECT_GT(longer, 500);
}

// A collection frees exactly the objects that the search says are unreachable.
TEST_P(SearchProperty, WhatNoChainReachesIsWhatACollectionFrees) {
  ForEachHeap([](const SoughtHeap& heap) {
    const HeapGraph graph(heap.heap);
    std::vector<WeakPtr<Sought>> handles(heap.things.begin(), heap.things.end());
    const_cast<Heap&>(heap.heap).Collect();
    for (const WeakPtr<Sought>& handle : handles) {
      const auto i = static_cast<Index>(&handle - handles.data()) + 1;  // as objects were made
      EXPECT_EQ(ShortestChain(graph, i).empty(), handle.Get() == nullptr) << i;
    }
    const auto alive = std::ranges::count_if(handles, &WeakPtr<Sought>::Get);
    EXPECT_EQ(heap.heap.ObjectCount(), static_cast<std::uint32_t>(alive)) << "nothing is left over";
  });
}

INSTANTIATE_TEST_SUITE_P(RandomHeaps, SearchProperty, testing::Range(0u, 4u));

}  // namespace
}  // namespace gc
