// properties/suites/free_running/named_free_running_test.cc -- threads name, rename, find and list
// objects, and store into clusters, while the collector takes slices; and nothing is lost.
//
// Each mutator has a package of its own, which all others search. The names in it are its own, and
// each name is given once: so what a mutator keeps must be found by its name at any time, by it and
// by others, under its new name as soon as a renaming has returned, and once in each list. Each has
// a chain of pieces behind a hub, too. Between two slices the collector's thread makes clusters of
// the hubs, and a mutator that lets its chain grow dissolves its own in the midst of all.
//
// The heap belongs to one thread at first, and is shared in the middle of marking; at the end it is
// one thread's again, in the middle of whatever is pending.
//
// What is read of another mutator's object is written once, by its constructor: a renaming writes
// name and outer, and its object's owner alone may read them.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "properties/suites/free_running/workplace.h"

namespace properties::free_running {
namespace {

constexpr std::size_t kMutators = kMutatorsOfNames;
constexpr int kBursts = 250;
constexpr std::size_t kKept = 24;  // tools that a mutator keeps at a time

class Worker {
 public:
  Worker(Workplace& at, std::size_t number, unsigned seed)
      : at_(at), number_(number), random_(seed * 10 + static_cast<unsigned>(number)) {}

  void Run() {
    for (int burst = 0; burst < kBursts; ++burst) {
      {
        const gc::Section section(at_.lock);
        at_.MeetOthers();
        for (std::uint32_t i = 1 + Below(20); i > 0; --i) Operate();
        at_.inside.fetch_sub(1, std::memory_order_relaxed);
      }
      std::this_thread::yield();
    }
  }
  // Everything that it keeps is there, under its name.
  void Compare() {
    for (const auto& [name, tool] : kept_) {
      if (at_.make.Find(Mine(), name) != tool) at_.Complain("lost: " + name);
      if (tool->NameText() != name) at_.Complain("has another name: " + name);
      if (tool->outer() != Mine()) at_.Complain("has another outer: " + name);
    }
    CompareLists();
    int length = 0;
    for (const Piece* piece = at_.hubs[number_]; piece != nullptr; piece = piece->next.Get()) {
      ++length;
    }
    if (length != pieces_) at_.Complain("the chain has lost a piece");
  }
  std::uint32_t objects() const {
    return static_cast<std::uint32_t>(kept_.size()) + static_cast<std::uint32_t>(pieces_);
  }
  int found() const { return found_; }
  int renamed() const { return renamed_; }

 private:
  std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_() >> 8) % bound;
  }
  gc::Package* Mine() const { return at_.packages[number_]; }
  std::string NewName() { return "tool " + std::to_string(names_++); }
  std::map<std::string, Tool*>::iterator Any() {
    auto at = kept_.begin();
    std::advance(at, Below(static_cast<std::uint32_t>(kept_.size())));
    return at;
  }

  void Operate() {
    switch (Below(12)) {
      case 0:
      case 1:
      case 2:
        return kept_.size() < kKept ? Make() : Drop();
      case 3:
      case 4:
        return Rename();
      case 5:
      case 6:
        return Search();
      case 7:
        return CompareLists();
      case 8:
        return LookThroughAll();
      case 9:
        return ReadWeakly();
      default:
        return GrowChain();
    }
  }
  void Make() {
    const std::string name = NewName();
    Tool* const made = at_.make.New<Tool>({.outer = Mine(), .name = name});
    at_.heap.AddRoot(made);
    at_.heap.HandOver(made);
    kept_[name] = made;
    if (at_.make.Find(Mine(), name) != made) at_.Complain("made, and not found: " + name);
  }
  void Drop() {
    const auto at = Any();
    at_.heap.RemoveRoot(at->second);
    kept_.erase(at);
  }
  void Rename() {
    if (kept_.empty()) return;
    const auto at = Any();
    const std::string before = at->first;
    const std::string after = NewName();
    Tool* const tool = at->second;
    at_.make.Rename(*tool, {.name = after});
    kept_.erase(at);
    kept_[after] = tool;
    renamed_ += 1;
    if (at_.make.Find(Mine(), before) != nullptr) at_.Complain("found by its old name: " + before);
    if (at_.make.Find(Mine(), after) != tool) at_.Complain("not by its new name: " + after);
  }
  // Searches a package for a name that its owner may have given, and keeps what it finds.
  void Search() {
    const std::size_t other = Below(kMutators);
    gc::NamedObject* const found =
        at_.make.Find(at_.packages[other],
                      "tool " + std::to_string(Below(static_cast<std::uint32_t>(names_ + 1))));
    if (found == nullptr) return;
    found_ += 1;
    if (!static_cast<Tool*>(found)->IsWhole()) at_.Complain("found, and not whole");
    if (!kept_.empty()) Any()->second->beside = found;
  }
  // What it keeps is inside its package, once each.
  void CompareLists() {
    std::size_t seen = 0;
    at_.make.ForEachInside(*Mine(), [&](gc::NamedObject* one) {
      const auto known = kept_.find(one->NameText());
      seen += known != kept_.end() && known->second == one;
    });
    if (seen != kept_.size()) at_.Complain("inside: not what it keeps");
  }
  void LookThroughAll() {
    std::size_t seen = 0;
    at_.make.ForEach<Tool>([&](Tool* tool) {
      if (!tool->IsWhole()) at_.Complain("listed, and not whole");
      for (const auto& [name, kept] : kept_) seen += kept == tool;
    });
    if (seen != kept_.size()) at_.Complain("listed: not all that it keeps, once each");
  }
  void ReadWeakly() {
    if (kept_.empty()) return;
    const auto at = Any();
    const gc::WeakPtr<Tool> weak(at->second);
    if (weak.Get() != at->second) at_.Complain("weak: null for what is kept");
  }
  // A store into a hub, which may be the root of a cluster.
  void GrowChain() {
    if (pieces_ > 40) {
      at_.hubs[number_]->next = nullptr;
      pieces_ = 1;
    }
    Piece* const born = at_.heap.New<Piece>();
    born->next = at_.hubs[number_]->next.Get();
    at_.hubs[number_]->next = born;
    at_.heap.HandOver(born);
    pieces_ += 1;
  }

