// core/collect/births.cc -- memory, an index and a colour for a new object.
//
// Upholds: birth-colour-idle, birth-colour-marking, birth-colour-gathering.

#include "core/collect/births.h"

#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

void Object::RegisterWith(Collector& owner) { owner.births.Register(*this); }

void Births::Open(const HeapOptions& options) {
  capacity_.Open(options);
  when_full_ = options.when_full;
  raw_fields_.Open(options);
}

void Births::Recycle() {
  raw_fields_.Recycle();
  idle_.clear();
  loans_.clear();
  window_open_ = true;
  made_in_window_ = 0;
}

bool Births::MayAllocate(const Class& type) {
  if (!MayMake(type, nullptr)) return false;
  if (heap_.IsTelling()) {
    Abort(Misuse{.sentence = "a listener of the table makes no objects: make them afterwards",
                 .where = GC_HERE,
                 .what = type.name});
  }
  if (type.HasRawFields()) [[unlikely]] {
    return raw_fields_.Notice(type, heap_.phase() == Phase::kMarking);
  }
  return true;
}

void* Births::Allocate(const Class& type, const BirthOptions& options, Index& index,
                       bool& lacks_room) {
  lacks_room = false;
  BirthLoan* const loan = LoanFor(type, options);
  void* made = loan != nullptr ? MakeFrom(*loan, type, index) : nullptr;
  if (made != nullptr) return made;
  bool nearly_full = false;
  {
    const TableLock lock(heap_.sharing);
    index = AcquireIndex(options);
    if (index != kNoIndex) [[likely]] {
      made = heap_.table.IsLow(index) ? memory_.AllocatePermanent(type, options.tail)
                                      : memory_.Allocate(type, options.tail);
    }
    if (made == nullptr) [[unlikely]] {
      lacks_room = index != kNoIndex || heap_.table.IsFull();
      if (index != kNoIndex) GiveBack(options, index);
      return nullptr;
    }
    made_in_window_ += window_open_ && options.identity == nullptr ? 1 : 0;
    if (IsPlain(index, options.flags) && !heap_.sharing.IsHome()) roots_.KeepAsync(index);
    nearly_full = capacity_.IsNearlyFull();
  }
  if (nearly_full) [[unlikely]] {
    SayIfNearlyFull();
  }
  return made;
}

// One of the threads that make the table nearly full says so, and none of the others.
void Births::SayIfNearlyFull() {
  std::optional<CapacityNotice> notice;
  {
    const TableLock lock(heap_.sharing);
    if (capacity_.IsNearlyFull()) notice = capacity_.NoticeOfBirth();
  }
  if (notice) capacity_.Say(*notice);
}

void Births::NoticeFull(const char* tried) {
  std::optional<CapacityNotice> notice;
  {
    const TableLock lock(heap_.sharing);
    notice = capacity_.NoticeOfFull(tried);
  }
  if (notice) capacity_.Say(*notice);
}

// Under the table lock. None if there is no room for what keeps the object.
Index Births::AcquireIndex(const BirthOptions& options) {
  const Index index = AcquireAny(options);
  if (index == kNoIndex || roots_.HasRoomForNew(index, options.flags)) [[likely]]
    return index;
  GiveBack(options, index);
  return kNoIndex;
}

// Of a birth that fails. An identity is as it was, and its index free for it.
void Births::GiveBack(const BirthOptions& options, Index index) {
  if (options.identity != nullptr) return serials_.TakeBackClaim(*options.identity);
  heap_.table.GiveBack(index);
}

// What other threads were lent and do not use is nobody's yet.
Index Births::AcquireAny(const BirthOptions& options) {
  if (options.identity != nullptr) {
    const bool claimed =
        serials_.Claim(*options.identity) || (Reclaim() && serials_.Claim(*options.identity));
    return claimed ? options.identity->index : kNoIndex;
  }
  if (window_open_) {
    const Index low = heap_.table.AcquireLow();
    if (low != kNoIndex) return low;
  }
  const Index index = heap_.table.Acquire();
  return index != kNoIndex || !Reclaim() ? index : heap_.table.Acquire();
}

