// core/collect/marker.cc -- flip, initial references, scan, end check.
//
// Upholds: flip-precondition, mark-once, flip-leaves-unreachable, initial-references-always,
// scan-is-atomic, referencer-barrier, end-needs-empty.
// Read next: core/heap/garbage.cc, core/collect/gatherer.cc.

#include "core/collect/marker.h"

#include <string>

#include "core/object/class.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

bool Marker::IsFoundLive(const Object& target) {
  return GC_ASSERT(heap_, heap_.IsLive(target), Rule::kInsertionBarrier, target.header().index,
                   "what a live object refers to must not have been freed");
}

// Marks and queues a root that the flip found.
void Marker::FoundRoot(Object& target) {
  if (!IsFoundLive(target)) return;
  if (!clusters_.Reach(target)) wavefront_.Found(target);
}

// Marks and queues an object that is found after the flip. A cluster that refers to garbage is
// dissolved at once; FoundRoot leaves that until the flip is published, as no event may come before
// the flip's.
void Marker::Found(Object& target) {
  if (!IsFoundLive(target)) return;
  if (!clusters_.Reach(target)) return wavefront_.Found(target);
  clusters_.DissolveReached();
}

// Checked builds: names the field, and its holder, which is being scanned.
void Marker::RefuseSlot(const Object& target, const Reference& line) const {
  const Header& header = scanning_->header();
  const std::string what =
      std::string(header.type->name) + ' ' + std::to_string(header.index) + " ." + line.name;
  const bool ours = heap_.table.IsOf(target.header().owner);
  Abort(Misuse{.rule = Rule::kInsertionBarrier,
               .sentence = ours ? "a live object refers to freed memory"
                                : "a live object refers to an object of another heap",
               .where = GC_HERE,
               .what = what.c_str()});
}

void Marker::FoundReported(Object& target) {
  elimination_.Notice(target);
  Found(target);
}

// Marks and queues what a slot of a scanned object refers to, or clears the slot if that is
// garbage. Most targets are marked already and are not garbage, which one look at one word tells.
inline void Marker::FoundInSlot(ObjectSlot& slot, const Reference& line) {
  Object& target = *slot.Raw();
  if (kUseChecked && !heap_.IsLive(target)) RefuseSlot(target, line);
  if (!IsFoundLive(target)) return;
  const FlagWord reachable = heap_.marks().Reachable();
  const FlagWord flags = heap_.EntryOf(target).flags.Load();
  if ((flags & (reachable | flag::kGarbage)) == reachable) return;
  if ((flags & flag::kGarbage) != 0) [[unlikely]] {
    if (elimination_.Clears(slot, scanning_, line)) return;
  }
  Found(target);
}

void Marker::Reset() {
  initial_references_taken_ = false;
  ran_dry_ = false;
  end_decided_ = false;
  scanning_ = nullptr;
  reported_.clear();
  was_reported_ = false;
}

void Marker::Begin() {
  if constexpr (kUseChecked) from_.roots.CheckDisregarded();
  Reset();
  elimination_.TakeOverChoice();
  const bool beside = heap_.sharing.workers() != nullptr && from_.outside.FirstReferencer();
  return beside ? FlipAndAsk() : Flip();
}

// The flip exchanges two bits and leaves the third, unreachable, alone: the objects of a purge that
// is pending are no part of the new cycle. Listeners hear of the flip before they hear of any
// cluster that is dissolved with it.
void Marker::Flip() {
  {
    const TableLock lock(heap_.sharing);  // S8.1
    heap_.colours.Flip();
  }
  if constexpr (kFaulty) {
    for (Index index = 1; index < heap_.table.End(); ++index) {
      Entry& entry = heap_.table[index];
      if (Marks::IsUnreachable(entry) &&
          !heap_.Obeys(Rule::kFlipLeavesUnreachable, Fault::kSwapUnreachableToo, GC_HERE)) {
        heap_.marks().Doubt(entry);
      }
    }
  }
  flips_ += 1;
  elimination_.BeginCycle();
  heap_.colours.Enter(Phase::kMarking);
  clusters_.BeginCycle();
  from_.construction.KeepAll();
  const auto take = [this](Object& root) { FoundRoot(root); };
  from_.roots.ForEachKept(take);
  from_.roots.ForEachMasked(take);
  heap_.Publish({.kind = EventKind::kFlip});
  clusters_.DissolveReached();
}

