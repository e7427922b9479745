// core/base/loan.h -- what a thread is given for as long as its section lasts.
//
// A thread that takes one thing after the other from what all threads share would take a lock for
// each. It may be lent several at once instead, of which it then disposes alone. But a step of the
// collector must find everything in its place; so a loan is a matter of one section
// (core/base/lock.h), and what is left of it goes back before that ends:
//
//     a thread   enters  is lent 64 . . takes 40 of them . . gives 24 back  leaves
//     collector                                                                     begins a step
//
// Thread rules: a loan is used on the thread of its section alone.
// Read next: core/memory/birth_loan.h.

#pragma once

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class Loan;
class Lock;
class Section;

// All it says of "the section" means the outermost one of that lock on the calling thread.
class Lender {
 protected:
  ~Lender() = default;

  // What the section was lent by this lender; null if that is nothing, or no section is open.
  Loan* LoanHere(const Lock& lock) const;
  // Whether some lender asked this in the section before: nothing is lent to one that may need one
  // thing only. A section must be open.
  static bool AsksAgain(const Lock& lock);
  // Lends it to the section, which must be open, and was lent nothing by this lender.
  static void Lend(const Lock& lock, Loan& loan);

 private:
  friend class Section;
  // The section of the loan ends, and is still open. On its thread.
  virtual void TakeBack(Loan& loan) noexcept = 0;
};

class Loan {
 public:
  // The lender outlives it.
  explicit Loan(Lender& lender) : lender_(lender) {}
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;

 protected:
  ~Loan() = default;

 private:
  friend class Lender;
  friend class Section;
  Lender& lender_;
  Loan* next_ = nullptr;  // of the same section, from another lender
};

}  // namespace GC_BUILD
}  // namespace gc
