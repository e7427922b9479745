// model/explorer/counterexample_search.cc -- chooses the verbs, and the size of the heaps, that
// each rule's faults need.

#include "model/explorer/counterexample_search.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace model {

using gc::Fault;
using gc::Rule;
using reference::Locals;
using reference::Verb;
using reference::VerbSet;

namespace {

VerbSet Wavefront(Locals locals, std::initializer_list<Verb> more) {
  VerbSet verbs;
  for (const Verb verb :
       {Verb::kCreate, Verb::kStore, Verb::kRoot, Verb::kUnroot, Verb::kStart, Verb::kTick}) {
    verbs.Add(verb);
  }
  if (locals != Locals::kDead) verbs.Add(Verb::kHold).Add(Verb::kDrop);
  for (const Verb verb : more) verbs.Add(verb);
  return verbs;
}

VerbSet Containers(Locals locals) {
  return Wavefront(locals, {Verb::kAppend, Verb::kErase, Verb::kTake}).Remove(Verb::kStore);
}

VerbSet VerbsFor(Fault fault, Locals locals) {
  if (fault == Fault::kKeepWithoutShading) {
    return Wavefront(locals, {Verb::kKeep, Verb::kUnkeep});
  }
  if (fault == Fault::kFindWithoutShading || fault == Fault::kFindDoomed) {
    return Wavefront(locals, {Verb::kCreateNamed, Verb::kFind}).Remove(Verb::kCreate);
  }
  if (fault == Fault::kIgnoreUnconstructed) {
    return Wavefront(locals, {Verb::kReserve, Verb::kComplete});
  }
  if (fault == Fault::kSkipLocalsInFinalPass) return Wavefront(locals, {});
  switch (gc::EntryOf(fault).rule) {
    case Rule::kMoveBarrier:
    case Rule::kScanIsAtomic:
      return Wavefront(locals, {Verb::kMove, Verb::kSwap});
    case Rule::kCopyBarrier:
      return Wavefront(locals, {Verb::kCopy});
    case Rule::kContainerBarrier:
      return Containers(locals);
    case Rule::kStrongBarrier:
      return Wavefront(locals, {Verb::kStrongTake, Verb::kStrongDrop});
    case Rule::kDisregardedIsDeep:
      return Wavefront(locals, {Verb::kPermanent});
    case Rule::kMarkOnce:
      return Wavefront(locals, {Verb::kPermanent, Verb::kWeakMake, Verb::kWeakRead});
    case Rule::kClusterIsOne:
    case Rule::kClusterMemberBarrier:
    case Rule::kClusterStore:
    case Rule::kClusterNotInCycle:
    case Rule::kClusterGather:
      return Wavefront(locals, {Verb::kCluster});
    case Rule::kClusterOutward:
    case Rule::kClusterDissolveColour:
    case Rule::kClusterDissolveIdle:
      return Wavefront(locals, {Verb::kCluster, Verb::kClusterAdd, Verb::kDissolve});
    case Rule::kGarbageIsNulled:
    case Rule::kBarrierShadesGarbage:
      return Wavefront(locals, {Verb::kGarbage});
    case Rule::kImmutableIsFollowed:
      return Wavefront(locals, {Verb::kGarbage, Verb::kOuter});
    case Rule::kSchemaIsWhole:
      return Wavefront(locals, {Verb::kOuter});
    case Rule::kDestroyLeaksNothing:
      return Wavefront(locals, {Verb::kResurrect});
    case Rule::kKeepFlagsAreRoots:
      return Wavefront(locals, {Verb::kKeep, Verb::kUnkeep});
    case Rule::kBirthColourMarking:
    case Rule::kConstructionIsKept:
      return Wavefront(locals, {Verb::kReserve, Verb::kComplete});
    case Rule::kReferencerBarrier:
    case Rule::kInitialReferencesAlways:
      return Wavefront(locals, {Verb::kReferencerHold, Verb::kReferencerRelease});
    case Rule::kEndNeedsEmpty:
      return Wavefront(locals, {Verb::kReferencerHold, Verb::kWeakMake, Verb::kWeakRead});
    case Rule::kHandleBarrier:
      return Wavefront(locals, {Verb::kWeakMake, Verb::kResolve});
    case Rule::kWeakReadBarrier:
    case Rule::kBirthColourIdle:
    case Rule::kDoomedIsHidden:
    case Rule::kUnreachableIsFinal:
    case Rule::kFlipLeavesUnreachable:
    case Rule::kSerialMovesOn:
      return Wavefront(locals, {Verb::kWeakMake, Verb::kWeakRead});
    case Rule::kBeginFinishFree:
    case Rule::kFinishBeforeFree:
    case Rule::kWaitIsRevisited:
    case Rule::kWaitingLetsGo:
      return Wavefront(locals, {Verb::kReady});
    case Rule::kInsertionBarrier:
    case Rule::kRootBarrier:
    case Rule::kBirthColourGathering:
    case Rule::kGreyIsQueued:
    case Rule::kFlipPrecondition:
    case Rule::kGatherCoversRange:
    case Rule::kIndexAfterFree:
    case Rule::kLockExcludes:
    case Rule::kHandOverPublishes:
    case Rule::kBusyBeforeQueue:
    case Rule::kDrainBeforeSuspend:
      break;
  }
  return Wavefront(locals, {});
}

}  // namespace

