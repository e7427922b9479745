// model/replay/ordered_lists.cc -- keeps the order of lists that are sets to the machine.

#include "model/replay/ordered_lists.h"

#include <algorithm>

namespace model {

using reference::EventKind;

namespace {

bool Contains(const std::vector<Entry>& list, Entry entry) {
  return std::find(list.begin(), list.end(), entry) != list.end();
}

// Makes an ordered list equal to a set: drops what left the set, and appends what joined it.
void FollowSet(std::vector<Entry>& list, Mask mask) {
  std::erase_if(list, [mask](Entry entry) { return !Has(mask, entry); });
  ForEach(mask, [&](Entry entry) {
    if (!Contains(list, entry)) list.push_back(entry);
  });
}

Entry FirstOf(const std::vector<Entry>& list, Mask mask) {
  for (const Entry entry : list) {
    if (Has(mask, entry)) return entry;
  }
  Entry entry = 0;
  while (!Has(mask, entry)) ++entry;
  return entry;
}

}  // namespace

void OrderedLists::Clear() {
  for (std::vector<Entry>* list : {&work_, &barrier_, &batch_, &waiting_}) list->clear();
}

void OrderedLists::Follow(const State& state, Entry scanned) {
  for (const Entry entry : barrier_) {
    if (Has(state.work, entry) && !Has(state.barrier, entry)) work_.push_back(entry);
  }
  if (scanned != kNone) {
    for (const Entry target : state.field[scanned]) {
      if (target != kNone && Has(state.work, target) && !Contains(work_, target)) {
        work_.push_back(target);
      }
    }
  }
  FollowSet(work_, state.work);
  FollowSet(barrier_, state.barrier);
  FollowSet(batch_, state.batch);
  FollowSet(waiting_, state.waiting);
}

Entry OrderedLists::Choose(const State& state, const Unit& unit) const {
  switch (unit.kind) {
    case EventKind::kScan:
      if (unit.candidates == state.work && order_ == ListOrder::kLastInFirstOut) {
        return work_.back();
      }
      return FirstOf(work_, unit.candidates);
    case EventKind::kBegin:
    case EventKind::kFree:
      return FirstOf(batch_, unit.candidates);
    case EventKind::kPoll:
      return FirstOf((unit.candidates & state.batch) != 0 ? batch_ : waiting_, unit.candidates);
    case EventKind::kGather:  // takes the next index
    case EventKind::kFlip:    // is about no entry
    case EventKind::kInitialReferences:
    case EventKind::kBarrierList:
    case EventKind::kEndCheck:
    case EventKind::kCycleEnd:  // these are facts, not units
    case EventKind::kBegan:
    case EventKind::kFinished:
    case EventKind::kFreed:
    case EventKind::kDissolved:
    case EventKind::kFaultCommitted:
      break;
  }
  return FirstOf({}, unit.candidates);
}

}  // namespace model
