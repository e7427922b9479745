#include "properties/search/exhaustive/variant_alphabets.h"

#include "properties/search/variants.h"

namespace properties {

using reference::Operation;
using reference::Setting;
namespace op = reference::op;

namespace {

// Objects with names from `first` on, each kept.
AlphabetEntry Kept(reference::Name first, reference::Name objects) {
  AlphabetEntry entry;
  for (reference::Name name = first; name < first + objects; ++name) {
    entry.push_back(op::Create(name, 1));
    entry.push_back(op::Keep(name));
  }
  return entry;
}

// Seven objects fill a block, and one goes; so many more come that its room is taken again.
AlphabetEntry FullBlock() {
  constexpr reference::Name kFirst = kFirstOfCrowd, kObjects = 7;
  AlphabetEntry entry = Kept(kFirst, kObjects);
  entry.push_back(op::Unkeep(kFirst));
  entry.push_back(op::Collect());
  for (const Operation& operation : Kept(kFirst + kObjects, kObjects + 1))
    entry.push_back(operation);
  return entry;
}

// The lowest index is taken, and some of each chunk.
AlphabetEntry TwoChunks() {
  AlphabetEntry entry = {op::Permanent(kFirstOfCrowd, 1)};
  for (const Operation& operation : Kept(kFirstOfCrowd + 1, 6)) entry.push_back(operation);
  return entry;
}

// A gather with an index for each of several workers.
AlphabetEntry ManyDoomed() {
  AlphabetEntry entry;
  for (reference::Name name = kFirstOfCrowd; name < kFirstOfCrowd + 6; ++name) {
    entry.push_back(op::Create(name, 1));
  }
  entry.push_back(op::Collect());
  return entry;
}

}  // namespace

AlphabetGroup GroupOf(Setting setting) {
  switch (setting) {
    case Setting::kHands:
      return AlphabetGroup::kTogether;
    case Setting::kTable:
    case Setting::kIndices:
    case Setting::kReuse:
    case Setting::kObjects:
      return AlphabetGroup::kBirths;
    case Setting::kPermanent:
      return AlphabetGroup::kPermanent;
    case Setting::kBegin:
    case Setting::kOrder:
    case Setting::kInspector:
    case Setting::kCallbacks:
    case Setting::kRoom:
      return AlphabetGroup::kPurge;
    case Setting::kMembers:
      return AlphabetGroup::kCopies;
    case Setting::kEliminate:
    case Setting::kNaming:
    case Setting::kClasses:
      return AlphabetGroup::kGarbage;
    case Setting::kClusters:
      return AlphabetGroup::kClusters;
    case Setting::kListener:
    case Setting::kBeside:
      return AlphabetGroup::kIdentities;
    case Setting::kLock:
    case Setting::kLists:
    case Setting::kStores:
      return AlphabetGroup::kWavefront;
  }
  return AlphabetGroup::kEverything;
}

Alphabet MakeVariantAlphabet(Setting setting, std::uint8_t choice, reference::Locals locals,
                             reference::VerbSet verbs) {
  const AlphabetGroup group = GroupOf(setting);
  Alphabet alphabet = MakeAlphabet(group, DefaultSize(group), locals, verbs);
  alphabet.header.heap = reference::With(setting, choice);
  // A block of memory is filled, and a table that is made at once is used beyond its first chunk.
  if (setting == Setting::kObjects) alphabet.entries.push_back(FullBlock());
  if (setting == Setting::kTable) alphabet.header.heap.Choose(Setting::kIndices, 1);
  if (setting == Setting::kTable || setting == Setting::kIndices) {
    alphabet.entries.insert(alphabet.entries.begin(), TwoChunks());
  }
  if (setting == Setting::kHands) alphabet.entries.insert(alphabet.entries.begin(), ManyDoomed());
  // A birth more than there is room for, in the midst of everything else.
  if (setting == Setting::kRoom) {
    alphabet.entries.insert(alphabet.entries.begin(), {op::Create(kFirstOfCrowd, 1)});
  }
  // Members are walked to make a cluster, and nulled.
  if (setting == Setting::kMembers) {
    alphabet.entries.push_back({op::Cluster(0)});
    alphabet.entries.push_back({op::Garbage(1)});
  }
  if (group == AlphabetGroup::kPurge) alphabet.entries.push_back({op::FinishPurge()});
  if (group == AlphabetGroup::kBirths) alphabet.entries.push_back({op::Trim()});
  // The elements of a container have another origin than fields.
  if (setting == Setting::kEliminate) {
    alphabet.entries.insert(
        alphabet.entries.begin(),
        {{op::Create(0, 0), op::Root(0)}, {op::Append(0, 1)}, {op::Append(0, 2)}});
  }
  return alphabet;
}

std::uint64_t TracesFor(Setting setting, std::uint64_t traces) {
  if (setting == Setting::kHands) return traces / 300;
  if (IsCostly(setting) || setting == Setting::kTable) return traces / 1500;
  if (setting == Setting::kBeside) return traces / 24;   // two heaps are made for each run
  if (setting == Setting::kMembers) return traces / 24;  // there are many kinds
  if (setting == Setting::kClasses) return traces / 24;  // words are assembled in each run
  if (setting == Setting::kLock) return traces / 2;  // other lists are used, and lost after longer
  return traces / (setting == Setting::kObjects ? 40 : 8);
}

}  // namespace properties
