// core/memory/birth_loan.h -- the indices and slots from which one thread makes objects by itself.
//
// Each birth takes an index from the table and a slot from a block, and both are shared: threads
// that make many objects would wait for the table lock at each. So a thread that makes more than
// one in a section is lent some indices at once, and for each size of its objects a run of slots.
// The first loan is small and each further one twice as large, since a section may be short.
//
// Indices are few where the table is full, and then those that were lent and not used are reclaimed
// for another thread, which says "full" only if there are none. Owner and reclaimer may want the
// same one:
//
//     the owner      reads that 5 are left . . . . . . . . . . . . . . takes the fifth?
//     another one                           takes all 5, releases them
//
// So the number of those that are left changes by read-modify-writes only, and each takes what its
// own took away. Everything else here is the owner's alone.
//
// Happens-before: the list of indices is written and reclaimed under the table lock. The owner
// reads of it what it wrote. So the number needs no order but its own.
//
// Thread rules: calls are made on the thread of the section, Fill and Reclaim under the table lock,
// Reclaim on any thread.   Upholds: index-after-free.   Read next: core/collect/births.cc.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/loan.h"
#include "core/memory/blocks.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class BirthLoan final : public Loan {
 public:
  static constexpr std::uint32_t kMost = 64;  // indices at once

  using Loan::Loan;

  // How many are left.
  std::uint32_t Left() const { return left_.load(std::memory_order_relaxed); }
  // One of the indices that are left, in the order in which they were lent; kNoIndex: there is
  // none.
  Index TakeIndex() {
    std::uint32_t left = left_.load(std::memory_order_relaxed);
    while (left != 0) {
      if (left_.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) {
        made += 1;
        return lent_[left - 1];
      }
    }
    return kNoIndex;
  }
  // Calls acquire() for as many indices as are due, until it answers kNoIndex. None may be left.
  template <class Acquire>
  void Fill(const Acquire& acquire) {
    std::array<Index, kMost> found;
    std::uint32_t count = 0;
    for (Index index = 0; count < due_ && (index = acquire()) != kNoIndex; ++count) {
      found[count] = index;
    }
    std::reverse_copy(found.begin(), found.begin() + count, lent_.begin());
    left_.store(count, std::memory_order_relaxed);
    due_ = std::min(due_ * 2, kMost);
  }
  // Calls release(index) for each that is left, the one that would be taken next last; then none
  // is. Answers how many there were.
  template <class Release>
  std::uint32_t Reclaim(const Release& release) {
    const std::uint32_t left = left_.exchange(0, std::memory_order_relaxed);
    for (std::uint32_t i = 0; i < left; ++i) release(lent_[i]);
    return left;
  }
  // The section ends.
  void StartAnew() {
    due_ = kFirst;
    refused = false;
  }

  // By size class.
  std::array<Blocks::Run, Blocks::kClasses> runs{};
  // Of the objects that were made, what the heap's figures do not have yet.
  std::size_t bytes = 0;
  std::uint32_t made = 0;
  // Nothing more is lent in this section.
  bool refused = false;

 private:
  static constexpr std::uint32_t kFirst = 4;

  std::uint32_t due_ = kFirst;
  std::atomic<std::uint32_t> left_{0};
  std::array<Index, kMost> lent_{};
};

}  // namespace GC_BUILD
}  // namespace gc
