// properties/search/directed/large_heap.h -- a trace of any length over a heap of any size, made
// one operation at a time.
//
// A generator must know what the mutator can name, but must not walk a million objects to learn it.
// This one names only rooted objects and what their fields hold, which can always be named. It
// keeps no trace: each operation depends on the seed, the oracle and the operations before.
//
// The heap consists of hubs, rooted objects with eight slots each. An object is put into a slot and
// takes the old object below itself; objects are taken out, exchanged between slots, linked across,
// and dropped with all that is below them. The collector gets a tick now and then, so that its work
// is in proportion to the mutator's; when a cycle has ended, the next one begins.
//
// Read next: properties/tool/soak/soak_run.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>

#include "properties/base/random.h"
#include "reference/oracle/oracle.h"
#include "reference/trace/trace.h"

namespace properties {

class LargeHeap {
 public:
  // `objects`: how many there may be at most, counting doomed ones that are not yet freed.
  // `promises`: those of the subject whose heap it is.
  LargeHeap(std::uint32_t objects, std::uint64_t seed, const reference::Promises& promises);

  // The next operation. `last` are the events that the operation before it published.
  reference::Operation Next(const reference::Oracle& oracle,
                            std::span<const reference::Event> last);
  // The next operation at the end of a run, where the collector finishes what is pending and then
  // does a whole cycle. False: there is none left. `last` are the events that the operation before
  // it published. It comes to an end whatever these are.
  bool Finish(const reference::Oracle& oracle, std::span<const reference::Event> last,
              reference::Operation& operation);

  std::uint32_t objects() const { return objects_; }
  std::uint32_t most_objects() const { return most_; }
  // The greatest number of reachable objects at the end of a cycle.
  std::uint32_t most_reachable() const { return most_reachable_; }
  std::uint64_t cycles() const { return cycles_; }

 private:
  // How the subject's cycles are known, and what was done about them.
  struct Cycles {
    bool by_units = true;               // if not, each `collect` counts as one
    std::uint32_t collects_at_end = 1;  // or starts
    std::uint32_t steps = 0;            // not by units: since the last `collect`
    std::uint32_t last_ticks = 0;       // at the end of the run
    std::uint32_t last_collects = 0;
  };
  void Take(const reference::Oracle& oracle, std::span<const reference::Event> last);
  void CountCycle(const reference::Oracle& oracle);
  reference::Operation Step(const reference::Oracle& oracle);
  reference::Operation StepUnseen();
  void Mutate(const reference::Oracle& oracle);
  void Create(reference::Name hub, std::uint16_t slot, reference::Name below);
  void Change(const reference::Oracle& oracle, reference::Name hub, std::uint16_t slot,
              reference::Name object);
  void HoldOtherwise(reference::Name object);
  void Push(const reference::Operation& operation) { queue_.push_back(operation); }
  reference::Name NewName() { return next_name_++; }

  const std::uint32_t limit_;
  const std::uint32_t slots_;  // of a hub
  const std::uint32_t hubs_;   // hubs have the lowest names
  // How many strong pointers, and how many unready objects, there are at once; few in a small heap,
  // or they would fill it.
  const std::size_t at_once_;
  Random random_;
  std::deque<reference::Operation> queue_;
  std::deque<reference::Name> strong_;
  std::deque<reference::Name> unready_;
  reference::Name next_name_ = 0;
  std::uint32_t objects_ = 0;
  std::uint32_t most_ = 0;
  std::uint32_t most_reachable_ = 0;
  std::uint32_t since_step_ = 0;
  std::uint64_t cycles_ = 0;
  Cycles told_;
};

}  // namespace properties
