// properties/bench/subjects/store_loop.h -- W7: the loop around a store, the same for every kind.
//
// Random pairs of a holder and a target. A few objects stay in the cache, and the pairs are gone
// through many times; a million do not, and the pairs are gone through once.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "properties/bench/graph/generate.h"
#include "properties/bench/serve/subject.h"

namespace bench {

inline constexpr std::size_t kHotObjects = 256;

template <class Object>
class StoreLoop {
 public:
  explicit StoreLoop(const std::vector<Object*>& objects)
      : passes_(objects.size() <= kHotObjects ? 4000 : 1) {
    Random random(7);
    pairs_.reserve(objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i) {
      Object* const holder = objects[random.Below(objects.size())];
      pairs_.push_back({holder, objects[random.Below(objects.size())]});
    }
  }

  // A store's time, with the loop around it.
  template <class Store>
  double Nanoseconds(const Store& store) const {
    const Stopwatch watch;
    for (int pass = 0; pass < passes_; ++pass) {
      for (const auto& [holder, target] : pairs_) store(holder, target);
      __asm__ volatile("" : : : "memory");
    }
    const double stores = static_cast<double>(pairs_.size()) * passes_;
    return watch.Milliseconds() * 1e6 / stores;
  }

 private:
  const int passes_;
  std::vector<std::pair<Object*, Object*>> pairs_;
};

// Measures plain and barriered stores in turns, then starts a marking and measures again. `name` is
// "hot" or "cold".
template <class Object, class Raw, class Barriered, class Start>
void MeasureStores(const StoreLoop<Object>& loop, const std::string& name, const Raw& raw,
                   const Barriered& barriered, const Start& start, Measures& measures) {
  constexpr int kTurns = 3;
  loop.Nanoseconds(raw);  // touches every page
  std::vector<double> plain, idle;
  for (int turn = 0; turn < kTurns; ++turn) {
    plain.push_back(loop.Nanoseconds(raw));
    idle.push_back(loop.Nanoseconds(barriered));
  }
  std::ranges::sort(plain);
  std::ranges::sort(idle);
  measures["raw " + name] = {plain[kTurns / 2]};
  measures["idle " + name] = {idle[kTurns / 2]};
  start();
  measures["marking " + name] = {loop.Nanoseconds(barriered)};
}

}  // namespace bench
