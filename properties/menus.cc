#include "properties/menus.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "properties/menu_cook.h"

namespace properties {
namespace {

using reference::Operation;
using reference::Verb;
namespace op = reference::op;

void WriteMenu(MenuGroup group, Cook& cook) {
  if (group != MenuGroup::kContainers && group != MenuGroup::kNames) cook.Creates();
  switch (group) {
    case MenuGroup::kWavefront:
      cook.RootedCreates();
      cook.Stores();
      cook.Roots();
      break;
    case MenuGroup::kMoves:
      cook.RootedCreates();
      cook.Stores();
      cook.Moves();
      break;
    case MenuGroup::kCopies:
      cook.RootedCreates();
      cook.Copies();
      cook.Stores();
      cook.Roots();
      break;
    case MenuGroup::kContainers:
      cook.RootedContainers();
      cook.ContainerChanges();
      break;
    case MenuGroup::kStrong:
      cook.Stores();
      cook.Strong();
      break;
    case MenuGroup::kKeep:
      cook.Stores();
      cook.Keep();
      break;
    case MenuGroup::kPermanent:
      cook.Permanent();
      cook.Stores();
      cook.Roots();
      cook.Weak(1, false);
      break;
    case MenuGroup::kFarewells:
      cook.RootedCreates();
      cook.Farewells();
      cook.Stores();
      cook.Readiness();
      break;
    case MenuGroup::kConstruction:
      cook.Stores();
      cook.Construction();
      cook.Roots();
      break;
    case MenuGroup::kReferencers:
      cook.Stores();
      cook.Referencers(1);
      cook.Add({op::Root(0)});
      cook.Add({op::Root(1)});
      break;
    case MenuGroup::kHandles:
      cook.RootedCreates();
      cook.Stores();
      cook.Roots();
      cook.WeakMakes();
      cook.Resolves();
      break;
    case MenuGroup::kNames:
      cook.NamedCreates();
      cook.Finds();
      cook.Stores();
      cook.Roots();
      cook.Locals();
      break;
    case MenuGroup::kWeak:
      cook.Stores();
      cook.Weak(2, true);
      cook.Roots();
      break;
    case MenuGroup::kPurge:
      cook.Stores();
      cook.Readiness();
      cook.Weak(1, false);
      cook.Add({op::Tick(4)});
      break;
    case MenuGroup::kBirths:
      cook.RootedCreates();
      cook.Stores();
      cook.Roots();
      cook.Add({op::Tick(4)});
      break;
    case MenuGroup::kLocals:
      cook.Stores();
      cook.Locals();
      cook.Weak(1, false);
      cook.Roots();
      break;
    case MenuGroup::kGarbage:
      cook.RootedCreates();
      cook.Stores();
      cook.Garbage();
      cook.Outers();
      cook.Protects(1);
      cook.Roots();
      break;
    case MenuGroup::kClusters:
      cook.RootedCreates();
      cook.Stores();
      cook.Roots();
      cook.Clusters();
      cook.Garbage();
      break;
    case MenuGroup::kEverything:
      cook.Copies();
      cook.Stores();
      cook.SelfStores();
      cook.Moves();
      cook.Roots();
      cook.Strong();
      cook.Keep();
      cook.Construction();
      cook.Permanent();
      cook.Farewells();
      cook.Referencers(1);
      cook.Weak(1, false);
      cook.Resolves();
      cook.NamedCreates();
      cook.Finds();
      cook.Readiness();
      cook.Locals();
      cook.Add({op::TryCollect()});
      cook.Worlds();
      cook.Garbage();
      cook.Outers();
      cook.Protects(1);
      cook.Clusters();
      break;
    case MenuGroup::kSections:
      cook.RootedCreates();
      cook.Sections();
      cook.WorkOfALane();
      break;
    case MenuGroup::kWorlds:
      cook.RootedCreates();
      cook.Stores();
      cook.Roots();
      cook.Readiness();
      cook.Worlds();
      break;
  }
  cook.Steps();
}

// Whether every operation of an entry is one that the subject has and the discipline allows.
bool Served(const MenuEntry& entry, reference::Locals locals, reference::VerbSet verbs) {
  return std::all_of(entry.begin(), entry.end(), [&](const Operation& operation) {
    const bool local = operation.verb == Verb::kHold || operation.verb == Verb::kDrop;
    return verbs.Has(operation.verb) && !(local && locals == reference::Locals::kDead);
  });
}

}  // namespace

MenuSize DefaultSize(MenuGroup group) {
  switch (group) {
    case MenuGroup::kWavefront:
    case MenuGroup::kMoves:
    case MenuGroup::kCopies:
    case MenuGroup::kContainers:
    case MenuGroup::kWeak:
    case MenuGroup::kBirths:
    case MenuGroup::kGarbage:
    case MenuGroup::kClusters:
      return {.objects = 3, .fields = 1};
    case MenuGroup::kStrong:
    case MenuGroup::kKeep:
    case MenuGroup::kPermanent:
    case MenuGroup::kFarewells:
    case MenuGroup::kConstruction:
    case MenuGroup::kReferencers:
    case MenuGroup::kHandles:
    case MenuGroup::kNames:
    case MenuGroup::kPurge:
    case MenuGroup::kLocals:
    case MenuGroup::kEverything:
    case MenuGroup::kSections:
    case MenuGroup::kWorlds:
      return {.objects = 2, .fields = 1};
  }
  return {};
}

Menu MakeMenu(MenuGroup group, const MenuSize& size, reference::Locals locals,
              reference::VerbSet verbs) {
  Menu menu{.group = group, .header = {.locals = locals}, .entries = {}};
  Cook cook(size, menu.entries);
  WriteMenu(group, cook);
  std::erase_if(menu.entries,
                [&](const MenuEntry& entry) { return !Served(entry, locals, verbs); });
  return menu;
}

MenuGroup GroupOf(gc::Fault fault) {
  using gc::Rule;
  if (fault == gc::Fault::kIgnoreUnfinishedTask) return MenuGroup::kReferencers;
  if (fault == gc::Fault::kKeepWithoutShading) return MenuGroup::kKeep;
  if (fault == gc::Fault::kFindWithoutShading) return MenuGroup::kNames;
  if (fault == gc::Fault::kFindDoomed) return MenuGroup::kNames;
  if (fault == gc::Fault::kIgnoreUnconstructed) return MenuGroup::kConstruction;
  if (fault == gc::Fault::kBarrierOffLate) return MenuGroup::kWeak;
  switch (gc::EntryOf(fault).rule) {
    case Rule::kInsertionBarrier:
    case Rule::kRootBarrier:
    case Rule::kGreyIsQueued:
    case Rule::kScanIsAtomic:
    case Rule::kEndNeedsEmpty:
    case Rule::kFlipPrecondition:
      return MenuGroup::kWavefront;
    case Rule::kMoveBarrier:
      return MenuGroup::kMoves;
    case Rule::kCopyBarrier:
      return MenuGroup::kCopies;
    case Rule::kContainerBarrier:
      return MenuGroup::kContainers;
    case Rule::kClusterIsOne:
    case Rule::kClusterMemberBarrier:
    case Rule::kClusterOutward:
    case Rule::kClusterStore:
    case Rule::kClusterDissolveColour:
    case Rule::kClusterDissolveIdle:
    case Rule::kClusterNotInCycle:
    case Rule::kClusterGather:
      return MenuGroup::kClusters;
    case Rule::kGarbageIsNulled:
    case Rule::kImmutableIsFollowed:
    case Rule::kBarrierShadesGarbage:
      return MenuGroup::kGarbage;
    case Rule::kStrongBarrier:
      return MenuGroup::kStrong;
    case Rule::kKeepFlagsAreRoots:
      return MenuGroup::kKeep;
    case Rule::kDisregardedIsDeep:
    case Rule::kMarkOnce:
      return MenuGroup::kPermanent;
    case Rule::kDestroyLeaksNothing:
      return MenuGroup::kFarewells;
    case Rule::kConstructionIsKept:
      return MenuGroup::kConstruction;
    case Rule::kReferencerBarrier:
    case Rule::kInitialReferencesAlways:
      return MenuGroup::kReferencers;
    case Rule::kHandleBarrier:
      return MenuGroup::kHandles;
    case Rule::kBirthColourIdle:
    case Rule::kBirthColourMarking:
    case Rule::kBirthColourGathering:
    case Rule::kGatherCoversRange:
      return MenuGroup::kBirths;
    case Rule::kWeakReadBarrier:
    case Rule::kDoomedIsHidden:
    case Rule::kUnreachableIsFinal:
    case Rule::kSerialMovesOn:
      return MenuGroup::kWeak;
    case Rule::kFlipLeavesUnreachable:
    case Rule::kIndexAfterFree:
    case Rule::kBeginFinishFree:
    case Rule::kFinishBeforeFree:
    case Rule::kWaitIsRevisited:
    case Rule::kWaitingLetsGo:
      return MenuGroup::kPurge;
    case Rule::kLockExcludes:
      return MenuGroup::kSections;
  }
  return MenuGroup::kEverything;
}

}  // namespace properties