// Asks the referencers on another thread while this one flips and greys the roots: referencers only
// read their slots, and the flip only writes flag words. What they report is kept until the initial
// references are taken; until then nothing can be freed.
void Marker::FlipAndAsk() {
  Reporter hold(
      [](void* context, Object* target) {
        static_cast<std::vector<Object*>*>(context)->push_back(target);
      },
      &reported_,
      {[](void* elimination, ObjectSlot& slot) {
         return static_cast<Elimination*>(elimination)->ClearsReported(slot);
       },
       &elimination_});
  heap_.sharing.workers()->Both([this] { Flip(); }, [&] { from_.outside.Ask(hold); });
  was_reported_ = true;
}

void Marker::MarkMasked() {
  from_.roots.ForEachMasked([this](Object& root) { Found(root); });
}

// Takes all of them, even if the barrier list is not empty: the two hold different references
// (initial-references-always).
void Marker::TakeInitialReferences() {
  initial_references_taken_ = true;
  const std::size_t before = wavefront_.work().size();
  if (was_reported_) {
    for (Object* const target : reported_) FoundReported(*target);
    reported_.clear();
    was_reported_ = false;
  } else {
    AskReferencers();
  }
  AskLocals();
  heap_.Publish({.kind = EventKind::kInitialReferences,
                 .detail = static_cast<std::uint32_t>(wavefront_.work().size() - before)});
}

void Marker::AskReferencers() {
  Reporter shade(
      [](void* context, Object* target) {
        Marker& self = *static_cast<Marker*>(context);
        if (!self.wavefront_.barrier().empty() &&
            !self.heap_.Obeys(Rule::kInitialReferencesAlways, Fault::kSkipReferencers, GC_HERE)) {
          return;
        }
        self.FoundReported(*target);
      },
      this,
      {[](void* elimination, ObjectSlot& slot) {
         return static_cast<Elimination*>(elimination)->ClearsReported(slot);
       },
       &elimination_});
  from_.outside.Ask(shade);
}

void Marker::AskLocals() {
  from_.outside.ForEachLocal([this](Object& target) { Found(target); });
}

void Marker::AskLocalsAgain() {
  from_.outside.ForEachLocal([this](Object& target) {
    if (heap_.IsLive(target) && heap_.IsWhite(heap_.EntryOf(target)) &&
        !heap_.Obeys(Rule::kReferencerBarrier, Fault::kSkipLocalsInFinalPass, GC_HERE)) {
      return;
    }
    Found(target);
  });
}

void Marker::AskRawAgain() {
  Reporter shade(
      [](void* context, Object* target) {
        Marker& self = *static_cast<Marker*>(context);
        Population& heap = self.heap_;
        if (heap.IsLive(*target) && heap.IsWhite(heap.EntryOf(*target)) &&
            !heap.Obeys(Rule::kReferencerBarrier, Fault::kSkipRawInFinalPass, GC_HERE)) {
          return;
        }
        self.Found(*target);
      },
      this);
  from_.outside.AskRaw(shade);
}

Unit Marker::NextUnit() {
  if (end_decided_) return Unit::kEndCheck;
  if (!initial_references_taken_ &&
      (ran_dry_ || heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnfinishedTask))) {
    return Unit::kInitialReferences;
  }
  if (!wavefront_.work().empty()) return Unit::kScan;
  ran_dry_ = true;
  if (!wavefront_.barrier().empty() &&
      heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kLookAtOneList, GC_HERE)) {
    return Unit::kBarrierList;
  }
  // An object that is pending construction was not scanned, so marking does not end
  // (construction-is-kept).
  if (!from_.construction.pending().empty() &&
      heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnconstructed, GC_HERE)) {
    return Unit::kNone;
  }
  return Unit::kEndCheck;
}

Work Marker::WeightOf(const Object& object) {
  Work weight = 1;
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) return kManySlots;
    weight += line.kind == ReferenceKind::kTrailing ? object.header().tail : line.count;
  }
  return weight;
}

Work Marker::ScanSome(Work budget, const Deadline& until) {
  const bool timed = until.clock.Runs();
  Work spent = 0;
  while (spent < budget && !wavefront_.work().empty() && !heap_.Stopped()) {
    if (naming_) [[unlikely]]
      RefuseBadReferences(*wavefront_.work().back());
    spent += ScanOne(budget - spent);
    if (timed && until.Passed()) break;
  }
  return spent;
}

