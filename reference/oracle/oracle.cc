// reference/oracle/oracle.cc -- the mutator's side: what it could do, and what that means.
//
// THE ORACLE IS WRITTEN TO BE BELIEVED. A mistake would have to be made twice, in two different
// ways, to go unseen.

#include "reference/oracle/oracle.h"

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
  sections_.fill(0);
  lanes_inside_ = 0;
}

bool Oracle::MayBeHeldForEver(Name object) const {
  const Heap::Object& target = heap_[object];
  return target.permanent || target.root || target.kept || target.strong > 0;
}

// One of its roots, keep flags and strong counts may go if a permanent object can do without.
bool Oracle::MayLeaveRootSet(Name object) const {
  if (heap_[object].root + heap_[object].kept + heap_[object].strong > 1) return true;
  return IsPermanent(object) || !heap_.IsHeldByPermanent(object);
}

bool Oracle::MayChangeField(Name object, std::uint32_t field) const {
  return NamesField(object, field) && !heap_[object].IsOuter(field);
}

bool Oracle::Allows(const Operation& operation) const {
  if (!AllowsLane(operation)) return false;
  const Name object = operation.object;
  switch (operation.verb) {
    case Verb::kCreate:
    case Verb::kReserve:
    case Verb::kCreateNamed:
      return object < kNameLimit && !heap_.Born(object) && operation.number <= kFieldLimit;
    case Verb::kPermanent:  // while the disregard window is open there is one thread
      return operation.lane == 0 && object < kNameLimit && !heap_.Born(object) &&
             operation.number <= kFieldLimit && heap_.Permanent().size() < kPermanentLimit;
    case Verb::kCopy:
      return object < kNameLimit && !heap_.Born(object) && CanName(operation.target) &&
             !IsNamed(operation.target);
    case Verb::kStore:
      return MayChangeField(object, operation.field) &&
             (operation.target == kNull || CanName(operation.target));
    case Verb::kMove:
    case Verb::kSwap:  // a permanent object takes a reference by `store` alone
      return MayChangeField(object, operation.field) && !IsPermanent(object) &&
             MayChangeField(operation.target, operation.target_field) &&
             (operation.verb == Verb::kMove || !IsPermanent(operation.target));
    case Verb::kAppend:
      return CanName(object) && IsContainer(object) && CanName(operation.target) &&
             heap_[object].fields.size() < kFieldLimit;
    case Verb::kErase:
      return NamesField(object, operation.field) && IsContainer(object);
    case Verb::kTake:
      return CanName(object) && IsContainer(object) && CanName(operation.target) &&
             IsContainer(operation.target) && object != operation.target;
    case Verb::kGarbage:
      return CanName(object) && !IsRoot(object) && !IsGarbage(object) && !IsPermanent(object);
    case Verb::kOuter:
      return CanName(object) && CanName(operation.target) && !IsContainer(object) &&
             !IsNamed(object) && !IsPermanent(object) && !HasOuter(object) &&
             heap_[object].fields.size() < kFieldLimit;
    case Verb::kCluster:
    case Verb::kClusterAdd:
    case Verb::kDissolve:
      return AllowsCluster(operation);
    case Verb::kRoot:
    case Verb::kKeep:
    case Verb::kStrongTake:
      return CanName(object);
    case Verb::kWeakMake:
      return CanName(object) && operation.number < kSlotLimit;
    case Verb::kUnroot:
      return IsRoot(object) && MayLeaveRootSet(object);
    case Verb::kUnkeep:
      return IsKept(object) && MayLeaveRootSet(object);
    case Verb::kComplete:
      return IsConstructing(object);
    case Verb::kStrongDrop:
      return StrongCount(object) > 0 && MayLeaveRootSet(object);
    case Verb::kWeakRead:
      return WeakTarget(operation.number) != kNull;
    case Verb::kResolve:
      return MayChangeField(object, operation.field) && !IsPermanent(object) &&
             WeakTarget(operation.number) != kNull;
    case Verb::kWeakCopy:
      return WeakTarget(operation.other) != kNull && operation.number < kSlotLimit;
    case Verb::kFind:
      return IsNamed(object);
    case Verb::kReferencerHold:
      return CanName(object) && operation.number < kSlotLimit &&
             ReferencerMay(operation.number, {.raw = operation.flag != 0});
    case Verb::kReferencerProtect:
      return CanName(object) && operation.number < kSlotLimit &&
             ReferencerMay(operation.number, {.protecting = true});
    case Verb::kReferencerRelease:
      return ReferencerTarget(operation.number) != kNull;
    case Verb::kReady:
      return heap_.Born(object) && heap_[object].life < Life::kFinished;
    case Verb::kResurrect:
      return CanName(object) && MayChangeField(operation.target, operation.target_field);
    case Verb::kHold:
      return header_.locals != Locals::kDead && CanName(object) && !IsHeld(object);
    case Verb::kDrop:
      return IsHeld(object);
    case Verb::kTick:
      return operation.number >= 1 && operation.number <= kTickLimit;
    case Verb::kCollect:
      return heap_.ConstructingCount() == 0;
    case Verb::kStart:
    case Verb::kEnter:
    case Verb::kLeave:
    case Verb::kTryCollect:
      return true;
    case Verb::kFrame:
      return operation.number < kSecondsLimit;
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      return heap_.Born(object);
  }
  return false;
}

