// core/collect/purge.cc -- the doomed are ended in stages.
//
// An object may need other doomed objects, or time, to let go of what it has. So first all begin:
// each may still look at the others. Then each is asked whether it is ready, and if so finishes; it
// may touch no other object any more. Only when all were asked are those that finished freed. An
// object that was not ready is not waited for: it goes to the waiting list, lets go of its
// references (what they name may be freed before it), and is asked again in every later purge, and
// in idle ticks.
//
// Freeing needs neither class nor outer object, which may be gone by then: what it needs was noted
// at the beginning. The entry is unpublished and its serial retired before the destructor runs; the
// index can be taken again when the memory is gone.
//
// Upholds: begin-finish-free, finish-before-free, wait-is-revisited, waiting-lets-go,
// index-after-free, serial-moves-on. What a callback stores, core/collect/checked_store.cc guards.
// Read next: core/inspect/verify/verifier.h.

#include "core/collect/collector.h"
#include "core/collect/running.h"

namespace gc {
inline namespace GC_BUILD {

// A gather is over, or no cycle is pending but somebody waits. Whoever waits already is asked with
// the new ones, behind them.
void Collector::BeginPurge() {
  purge.batch.swap(purge.gathered);
  purge.stage = Stage::kBegin;
}

// Goes over to the next stage where one is done. True if that was the last, once.
bool Collector::PurgeIsOver() {
  if (purge.stage == Stage::kBegin && purge.next == purge.batch.size()) {
    purge.batch.insert(purge.batch.end(), purge.waiting.begin(), purge.waiting.end());
    purge.waiting.clear();
    purge.stage = Stage::kPoll;
    purge.next = 0;
  }
  if (purge.stage == Stage::kPoll && purge.next == purge.batch.size()) {
    purge.batch.clear();
    purge.stage = Stage::kFree;
    purge.next = 0;
  }
  if (purge.stage != Stage::kFree || purge.freed != purge.finished.size()) return false;
  purge.finished.clear();
  purge.stage = Stage::kNone;
  purge.freed = 0;
  Publish({.kind = EventKind::kCycleEnd});
  return true;
}

// Whether a doomed object is still what its entry says; if not, somebody took the index too early.
bool Collector::Owns(const Doomed& doomed) {
  return GC_ASSERT(*this, table[doomed.index].Occupant() == doomed.object, Rule::kIndexAfterFree,
                   doomed.index, "a doomed object must keep its entry until it is freed");
}

void Collector::BeginNext() {
  Doomed& doomed = purge.batch[purge.next++];
  if (!Owns(doomed)) return;
  Object& object = *doomed.object;
  const bool by_hand = EntryOf(object).flags.Has(flag::kBegunByHand);
  if (!GC_CHECK(*this, by_hand || !EntryOf(object).flags.Has(flag::kBegun), Rule::kBeginFinishFree,
                doomed.index, "begin-destroy must be called once")) {
    return;
  }
  if (EntryOf(object).flags.Has(flag::kNamed)) Unname(object);  // doomed-is-hidden, for good
  doomed.block = ObjectMemory::BlockOf(object);
  doomed.destroy = object.header().type->destroy;
  doomed.anywhere = object.header().type->destroy_anywhere;
  Publish({.kind = EventKind::kBegin, .object = &object});
  if (by_hand) return;
  if (!Obeys(Rule::kBeginFinishFree, Fault::kFinishBeforeBegin, GC_HERE)) CallFinish(doomed);
  if (Obeys(Rule::kBeginFinishFree, Fault::kSkipBegin, GC_HERE)) CallBegin(doomed);
  if (!Obeys(Rule::kBeginFinishFree, Fault::kBeginTwice, GC_HERE)) CallBegin(doomed);
  if (!Obeys(Rule::kIndexAfterFree, Fault::kReleaseAtBegin, GC_HERE)) {
    table.Release(doomed.index);
    doomed.index_released = true;
  }
}

void Collector::PollNext() {
  Doomed& doomed = purge.batch[purge.next++];
  if (!Owns(doomed)) return;
  Object& object = *doomed.object;
  if constexpr (!kFaulty) {  // where faults skip and repeat stages, their judge is to see it
    const FlagWord stage = EntryOf(object).flags.Load() & (flag::kBegun | flag::kFinished);
    GC_CHECK(*this, stage == flag::kBegun, Rule::kBeginFinishFree, doomed.index,
             "who is asked to finish has begun, and has not finished");
  }
  const Class::Question question = object.header().type->is_ready;
  bool ready = true;
  if (question != nullptr) {
    const Calling user(*this);
    ready = question(object);
  }
  Publish({.kind = EventKind::kPoll, .flag = ready, .object = &object});
  if (!ready && Obeys(Rule::kWaitIsRevisited, Fault::kFreeUnready, GC_HERE)) {
    LetGo(doomed);
    if (Obeys(Rule::kWaitIsRevisited, Fault::kDropWaiting, GC_HERE)) {
      purge.waiting.push_back(doomed);
    }
    return;
  }
  const bool finished = EntryOf(object).flags.Has(flag::kFinished);
  if (!finished && Obeys(Rule::kBeginFinishFree, Fault::kSkipFinish, GC_HERE)) CallFinish(doomed);
  if (!Obeys(Rule::kBeginFinishFree, Fault::kFinishTwice, GC_HERE)) CallFinish(doomed);
  purge.finished.push_back(doomed);
}

void Collector::FreeNext() {
  const Doomed doomed = purge.finished[purge.freed++];
  if (!Owns(doomed)) return;
  Object& object = *doomed.object;
  Publish({.kind = EventKind::kFree, .object = &object});
  Entry& entry = table[doomed.index];
  Unpublish(object);
  if (entry.serial.load(std::memory_order_relaxed) != 0 &&
      Obeys(Rule::kSerialMovesOn, Fault::kKeepSerial, GC_HERE)) {
    entry.serial.store(0, std::memory_order_relaxed);
  }
  entry.flags.Initialise(0);
  object_count -= 1;
  if (doomed.anywhere && destroyer != nullptr) return destroyer->Hand(doomed);
  if (doomed.destroy != nullptr) {
    const Calling user(*this);
    doomed.destroy(object);
  }
  const TableLock lock(sharing);
  FreeMemory(doomed);
}

// Under the table lock. The index comes last: whoever acquires it finds the memory gone.
void Collector::FreeMemory(const Doomed& doomed) {
  memory.Free(*doomed.object, doomed.block);
  if (!doomed.index_released) table.Release(doomed.index);
}

// The user begins an object's end before the collector does; its entry remembers.
void Collector::BeginByHand(Object& object) {
  if (Stopped()) return;
  if (!GC_CHECK(*this, IsLive(object) && !IsDoomed(EntryOf(object)), Rule::kBeginFinishFree,
                object.header().index, "only who is not doomed is begun by hand")) {
    return;
  }
  Entry& entry = EntryOf(object);
  if (entry.flags.Has(flag::kBegun)) return;
  if (entry.flags.Has(flag::kNamed)) Unname(object);
  entry.flags.Set(flag::kBegun | flag::kBegunByHand);
  object.header_.flags.Set(object_flag::kBeginDestroyed);
  if (object.header().type->begin_destroy == nullptr) return;
  const Calling user(*this);
  object.header().type->begin_destroy(object);
}

void Collector::CallBegin(Doomed& doomed) {
  Object& object = *doomed.object;
  EntryOf(object).flags.Set(flag::kBegun);
  object.header_.flags.SetAlone(object_flag::kBeginDestroyed);
  if (object.header().type->begin_destroy == nullptr) return;
  const Calling user(*this);
  object.header().type->begin_destroy(object);
}

void Collector::CallFinish(Doomed& doomed) {
  Object& object = *doomed.object;
  EntryOf(object).flags.Set(flag::kFinished);
  object.header_.flags.SetAlone(object_flag::kFinishDestroyed);
  if (object.header().type->finish_destroy == nullptr) return;
  const Calling user(*this);
  object.header().type->finish_destroy(object);
}

// Those it refers to may be ready before it is.
void Collector::LetGo(Doomed& doomed) {
  ForEachSlot(*doomed.object, [this](ObjectSlot& slot) {
    if (slot.Raw() == nullptr) return;
    if (Obeys(Rule::kWaitingLetsGo, Fault::kWaitingKeepsReferences, GC_HERE)) slot.Clear();
  });
}

}  // namespace GC_BUILD
}  // namespace gc
