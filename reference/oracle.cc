// reference/oracle.cc -- the mutator's side: what it could do, and what that means.
//
// THE ORACLE IS WRITTEN TO BE BELIEVED. A mistake would have to be made twice, in two different
// ways, to go unseen.

#include "reference/oracle.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace reference {

void Oracle::Reset(const TraceHeader& header, const Promises& promises, std::size_t plain_up_to) {
  header_ = header;
  promises_ = promises;
  heap_.Clear(plain_up_to);
  notes_.clear();
  weak_count_ = 0;
  stage_ = Stage::kIdle;
  steps_ = 1;
  names_known_ = true;
  gather_begun_ = false;
  batch_ = unbegun_ = unfinished_ = 0;
  finishing_ = purge_open_ = false;
  waiting_.clear();
  cycle_units_ = alive_at_flip_ = 0;
}

// Recomputes what was reachable at the last collector step. The heap has not changed since: whoever
// changes it calls this first.
void Oracle::LearnNames() const {
  if (names_known_ || heap_.IsLarge()) return;
  const std::vector<char>& reachable = heap_.Reachable();
  for (Name name = 0; name < reachable.size(); ++name) {
    notes_[name].nameable = reachable[name] != 0;
  }
  names_known_ = true;
}

// In a large heap nobody walks after every step. Edges and roots are only given to what can be
// named, so whatever is reachable can be; what was, and no longer is, is noted as it is lost.
void Oracle::KeepNames(bool was_large) {
  if (!heap_.IsLarge()) return;
  for (Notes& notes : notes_) {
    if (was_large) break;
    if (notes.nameable) notes.nameable_since = steps_;
  }
  for (const Name lost : heap_.Lost()) notes_[lost].nameable_since = steps_;
  heap_.Lost().clear();
}

bool Oracle::CanName(Name object) const {
  if (!heap_.Born(object) || heap_[object].life != Life::kAlive) return false;
  if (heap_.IsLarge()) {
    return notes_[object].nameable_since == steps_ || heap_.IsReachable(object);
  }
  LearnNames();
  return notes_[object].nameable || notes_[object].nameable_since == steps_;
}

bool Oracle::NamesField(Name object, std::uint32_t field) const {
  return CanName(object) && field < heap_[object].fields.size();
}

bool Oracle::MayChangeField(Name object, std::uint32_t field) const {
  return NamesField(object, field) && !heap_[object].IsOuter(field);
}

bool Oracle::Allows(const Operation& operation) const {
  const Name object = operation.object;
  switch (operation.verb) {
    case Verb::kCreate:
    case Verb::kReserve:
      return object < kNameLimit && !heap_.Born(object) && operation.number <= kFieldLimit;
    case Verb::kCopy:
      return object < kNameLimit && !heap_.Born(object) && CanName(operation.target);
    case Verb::kStore:
      return MayChangeField(object, operation.field) &&
             (operation.target == kNull || CanName(operation.target));
    case Verb::kMove:
    case Verb::kSwap:
      return MayChangeField(object, operation.field) &&
             MayChangeField(operation.target, operation.target_field);
    case Verb::kAppend:
      return CanName(object) && IsContainer(object) && CanName(operation.target) &&
             heap_[object].fields.size() < kFieldLimit;
    case Verb::kErase:
      return NamesField(object, operation.field) && IsContainer(object);
    case Verb::kTake:
      return CanName(object) && IsContainer(object) && CanName(operation.target) &&
             IsContainer(operation.target) && object != operation.target;
    case Verb::kGarbage:
      return CanName(object) && !IsRoot(object) && !IsGarbage(object);
    case Verb::kOuter:
      return CanName(object) && CanName(operation.target) && !IsContainer(object) &&
             !HasOuter(object) && heap_[object].fields.size() < kFieldLimit;
    case Verb::kRoot:
    case Verb::kKeep:
    case Verb::kStrongTake:
      return CanName(object);
    case Verb::kWeakMake:
      return CanName(object) && operation.number < kSlotLimit;
    case Verb::kUnroot:
      return IsRoot(object);
    case Verb::kUnkeep:
      return IsKept(object);
    case Verb::kComplete:
      return IsConstructing(object);
    case Verb::kStrongDrop:
      return StrongCount(object) > 0;
    case Verb::kWeakRead:
      return WeakTarget(operation.number) != kNull;
    case Verb::kWeakCopy:
      return WeakTarget(operation.other) != kNull && operation.number < kSlotLimit;
    case Verb::kReferencerHold:
      return CanName(object) && operation.number < kSlotLimit &&
             (ReferencerTarget(operation.number) == kNull ||
              ReferencerIsRaw(operation.number) == (operation.flag != 0));
    case Verb::kReferencerRelease:
      return ReferencerTarget(operation.number) != kNull;
    case Verb::kReady:
      return heap_.Born(object) && heap_[object].life < Life::kFinished;
    case Verb::kHold:
      return header_.locals != Locals::kDead && CanName(object) && !IsHeld(object);
    case Verb::kDrop:
      return IsHeld(object);
    case Verb::kTick:
      return operation.number >= 1 && operation.number <= kTickLimit;
    case Verb::kCollect:
      return heap_.ConstructingCount() == 0;
    case Verb::kStart:
      return true;
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      return heap_.Born(object);
  }
  return false;
}

std::optional<Violation> Oracle::Apply(const Operation& operation, const Answer& answer,
                                       std::span<const Event> events) {
  if (IsCollectorStep(operation.verb)) return Step(operation, events);
  for (const Event& event : events) {
    if (event.kind == EventKind::kFaultCommitted) continue;
    return Violation{
        Property::kPause, event.object,
        "a mutator operation did the collector's work: " + std::string(WordOf(event.kind))};
  }
  switch (operation.verb) {
    case Verb::kWeakRead:
      return Read(WeakTarget(operation.number), answer);
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      return Expect(operation);
    default:
      Mutate(operation);
      return std::nullopt;
  }
}

