// core/collect/births.cc -- memory, an index and a colour for a new object.
//
// Upholds: birth-colour-idle, birth-colour-marking, birth-colour-gathering.

#include "core/collect/births.h"

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
  loans_.Allow(options.reuse_indices);
}

void Births::Recycle() {
  raw_fields_.Recycle();
  loans_.Recycle();
  window_.Peek() = {};
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
  void* made = loans_.MakeOnLoan(type, options, index);
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
    window_->Count(options.identity == nullptr ? 1 : 0);
    if (!loans_.IsNoticeFar()) loans_.Reclaim();
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
    const bool claimed = serials_.Claim(*options.identity) ||
                         (loans_.Reclaim() && serials_.Claim(*options.identity));
    return claimed ? options.identity->index : kNoIndex;
  }
  if (window_->open) {
    const Index low = heap_.table.AcquireLow();
    if (low != kNoIndex) return low;
  }
  const Index index = heap_.table.Acquire();
  return index != kNoIndex || !loans_.Reclaim() ? index : heap_.table.Acquire();
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
  loans_.SettleOwn();
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

// An index that was lent and not used goes back first. Later, where none is given out again, it
// would be lost.
void Births::SetReuse(bool reuse) {
  const TableLock lock(heap_.sharing);
  if (!reuse) loans_.Reclaim();
  heap_.table.SetReuse(reuse);
  loans_.Allow(reuse);
}

bool Births::OpenDisregard() {
  const TableLock lock(heap_.sharing);
  loans_.Reclaim();  // or what is made on a loan would take others than the low indices
  window_->open = true;
  return heap_.table.HasLow();
}

std::uint32_t Births::CloseDisregard() {
  bool closes = false;
  std::uint32_t made = 0;
  {
    const TableLock lock(heap_.sharing);  // others may be making objects
    closes = std::exchange(window_->open, false);
    made = window_->made;
  }
  if (closes) {
    capacity_.Say({.kind = CapacityNoticeKind::kDisregardClosed,
                   .count = made,
                   .limit = heap_.table.First() - 1,
                   .setting = "HeapOptions::max_disregarded"});
  }
  return made;
}

}  // namespace GC_BUILD
}  // namespace gc