std::optional<Violation> Oracle::Apply(const Operation& operation, const Answer& answer,
                                       std::span<const Event> events) {
  if (operation.verb == Verb::kTryCollect || operation.verb == Verb::kFrame) {
    return Ask(operation, answer, events);
  }
  if (IsCollectorStep(operation.verb)) return Step(operation, events);
  for (const Event& event : events) {
    if (event.kind == EventKind::kFaultCommitted) continue;
    return Violation{
        Property::kPause, event.object,
        "a mutator operation did the collector's work: " + std::string(WordOf(event.kind))};
  }
  switch (operation.verb) {
    case Verb::kWeakRead:
      return ReadValid(WeakTarget(operation.number), answer);
    case Verb::kFind:
      return Read(operation.object, answer);
    case Verb::kResolve:
      if (Finding wrong = ReadValid(WeakTarget(operation.number), answer)) return wrong;
      Mutate(op::Store(operation.object, operation.field, answer.object));
      return std::nullopt;
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      return Expect(operation);
    case Verb::kCluster:
    case Verb::kClusterAdd:
      return Join(operation, answer);
    case Verb::kStore:
      if (IsPermanent(operation.object)) return StoreIntoPermanent(operation, answer);
      [[fallthrough]];
    default:
      Mutate(operation);
      return std::nullopt;
  }
}

// Here too the subject may choose: it refuses, or it keeps what it takes.
std::optional<Violation> Oracle::StoreIntoPermanent(const Operation& operation,
                                                    const Answer& answer) {
  if (answer.kind != Answer::Kind::kRefused) {
    Mutate(operation);
    return std::nullopt;
  }
  LearnNames();
  Touch(operation);
  if (operation.target != kNull && !MayBeHeldForEver(operation.target)) return std::nullopt;
  return Violation{
      Property::kFields, operation.object,
      "a permanent object was refused " + NameText(operation.target) + ", which it may refer to"};
}

