// core/mark/scanner.cc -- grey objects become black, a batch at a time.
//
// Upholds: mark-once, scan-is-atomic.
// Read next: core/heap/garbage.cc, core/collect/gatherer.cc.

#include "core/mark/scanner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assembly/assembled.h"
#include "core/base/room.h"
#include "core/object/class.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

bool Scanner::IsFoundLive(const Object& target) {
  return GC_ASSERT(heap_, heap_.IsLive(target), Rule::kInsertionBarrier, target.header().index,
                   "what a live object refers to must not have been freed");
}

// Marks and queues an object that is found after the flip. A cluster that refers to garbage is
// dissolved at once; FoundRoot leaves that until the flip is published, as no event may come before
// the flip's.
void Scanner::Found(Object& target) {
  if (!IsFoundLive(target)) return;
  if (!clusters_.Reach(target)) return wavefront_.Found(target);
  clusters_.DissolveReached();
}

// Checked builds: names the field, and its holder, which is being scanned.
void Scanner::RefuseSlot(const Object& target, const Reference& line) const {
  const Header& header = scanning_->header();
  const std::string what =
      std::string(header.type->name) + ' ' + std::to_string(header.index) + " ." + line.name;
  const bool ours = heap_.table.WasOf(target);
  Abort(Misuse{.rule = Rule::kInsertionBarrier,
               .sentence = ours ? "a live object refers to freed memory"
                                : "a live object refers to an object of another heap",
               .where = GC_HERE,
               .what = what.c_str()});
}

// Marks and queues what a slot of a scanned object refers to, or clears the slot if that is
// garbage.
void Scanner::FoundInSlot(ObjectSlot& slot, const Reference& line) {
  Object& target = *slot.Raw();
  if (kUseChecked && !heap_.IsLive(target)) RefuseSlot(target, line);
  if (!IsFoundLive(target)) return;
  const MarkBits seen = target.header().mark.Load();
  if ((seen & mark::kGarbage) != 0) [[unlikely]] {
    if (elimination_.Clears(slot, scanning_, line)) return;
  }
  Found(target);
}

void Scanner::NoteList() {
  constexpr Work kOfAList = 256;
  progress_.Spend(kOfAList);
}

// A budget in units is spent on one thread, so that a run in units is the same each time. A whole
// marking, and a slice that ends by the clock, is done by all workers as soon as there is something
// for each of them; in a slice the workers ask the clock by themselves.
Work Scanner::ScanSome(Work budget, const Deadline& until) {
  const bool timed = until.clock.Runs();
  const Deadline& of_workers = until.of_workers != nullptr ? *until.of_workers : until;
  constexpr Allowance kFree;
  constexpr Allowance kPassing{.weight = kManySlots};  // if the clock sets none
  const Allowance* const allowance = !timed                       ? &kFree
                                     : until.allowance == nullptr ? &kPassing
                                                                  : until.allowance;
  MarkBatch batch;
  Work spent = 0;
  while (spent < budget && !wavefront_.work().empty() && !heap_.Stopped()) {
    Work some = 0;
    if (budget == kUnlimited && MayShare()) some = ScanTogether(of_workers);
    if (some == 0) some = ScanBatch(batch, budget - spent, *allowance);
    spent += some;
    if (timed && until.Passed()) break;
  }
  if (spent == 0 && wavefront_.HasLeftOver() && !heap_.Stopped()) {
    spent = ScanLeftOver(batch, budget, *allowance);
  }
  return spent;
}

// The lists are empty: scans again up to `budget` of the marked objects among which are those that
// no list had room for, and returns how many units that was. What it finds is queued, or left over.
Work Scanner::ScanLeftOver(MarkBatch& batch, Work budget, const Allowance& allowance) {
  batch.TakeLeftOver(wavefront_, static_cast<std::size_t>(std::min<Work>(
                                     {budget, allowance.units, Work{MarkBatch::kObjects}})));
  const std::size_t scanned = ScanTaken(batch, allowance);
  if (scanned < batch.taken) wavefront_.LeaveOver(*batch.objects[scanned]);
  const Work spent = std::max<Work>(scanned, 1);
  again_ += spent;
  return spent;
}

// Scans up to `budget` objects of the work list's end, and returns how many.
Work Scanner::ScanBatch(MarkBatch& batch, Work budget, const Allowance& allowance) {
  if (!heap_.Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields)) return ScanInParts(budget);
  const Work most = std::min<Work>({budget, allowance.units, MarkBatch::kObjects});
  batch.Take(wavefront_.Work(), static_cast<std::size_t>(most));
  const std::size_t scanned = ScanTaken(batch, allowance);
  // What was found since may have filled the list; then the rest is left over.
  while (batch.taken > scanned) wavefront_.Requeue(*batch.objects[--batch.taken]);
  return scanned;
}

// Scans what the batch has taken, one at least and as much as is allowed, and returns how many.
std::size_t Scanner::ScanTaken(MarkBatch& batch, const Allowance& allowance) {
  if (naming_) [[unlikely]] {
    for (std::size_t i = 0; i < batch.taken; ++i) RefuseBadReferences(*batch.objects[i]);
  }
  const Work before = progress_.weight;
  std::size_t scanned = 0;
  while (scanned < batch.taken && !heap_.Stopped()) {
    const Work spent = progress_.weight - before;
    if (spent >= allowance.weight) break;
    batch.Load(heap_, allowance.weight - spent, progress_);
    if (batch.loaded == scanned) break;
    while (scanned < batch.loaded && !heap_.Stopped()) Scan(batch, scanned++);
    Settle(batch);
  }
  return scanned;
}

