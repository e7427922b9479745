// properties/bench/subjects/store_loop.h -- W7: the loop around a store, the same for every kind.
//
// Random pairs of a holder and a target. A few objects stay in the cache, and the pairs are gone
// through many times; a million do not, and the pairs are gone through once.

#pragma once

#include <cstddef>
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

}  // namespace bench