// A target is recognised by the index that its header says, so its memory must still be there to be
// read; freed memory of this heap stays mapped until a whole region of it is empty.
void Marker::RefuseBadReferences(Object& holder) const {
  if (!heap_.IsLive(holder)) return;
  const Class& type = *holder.header().type;
  for (const Reference& line : type.references) {
    std::size_t element = 0;
    ForEachSlotOf(line, holder, [&](const ObjectSlot& slot) {
      const Object* const target = slot.Raw();
      if (target != nullptr && !heap_.IsLive(*target)) {
        std::string what = std::string(type.name) + '.' + line.name;
        if (line.kind != ReferenceKind::kOne) what += '[' + std::to_string(element) + ']';
        what += " of object " + std::to_string(holder.header().index);
        Abort(Misuse{.rule = Rule::kInsertionBarrier,
                     .sentence =
                         "a reference must lead to an object of its heap: clear it, or keep "
                         "what it names alive",
                     .where = GC_HERE,
                     .what = what.c_str()});
      }
      element += 1;
    });
  }
}

Work Marker::ScanOne(Work budget) {
  Object& object = wavefront_.Take();
  if (!GC_ASSERT(heap_, heap_.IsLive(object), Rule::kGreyIsQueued, object.header().index,
                 "what waits in a work list must not have been freed")) {
    return 1;
  }
  const bool scanned_as_one = clusters_.ActivateFor(object);
  heap_.Publish({.kind = EventKind::kScan, .object = &object});
  if (scanned_as_one) return 1;
  scanning_ = &object;
  if (!heap_.Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields)) {
    return ScanBetweenFields(object, budget);
  }
  for (const Reference& line : object.header().type->references) {
    ForEachSlotOf(line, object, [this, &line](ObjectSlot& slot) {
      if (slot.Raw() != nullptr) FoundInSlot(slot, line);
    });
  }
  scanning_ = nullptr;
  return 1;
}

// The fault end-between-fields: every field costs a unit, and the scan ends where the budget ends.
// The object is in no list by then, so the rest of it is never scanned.
Work Marker::ScanBetweenFields(Object& object, Work budget) {
  Work spent = 0;
  bool complete = true;
  for (const Reference& line : object.header().type->references) {
    ForEachSlotOf(line, object, [&](ObjectSlot& slot) {
      Object* const target = slot.Raw();
      if (spent < budget) {
        spent += 1;
        if (target != nullptr) FoundInSlot(slot, line);
        return;
      }
      if (complete && target != nullptr && heap_.IsLive(*target) &&
          heap_.IsWhite(heap_.EntryOf(*target))) {
        heap_.Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields, GC_HERE);
      }
      complete = false;
    });
  }
  if (complete) scanning_ = nullptr;
  return spent == 0 ? 1 : spent;
}

// The fault ignore-unfinished-task: marking ends though the initial references were never taken.
// The breach is published if one of them is white.
void Marker::NoticeUnfinishedTask() {
  if (initial_references_taken_) return;
  Reporter notice(
      [](void* context, Object* target) {
        Population& heap = static_cast<Marker*>(context)->heap_;
        if (!heap.IsLive(*target) || !heap.IsWhite(heap.EntryOf(*target))) return;
        heap.Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnfinishedTask, GC_HERE);
      },
      this);
  from_.outside.Ask(notice);
  from_.outside.ForEachLocal([&notice](Object& target) { notice.Raw(&target); });
}

bool Marker::CheckEnd() {
  if (end_decided_) {
    if (!wavefront_.barrier().empty()) {
      heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kBarrierOffLate, GC_HERE);
    }
    return true;
  }
  AskRawAgain();
  if (from_.outside.discipline() == Locals::kRescanned) AskLocalsAgain();
  // Here every strongly reachable object is marked; if nothing new was found, all are black.
  const bool empty = wavefront_.work().empty();
  end_decided_ = empty && !heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kBarrierOffLate);
  if (empty && !end_decided_) return true;
  heap_.Publish({.kind = EventKind::kEndCheck, .flag = 0});
  return false;
}

void Marker::End() {
  if constexpr (kFaulty) NoticeUnfinishedTask();
  scanning_ = nullptr;
}

void Marker::Forget(const Object& object) {
  const TableLock lock(heap_.sharing);
  std::erase(reported_, &object);
}

}  // namespace GC_BUILD
}  // namespace gc
