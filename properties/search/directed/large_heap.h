// properties/search/directed/large_heap.h -- a trace of any length over a heap of any size, an
// operation at a time.
//
// A generator that asks what the mutator can name must not walk a million objects to know. This one
// names rooted objects and what their fields hold, which can always be named; and it holds no
// trace: each operation depends on the seed, the oracle and the operations before.
//
// The heap is a field of hubs, which are rooted, with eight slots each. Objects are put into slots
// above what was there, taken out, exchanged between slots, linked across, and dropped with what
// hangs below them. The collector gets a tick every so often, so that its work is in proportion to
// the mutator's, and a new cycle begins when one has ended.
//
// Read next: properties/tool/commands/soak.cc.

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
  // `objects`: how many there are at most, those that are garbage and not yet freed included.
  LargeHeap(std::uint32_t objects, std::uint64_t seed);

  // The next operation. `last` is what the one before published.
  reference::Operation Next(const reference::Oracle& oracle,
                            std::span<const reference::Event> last);
  // The next operation of the end, in which the collector finishes what is pending and goes through
  // a whole cycle. False: it has.
  bool Finish(const reference::Oracle& oracle, reference::Operation& operation);

  std::uint32_t objects() const { return objects_; }
  std::uint32_t most_objects() const { return most_; }
  // At the end of a cycle.
  std::uint32_t most_reachable() const { return most_reachable_; }
  std::uint64_t cycles() const { return cycles_; }

 private:
  void CountReachable(const reference::Oracle& oracle);
  reference::Operation Step(const reference::Oracle& oracle);
  void Mutate(const reference::Oracle& oracle);
  void Create(reference::Name hub, std::uint16_t slot, reference::Name below);
  void Change(const reference::Oracle& oracle, reference::Name hub, std::uint16_t slot,
              reference::Name object);
  void HoldOtherwise(reference::Name object);
  void Push(const reference::Operation& operation) { queue_.push_back(operation); }
  reference::Name NewName() { return next_name_++; }

  const std::uint32_t limit_;
  const std::uint32_t hubs_;  // their names are the lowest
  // Strong pointers, objects that are not ready: in a small heap few, or they would hold it full.
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
  bool last_cycle_ = false;
};

}  // namespace properties