void Oracle::Mutate(const Operation& operation) {
  LearnNames();
  Touch(operation);
  const bool was_large = heap_.IsLarge();
  const Name object = operation.object;
  switch (operation.verb) {
    case Verb::kGarbage:
      if (ClusterOf(object) != kNull) heap_.Dissolve(ClusterOf(object));
      heap_.SetGarbage(object);
      break;
    case Verb::kDissolve:
      heap_.Dissolve(ClusterOf(object));
      break;
    case Verb::kOuter:
      heap_.SetOuter(object, operation.target);
      NoteStore(object, operation.target);
      break;
    case Verb::kCreate:
    case Verb::kCopy:
    case Verb::kReserve:
    case Verb::kCreateNamed:
    case Verb::kPermanent:
      if (operation.verb != Verb::kCopy) heap_.Create(object, operation.number);
      if (operation.verb == Verb::kCopy) heap_.Copy(object, operation.target);
      if (operation.verb == Verb::kCreate && operation.number == 0) heap_.SetContainer(object);
      if (operation.verb == Verb::kCreateNamed) heap_.SetNamed(object);
      if (notes_.size() < heap_.NameCount()) notes_.resize(heap_.NameCount());
      notes_[object] = {.nameable_since = steps_};
      if (operation.lane != 0) heap_.SetKept(object, true);  // until it is handed over
      if (operation.verb == Verb::kPermanent) heap_.SetPermanent(object);
      if (operation.verb != Verb::kReserve && operation.verb != Verb::kCreateNamed) break;
      heap_.SetConstructing(object, operation.verb == Verb::kReserve);
      if (stage_ == Stage::kMarking) ++alive_at_flip_;
      break;
    case Verb::kComplete:
      heap_.SetConstructing(object, false);
      break;
    case Verb::kStore:
      heap_.SetField(object, operation.field, operation.target);
      NoteStore(object, operation.target);
      break;
    case Verb::kMove:
    case Verb::kSwap: {
      const Name there = heap_[operation.target].fields[operation.target_field];
      const Name here = heap_[object].fields[operation.field];
      if (object == operation.target && operation.field == operation.target_field) break;
      heap_.SetField(object, operation.field, there);
      heap_.SetField(operation.target, operation.target_field,
                     operation.verb == Verb::kSwap ? here : kNull);
      NoteStore(object, there);
      if (operation.verb == Verb::kSwap) NoteStore(operation.target, here);
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
      heap_.SetReferencer(operation.number, {.target = object, .raw = operation.flag != 0});
      break;
    case Verb::kReferencerProtect:
      heap_.SetReferencer(operation.number, {.target = object, .protecting = true});
      break;
    case Verb::kReferencerRelease:
      heap_.SetReferencer(operation.number, {});
      break;
    case Verb::kResurrect:
      notes_[object].last_words = {operation.target, operation.target_field};
      break;
    case Verb::kReady:
      heap_.SetReady(object, operation.flag != 0);
      break;
    case Verb::kEnter:
    case Verb::kLeave:
      EnterOrLeave(operation);
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
    const std::uint32_t bits =
        object.root | object.held << 1 | object.ready << 2 | in_hand << 3 | notes.must_go << 4 |
        notes.denied << 5 | notes.promised << 6 | notes.scanned << 7 | notes.waiting << 8 |
        object.kept << 9 | object.constructing << 10 | object.container << 11 | object.named << 12 |
        object.permanent << 13 | object.garbage << 14 | object.has_outer << 15;
    add(bits);
    add(object.strong);
    add(notes.collects);
    add(notes.last_words.holder);
    add(notes.last_words.field);
    add(object.fields.size());
    for (const Name field : object.fields) add(field);
  }
  for (std::size_t i = 0; i < weak_count_; ++i) add(weaks_[i]);
  for (std::size_t i = 0; i < heap_.ReferencerCount(); ++i) {
    add(heap_.ReferencerAt(i).target);
    add(heap_.ReferencerAt(i).raw << 1 | heap_.ReferencerAt(i).protecting);
  }
  const std::uint32_t rest[] = {static_cast<std::uint32_t>(stage_),
                                gather_begun_,
                                finishing_,
                                purge_open_,
                                static_cast<std::uint32_t>(weak_count_),
                                static_cast<std::uint32_t>(heap_.ReferencerCount())};
  add(rest);
  if (SectionIsOpen()) add(sections_);
  return XXH3_64bits_digest(&state);
}

}  // namespace reference
