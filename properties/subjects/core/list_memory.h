// properties/subjects/core/list_memory.h -- no memory for the lists of a collector, for a while.
//
// Memory runs out once in a program's life, and then a store and a collection are what must go on
// (S9.26, S12.20). The lists of core ask for pages that they may not be given, with std::nothrow,
// and so does nothing else of a judged run. So this operator of the process is replaced, and gives
// nothing while an object of this kind lives:
//
//     start          a is a root; no list has room for it     a is marked, and left over
//     tick           a is found by the mark map, and scanned
//
// Where a sanitizer has the operators, kWorks is false, and all lists grow.
//
// Thread rules: each thread has its own; what other threads allocate is not touched.
//
// Read next: core/population/wavefront.h (what is done without room).

#pragma once

#include <cstdint>

#include "properties/base/private_memory.h"

namespace properties {

class NoListMemory {
 public:
  static constexpr bool kWorks = PrivateMemory::kWorks;

  // Nothing is refused if not `really`.
  explicit NoListMemory(bool really = true);
  ~NoListMemory();
  NoListMemory(const NoListMemory&) = delete;
  NoListMemory& operator=(const NoListMemory&) = delete;

 private:
  const bool outer_;
};

// One allocation of a judged run fails: of those that core and its user make where a MayFail lives,
// the one with this number, from 0, or it and all behind it. A run is repeated with each number
// that it comes to. One object at a time on a thread.
class FailingAllocation {
 public:
  explicit FailingAllocation(std::uint64_t number, bool for_good = false);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  // Whether the run has come to that number.
  bool failed() const { return seen_ > number_; }
  // How many there were so far.
  std::uint64_t seen() const { return seen_; }
  // Whether the next allocation fails.
  bool Take() {
    const std::uint64_t number = seen_++;
    return for_good_ ? number >= number_ : number == number_;
  }

 private:
  const std::uint64_t number_;
  const bool for_good_;
  std::uint64_t seen_ = 0;
};

// Counts the allocations of all threads while it lives. One object at a time; nothing is counted
// where kWorks is false.
class CountedAllocations {
 public:
  CountedAllocations();
  ~CountedAllocations();
  CountedAllocations(const CountedAllocations&) = delete;
  CountedAllocations& operator=(const CountedAllocations&) = delete;

  std::uint64_t count() const;
};

// While it lives, allocations of this thread may fail, or may not.
class MayFail {
 public:
  explicit MayFail(bool may = true);
  ~MayFail();
  MayFail(const MayFail&) = delete;
  MayFail& operator=(const MayFail&) = delete;

 private:
  const bool outer_;
};

}  // namespace properties
