// core/collect/birth_loans.h -- what the threads that make many objects are lent.
//
// The collector's thread makes objects alone most of the time, and others share the table, the
// blocks and the set of roots with it and with one another. A thread that makes more than one
// object in a section is lent what the next births need (core/memory/birth_loan.h), and takes the
// table lock only when that is used up:
//
//     birth in a section     what it takes                               table lock
//     the first              as any birth                                once
//     the second             a loan: four indices, and a run of slots    once
//     further ones           of the loan                                 none
//     when it is used up     twice as many as before, 64 at most         once
//     the section's end      gives back what is left                     once
//
// A step finds none of it: it excludes all sections. What such a thread makes is kept until it is
// handed over (flag::kAsync), so each index is among the roots from when it is lent; where it has
// no object, the flip finds none.
//
// Owns the loans. Calls the population, the memory and the root set. Thread rules: MakeOnLoan and
// SettleOwn on any thread of the heap; it takes the table lock itself where it says nothing else.
//
// Upholds: index-after-free, keep-flags-are-roots.   Read next: core/memory/birth_loan.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/collect/capacity.h"
#include "core/collect/root_set.h"
#include "core/memory/birth_loan.h"
#include "core/object/identity.h"

namespace gc {
inline namespace GC_BUILD {

// While it is open, new objects take the low indices (core/collect/births.h). Under the table lock.
struct DisregardWindow {
  bool open = true;
  std::uint32_t made = 0;  // meanwhile; more than max_disregarded, if there was no room
  void Count(std::uint32_t more) { made += open ? more : 0; }
};

class BirthLoans final : private Lender {
 public:
  BirthLoans(Population& heap, ObjectMemory& memory, RootSet& roots, const Capacity& capacity,
             Guarded<DisregardWindow, Sharing>& window)
      : heap_(heap), memory_(memory), roots_(roots), capacity_(capacity), window_(window) {}
  BirthLoans(const BirthLoans&) = delete;
  BirthLoans& operator=(const BirthLoans&) = delete;

  // Whether anything may be lent from here on; not where indices are given in their order.
  void Allow(bool allowed) { allowed_ = allowed; }
  void Recycle() {
    idle_.clear();
    loans_.clear();
  }

  // Memory and an index for an object that another thread than the collector's makes, and for which
  // `options` asks nothing special. Null: nothing was changed, and the birth must do without.
  void* MakeOnLoan(const Class& type, const BirthOptions& options, Index& index);
  // Takes over what this thread has made, before any of it is given up. Under the table lock.
  void SettleOwn();
  // Takes back the indices that threads were lent and did not use. Whether there were any. Under
  // the table lock.
  bool Reclaim();
  // Whether no notice of capacity is due even if all is used that may be lent. Under the table
  // lock.
  bool IsNoticeFar() const {
    return capacity_.HasRoomUntilNotice(BirthLoan::kMost *
                                        static_cast<std::uint32_t>(loans_.size()));
  }

  // What is lent at the moment: indices that are not used, and bytes of objects that the memory's
  // figure does not have yet. While no other thread is in a section.
  struct Outstanding {
    std::uint32_t indices = 0;
    std::size_t bytes = 0;
  };
  Outstanding Lent() const;
  // Whether a section is open that was lent anything, used or not.
  bool IsAnyOut() const;

 private:
  BirthLoan* LoanFor(const Class& type, const BirthOptions& options);
  BirthLoan* Lend(const Lock& lock, const Class& type);
  bool Fill(BirthLoan& loan, const Class& type);
  bool Refill(BirthLoan& loan, const Class& type);
  void Settle(BirthLoan& loan);
  std::uint32_t ReclaimFrom(BirthLoan& loan);
  void TakeBack(Loan& loan) noexcept override;

  Population& heap_;
  ObjectMemory& memory_;
  RootSet& roots_;
  const Capacity& capacity_;
  Guarded<DisregardWindow, Sharing>& window_;
  bool allowed_ = true;
  std::vector<std::unique_ptr<BirthLoan>> loans_;  // under the table lock
  std::vector<BirthLoan*> idle_;                   // those of no section; has room for all
};

}  // namespace GC_BUILD
}  // namespace gc
