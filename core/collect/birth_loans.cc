// core/collect/birth_loans.cc -- lends indices and slots, and takes back what is not used.
//
// Upholds: index-after-free, keep-flags-are-roots.

#include "core/collect/birth_loans.h"
#include "core/base/room.h"

#include <new>
#include <utility>

namespace gc {
inline namespace GC_BUILD {

void* BirthLoans::MakeOnLoan(const Class& type, const BirthOptions& options, Index& index) {
  BirthLoan* const loan = LoanFor(type, options);
  if (loan == nullptr || loan->refused) return nullptr;
  if (!ObjectMemory::HasLent(type, *loan) && !Refill(*loan, type)) return nullptr;
  index = loan->TakeIndex();
  if (index == kNoIndex && Refill(*loan, type)) index = loan->TakeIndex();
  return index != kNoIndex ? ObjectMemory::AllocateLent(type, *loan) : nullptr;
}

// It is no matter for a heap with faults, in which one thread runs at a time.
BirthLoan* BirthLoans::LoanFor(const Class& type, const BirthOptions& options) {
  const bool plain = !kFaulty && options.identity == nullptr && options.tail == 0 &&
                     options.flags == object_flag::kNone && memory_.MayLend(type);
  if (!plain || heap_.sharing.IsHome()) return nullptr;
  const Lock& lock = *heap_.sharing.lock();  // this thread has a section open: Births::MayMake
  if (Loan* const loan = LoanHere(lock)) return static_cast<BirthLoan*>(loan);
  return AsksAgain(lock) ? Lend(lock, type) : nullptr;
}

// Null if there is no memory for the loan itself; perhaps nothing can be lent.
BirthLoan* BirthLoans::Lend(const Lock& lock, const Class& type) {
  const TableLock hold(heap_.sharing);
  if (idle_.empty()) {
    try {
      idle_.reserve(loans_.size() + 1);
      loans_.push_back(std::make_unique<BirthLoan>(static_cast<Lender&>(*this)));
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    PushInRoom(idle_, loans_.back().get());
  }
  BirthLoan& loan = *idle_.back();
  idle_.pop_back();
  Lender::Lend(lock, loan);
  Fill(loan, type);
  return &loan;
}

bool BirthLoans::Refill(BirthLoan& loan, const Class& type) {
  const TableLock lock(heap_.sharing);
  Settle(loan);
  return Fill(loan, type);
}

// Nothing is lent where the next birth has more to do than to take an index and a slot, as where it
// may be the one of which somebody waits to hear, or where indices are given in their order. Then
// this section need not ask again. Under the table lock.
bool BirthLoans::Fill(BirthLoan& loan, const Class& type) {
  loan.refused = !allowed_ || !IsNoticeFar() || (window_->open && heap_.table.HasLow()) ||
                 !memory_.Lend(type, loan);
  if (loan.refused) return false;
  if (loan.Left() != 0) return true;
  loan.Fill([this] {
    const Index index = heap_.table.Acquire();
    if (index == kNoIndex) return kNoIndex;
    if (roots_.HasRoomForNew(index, object_flag::kNone)) {
      roots_.KeepAsync(index);
      return index;
    }
    heap_.table.GiveBack(index);
    return kNoIndex;
  });
  loan.refused = loan.Left() == 0;
  return !loan.refused;
}

// Under the table lock.
void BirthLoans::Settle(BirthLoan& loan) {
  memory_.Settle(loan);
  window_->Count(std::exchange(loan.made, 0));
}

void BirthLoans::SettleOwn() {
  const Lock* const lock = heap_.sharing.lock();
  Loan* const loan = lock != nullptr ? LoanHere(*lock) : nullptr;
  if (loan != nullptr) Settle(static_cast<BirthLoan&>(*loan));
}

void BirthLoans::TakeBack(Loan& what) noexcept {
  BirthLoan& loan = static_cast<BirthLoan&>(what);
  const TableLock lock(heap_.sharing);
  Settle(loan);
  ReclaimFrom(loan);
  memory_.TakeBack(loan);
  loan.StartAnew();
  PushInRoom(idle_, &loan);
}

BirthLoans::Outstanding BirthLoans::Lent() const {
  const TableLock lock(heap_.sharing);
  Outstanding lent;
  for (const auto& loan : loans_) {
    lent.indices += loan->Left();
    lent.bytes += loan->bytes;
  }
  return lent;
}

bool BirthLoans::IsAnyOut() const {
  const TableLock lock(heap_.sharing);
  return idle_.size() != loans_.size();
}

bool BirthLoans::Reclaim() {
  std::uint32_t reclaimed = 0;
  for (const auto& loan : loans_) {
    reclaimed += ReclaimFrom(*loan);
  }
  return reclaimed != 0;
}

// Answers how many there were. Under the table lock.
std::uint32_t BirthLoans::ReclaimFrom(BirthLoan& loan) {
  return loan.Reclaim([this](Index index) {
    roots_.Forget(index);
    heap_.table.Release(index);
  });
}

}  // namespace GC_BUILD
}  // namespace gc
