// model/replay/model_driver.cc -- what a mutator of a trace does to the machine.
//
// Read next: model/replay/model_subject.cc (the collector's side).

#include <algorithm>
#include <utility>

#include "model/replay/model_subject.h"

namespace model {

using reference::Answer;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Verb;

bool ModelSubject::Create(const Operation& operation) {
  Entry entry = kNone;
  const bool permanent = operation.verb == Verb::kPermanent;  // it has an index of its own
  if (!free_.empty() && !permanent) {
    entry = free_.back();
    free_.pop_back();
  } else {
    for (Entry e = 0; e < kMaxEntries && entry == kNone; ++e) {
      if (!Has(state_.used, e)) entry = e;
    }
  }
  if (entry == kNone || operation.number > kMaxFields) return false;
  if (operation.object >= entries_.size()) {
    entries_.resize(operation.object + 1, kNone);
    field_counts_.resize(operation.object + 1, 0);
  }
  if (Has(state_.released, entry)) entries_[names_[entry]] = kNone;
  const Entry from = EntryOf(operation.target);
  if (permanent) {
    machine_.CreatePermanent(state_, entry);
  } else if (operation.verb == Verb::kReserve) {
    machine_.Reserve(state_, entry);
  } else if (operation.verb == Verb::kCreateNamed) {
    machine_.CreateNamed(state_, entry);
  } else {
    from == kNone ? machine_.Create(state_, entry, operation.number == 0)
                  : machine_.Copy(state_, entry, from);
  }
  if (from != kNone) dangling_[entry] = dangling_[from];
  names_[entry] = operation.object;
  entries_[operation.object] = entry;
  field_counts_[operation.object] =
      from == kNone ? operation.number : field_counts_[operation.target];
  return true;
}

bool ModelSubject::Mutate(const Operation& operation) {
  const Entry object = EntryOf(operation.object);
  const Entry target = EntryOf(operation.target);
  switch (operation.verb) {
    case Verb::kCreate:
    case Verb::kCopy:
    case Verb::kReserve:
    case Verb::kCreateNamed:
    case Verb::kPermanent:
      return Create(operation);
    case Verb::kResurrect:
      return TryToResurrect(operation);
    case Verb::kComplete:
      machine_.Complete(state_, object);
      return true;
    case Verb::kStore:
      refused_ = !machine_.Store(state_, object, operation.field, target);
      return true;
    case Verb::kMove:
      machine_.Move(state_, object, operation.field, target, operation.target_field);
      return true;
    case Verb::kSwap:
      machine_.Swap(state_, object, operation.field, target, operation.target_field);
      return true;
    case Verb::kAppend:
    case Verb::kErase:
    case Verb::kTake:
      return MutateContainer(operation);
    case Verb::kRoot:
    case Verb::kUnroot:
      machine_.SetRoot(state_, object, operation.verb == Verb::kRoot);
      return true;
    case Verb::kKeep:
    case Verb::kUnkeep:
      machine_.SetKept(state_, object, operation.verb == Verb::kKeep);
      return true;
    case Verb::kStrongTake:
      if (Has(state_.strong, object)) return false;  // a count above one
      [[fallthrough]];
    case Verb::kStrongDrop:
      machine_.SetStrong(state_, object, operation.verb == Verb::kStrongTake);
      return true;
    case Verb::kHold:
    case Verb::kDrop:
      machine_.SetHeld(state_, object, operation.verb == Verb::kHold);
      return true;
    case Verb::kReady:
      if (object == kNone) return true;
      operation.flag ? Remove(state_.unready, Bit(object)) : Add(state_.unready, Bit(object));
      return true;
    case Verb::kGarbage:
      machine_.MarkGarbage(state_, object);
      return true;
    case Verb::kCluster:
      refused_ = !machine_.MakeCluster(state_, object);
      return true;
    case Verb::kClusterAdd:
      refused_ = !machine_.AddToCluster(state_, object, target);
      return true;
    case Verb::kDissolve:
      machine_.DissolveClusterOf(state_, object);
      return true;
    case Verb::kOuter: {
      std::uint32_t& size = field_counts_[operation.object];
      if (size == kMaxFields) return false;
      machine_.SetOuter(state_, object, size++, target);
      return true;
    }
    case Verb::kReferencerHold:
    case Verb::kReferencerProtect:
    case Verb::kReferencerRelease:
      return MutateReferencer(operation);
    default:
      return MutateWeak(operation);
  }
}

// The model has one object with last words.
bool ModelSubject::TryToResurrect(const Operation& operation) {
  const Entry object = EntryOf(operation.object);
  if (state_.leaver != 0 && !Has(state_.leaver, object)) return false;
  machine_.SetLastWords(state_, object, EntryOf(operation.target), operation.target_field);
  return true;
}

// A container has no room to spare: it relocates whenever it grows.
bool ModelSubject::MutateContainer(const Operation& operation) {
  const Entry object = EntryOf(operation.object);
  const Entry target = EntryOf(operation.target);
  std::uint32_t& size = field_counts_[operation.object];
  if (operation.verb == Verb::kAppend) {
    if (size == kMaxFields) return false;
    dangling_[object][size] = false;
    machine_.Append(state_, object, size++, target, true);
  } else if (operation.verb == Verb::kErase) {
    for (std::size_t i = operation.field; i + 1 < kMaxFields; ++i) {
      dangling_[object][i] = dangling_[object][i + 1];
    }
    machine_.Erase(state_, object, operation.field);
    --size;
  } else {
    dangling_[object] = dangling_[target];
    machine_.Take(state_, object, target);
    size = std::exchange(field_counts_[operation.target], 0);
  }
  return true;
}

// The model has one referencer of each kind.
bool ModelSubject::MutateReferencer(const Operation& operation) {
  const auto reported = [this](std::size_t kind) -> Mask& { return state_.*kReportedBy[kind]; };
  if (operation.verb == Verb::kReferencerRelease) {
    for (std::size_t kind = 0; kind < kHolds; ++kind) {
      if (referencers_[kind] == operation.number) reported(kind) = 0;
    }
    return true;
  }
  const Hold hold = operation.verb == Verb::kReferencerProtect ? Hold::kProtecting
                    : operation.flag != 0                      ? Hold::kRaw
                                                               : Hold::kWrapper;
  const auto mine = static_cast<std::size_t>(hold);
  const bool another = referencers_[mine] != operation.number;
  if (another && reported(mine) != 0) return false;
  for (std::size_t kind = 0; kind < kHolds; ++kind) {
    const bool busy = referencers_[kind] == operation.number && reported(kind) != 0;
    if (kind != mine && busy) return false;
  }
  if (hold == Hold::kWrapper && another) state_.slot = 0;  // another slot
  referencers_[mine] = operation.number;
  machine_.ReferencerHold(state_, EntryOf(operation.object), hold);
  return true;
}

std::size_t ModelSubject::WeakSlot(std::uint32_t weak) {
  const auto found = std::find(weaks_.begin(), weaks_.end(), weak);
  const auto slot = static_cast<std::size_t>(found - weaks_.begin());
  if (found == weaks_.end() && slot < kWeakSlots) weaks_.push_back(weak);
  return slot;
}

bool ModelSubject::MutateWeak(const Operation& operation) {
  const std::size_t to = WeakSlot(operation.number);
  if (to >= kWeakSlots) return false;
  if (operation.verb == Verb::kWeakMake) {
    machine_.WeakMake(state_, to, EntryOf(operation.object));
  } else if (operation.verb == Verb::kWeakCopy) {
    machine_.WeakCopy(state_, to, WeakSlot(operation.other));
  }
  machine_.Normalise(state_);
  return true;
}

Answer ModelSubject::Read(const Operation& operation) {
  Entry answer = kNone;
  const Entry object = EntryOf(operation.object);
  if (operation.verb == Verb::kFind) {
    if (object != kNone) machine_.Find(state_, object, answer);
  } else if (operation.verb == Verb::kResolve) {
    machine_.Resolve(state_, object, operation.field, WeakSlot(operation.number), answer);
  } else {
    machine_.WeakRead(state_, WeakSlot(operation.number), answer);
  }
  FollowLists(kNone);
  return {.kind = Answer::Kind::kRead, .object = answer == kNone ? kNull : names_[answer]};
}

}  // namespace model