  Workplace& at_;
  const std::size_t number_;
  std::minstd_rand random_;
  std::map<std::string, Tool*> kept_;
  int names_ = 0;
  int pieces_ = 1;  // its hub included
  int found_ = 0;
  int renamed_ = 0;
};

class NamedRound {
 public:
  NamedRound(std::uint32_t workers, unsigned seed) : at_(workers), random_(seed) {
    for (std::size_t i = 0; i < kMutators; ++i) workers_.emplace_back(at_, i, seed);
  }
  void Run() {
    at_.heap.Start();
    at_.heap.Tick(1 + Below(5));
    at_.heap.ShareUnder(&at_.lock);
    std::atomic<int> running{kMutators};
    std::vector<std::jthread> threads;
    for (Worker& worker : workers_) {
      threads.emplace_back([&worker, &running] {
        worker.Run();
        running -= 1;
      });
    }
    while (running != 0) TakeSlice();
    threads.clear();
    at_.heap.ShareUnder(nullptr);
    Settle();
  }
  int clusters() const { return clusters_; }
  int cycles() const { return cycles_; }
  int found() const { return Sum(&Worker::found); }
  int renamed() const { return Sum(&Worker::renamed); }
  std::vector<std::string> Complaints() const { return at_.Complaints(); }

 private:
  std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_() >> 8) % bound;
  }
  int Sum(int (Worker::*of)() const) const {
    int sum = 0;
    for (const Worker& worker : workers_) sum += (worker.*of)();
    return sum;
  }
  void TakeSlice() {
    at_.lock.Acquire();
    gc::Heap& heap = at_.heap;
    if (heap.phase() == gc::Phase::kIdle) {
      clusters_ += heap.MakeCluster(at_.hubs[Below(kMutators)]) != 0;
      if (Below(2) == 0) cycles_ += heap.Start();
    }
    switch (Below(8)) {
      case 0:
        heap.Tick(gc::kUnlimited);
        break;
      case 1:
        heap.Purge(1 + Below(40));
        break;
      case 2:
        if (Below(10) == 0) heap.Collect();
        break;
      default:
        heap.Tick(1 + Below(60));
    }
    if (Below(30) == 0) Look();
    at_.lock.Release();
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  void Look() {
    const std::optional<gc::Failure> breach = gc::Verifier().Verify(at_.heap);
    if (breach) at_.Complain(std::string("verifier: ") + breach->sentence);
  }
  // What only one refers to by its neighbours is gone after two cycles in which nothing changes.
  void Settle() {
    Look();
    std::uint32_t expected = at_.empty;
    for (Worker& worker : workers_) {
      worker.Compare();
      expected += worker.objects();
    }
    at_.heap.Collect();
    at_.heap.Collect();
    Look();
    for (Worker& worker : workers_) worker.Compare();
    if (at_.heap.ObjectCount() < expected) at_.Complain("an object is missing");
    if (at_.heap.ObjectCount() > expected + kMutators * kKept) at_.Complain("objects are left");
  }

  Workplace at_;
  std::vector<Worker> workers_;
  std::minstd_rand random_;
  int clusters_ = 0;
  int cycles_ = 0;
};

class NamedFreeRunning : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, NamedFreeRunning, testing::Values(1u, 2u, 4u));

// S1.12, S1.26, S3.9, S3.11, S5.24, S7.9, S10.10, S10.12, S11.7
TEST_P(NamedFreeRunning, WhatIsKeptHasItsNameAndItsPlaceWhateverOthersDo) {
  int clusters = 0;
  int cycles = 0;
  int found = 0;
  int renamed = 0;
  for (unsigned seed = 1; seed <= 3; ++seed) {
    NamedRound round(GetParam(), seed);
    round.Run();
    ASSERT_THAT(round.Complaints(), testing::IsEmpty()) << "seed " << seed;
    clusters += round.clusters();
    cycles += round.cycles();
    found += round.found();
    renamed += round.renamed();
  }
  // If little happened in a run, its success would mean little.
  EXPECT_GT(clusters, 5);
  EXPECT_GT(cycles, 5);
  EXPECT_GT(found, 20);
  EXPECT_GT(renamed, 100);
}

}  // namespace
}  // namespace properties::free_running
