// core/collect/scan.cc -- grey objects become black, a batch at a time.
//
// Upholds: mark-once, scan-is-atomic.
// Read next: core/heap/garbage.cc, core/collect/gatherer.cc.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/collect/mark_batch.h"
#include "core/collect/marker.h"
#include "core/object/class.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Asks for the line of memory at the address, if the address is one.
inline void Ask(const void* address) { __builtin_prefetch(address); }

// The mark of an object. Null is no mistake: what is asked for then is not there.
inline void AskForMark(const Object* object) {
  constexpr std::uintptr_t kMark = offsetof(Header, mark);
  Ask(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(object) + kMark));
}

// Header and first slots of an object, which may lie in two lines.
inline void AskForObject(const Object* object) {
  constexpr std::size_t kFirst = 56;
  Ask(object);
  Ask(reinterpret_cast<const std::byte*>(object) + kFirst);
}

// Whether a mark is one of the two colours and nothing else, so that it tells all of its object.
inline bool IsPlain(MarkBits seen) {
  static_assert(mark::kA == 1 && mark::kB == 2);
  return static_cast<MarkBits>(seen - 1) <= 1;
}

// The line that names a slot of an object. The slot is none that the object shows itself.
const Reference& LineOf(const Object& object, const ObjectSlot& slot) {
  const std::ptrdiff_t at = reinterpret_cast<const std::byte*>(&slot) -
                            reinterpret_cast<const std::byte*>(&object);
  const auto holds = [&](const Reference& line) {
    const std::uint32_t count =
        line.kind == ReferenceKind::kTrailing ? object.header().tail : line.count;
    const std::ptrdiff_t behind =
        line.offset + static_cast<std::ptrdiff_t>(count * sizeof(ObjectSlot));
    return !line.ShowsItself() && line.offset <= at && at < behind;
  };
  const Schema& lines = object.header().type->references;
  return *std::find_if(lines.begin(), lines.end(), holds);
}

}  // namespace

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

// Marks and queues what a slot of a scanned object refers to, or clears the slot if that is
// garbage.
void Marker::FoundInSlot(ObjectSlot& slot, const Reference& line) {
  Object& target = *slot.Raw();
  if (kUseChecked && !heap_.IsLive(target)) RefuseSlot(target, line);
  if (!IsFoundLive(target)) return;
  const MarkBits seen = target.header().mark.Load();
  if ((seen & mark::kGarbage) != 0) [[unlikely]] {
    if (elimination_.Clears(slot, scanning_, line)) return;
  }
  Found(target);
}

Work Marker::WeightOf(const Object& object) {
  Work weight = 1;
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) return kManySlots;
    weight += line.kind == ReferenceKind::kTrailing ? object.header().tail : line.count;
  }
  return weight;
}

void Marker::Spend(Work weight) {
  progress_.units += 1;
  progress_.weight += weight;
  progress_.sure += weight < kManySlots ? weight : 1;
}

void Marker::NoteList() {
  constexpr Work kOfAList = 256;
  Spend(kOfAList);
}

Work Marker::ScanSome(Work budget, const Deadline& until) {
  const bool timed = until.clock.Runs();
  constexpr Allowance kFree;
  MarkBatch batch;
  Work spent = 0;
  while (spent < budget && !wavefront_.work().empty() && !heap_.Stopped()) {
    spent += ScanBatch(batch, budget - spent,
                       timed && until.allowance != nullptr ? *until.allowance : kFree);
    if (timed && until.Passed()) break;
  }
  return spent;
}

// Scans up to `budget` objects of the work list's end, and returns how many.
Work Marker::ScanBatch(MarkBatch& batch, Work budget, const Allowance& allowance) {
  if (!heap_.Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields)) return ScanInParts(budget);
  const Work most = std::min<Work>({budget, allowance.units, MarkBatch::kObjects});
  batch.taken = wavefront_.TakeSome(batch.objects.data(), static_cast<std::size_t>(most));
  batch.loaded = batch.marked = 0;
  for (std::size_t i = 0; i < batch.taken; ++i) AskForObject(batch.objects[i]);
  const Work weight = progress_.weight;
  std::size_t scanned = 0;
  while (scanned < batch.taken && progress_.weight - weight < allowance.weight) {
    const std::size_t before = batch.loaded;
    Load(batch, allowance.weight - (progress_.weight - weight));
    if (batch.loaded == before) break;
    while (scanned < batch.loaded && !heap_.Stopped()) Scan(batch, scanned++);
    Settle(batch);
    if (heap_.Stopped()) break;
  }
  // The rest goes back to where it was.
  while (batch.taken > scanned) wavefront_.Requeue(*batch.objects[--batch.taken]);
  return scanned;
}