bool Counterexample::Exhausted() const {
  return !witness && std::all_of(heaps.begin(), heaps.end(),
                                 [](const Heap& heap) { return heap.exploration.exhausted; });
}

// The heaps of two objects with two fields are searched first, as that is fast. Most witnesses need
// three objects with one field. A serial wraps around only if a second weak reference uses up a
// number.
std::vector<Bounds> CounterexampleHeaps(Fault fault, Locals locals) {
  Bounds bounds;
  bounds.verbs = VerbsFor(fault, locals);
  if (fault == Fault::kWrapSerial) bounds.weak_slots = 2;
  std::vector<Bounds> heaps;
  for (const auto& [entries, fields] : {std::pair{2, 2}, std::pair{3, 1}}) {
    bounds.entries = static_cast<std::size_t>(entries);
    bounds.fields = static_cast<std::size_t>(fields);
    heaps.push_back(bounds);
  }
  return heaps;
}

Counterexample FindCounterexample(Fault fault, Locals locals,
                                  const CounterexampleOptions& options) {
  Counterexample found{.fault = fault, .locals = locals};
  for (const Bounds& bounds : CounterexampleHeaps(fault, locals)) {
    ExploreOptions explore;
    explore.faults = gc::FaultSet(fault);
    explore.locals = locals;
    explore.bounds = bounds;
    explore.properties = options.properties;
    explore.max_states = options.max_states;
    explore.accept = options.accept;
    if (found.witness) explore.max_depth = found.witness->length - 1;  // only shorter ones count
    Exploration exploration = Explore(explore);
    std::optional<Witness> witness = exploration.witness;
    found.heaps.push_back({bounds, std::move(exploration)});
    if (witness && (!found.witness || witness->length < found.witness->length)) {
      found.witness = std::move(witness);
    }
  }
  return found;
}

bool IsAssumed(Fault fault) {
  constexpr Rule kBetweenThreads[] = {Rule::kLockExcludes, Rule::kHandOverPublishes,
                                      Rule::kBusyBeforeQueue, Rule::kDrainBeforeSuspend};
  constexpr Fault kOfMachinery[] = {Fault::kWinTwice, Fault::kForgetLeftOver,
                                    Fault::kForgetTheParent, Fault::kKeepTheOldWords};
  return std::ranges::find(kOfMachinery, fault) != std::end(kOfMachinery) ||
         std::ranges::find(kBetweenThreads, gc::EntryOf(fault).rule) != std::end(kBetweenThreads);
}

std::string Describe(const Bounds& bounds) {
  std::string text = std::to_string(bounds.entries) + " objects x " +
                     std::to_string(bounds.fields) + (bounds.fields == 1 ? " field:" : " fields:");
  const char* separator = " ";
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    if (!bounds.verbs.Has(entry.verb)) continue;
    text += separator + std::string(entry.word);
    separator = ", ";
  }
  return text;
}

}  // namespace model