void Oracle::Mutate(const Operation& operation) {
  LearnNames();
  if (stage_ == Stage::kTracing && heap_.GarbageCount() > 0) Touch(operation);
  const bool was_large = heap_.IsLarge();
  const Name object = operation.object;
  switch (operation.verb) {
    case Verb::kGarbage:
      heap_.SetGarbage(object);
      break;
    case Verb::kOuter:
      heap_.SetOuter(object, operation.target);
      break;
    case Verb::kCreate:
    case Verb::kCopy:
    case Verb::kReserve:
      if (operation.verb != Verb::kCopy) heap_.Create(object, operation.number);
      if (operation.verb == Verb::kCopy) heap_.Copy(object, operation.target);
      if (operation.verb == Verb::kCreate && operation.number == 0) heap_.SetContainer(object);
      if (notes_.size() < heap_.NameCount()) notes_.resize(heap_.NameCount());
      notes_[object] = {.nameable_since = steps_};
      if (operation.verb != Verb::kReserve) break;
      heap_.SetConstructing(object, true);
      if (stage_ == Stage::kTracing) ++alive_at_flip_;
      break;
    case Verb::kComplete:
      heap_.SetConstructing(object, false);
      break;
    case Verb::kStore:
      heap_.SetField(object, operation.field, operation.target);
      break;
    case Verb::kMove:
    case Verb::kSwap: {
      const Name there = heap_[operation.target].fields[operation.target_field];
      const Name here = heap_[object].fields[operation.field];
      if (object == operation.target && operation.field == operation.target_field) break;
      heap_.SetField(object, operation.field, there);
      heap_.SetField(operation.target, operation.target_field,
                     operation.verb == Verb::kSwap ? here : kNull);
      break;
    }
    case Verb::kAppend:
      heap_.Append(object, operation.target);
      break;
    case Verb::kErase:
      heap_.Erase(object, operation.field);
      break;
    case Verb::kTake:
      heap_.Take(object, operation.target);
      break;
    case Verb::kRoot:
    case Verb::kUnroot:
      heap_.SetRoot(object, operation.verb == Verb::kRoot);
      break;
    case Verb::kKeep:
    case Verb::kUnkeep:
      heap_.SetKept(object, operation.verb == Verb::kKeep);
      break;
    case Verb::kStrongTake:
      heap_.AddStrong(object, 1);
      break;
    case Verb::kStrongDrop:
      heap_.AddStrong(object, -1);
      break;
    case Verb::kWeakMake:
    case Verb::kWeakCopy: {
      const Name target = operation.verb == Verb::kWeakMake ? object : WeakTarget(operation.other);
      if (operation.number >= weaks_.size()) weaks_.resize(operation.number + 1);
      while (weak_count_ <= operation.number) weaks_[weak_count_++] = kNull;
      weaks_[operation.number] = target;
      break;
    }
    case Verb::kReferencerHold:
      heap_.SetReferencer(operation.number, object, operation.flag != 0);
      break;
    case Verb::kReferencerRelease:
      heap_.SetReferencer(operation.number, kNull, false);
      break;
    case Verb::kReady:
      heap_.SetReady(object, operation.flag != 0);
      break;
    case Verb::kHold:
    case Verb::kDrop:
      heap_.SetHeld(object, operation.verb == Verb::kHold);
      break;
    default:
      break;
  }
  KeepNames(was_large);
}

std::optional<Violation> Oracle::Expect(const Operation& operation) const {
  const Life life = heap_[operation.object].life;
  const bool alive = operation.verb == Verb::kExpectAlive;
  if (alive ? life == Life::kAlive : life == Life::kFreed) return std::nullopt;
  return Violation{Property::kExpectation, operation.object,
                   NameText(operation.object) + (alive ? " was expected to be alive and is not"
                                                       : " was expected to be gone and is not")};
}

std::uint64_t Oracle::Fingerprint() const {
  LearnNames();
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  const auto add = [&state](const auto& value) {
    XXH3_64bits_update(&state, &value, sizeof value);
  };
  for (Name name = 0; name < heap_.NameCount(); ++name) {
    const Heap::Object& object = heap_[name];
    add(object.life);
    if (object.life == Life::kUnborn || object.life == Life::kFreed) continue;
    const Notes& notes = notes_[name];
    const bool in_hand =
        heap_.IsLarge() ? CanName(name) : notes.nameable || notes.nameable_since == steps_;
    const std::uint32_t bits = object.root | object.held << 1 | object.ready << 2 | in_hand << 3 |
                               notes.must_go << 4 | notes.denied << 5 | notes.promised << 6 |
                               notes.scanned << 7 | notes.waiting << 8 | object.kept << 9 |
                               object.constructing << 10 | object.container << 11 |
                               object.garbage << 12 | object.has_outer << 13;
    add(bits);
    add(object.strong);
    add(notes.collects);
    add(object.fields.size());
    for (const Name field : object.fields) add(field);
  }
  for (std::size_t i = 0; i < weak_count_; ++i) add(weaks_[i]);
  for (std::size_t i = 0; i < heap_.ReferencerCount(); ++i) {
    add(heap_.ReferencerAt(i).target);
    add(heap_.ReferencerAt(i).raw);
  }
  const std::uint32_t rest[] = {static_cast<std::uint32_t>(stage_),
                                gather_begun_,
                                finishing_,
                                purge_open_,
                                static_cast<std::uint32_t>(weak_count_),
                                static_cast<std::uint32_t>(heap_.ReferencerCount())};
  add(rest);
  return XXH3_64bits_digest(&state);
}

}  // namespace reference
