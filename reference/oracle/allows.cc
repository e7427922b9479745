// reference/oracle/allows.cc -- what the mutator could do at all.
//
// An operation that it could not do is skipped for the subject and the oracle alike. So every trace
// has a meaning, any line of it may be dropped, and a generator need not be right, only good.
//
// Read next: reference/oracle/oracle.cc.

#include <algorithm>

#include "reference/oracle/clusters.h"
#include "reference/oracle/oracle.h"

namespace reference {
namespace {

// Whether the operation may be done on its lane now.
bool AllowsLane(const Oracle& oracle, const Operation& operation) {
  // So it is nearly always.
  if (operation.lane == 0 && !oracle.SectionIsOpen())
    return operation.verb != Verb::kLeave && operation.verb != Verb::kEnter;
  if (operation.lane >= kLaneLimit) return false;
  const std::uint32_t open = oracle.SectionsOf(operation.lane);
  switch (KindOf(operation.verb)) {
    case VerbKind::kSection:
      if (operation.verb == Verb::kLeave) return open > 0;
      return operation.lane != 0 && open < kNestLimit;
    case VerbKind::kStep:
      return operation.lane == 0 && !oracle.SectionIsOpen();
    case VerbKind::kRequest:
      if (operation.lane != 0 || operation.verb == Verb::kTryCollect) return operation.lane == 0;
      // A frame goes on with what is pending, and that waits for sections; a start is a try.
      return !oracle.SectionIsOpen() || oracle.IsSettled();
    case VerbKind::kExpectation:
      return true;
    case VerbKind::kBirth:
    case VerbKind::kChange:
    case VerbKind::kRelease:
    case VerbKind::kRead:
      return operation.lane == 0 || open > 0;
  }
  return false;
}

bool NamesField(const Oracle& oracle, Name object, std::uint32_t field) {
  return oracle.CanName(object) && field < oracle.Fields(object).size();
}

bool MayChangeField(const Oracle& oracle, Name object, std::uint32_t field) {
  return NamesField(oracle, object, field) && !oracle.heap()[object].IsOuter(field);
}

// Fields that an object may have: in a trace, and of this subject.
std::uint32_t MostFields(const Oracle& oracle) {
  const std::uint32_t most = oracle.promises().most_fields;
  return most == 0 ? kFieldLimit : std::min(most, kFieldLimit);
}

// Whether the subject can have one more object, those counted that are dead and not freed.
bool HasPlace(const Oracle& oracle) {
  const std::uint32_t most = oracle.promises().most_objects;
  return most == 0 || oracle.heap().Present().size() < most;
}

bool MayBear(const Oracle& oracle, const Operation& operation) {
  return operation.object < kNameLimit && !oracle.heap().Born(operation.object) &&
         operation.number <= MostFields(oracle);
}

bool MayAbandon(const Oracle& oracle, const Operation& operation) {
  return operation.object < kNameLimit && !oracle.heap().Born(operation.object) &&
         operation.number < kSlotLimit;
}

// The object with this identity that was there last is gone.
bool MayRecreate(const Oracle& oracle, const Operation& operation) {
  const Name identity = oracle.heap().At(operation.target).identity;
  return identity != kNull && oracle.LastOf(identity) == kNull;
}

bool IsHeldByPermanent(const Heap& heap, Name name) {
  return std::ranges::any_of(heap.Permanent(), [&](Name holder) {
    return std::ranges::find(heap[holder].fields, name) != heap[holder].fields.end();
  });
}

// One root, keep flag or strong count of the object may go, if a permanent object can do without.
bool MayLeaveRootSet(const Heap& heap, Name object) {
  const Heap::Object& leaving = heap[object];
  if (leaving.root + leaving.kept + leaving.strong > 1) return true;
  return leaving.permanent || !IsHeldByPermanent(heap, object);
}

// A referencer that is registered stays of its kind.
bool ReferencerMay(const Oracle& oracle, std::uint32_t referencer, Heap::Referencer kind) {
  if (referencer >= kSlotLimit) return false;
  kind.target = oracle.ReferencerTarget(referencer);
  return kind.target == kNull || oracle.heap().ReferencerAt(referencer) == kind;
}

// A large heap has no clusters: reach.h keeps fields only.
bool MayCluster(const Oracle& oracle, const Operation& operation) {
  return oracle.CanName(operation.object) && operation.lane == 0 && !oracle.SectionIsOpen() &&
         !oracle.heap().IsLarge();
}

}  // namespace

bool Oracle::Allows(const Operation& operation) const {
  if (!AllowsLane(*this, operation)) return false;
  const Name name = operation.object;
  const Heap::Object& object = heap_.At(name);
  const Heap::Object& target = heap_.At(operation.target);
  if (IsBirth(operation.verb) && Room() != 0 && !MayBearInRoom(operation)) return false;
  if (IsBirth(operation.verb) && !HasPlace(*this)) return false;
  switch (operation.verb) {
    case Verb::kCreate:
    case Verb::kReserve:
    case Verb::kCreateNamed:
      return MayBear(*this, operation);
    case Verb::kRecreate:
      return MayBear(*this, operation) && MayRecreate(*this, operation);
    case Verb::kPermanent:  // only while the heap is being set up, and then there is one thread
      return operation.lane == 0 && MayBear(*this, operation) &&
             heap_.Permanent().size() < kPermanentLimit;
    case Verb::kCopy:
      return name < kNameLimit && !heap_.Born(name) && CanName(operation.target) && !target.named;
    case Verb::kStore:
      return MayChangeField(*this, name, operation.field) &&
             (operation.target == kNull || CanName(operation.target));
    case Verb::kMove:
    case Verb::kSwap:  // a permanent object takes a reference by `store` alone
      return MayChangeField(*this, name, operation.field) && !object.permanent &&
             MayChangeField(*this, operation.target, operation.target_field) &&
             (operation.verb == Verb::kMove || !target.permanent);
    case Verb::kAppend:
      return CanName(name) && object.container && CanName(operation.target) &&
             object.fields.size() < MostFields(*this);
    case Verb::kErase:
      return NamesField(*this, name, operation.field) && object.container;
    case Verb::kTake:
      return CanName(name) && object.container && CanName(operation.target) && target.container &&
             name != operation.target;
    case Verb::kGarbage:
      return CanName(name) && !object.root && !object.garbage && !object.permanent;
    case Verb::kOuter:
      return CanName(name) && CanName(operation.target) && !object.container && !object.named &&
             !object.permanent && !object.has_outer && object.fields.size() < MostFields(*this);
    case Verb::kCluster:
      return MayCluster(*this, operation) && MayJoinCluster(heap_, name);
    case Verb::kClusterAdd:
      return MayCluster(*this, operation) && object.cluster == name && CanName(operation.target) &&
             MayJoinCluster(heap_, operation.target);
    case Verb::kDissolve:
      return CanName(name) && object.cluster != kNull;
    case Verb::kRoot:
    case Verb::kKeep:
    case Verb::kStrongTake:
      return CanName(name);
    case Verb::kWeakMake:
      return CanName(name) && operation.number < kSlotLimit;
    case Verb::kUnroot:
      return object.root && MayLeaveRootSet(heap_, name);
    case Verb::kUnkeep:
      return object.kept && MayLeaveRootSet(heap_, name);
    case Verb::kStrongDrop:
      return object.strong > 0 && MayLeaveRootSet(heap_, name);
    case Verb::kComplete:
      return object.constructing;
    case Verb::kWeakRead:
      return WeakTarget(operation.number) != kNull;
    case Verb::kResolve:
      return MayChangeField(*this, name, operation.field) && !object.permanent &&
             WeakTarget(operation.number) != kNull;
    case Verb::kWeakCopy:
      return WeakTarget(operation.other) != kNull && operation.number < kSlotLimit;
    case Verb::kFind:
      return object.named;
    case Verb::kRename:
      return CanName(name) && object.named && !object.begun;
    case Verb::kFlag:
      return CanName(name) && !object.flagged;
    case Verb::kUnflag:
      return CanName(name) && object.flagged;
    case Verb::kIdentify:
      return CanName(name) && !object.permanent && !object.constructing;
    case Verb::kBeginByHand:  // an attempt at resurrection would succeed: the object is alive
      return CanName(name) && !object.permanent && !object.constructing &&
             object.resurrection.holder == kNull;
    case Verb::kReferencerHold:
      return CanName(name) && ReferencerMay(*this, operation.number, {.raw = operation.flag != 0});
    case Verb::kReferencerProtect:
      return CanName(name) && ReferencerMay(*this, operation.number, {.protecting = true});
    case Verb::kReferencerRelease:
      return ReferencerTarget(operation.number) != kNull;
    case Verb::kReady:
      return heap_.Born(name) && object.life < Life::kFinished &&
             header_.heap.Value(Setting::kCallbacks) != "none";
    case Verb::kResurrect:
      return CanName(name) && !object.begun &&
             MayChangeField(*this, operation.target, operation.target_field);
    case Verb::kHold:
      return header_.locals != Locals::kDead && CanName(name) && !object.held;
    case Verb::kDrop:
      return object.held;
    case Verb::kAbandon:
      return MayAbandon(*this, operation);
    case Verb::kTick:
    case Verb::kPurge:
      return operation.number >= 1 && operation.number <= kTickLimit;
    case Verb::kCollect:
    case Verb::kCollectKeeping:
      return heap_.ConstructingCount() == 0;
    case Verb::kFrame:
      return operation.number < kSecondsLimit;
    case Verb::kStart:
    case Verb::kStartKeeping:
    case Verb::kEnter:
    case Verb::kLeave:
    case Verb::kTryCollect:
    case Verb::kFinishPurge:
    case Verb::kTrim:
      return true;
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      return heap_.Born(name);
  }
  return false;
}

}  // namespace reference