bool Scanner::MayShare() const {
  const Workers* const workers = heap_.sharing.workers();
  return workers != nullptr && !naming_ &&
         wavefront_.work().size() >= std::size_t{fewest_} * workers->count() &&
         heap_.Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields);
}

// What the workers put aside is scanned here, one object after the other; at least one, so that a
// slice gets on if its time is always over by then. The rest is grey, and waits in the work list.
// Nothing is, if there is no memory for the workers' lists.
Work Scanner::ScanTogether(const Deadline& until) {
  PagedList<Object*>& work = wavefront_.Work();
  if (!HasRoom(shared_, work.size())) return 0;
  AppendInRoom(shared_, work);
  work.clear();
  Work spent = together_.Run(*heap_.sharing.workers(), shared_, progress_, until);
  wavefront_.Queue(shared_.data(), shared_.size());
  shared_.clear();
  const std::vector<Object*>& alone = together_.alone();
  std::size_t next = 0;
  for (bool more = true; more && next < alone.size() && !heap_.Stopped(); ++next) {
    Object& object = *alone[next];
    progress_.Spend(WeightAlone(object));
    ScanAlone(object);
    spent += 1;
    more = !until.Passed();
  }
  wavefront_.Queue(alone.data() + next, alone.size() - next);
  return spent;
}

// Most targets are either marked already or white, and nothing else is to be known of them: what is
// to be done then is done without a branch, as no processor can guess which of the two it is.
void Scanner::Scan(MarkBatch& batch, std::size_t at) {
  Object& object = *batch.objects[at];
  if (batch.ends[at] == MarkBatch::kAlone) {
    Settle(batch);
    return ScanAlone(object);
  }
  heap_.Publish({.kind = EventKind::kScan, .object = &object});
  const MarkBits reachable = heap_.marks().Reachable();
  const MarkBits white = heap_.marks().White();
  for (const std::size_t end = batch.ends[at]; batch.next < end; ++batch.next) {
    Object& target = *batch.targets[batch.next];
    MarkByte& mark = Population::HeaderMark(target);
    const MarkBits seen = mark.Load();
    if ((kChecked && !heap_.IsLive(target)) || !IsPlain(seen)) [[unlikely]] {
      FoundSpecial(batch, object, seen);
      continue;
    }
    mark.Store(reachable);
    AskForSlots(target, seen == white);
    batch.found[batch.marked] = &target;
    batch.marked += seen == white;
  }
}

// What the next slot names is not recognised by its colour alone: it is garbage, permanent, the
// root or a member of a cluster, or a mistake.
void Scanner::FoundSpecial(MarkBatch& batch, Object& holder, MarkBits seen) {
  if (!kChecked && seen == mark::kPermanent) return;
  ObjectSlot& slot = *batch.slots[batch.next];
  if (slot.Raw() == nullptr) return;  // two lines name the slot, and it was cleared for the first
  Settle(batch);
  scanning_ = &holder;
  FoundInSlot(slot, LineThatLists(holder, slot, batch.lines[batch.next]));
  scanning_ = nullptr;
}

// Enters into the map what was marked in headers, and queues it.
void Scanner::Settle(MarkBatch& batch) {
  for (std::size_t i = 0; i < batch.marked; ++i) {
    heap_.colours.Note(batch.found[i]->header().index);
  }
  wavefront_.Queue(batch.found.data(), batch.marked);
  batch.marked = 0;
}

// Whether the scan of an object that is scanned by itself goes on to its slots.
bool Scanner::BeginsAlone(Object& object) {
  if (!GC_ASSERT(heap_, heap_.IsLive(object), Rule::kGreyIsQueued, object.header().index,
                 "what waits in a work list must not have been freed")) {
    return false;
  }
  const bool scanned_as_one = clusters_.ActivateFor(object);
  heap_.Publish({.kind = EventKind::kScan, .object = &object});
  if (!scanned_as_one) scanning_ = &object;
  return !scanned_as_one;
}

void Scanner::ScanAlone(Object& object) {
  if (!BeginsAlone(object)) return;
  for (const Reference& line : object.header().type->references) {
    ForEachSlotOf(line, object, [this, &line](ObjectSlot& slot) {
      if (slot.Raw() != nullptr) FoundInSlot(slot, line);
    });
  }
  scanning_ = nullptr;
}

// A target is recognised by the index that its header says, so its memory must still be there to be
// read; freed memory of this heap stays mapped until a whole region of it is empty.
void Scanner::RefuseBadReferences(Object& holder) {
  if (!heap_.IsLive(holder)) return;
  const Class& type = *holder.header().type;
  for (const Reference& line : type.references) {
    std::size_t element = 0;
    ForEachSlotOf(line, holder, [&](const ObjectSlot& slot) {
      const Object* const target = slot.Raw();
      if (kFaulty && target != nullptr) {
        IsFoundLive(*target);  // a broken rule may have led here: the heap stops
      } else if (target != nullptr && !heap_.IsLive(*target)) {
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

// The fault end-between-fields: every field costs a unit, and the scan ends where the budget ends.
// The object is in no list by then, so the rest of it is never scanned.
Work Scanner::ScanInParts([[maybe_unused]] Work budget) {
  if constexpr (kFaulty) {
    Work spent = 0;
    Object& object = wavefront_.Take();
    if (!BeginsAlone(object)) return 1;
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
            heap_.IsWhite(target->header().index)) {
          heap_.Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields, GC_HERE);
        }
        complete = false;
      });
    }
    if (complete) scanning_ = nullptr;
    return spent == 0 ? 1 : spent;
  }
  return {};
}

}  // namespace GC_BUILD
}  // namespace gc
