#include "properties/menus.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace properties {
namespace {

using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Verb;
namespace op = reference::op;

// Writes the entries of one menu, in the order of the calls.
class Cook {
 public:
  Cook(const MenuSize& size, std::vector<MenuEntry>& entries)
      : objects_(static_cast<Name>(size.objects)), fields_(size.fields), entries_(entries) {}

  void Add(std::initializer_list<Operation> operations) { entries_.emplace_back(operations); }

  void Steps() {
    Add({op::Tick(1)});
    Add({op::Start()});
    Add({op::Collect()});
  }
  void Creates() {
    for (Name a = 0; a < objects_; ++a) Add({op::Create(a, fields_)});
  }
  // Of every other object.
  void Copies() {
    for (Name b = 0; b < objects_; ++b) {
      for (Name a = 0; a < objects_; ++a) {
        if (a != b) Add({op::Copy(b, a)});
      }
    }
  }
  void RootedCreates() {
    for (Name a = 0; a < objects_; ++a) Add({op::Create(a, fields_), op::Root(a)});
  }
  // Stores of every other object, and of null.
  void Stores() {
    EachField([&](Name a, std::uint16_t field) {
      for (Name b = 0; b < objects_; ++b) {
        if (a != b) Add({op::Store(a, field, b)});
      }
      Add({op::Store(a, field, kNull)});
    });
  }
  void SelfStores() {
    EachField([&](Name a, std::uint16_t field) { Add({op::Store(a, field, a)}); });
  }
  void Moves() {
    EachFieldPair([&](Name a, std::uint16_t field, Name b, std::uint16_t from) {
      Add({op::Move(a, field, b, from)});
      if (std::pair(a, field) < std::pair(b, from)) Add({op::Swap(a, field, b, from)});
    });
  }
  // Objects without fields, and what is done with such.
  void RootedContainers() {
    for (Name a = 0; a < objects_; ++a) Add({op::Create(a, 0)});
    for (Name a = 0; a < objects_; ++a) Add({op::Create(a, 0), op::Root(a)});
  }
  void ContainerChanges() {
    for (Name a = 0; a < objects_; ++a) {
      for (Name b = 0; b < objects_; ++b) {
        if (a == b) continue;
        Add({op::Append(a, b)});
        Add({op::Take(a, b)});
      }
      for (std::uint16_t element = 0; element < fields_; ++element) Add({op::Erase(a, element)});
    }
  }
  void Roots() {
    for (Name a = 0; a < objects_; ++a) Add({op::Root(a)});
    for (Name a = 0; a < objects_; ++a) Add({op::Unroot(a)});
  }
  void Strong() {
    for (Name a = 0; a < objects_; ++a) Add({op::StrongTake(a)});
    for (Name a = 0; a < objects_; ++a) Add({op::StrongDrop(a)});
  }
  void Keep() {
    for (Name a = 0; a < objects_; ++a) Add({op::Keep(a)});
    for (Name a = 0; a < objects_; ++a) Add({op::Unkeep(a)});
  }
  void Garbage() {
    for (Name a = 0; a < objects_; ++a) Add({op::Garbage(a)});
  }
  // Of every other object.
  void Outers() {
    for (Name a = 0; a < objects_; ++a) {
      for (Name b = 0; b < objects_; ++b) {
        if (a != b) Add({op::Outer(a, b)});
      }
    }
  }
  void Construction() {
    for (Name a = 0; a < objects_; ++a) Add({op::Reserve(a, fields_)});
    for (Name a = 0; a < objects_; ++a) Add({op::Complete(a)});
  }
  void Referencers(std::uint32_t count) {
    for (std::uint32_t r = 0; r < count; ++r) {
      for (Name a = 0; a < objects_; ++a) Add({op::ReferencerHold(r, a)});
      for (Name a = 0; a < objects_; ++a) Add({op::ReferencerHold(r, a, true)});
      Add({op::ReferencerRelease(r)});
    }
  }
  void Weak(std::uint32_t count, bool copies) {
    for (std::uint32_t w = 0; w < count; ++w) {
      for (Name a = 0; a < objects_; ++a) Add({op::WeakMake(w, a)});
      Add({op::WeakRead(w)});
      for (std::uint32_t from = 0; copies && from < count; ++from) {
        if (from != w) Add({op::WeakCopy(w, from)});
      }
    }
  }
  void Readiness() {
    for (Name a = 0; a < objects_; ++a) Add({op::Ready(a, false)});
    for (Name a = 0; a < objects_; ++a) Add({op::Ready(a, true)});
  }
  void Locals() {
    for (Name a = 0; a < objects_; ++a) Add({op::Hold(a)});
    for (Name a = 0; a < objects_; ++a) Add({op::Drop(a)});
  }

 private:
  template <typename Visit>
  void EachField(const Visit& visit) {
    for (Name a = 0; a < objects_; ++a) {
      for (std::uint16_t field = 0; field < fields_; ++field) visit(a, field);
    }
  }
  template <typename Visit>
  void EachFieldPair(const Visit& visit) {
    EachField([&](Name a, std::uint16_t field) {
      EachField([&](Name b, std::uint16_t from) {
        if (a != b || field != from) visit(a, field, b, from);
      });
    });
  }

  const Name objects_;
  const std::uint32_t fields_;
  std::vector<MenuEntry>& entries_;
};

void WriteMenu(MenuGroup group, Cook& cook) {
  if (group != MenuGroup::kContainers) cook.Creates();
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
      cook.Referencers(1);
      cook.Weak(1, false);
      cook.Readiness();
      cook.Locals();
      cook.Garbage();
      cook.Outers();
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
      return {.objects = 3, .fields = 1};
    case MenuGroup::kStrong:
    case MenuGroup::kKeep:
    case MenuGroup::kConstruction:
    case MenuGroup::kReferencers:
    case MenuGroup::kPurge:
    case MenuGroup::kLocals:
    case MenuGroup::kEverything:
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
    case Rule::kStrongBarrier:
      return MenuGroup::kStrong;
    case Rule::kKeepFlagsAreRoots:
      return MenuGroup::kKeep;
    case Rule::kConstructionIsKept:
      return MenuGroup::kConstruction;
    case Rule::kReferencerBarrier:
    case Rule::kInitialReferencesAlways:
      return MenuGroup::kReferencers;
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
  }
  return MenuGroup::kEverything;
}

}  // namespace properties