// Reads the slots of objects until there is no room for more, or until the next object would make
// their weight more than is allowed. One object of each batch is loaded in any case.
void Marker::Load(MarkBatch& batch, Work allowed) {
  batch.filled = batch.next = 0;
  const Work before = progress_.weight;
  do {
    const Work spent = progress_.weight - before;
    if (!LoadOne(batch, *batch.objects[batch.loaded], spent < allowed ? allowed - spent : 0)) return;
  } while (batch.loaded < batch.taken);
}

// False if there is no room for the slots of one more object, or if it weighs more than is allowed.
bool Marker::LoadOne(MarkBatch& batch, Object& object, Work allowed) {
  if (naming_) [[unlikely]]
    RefuseBadReferences(object);
  const Header& header = object.header();
  const bool first = batch.loaded == 0;
  const auto alone = [&](Work weight) {
    if (weight > allowed && !first) return false;
    batch.ends[batch.loaded++] = MarkBatch::kAlone;
    Spend(weight);
    return true;
  };
  if ((kChecked && !heap_.IsLive(object)) || header.mark.Has(mark::kClusterRoot)) [[unlikely]] {
    return alone(1);
  }
  std::size_t filled = batch.filled;
  Work weight = 1;
  for (const Reference& line : header.type->references) {
    const std::uint32_t count =
        line.kind == ReferenceKind::kTrailing ? header.tail : line.count;
    const bool has_room = filled + count <= MarkBatch::kSlots;
    if (line.ShowsItself() || (!has_room && batch.filled == 0)) [[unlikely]] {
      return alone(WeightOf(object));
    }
    weight += count;
    if (!has_room || (weight > allowed && !first)) return false;
    std::byte* const field = reinterpret_cast<std::byte*>(&object) + line.offset;
    ObjectSlot* slot = reinterpret_cast<ObjectSlot*>(field);
    for (ObjectSlot* const end = slot + count; slot != end; ++slot) {
      Object* const target = slot->Raw();
      AskForMark(target);
      batch.targets[filled] = target;
      batch.slots[filled] = slot;
      filled += target != nullptr;
    }
  }
  Spend(weight);
  batch.ends[batch.loaded++] = static_cast<std::uint32_t>(batch.filled = filled);
  return true;
}

// Most targets are either marked already or white, and nothing else is to be known of them: what is
// to be done then is done without a branch, as no processor can guess which of the two it is.
void Marker::Scan(MarkBatch& batch, std::size_t at) {
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
    batch.found[batch.marked] = &target;
    batch.marked += seen == white;
  }
}

// What the next slot names is not recognised by its colour alone: it is garbage, permanent, the
// root or a member of a cluster, or a mistake.
void Marker::FoundSpecial(MarkBatch& batch, Object& holder, MarkBits seen) {
  if (!kChecked && seen == mark::kPermanent) return;
  ObjectSlot& slot = *batch.slots[batch.next];
  if (slot.Raw() == nullptr) return;  // two lines name the slot, and it was cleared for the first
  Settle(batch);
  scanning_ = &holder;
  FoundInSlot(slot, LineOf(holder, slot));
  scanning_ = nullptr;
}

// Enters into the map what was marked in headers, and queues it.
void Marker::Settle(MarkBatch& batch) {
  for (std::size_t i = 0; i < batch.marked; ++i) {
    heap_.colours.Note(batch.found[i]->header().index);
  }
  wavefront_.Queue(batch.found.data(), batch.marked);
  batch.marked = 0;
}

// Whether the scan of an object that is scanned by itself goes on to its slots.
bool Marker::BeginsAlone(Object& object) {
  if (!GC_ASSERT(heap_, heap_.IsLive(object), Rule::kGreyIsQueued, object.header().index,
                 "what waits in a work list must not have been freed")) {
    return false;
  }
  const bool scanned_as_one = clusters_.ActivateFor(object);
  heap_.Publish({.kind = EventKind::kScan, .object = &object});
  if (!scanned_as_one) scanning_ = &object;
  return !scanned_as_one;
}

void Marker::ScanAlone(Object& object) {
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

// The fault end-between-fields: every field costs a unit, and the scan ends where the budget ends.
// The object is in no list by then, so the rest of it is never scanned.
Work Marker::ScanInParts(Work budget) {
  Object& object = wavefront_.Take();
  if (!BeginsAlone(object)) return 1;
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
          heap_.IsWhite(target->header().index)) {
        heap_.Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields, GC_HERE);
      }
      complete = false;
    });
  }
  if (complete) scanning_ = nullptr;
  return spent == 0 ? 1 : spent;
}

}  // namespace GC_BUILD
}  // namespace gc
