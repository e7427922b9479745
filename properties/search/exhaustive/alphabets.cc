#include "properties/search/exhaustive/alphabets.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "properties/search/exhaustive/alphabet_builder.h"
#include "properties/search/exhaustive/chain_alphabets.h"

namespace properties {
namespace {

using reference::Operation;
using reference::Verb;
namespace op = reference::op;

// Whether the group makes its objects by entries of its own, and no other.
bool MakesItsOwn(AlphabetGroup group) {
  return group == AlphabetGroup::kContainers || group == AlphabetGroup::kNames ||
         group == AlphabetGroup::kOutward || group == AlphabetGroup::kJoining ||
         group == AlphabetGroup::kChains || group == AlphabetGroup::kHeld;
}

void WriteAlphabet(AlphabetGroup group, const AlphabetSize& size, AlphabetBuilder& builder) {
  if (!MakesItsOwn(group)) builder.Creates();
  switch (group) {
    case AlphabetGroup::kWavefront:
      builder.RootedCreates();
      builder.Stores();
      builder.Roots();
      break;
    case AlphabetGroup::kMoves:
      builder.RootedCreates();
      builder.Stores();
      builder.Moves();
      break;
    case AlphabetGroup::kCopies:
      builder.RootedCreates();
      builder.Copies();
      builder.Stores();
      builder.Roots();
      break;
    case AlphabetGroup::kContainers:
      builder.RootedContainers();
      builder.ContainerChanges();
      break;
    case AlphabetGroup::kStrong:
      builder.Stores();
      builder.Strong();
      break;
    case AlphabetGroup::kKeep:
      builder.Stores();
      builder.Keep();
      break;
    case AlphabetGroup::kPermanent:
      builder.Permanent();
      builder.Stores();
      builder.Roots();
      builder.Weak(1, false);
      break;
    case AlphabetGroup::kResurrections:
      builder.RootedCreates();
      builder.Resurrections();
      builder.Stores();
      builder.Readiness();
      break;
    case AlphabetGroup::kConstruction:
      builder.Stores();
      builder.Construction();
      builder.Roots();
      builder.Abandonments();
      builder.Add({op::WeakRead(0)});
      break;
    case AlphabetGroup::kReferencers:
      builder.Stores();
      builder.Referencers(1);
      builder.Add({op::Root(0)});
      builder.Add({op::Root(1)});
      break;
    case AlphabetGroup::kHandles:
      builder.RootedCreates();
      builder.Stores();
      builder.Roots();
      builder.WeakMakes();
      builder.Resolves();
      break;
    case AlphabetGroup::kNames:
      builder.NamedCreates();
      builder.Finds();
      builder.Renames();
      builder.Stores();
      builder.Roots();
      builder.Locals();
      break;
    case AlphabetGroup::kWeak:
      builder.Stores();
      builder.Weak(2, true);
      builder.Roots();
      break;
    case AlphabetGroup::kPurge:
      builder.Stores();
      builder.Readiness();
      builder.Weak(1, false);
      builder.Add({op::Tick(4)});
      builder.Add({op::Purge(1)});
      builder.Add({op::Purge(4)});
      break;
    case AlphabetGroup::kBirths:
      builder.RootedCreates();
      builder.Stores();
      builder.Roots();
      builder.Add({op::Tick(4)});
      break;
    case AlphabetGroup::kLocals:
      builder.Stores();
      builder.Locals();
      builder.Weak(1, false);
      builder.Roots();
      break;
    case AlphabetGroup::kGarbage:
      builder.RootedCreates();
      builder.Stores();
      builder.Garbage();
      builder.Outers();
      builder.Protects(1);
      builder.Roots();
      break;
    case AlphabetGroup::kClusters:
      builder.RootedCreates();
      builder.Stores();
      builder.Roots();
      builder.Clusters();
      builder.Garbage();
      break;
    case AlphabetGroup::kOutward:
      builder.ClusterWithOutsiders(1);
      break;
    case AlphabetGroup::kJoining:
      builder.ClusterWithOutsiders(2);
      break;
    case AlphabetGroup::kChains:
      ChainAlphabet(size, builder).Chain();
      ChainAlphabet(size, builder).Clusters();
      break;
    case AlphabetGroup::kHeld:
      ChainAlphabet(size, builder).Chain();
      ChainAlphabet(size, builder).Referencers();
      break;
    case AlphabetGroup::kWorkers:
      builder.Stores();
      builder.Wrappers(2);
      builder.Garbage();
      break;
    case AlphabetGroup::kTogether:
      builder.RootedCreates();
      builder.Stores();
      builder.Garbage();
      break;
    case AlphabetGroup::kMasks:
      builder.Stores();
      builder.Flags();
      builder.Roots();
      builder.Add({op::StartKeeping()});
      builder.Add({op::CollectKeeping()});
      break;
    case AlphabetGroup::kIdentities:
      builder.Roots();
      builder.Identities();
      builder.Weak(1, false);
      break;
    case AlphabetGroup::kEverything:
      builder.Copies();
      builder.Stores();
      builder.SelfStores();
      builder.Moves();
      builder.Roots();
      builder.Strong();
      builder.Keep();
      builder.Construction();
      builder.Abandonments();
      builder.Add({op::Purge(1)});
      builder.Add({op::FinishPurge()});
      builder.Add({op::Trim()});
      builder.Flags();
      builder.Add({op::StartKeeping()});
      builder.Add({op::CollectKeeping()});
      builder.Identities();
      builder.Permanent();
      builder.Resurrections();
      builder.Referencers(1);
      builder.Weak(1, false);
      builder.Resolves();
      builder.NamedCreates();
      builder.Finds();
      builder.Renames();
      builder.Readiness();
      builder.Locals();
      builder.Add({op::TryCollect()});
      builder.Worlds();
      builder.Garbage();
      builder.Outers();
      builder.Protects(1);
      builder.Clusters();
      break;
    case AlphabetGroup::kSections:
      builder.RootedCreates();
      builder.Sections();
      builder.WorkOfALane();
      break;
    case AlphabetGroup::kWorlds:
      builder.RootedCreates();
      builder.Stores();
      builder.Roots();
      builder.Readiness();
      builder.Worlds();
      break;
  }
  builder.Steps();
}

// Whether the subject has every operation of the entry, and the discipline allows it.
bool Served(const AlphabetEntry& entry, reference::Locals locals, reference::VerbSet verbs) {
  return std::all_of(entry.begin(), entry.end(), [&](const Operation& operation) {
    const bool local = operation.verb == Verb::kHold || operation.verb == Verb::kDrop;
    return verbs.Has(operation.verb) && !(local && locals == reference::Locals::kDead);
  });
}

}  // namespace

AlphabetSize DefaultSize(AlphabetGroup group) {
  switch (group) {
    case AlphabetGroup::kWavefront:
    case AlphabetGroup::kMoves:
    case AlphabetGroup::kCopies:
    case AlphabetGroup::kContainers:
    case AlphabetGroup::kWeak:
    case AlphabetGroup::kBirths:
    case AlphabetGroup::kGarbage:
    case AlphabetGroup::kClusters:
    case AlphabetGroup::kTogether:
    case AlphabetGroup::kChains:
    case AlphabetGroup::kHeld:
      return {.objects = 3, .fields = 1};
    case AlphabetGroup::kOutward:
      return {.objects = 3, .fields = 2};
    case AlphabetGroup::kJoining:
      return {.objects = 4, .fields = 1};
    case AlphabetGroup::kStrong:
    case AlphabetGroup::kKeep:
    case AlphabetGroup::kPermanent:
    case AlphabetGroup::kResurrections:
    case AlphabetGroup::kConstruction:
    case AlphabetGroup::kReferencers:
    case AlphabetGroup::kHandles:
    case AlphabetGroup::kNames:
    case AlphabetGroup::kPurge:
    case AlphabetGroup::kLocals:
    case AlphabetGroup::kEverything:
    case AlphabetGroup::kSections:
    case AlphabetGroup::kWorlds:
    case AlphabetGroup::kWorkers:
    case AlphabetGroup::kMasks:
      return {.objects = 2, .fields = 1};
    case AlphabetGroup::kIdentities:
      return {.objects = 3, .fields = 1};
  }
  return {};
}

Alphabet MakeAlphabet(AlphabetGroup group, const AlphabetSize& size, reference::Locals locals,
                      reference::VerbSet verbs) {
  Alphabet alphabet{.group = group, .header = {.locals = locals}, .entries = {}};
  if (HasWorkers(group)) alphabet.header.heap = reference::kTwoHands;
  AlphabetBuilder builder(size, alphabet.entries);
  WriteAlphabet(group, size, builder);
  std::erase_if(alphabet.entries,
                [&](const AlphabetEntry& entry) { return !Served(entry, locals, verbs); });
  return alphabet;
}

bool IsAsWithDeadLocals(AlphabetGroup group, reference::Locals locals) {
  if (locals != reference::Locals::kRescanned) return locals == reference::Locals::kDead;
  const AlphabetSize size = DefaultSize(group);
  return MakeAlphabet(group, size, locals).entries ==
         MakeAlphabet(group, size, reference::Locals::kDead).entries;
}

}  // namespace properties
