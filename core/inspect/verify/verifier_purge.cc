// core/inspect/verify/verifier_purge.cc -- the clauses of destruction and identity.
//
// Every unreachable object is in exactly one list of the purge, at the stage that its flags name.
// Every index either is free or belongs to one object.

#include "core/collect/collector.h"
#include "core/inspect/verify/verifier.h"

namespace gc {
inline namespace GC_BUILD {

bool Verifier::CheckPurge() {
  const Purger& purger = collector_->purger;
  const bool beginning = purger.stage() == Stage::kBegin;
  if (purger.stage() == Stage::kPoll && purger.freed() != 0) {
    return Breach(Rule::kFinishBeforeFree, kNoIndex,
                  "an object was freed before all of its batch had been asked to finish");
  }
  for (std::size_t i = 0; beginning && i < purger.next(); ++i) {
    if (CheckDoomed(purger.batch()[i], flag::kBegun, flag::kFinished)) return true;
  }
  const FlagWord must = beginning ? 0 : flag::kBegun;
  const FlagWord must_not = beginning ? flag::kBegun | flag::kFinished : flag::kFinished;
  if (CheckDoomedList(collector_->gatherer.gathered(), 0, 0, flag::kBegun | flag::kFinished) ||
      CheckDoomedList(purger.batch(), purger.next(), must, must_not) ||
      CheckDoomedList(purger.finished(), purger.freed(), flag::kBegun | flag::kFinished, 0) ||
      CheckDoomedList(purger.waiting(), 0, flag::kBegun, flag::kFinished)) {
    return true;
  }
  if (CheckChain(collector_->gatherer.chained(), 0, flag::kBegun | flag::kFinished) ||
      CheckChain(purger.chained().batch, must, flag::kFinished) ||
      CheckChain(purger.chained().finished, flag::kBegun | flag::kFinished, 0) ||
      CheckChain(purger.chained().waiting, flag::kBegun, flag::kFinished)) {
    return true;
  }
  if (doomed_ < unreachable_) {
    return Breach(Rule::kWaitIsRevisited, kNoIndex,
                  "an unreachable object is in no list, and no tick will come back to it");
  }
  return CheckWaiting();
}

template <class List>
bool Verifier::CheckDoomedList(const List& list, std::size_t from, FlagWord must,
                               FlagWord must_not) {
  for (std::size_t i = from; i < list.size(); ++i) {
    if (CheckDoomed(list[i], must, must_not)) return true;
  }
  return false;
}

bool Verifier::CheckChain(const DoomedChain& chain, FlagWord must, FlagWord must_not) {
  bool breached = false;
  chain.ForEach(heap_->table, [&](Index index) {
    breached = breached || CheckDoomed({.object = heap_->table[index].Occupant(), .index = index},
                                       must, must_not);
  });
  return breached;
}

bool Verifier::CheckDoomed(const Doomed& doomed, FlagWord must, FlagWord must_not) {
  doomed_ += 1;
  const Entry& entry = heap_->table[doomed.index];
  if (entry.Occupant() != doomed.object) {
    return Breach(Rule::kIndexAfterFree, doomed.index,
                  "the entry of a doomed object is empty or another object's");
  }
  if (heap_->marks().IsWhite(heap_->table.Mark(doomed.index))) {
    return Breach(Rule::kFlipLeavesUnreachable, doomed.index, "an unreachable object became white");
  }
  if (!Marks::IsUnreachable(heap_->table.Mark(doomed.index))) {
    return Breach(Rule::kUnreachableIsFinal, doomed.index, "an unreachable object was marked");
  }
  const FlagWord flags = entry.flags.Load();
  if ((flags & flag::kBegunByHand) != 0) must_not &= ~flag::kBegun;  // by Heap::BeginDestroy
  if ((flags & must) != must || (flags & must_not) != 0) {
    return Breach(Rule::kBeginFinishFree, doomed.index,
                  "an object's stage is not what its list says");
  }
  const bool begun = (must & flag::kBegun) != 0;
  return begun && !Marks::IsUnreachable(doomed.object->header().mark) &&
         Breach(Rule::kUnreachableIsFinal, doomed.index,
                "an object has begun to end, and its header does not say so");
}

bool Verifier::CheckWaiting() {
  for (const Doomed& doomed : collector_->purger.waiting()) {
    bool holds = false;
    ForEachSlot(*doomed.object,
                [&holds](const ObjectSlot& slot) { holds |= slot.Raw() != nullptr; });
    if (!holds) continue;
    return Breach(Rule::kWaitingLetsGo, doomed.index, "an object that waits still has references");
  }
  return false;
}

bool Verifier::CheckIdentity(Index index, const Entry& entry) {
  const Serial serial = entry.serial.load(std::memory_order_relaxed);
  if (serial > collector_->serials.Last()) {
    return Breach(Rule::kSerialMovesOn, index, "a serial is in use and will be given again");
  }
  if (serial != 0 && entry.Occupant() == nullptr) {
    return Breach(Rule::kSerialMovesOn, index, "an index without an object has a serial");
  }
  return false;
}

// A heap with faults notes in the entry of an index that is lent or given back that it had an
// object.
bool Verifier::CheckFree() {
  const TableLock lock(heap_->sharing);
  bool breached = false;
  heap_->table.Free().ForEach([&](Index index) {
    if (breached) return;
    const Entry& entry = heap_->table[index];
    if (entry.Occupant() != nullptr) {
      breached =
          Breach(Rule::kIndexAfterFree, index, "an index is to be reused, and has an object");
    } else if ((entry.flags.Load() & ~flag::kRecycled) != 0 ||
               heap_->table.Mark(index).Load() != 0 || heap_->table.LinkOf(index) != 0) {
      breached = Breach(Rule::kIndexAfterFree, index,
                        "an index is to be reused, and says something of the object that it had");
    }
  });
  return breached;
}

}  // namespace GC_BUILD
}  // namespace gc