// What this thread was lent, in the section that it has; null: nothing.
BirthLoan* Births::OwnLoan() const {
  const Lock* const lock = heap_.sharing.lock();
  const Section* const section = lock != nullptr ? lock->OutermostSection() : nullptr;
  return section != nullptr ? static_cast<BirthLoan*>(section->LoanFrom(*this)) : nullptr;
}

// The loan for a plain birth on another thread than the collector's; null if there is none. It is
// no matter for a heap with faults, in which one thread runs at a time.
BirthLoan* Births::LoanFor(const Class& type, const BirthOptions& options) {
  const bool plain = !kFaulty && options.identity == nullptr && options.tail == 0 &&
                     options.flags == object_flag::kNone && memory_.MayLend(type);
  if (!plain || heap_.sharing.IsHome()) return nullptr;
  Section& section = *heap_.sharing.lock()->OutermostSection();  // MayMake
  Loan* const loan = section.LoanFrom(*this);
  if (loan != nullptr) return static_cast<BirthLoan*>(loan);
  return section.AsksAgain() ? Lend(section) : nullptr;
}

// Null if there is no memory.
BirthLoan* Births::Lend(Section& section) {
  const TableLock lock(heap_.sharing);
  if (idle_.empty()) {
    try {
      idle_.reserve(loans_.size() + 1);
      loans_.push_back(std::make_unique<BirthLoan>(static_cast<Lender&>(*this)));
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    idle_.push_back(loans_.back().get());
  }
  BirthLoan& loan = *idle_.back();
  idle_.pop_back();
  section.Lend(loan);
  return &loan;
}

// Null: there is no loan to be had at the moment, and nothing was changed.
void* Births::MakeFrom(BirthLoan& loan, const Class& type, Index& index) {
  if (!ObjectMemory::HasLent(type, loan) && !Refill(loan, type)) return nullptr;
  index = loan.TakeIndex();
  if (index == kNoIndex && Refill(loan, type)) index = loan.TakeIndex();
  return index != kNoIndex ? ObjectMemory::AllocateLent(type, loan) : nullptr;
}

// Nothing is lent where the next birth has more to do than to take an index and a slot, or where
// indices are given in their order.
bool Births::Refill(BirthLoan& loan, const Class& type) {
  const TableLock lock(heap_.sharing);
  Settle(loan);
  if (!heap_.table.Reuses() || capacity_.IsWatched() || (window_open_ && heap_.table.HasLow())) {
    return false;
  }
  if (!memory_.Lend(type, loan)) return false;
  if (!loan.IsEmpty()) return true;
  loan.Fill([this] {
    const Index index = heap_.table.Acquire();
    if (index == kNoIndex || roots_.HasRoomForNew(index, object_flag::kNone)) return index;
    heap_.table.GiveBack(index);
    return kNoIndex;
  });
  return true;
}

// What became of the loan since the last time. Under the table lock.
void Births::Settle(BirthLoan& loan) {
  memory_.Settle(loan);
  loan.NoteTaken([this](Index index) {
    roots_.NoteMade(index);
    made_in_window_ += window_open_ ? 1 : 0;
  });
}

void Births::TakeBack(Loan& what) noexcept {
  BirthLoan& loan = static_cast<BirthLoan&>(what);
  const TableLock lock(heap_.sharing);
  Settle(loan);
  loan.Reclaim([this](Index index) { heap_.table.GiveBack(index); });
  memory_.TakeBack(loan);
  loan.StartAnew();
  idle_.push_back(&loan);
}

// Whether any thread was lent what it does not use. Under the table lock.
bool Births::Reclaim() {
  std::uint32_t reclaimed = 0;
  for (const auto& loan : loans_) {
    reclaimed += loan->Reclaim([this](Index index) { heap_.table.GiveBack(index); });
  }
  return reclaimed != 0;
}

// Most births are plain: no flag and no listener asks for more than the mark. Then the entry is
// this thread's alone, also where others make objects: the index was given to it under the table
// lock, and nothing leads to the entry yet. What another thread than the collector's makes is kept
// until it is handed over; it was put among the roots under that same lock, and is told so here.
//
// Happens-before: Publish is a release, and whoever finds the object acquires it. The lock under
// which the index is released again orders this entry's next owner behind all of this. The flip
// finds the index among the roots, and the object in the entry, as this thread's section ends
// before the flip begins.
[[gnu::always_inline]] inline void Births::Register(Object& object) {
  const Index index = object.header().index;
  const Object* const occupant = heap_.table[index].Occupant();
  if (occupant == &object) return;  // a named object: it was registered before
  const bool plain =
      occupant == nullptr && IsPlain(index, object.header().flags.Load()) && !heap_.HasListeners();
  if (!plain) return RegisterWithCare(object, occupant);
  const MarkBits mark = BirthColour();
  Population::HeaderMark(object).Store(mark);
  const FlagWord kept_by = heap_.sharing.IsHome() ? 0 : flag::kAsync;
  Enter(object, index, mark, kept_by | PlainFlags(*object.header().type, TailOf(object)));
}

void Births::RegisterWithCare(Object& object, const Object* occupant) {
  if (!kFaulty && occupant != nullptr) {
    Abort(Misuse{.sentence = "a Birth makes one object: an object must not be a part of another",
                 .where = GC_HERE,
                 .what = object.header().type->name});
  }
  const TableLock lock(heap_.sharing);
  const Entry& entry = heap_.EntryOf(object);
  const FlagWord recycled = entry.flags.Load() & flag::kRecycled;
  const FlagWord kept_by = roots_.KeepNew(object);
  const bool low = heap_.table.IsLow(object.header().index);
  const MarkBits mark = low ? mark::kPermanent : BirthColour();
  Population::HeaderMark(object).Store(mark);
  const FlagWord plain = PlainFlags(*object.header().type, TailOf(object));
  Enter(object, object.header().index, mark,
        recycled | kept_by | plain | (low ? flag::kDisregarded : 0));
}

void Births::Undo(Object& object) {
  OwnerOf(object).wavefront.Settle();  // it may have been stored
  const Index index = object.header().index;
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
  heap_.GiveUp(object);
  const TableLock lock(heap_.sharing);
  if (BirthLoan* const loan = OwnLoan()) {
    Settle(*loan);
    roots_.Forget(index);
  }
  if (heap_.table.IsLow(index)) return;  // the permanent pool takes no memory back
  memory_.Free(object, block);
  heap_.table.Release(index);
}

bool Births::MayMakeHere(const Class& type, const Object* outer) {
  if (!heap_.sharing.MayMutate()) {
    return Refuse({.rule = Rule::kLockExcludes,
                   .sentence = "another thread makes objects in a section of the heap's lock only",
                   .where = GC_HERE},
                  Rule::kScanIsAtomic, type, outer);
  }
  if (!heap_.activity.Stepping()) return true;
  return Refuse({.rule = Rule::kScanIsAtomic,
                 .sentence = "an object must not be made or renamed while its heap collects",
                 .where = GC_HERE},
                Rule::kScanIsAtomic, type, outer);
}

namespace {

const char* WordsOf(Phase phase) {
  switch (phase) {
    case Phase::kIdle:
      return "outside of marking and gather";
    case Phase::kMarking:
      return "while marking";
    case Phase::kGathering:
      return "while gathering";
  }
  return "";
}

}  // namespace

bool Births::Refuse(Misuse why, Rule broken, const Class& type, const Object* outer) {
  if constexpr (kFaulty) {
    return heap_.Fail({.rule = broken, .sentence = why.sentence, .where = why.where});
  }
  const bool has_path = outer != nullptr && heap_.IsLive(*outer) && heap_.names() != nullptr;
  std::ostringstream what;
  if (*why.what != '\0') what << why.what << ", ";
  what << "class " << type.name << ", outer " << (has_path ? heap_.names()->PathOf(*outer) : "none")
       << ", thread " << std::this_thread::get_id() << ", " << WordsOf(heap_.phase());
  const std::string text = std::move(what).str();
  why.what = text.c_str();
  Abort(why);
}

bool Births::OpenDisregard() {
  window_open_ = true;
  return heap_.table.HasLow();
}

std::uint32_t Births::CloseDisregard() {
  if (std::exchange(window_open_, false)) {
    capacity_.Say({.kind = CapacityNoticeKind::kDisregardClosed,
                   .count = made_in_window_,
                   .limit = heap_.table.First() - 1,
                   .setting = "HeapOptions::max_disregarded"});
  }
  return made_in_window_;
}

}  // namespace GC_BUILD
}  // namespace gc
