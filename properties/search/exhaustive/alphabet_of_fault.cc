// properties/search/exhaustive/alphabet_of_fault.cc -- where the breaking of a rule shows first.

#include "core/faults.h"
#include "properties/search/exhaustive/alphabets.h"

namespace properties {

reference::Variant HeapOf(gc::Fault fault) {
  if (fault == gc::Fault::kForgetLeftOver) return reference::With(reference::Setting::kLists, 1);
  if (fault == gc::Fault::kForgetTheParent) return reference::With(reference::Setting::kMembers, 1);
  if (fault == gc::Fault::kKeepTheOldWords) return reference::With(reference::Setting::kClasses, 1);
  return HasWorkers(GroupOf(fault)) ? reference::kTwoHands : reference::Variant();
}

AlphabetGroup GroupOf(gc::Fault fault) {
  using gc::Rule;
  if (fault == gc::Fault::kIgnoreUnfinishedTask) return AlphabetGroup::kReferencers;
  if (fault == gc::Fault::kKeepWithoutShading) return AlphabetGroup::kKeep;
  if (fault == gc::Fault::kFindWithoutShading) return AlphabetGroup::kNames;
  if (fault == gc::Fault::kFindDoomed) return AlphabetGroup::kNames;
  if (fault == gc::Fault::kSkipLocalsInFinalPass) return AlphabetGroup::kLocals;
  if (fault == gc::Fault::kRegisterWithoutShading) return AlphabetGroup::kHeld;
  if (fault == gc::Fault::kSkipRawInFinalPass) return AlphabetGroup::kHeld;
  if (fault == gc::Fault::kIgnoreUnconstructed) return AlphabetGroup::kConstruction;
  if (fault == gc::Fault::kBarrierOffLate) return AlphabetGroup::kWeak;
  if (fault == gc::Fault::kWinTwice) return AlphabetGroup::kTogether;
  switch (gc::EntryOf(fault).rule) {
    case Rule::kInsertionBarrier:
    case Rule::kRootBarrier:
    case Rule::kGreyIsQueued:
    case Rule::kScanIsAtomic:
    case Rule::kEndNeedsEmpty:
    case Rule::kFlipPrecondition:
      return AlphabetGroup::kWavefront;
    case Rule::kMoveBarrier:
      return AlphabetGroup::kMoves;
    case Rule::kCopyBarrier:
      return AlphabetGroup::kCopies;
    case Rule::kContainerBarrier:
      return AlphabetGroup::kContainers;
    case Rule::kClusterIsOne:
    case Rule::kClusterMemberBarrier:
    case Rule::kClusterOutward:
    case Rule::kClusterStore:
    case Rule::kClusterDissolveColour:
    case Rule::kClusterDissolveIdle:
    case Rule::kClusterNotInCycle:
    case Rule::kClusterGather:
      return AlphabetGroup::kChains;
    case Rule::kSchemaIsWhole:
    case Rule::kGarbageIsNulled:
    case Rule::kImmutableIsFollowed:
    case Rule::kBarrierShadesGarbage:
      return AlphabetGroup::kGarbage;
    case Rule::kStrongBarrier:
      return AlphabetGroup::kStrong;
    case Rule::kKeepFlagsAreRoots:
      return AlphabetGroup::kKeep;
    case Rule::kDisregardedIsDeep:
    case Rule::kMarkOnce:
      return AlphabetGroup::kPermanent;
    case Rule::kDestroyLeaksNothing:
      return AlphabetGroup::kResurrections;
    case Rule::kConstructionIsKept:
      return AlphabetGroup::kConstruction;
    case Rule::kReferencerBarrier:
    case Rule::kInitialReferencesAlways:
      return AlphabetGroup::kReferencers;
    case Rule::kHandleBarrier:
      return AlphabetGroup::kHandles;
    case Rule::kBirthColourIdle:
    case Rule::kBirthColourMarking:
    case Rule::kBirthColourGathering:
    case Rule::kGatherCoversRange:
      return AlphabetGroup::kBirths;
    case Rule::kWeakReadBarrier:
    case Rule::kDoomedIsHidden:
    case Rule::kUnreachableIsFinal:
    case Rule::kSerialMovesOn:
      return AlphabetGroup::kWeak;
    case Rule::kFlipLeavesUnreachable:
    case Rule::kIndexAfterFree:
    case Rule::kBeginFinishFree:
    case Rule::kFinishBeforeFree:
    case Rule::kWaitIsRevisited:
    case Rule::kWaitingLetsGo:
      return AlphabetGroup::kPurge;
    case Rule::kHandOverPublishes:
    case Rule::kBusyBeforeQueue:
    case Rule::kDrainBeforeSuspend:
      return AlphabetGroup::kTogether;
    case Rule::kLockExcludes:
      return AlphabetGroup::kSections;
  }
  return AlphabetGroup::kEverything;
}

}  // namespace properties
