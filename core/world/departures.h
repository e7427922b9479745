// core/world/departures.h -- the levels and worlds that have left, until all of them is gone.
//
// A level that was streamed out should cost nothing after the next collection. One forgotten
// reference from outside keeps its actor, whose outers keep the level: nothing shows that, until
// memory is full. So every level and world that leaves is remembered by a weak reference. One that
// is still alive after a cycle which began after it left has leaked, and the shortest chain of
// references from a root into it says what keeps it. What a cycle keeps that had begun before is no
// leak: that was reached already.
//
// To look costs one read for each that left; only one that is alive has the graph of the heap
// taken. That reads the slots of all objects, so it is done under the lock.
//
// Thread rules: the collector's thread, between two steps, outside of sections.
// Read next: core/inspect/report/leaks.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/lock.h"
#include "core/heap/named_object.h"
#include "core/inspect/report/leaks.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
inline namespace GC_BUILD {

// A level or a world that left, and of which something is still alive.
struct LevelLeak {
  std::string left;         // its path
  std::uint64_t since = 0;  // the number of the last cycle that had begun when it left
  Leak leak;                // the object with the shortest chain from a root, and that chain
};

class Departures {
 public:
  Departures(const Heap& heap, Lock& lock) : heap_(heap), lock_(lock) {}

  // The object leaves now, after the beginning of cycle number `cycle` (0: there was none). Without
  // memory it is not noted, and no leak of it is found.
  void Add(const NamedObject& leaving, std::uint64_t cycle);
  // The leaks of all that left, also of those that were told (which does not look at cycles); a
  // world after its levels, and only if something else of it leaks. What is gone is forgotten.
  std::vector<LevelLeak> FindLeaks();
  // The same of those that left before cycle number `cycle` began, each once.
  std::vector<LevelLeak> FindNewLeaks(std::uint64_t cycle);
  // How many have left and are not gone yet.
  std::size_t Left();

 private:
  struct One {
    std::string path;
    WeakReference object;
    std::uint64_t cycle = 0;
    bool told = false;
  };
  void ForgetGone();
  bool FindLeak(const One& one, std::vector<LevelLeak>& leaks) const;

  const Heap& heap_;
  Lock& lock_;
  std::vector<One> left_;
};

}  // namespace GC_BUILD
}  // namespace gc
