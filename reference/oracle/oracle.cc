// reference/oracle/oracle.cc -- what an operation of the mutator means.
//
// Read next: reference/oracle/oracle_reads.cc.

#include "reference/oracle/oracle.h"

#include <algorithm>

#include "reference/oracle/clusters.h"
#include "reference/variant/members.h"

namespace reference {
namespace {

// What a permanent object must be let refer to: an object that stays in the root set by itself.
bool MayBeHeldForEver(const Heap::Object& object) {
  return object.permanent || object.root || object.kept || object.strong > 0;
}

// A store into an object of a cluster, of something that the cluster does not keep already, ends
// the cluster. Into an open field it does not: nothing that it holds was listed.
void NoteStore(Heap& heap, Name holder, std::size_t field, Name value) {
  const Name root = heap[holder].cluster;
  if (root == kNull || value == kNull || !heap.IsClosed(heap[holder], field)) return;
  if (!IsKeptByCluster(heap, root, value)) DissolveCluster(heap, root);
}

void MoveOrSwap(Heap& heap, const Operation& operation) {
  const Name object = operation.object;
  const bool swap = operation.verb == Verb::kSwap;
  if (object == operation.target && operation.field == operation.target_field) return;
  const Name there = heap[operation.target].fields[operation.target_field];
  const Name here = heap[object].fields[operation.field];
  heap.SetField(object, operation.field, there);
  heap.SetField(operation.target, operation.target_field, swap ? here : kNull);
  NoteStore(heap, object, operation.field, there);
  if (swap) NoteStore(heap, operation.target, operation.target_field, here);
}

void SetWeak(std::vector<Name>& weaks, std::uint32_t weak, Name target) {
  if (weak >= weaks.size()) weaks.resize(weak + 1, kNull);
  weaks[weak] = target;
}

Heap::Clears ClearsIn(const Variant& variant) {
  const std::string_view whose = variant.Value(Setting::kEliminate);
  const bool code = whose == "all" || whose == "code";
  const bool scripts = whose == "all" || whose == "scripts";
  const std::uint8_t members = variant.Choice(Setting::kMembers);
  const bool shown = members != 0 && KindOfMember(members, 0) == MemberKind::kReported;
  return {.code = code, .scripts = scripts, .elements = shown ? code : scripts};
}

// A heap may be told to make no clusters, or none of few objects.
Finding CheckNewCluster(const Heap& heap, const Variant& variant, Name root) {
  const std::size_t fewest = variant.Number(Setting::kClusters);
  const std::size_t members = ClusterAt(heap, root)->members.size();
  if (fewest != 0 && members >= fewest) return std::nullopt;
  return Violation{
      Property::kClusters, root,
      "a cluster of " + std::to_string(members) + (members == 1 ? " object" : " objects") +
          " was made, with clusters=" + std::string(variant.Value(Setting::kClusters))};
}

Finding Expect(const Heap& heap, const Operation& operation) {
  const Life life = heap[operation.object].life;
  const bool alive = operation.verb == Verb::kExpectAlive;
  if (alive ? life == Life::kAlive : life == Life::kFreed) return std::nullopt;
  return Violation{Property::kExpectation, operation.object,
                   NameText(operation.object) + (alive ? " was expected to be alive and is not"
                                                       : " was expected to be gone and is not")};
}

bool EndsObject(EventKind kind) {
  return kind == EventKind::kBegan || kind == EventKind::kFinished || kind == EventKind::kFreed;
}

bool IsBeginning(const Event& event, Name object) {
  return event.kind == EventKind::kBegan && event.object == object;
}

// What must not happen beside an operation of the mutator. A lazy sweep frees what was found dead
// before, and nothing that the mutator has.
Violation BesideTheMutator(const Event& event, bool may_die) {
  if (may_die) {
    return {Property::kSafety, event.object,
            NameText(event.object) + ", which the mutator has just made or read, was " +
                std::string(WordOf(event.kind))};
  }
  return {Property::kPause, event.object,
          "a mutator operation did the collector's work: " + std::string(WordOf(event.kind))};
}

}  // namespace

void Oracle::Reset(const TraceHeader& header, const Promises& promises, std::size_t plain_up_to) {
  header_ = header;
  promises_ = promises;
  heap_.Clear(plain_up_to, ClearsIn(header.heap), header.heap.Choice(Setting::kMembers));
  names_.Clear();
  sections_.Clear();
  weaks_.clear();
  cycle_.Clear({.begins_at_once = header.heap.Value(Setting::kBegin) == "at-once",
                .scans_again = header.heap.Value(Setting::kLists) == "none"});
}

Finding Oracle::Apply(const Operation& operation, const Answer& answer,
                      std::span<const Event> events) {
  const VerbKind kind = KindOf(operation.verb);
  if (kind == VerbKind::kRequest) return Ask(operation, answer, events);
  if (kind == VerbKind::kStep) return Step(operation, events);
  if (kind == VerbKind::kBirth && Room() != 0) return BearInRoom(operation, answer, events);
  for (const Event& event : events) {
    if (event.kind == EventKind::kFaultCommitted) continue;
    if (operation.verb == Verb::kBeginByHand && IsBeginning(event, operation.object)) continue;
    const bool may_die = promises_.lazy_sweep && EndsObject(event.kind);
    const bool is_local = CanName(event.object) && !IsReachable(event.object);
    if (!may_die || is_local) return BesideTheMutator(event, may_die);
    if (Finding finding = cycle_.SeeEnd(heap_, promises_, event)) return finding;
  }
  if (kind == VerbKind::kExpectation) return Expect(heap_, operation);
  if (kind == VerbKind::kRead) return Answered(operation, answer);
  if (operation.verb == Verb::kBeginByHand) {
    if (Finding finding = Begun(operation.object, events)) return finding;
  }
  return Change(operation, answer);
}

// By hand an object begins at once, and never twice.
Finding Oracle::Begun(Name object, std::span<const Event> events) const {
  const auto times = std::ranges::count_if(
      events, [object](const Event& event) { return IsBeginning(event, object); });
  if (!promises_.staged_destruction || times == (heap_[object].begun ? 0 : 1)) return std::nullopt;
  return Violation{Property::kOrder, object,
                   NameText(object) + " was told by hand to begin, and began " +
                       std::to_string(times) + (times == 1 ? " time" : " times")};
}

// A few changes may be refused; all others are done.
Finding Oracle::Change(const Operation& operation, const Answer& answer) {
  if (operation.verb == Verb::kCluster || operation.verb == Verb::kClusterAdd) {
    return Join(operation, answer);
  }
  if (operation.verb == Verb::kStore && heap_[operation.object].permanent) {
    return StoreIntoPermanent(operation, answer);
  }
  if (operation.verb == Verb::kRecreate && answer.kind == Answer::Kind::kRefused) {
    return RefuseIdentity(operation);
  }
  Mutate(operation);
  return std::nullopt;
}

// Here the subject may choose: it refuses, or it keeps what it takes.
Finding Oracle::StoreIntoPermanent(const Operation& operation, const Answer& answer) {
  if (answer.kind != Answer::Kind::kRefused) {
    Mutate(operation);
    return std::nullopt;
  }
  names_.Learn(heap_);
  TouchBy(operation);
  if (operation.target != kNull && !MayBeHeldForEver(heap_[operation.target])) return std::nullopt;
  return Violation{
      Property::kFields, operation.object,
      "a permanent object was refused " + NameText(operation.target) + ", which it may refer to"};
}

// The subject may do it or not: a cluster is its own affair until the fate of an object depends on
// it. In a cycle it must not, by a rule of its own (cluster-not-in-cycle); if it does all the same,
// what comes of that is judged.
Finding Oracle::Join(const Operation& operation, const Answer& answer) {
  names_.Learn(heap_);
  TouchBy(operation);
  if (answer.kind == Answer::Kind::kRefused) return std::nullopt;
  if (operation.verb == Verb::kCluster) {
    MakeCluster(heap_, operation.object);
    return CheckNewCluster(heap_, header_.heap, operation.object);
  }
  JoinCluster(heap_, operation.object, operation.target);
  return std::nullopt;
}

void Oracle::Mutate(const Operation& operation) {
  names_.Learn(heap_);
  TouchBy(operation);
  const bool was_large = heap_.IsLarge();
  ChangeHeap(operation);
  names_.Keep(heap_, was_large);
}

void Oracle::ChangeHeap(const Operation& operation) {
  const Name object = operation.object;
  switch (operation.verb) {
    case Verb::kCreate:
    case Verb::kCopy:
    case Verb::kReserve:
    case Verb::kCreateNamed:
    case Verb::kPermanent:
      return Bear(operation);
    case Verb::kRecreate:
      Bear(operation);
      return Identify(object, heap_[operation.target].identity);
    case Verb::kIdentify:
      if (heap_[object].identity == kNull) Identify(object, object);
      return;
    case Verb::kFlag:
    case Verb::kUnflag:
      return heap_.SetFlagged(object, operation.verb == Verb::kFlag);
    case Verb::kBeginByHand:
      return heap_.SetBegun(object);
    case Verb::kAbandon:
      Bear(operation);
      SetWeak(weaks_, operation.number, object);
      return heap_.Free(object);
    case Verb::kComplete:
      return heap_.Set(RootFlag::kConstructing, object, false);
    case Verb::kStore:
      heap_.SetField(object, operation.field, operation.target);
      return NoteStore(heap_, object, operation.field, operation.target);
    case Verb::kMove:
    case Verb::kSwap:
      return MoveOrSwap(heap_, operation);
    case Verb::kAppend:
      return heap_.Append(object, operation.target);
    case Verb::kErase:
      return heap_.Erase(object, operation.field);
    case Verb::kTake:
      return heap_.Take(object, operation.target);
    case Verb::kGarbage:
      if (heap_[object].cluster != kNull) DissolveCluster(heap_, heap_[object].cluster);
      return heap_.SetGarbage(object);
    case Verb::kOuter:
      heap_.SetOuter(object, operation.target);
      return NoteStore(heap_, object, heap_[object].fields.size() - 1, operation.target);
    case Verb::kDissolve:
      return DissolveCluster(heap_, heap_[object].cluster);
    case Verb::kRoot:
    case Verb::kUnroot:
      return heap_.Set(RootFlag::kRoot, object, operation.verb == Verb::kRoot);
    case Verb::kKeep:
    case Verb::kUnkeep:
      return heap_.Set(RootFlag::kKept, object, operation.verb == Verb::kKeep);
    case Verb::kHold:
    case Verb::kDrop:
      return heap_.Set(RootFlag::kHeld, object, operation.verb == Verb::kHold);
    case Verb::kStrongTake:
      return heap_.AddStrong(object, 1);
    case Verb::kStrongDrop:
      return heap_.AddStrong(object, -1);
    case Verb::kWeakMake:
      return SetWeak(weaks_, operation.number, object);
    case Verb::kWeakCopy:
      return SetWeak(weaks_, operation.number, WeakTarget(operation.other));
    case Verb::kReferencerHold:
      return heap_.SetReferencer(operation.number, {.target = object, .raw = operation.flag != 0});
    case Verb::kReferencerProtect:
      return heap_.SetReferencer(operation.number, {.target = object, .protecting = true});
    case Verb::kReferencerRelease:
      return heap_.SetReferencer(operation.number, {});
    case Verb::kResurrect:
      return heap_.SetResurrection(object, {operation.target, operation.target_field});
    case Verb::kReady:
      return heap_.SetReady(object, operation.flag != 0);
    case Verb::kEnter:
      return sections_.Enter(operation.lane);
    case Verb::kLeave:
      return sections_.Leave(operation.lane);
    case Verb::kRename:   // a trace calls it by the name that it was born with
    case Verb::kCluster:  // Join
    case Verb::kClusterAdd:
    case Verb::kWeakRead:  // Answered
    case Verb::kResolve:
    case Verb::kFind:
    case Verb::kCollect:  // Step, Ask
    case Verb::kStart:
    case Verb::kStartKeeping:
    case Verb::kCollectKeeping:
    case Verb::kTick:
    case Verb::kPurge:
    case Verb::kFinishPurge:
    case Verb::kTrim:
    case Verb::kTryCollect:
    case Verb::kFrame:
    case Verb::kExpectAlive:  // Expect
    case Verb::kExpectGone:
      return;
  }
}

void Oracle::Bear(const Operation& operation) {
  const Name object = operation.object;
  const Verb verb = operation.verb;
  if (verb == Verb::kCopy) {
    heap_.Copy(object, operation.target);
  } else {
    heap_.Create(object, verb == Verb::kAbandon ? 0 : operation.number);
  }
  const bool plain = verb == Verb::kCreate;
  if (plain && operation.number == 0) heap_.SetContainer(object);
  if (verb == Verb::kCreateNamed) heap_.SetNamed(object);
  names_.Made(object);
  // Until it is handed over, what another lane makes is kept.
  if (operation.lane != 0 && verb != Verb::kAbandon) heap_.Set(RootFlag::kKept, object, true);
  if (verb == Verb::kPermanent) heap_.Set(RootFlag::kPermanent, object, true);
  if (verb == Verb::kReserve) heap_.Set(RootFlag::kConstructing, object, true);
  cycle_.Born(object, verb == Verb::kReserve || verb == Verb::kCreateNamed);
  if (operation.lane != 0) cycle_.BornInSection();
}

// While marking, what the mutator does something with may live through the cycle, and so may all
// that it leads to: references to garbage that are not scanned any more are not cleared either.
void Oracle::TouchBy(const Operation& operation) {
  if (!Marking() || heap_.GarbageCount() == 0) return;
  // Nothing is loaded or stored to release an object, to say what it will answer, or to rename it.
  const Verb verb = operation.verb;
  if (KindOf(verb) == VerbKind::kRelease || verb == Verb::kReady || verb == Verb::kRename) return;
  // A holder that is written to is not shaded, unless loading it shades it.
  const bool shades_object = verb != Verb::kStore || header_.locals == Locals::kBlack;
  const auto touch = [this](Name object) {
    heap_.Close(object, scratch_);
    for (const Name name : scratch_) cycle_.Touched(name);
  };
  if (shades_object && CanName(operation.object)) touch(operation.object);
  if (operation.target != kNull && CanName(operation.target)) touch(operation.target);
}

// Raw references that the mutator has die here, unless `hold` keeps them.
Finding Oracle::Step(const Operation& operation, std::span<const Event> events) {
  if (Finding finding = cycle_.SeeStep(heap_, promises_, operation, events)) return finding;
  names_.Step();
  return cycle_.EndStep(heap_, promises_, operation);
}

// A step that something else decides on: refused, it is no step at all, and names live on.
Finding Oracle::Ask(const Operation& operation, const Answer& answer,
                    std::span<const Event> events) {
  const bool is_try = operation.verb == Verb::kTryCollect;
  const bool refused = answer.kind == Answer::Kind::kRefused;
  const std::string what = is_try ? "a try" : "a frame";
  if (!SectionIsOpen() && !(is_try && heap_.ConstructingCount() > 0)) {
    if (!is_try || !refused) return Step(operation, events);
    return Violation{Property::kProgress, kNull,
                     "a try was answered with no, and no section was open"};
  }
  const std::string meanwhile =
      SectionIsOpen() ? "while a section was open" : "while a constructor was running";
  for (const Event& event : events) {
    if (event.kind == EventKind::kFaultCommitted) continue;
    return Violation{Property::kSafety, kNull, what + " collected " + meanwhile};
  }
  if (!is_try || refused) return std::nullopt;
  return Violation{Property::kSafety, kNull, what + " was answered with yes " + meanwhile};
}

}  // namespace reference
