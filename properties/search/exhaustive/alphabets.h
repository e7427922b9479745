// properties/search/exhaustive/alphabets.h -- the operations that small heaps try, by groups of
// rules.
//
// There are some two hundred operations on three objects, and ten in a row cannot be tried
// exhaustively. But a rule needs few: move-barrier needs no weak references, and weak references
// need no second field. An alphabet is the list of operations that concern one group of rules. An
// entry of an alphabet is one operation, or several in a row if that saves depth ("create and
// root"). A unit of the collector is an entry of its own in every alphabet, so that no interleaving
// is hidden.
//
// Read next: properties/search/exhaustive/small_heaps.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/faults.h"
#include "reference/trace/trace.h"

namespace properties {

enum class AlphabetGroup : std::uint8_t {
  kWavefront,      // create, store, root, unroot and unit ticks: the barrier and the end of marking
  kMoves,          // the same with move and swap in place of most stores
  kCopies,         // objects made from one another
  kContainers,     // objects whose fields grow and shrink, and are moved as a whole
  kStrong,         // strong counts as the roots
  kKeep,           // keep flags as the roots
  kPermanent,      // objects that are never collected
  kResurrections,  // objects that store themselves as they die
  kConstruction,   // objects whose constructors run across steps
  kReferencers,    // wrapper and raw referencers as the roots
  kHandles,        // fields that are resolved to the objects of weak references
  kNames,          // objects with names, which are looked up
  kWeak,           // weak references against marking, gather and reused serials
  kPurge,          // readiness, waiting and the order of destruction
  kBirths,         // objects created in every gap of a cycle
  kLocals,         // hold and drop; only where the discipline has locals
  kEverything,     // all of the above, and tries and frames, to a smaller depth
  kSections,       // another lane in its sections, and try-collects
  kWorlds,         // frames of a game: a scheduler begins cycles and continues them
  kGarbage,        // objects marked as garbage, and references that are never cleared
  kClusters,       // objects that live and die as one, and stores into them
  kOutward,        // a cluster that refers to several objects outside, by the fields of its root
  kJoining,        // the same by the fields of its members, which join it one by one
  kChains,         // clusters at each place of a chain of objects, which is cut and made again
  kHeld,           // referencers that take over the end of such a chain
  kWorkers,        // a collector with worker threads: referencers that are asked beside the flip
  kTogether,       // the same: objects, and garbage, that workers find while they mark together
  kMasks,          // flags of an author, and cycles whose mask names them
  kIdentities,     // objects that are made again, or are begun by hand
};
inline constexpr std::size_t kAlphabetGroupCount = 29;
inline constexpr std::array<std::string_view, kAlphabetGroupCount> kAlphabetWords = {
    "wavefront", "moves",         "copies",       "containers",  "strong",     "keep",
    "permanent", "resurrections", "construction", "referencers", "handles",    "names",
    "weak",      "purge",         "births",       "locals",      "everything", "sections",
    "worlds",    "garbage",       "clusters",     "outward",     "joining",    "chains",
    "held",      "workers",       "together",     "masks",       "identities"};
constexpr std::string_view WordOf(AlphabetGroup group) {
  return kAlphabetWords[static_cast<std::size_t>(group)];
}

// An entry may make a crowd of objects, to fill a block or a table. These have names from here on,
// and need not come into use one after the other.
inline constexpr reference::Name kFirstOfCrowd = 8;

// Operations that are done in a row, as one step of an exploration.
using AlphabetEntry = std::vector<reference::Operation>;

struct Alphabet {
  AlphabetGroup group = AlphabetGroup::kEverything;
  reference::TraceHeader header;
  std::vector<AlphabetEntry> entries;
};

// Whether the heaps of a group have two workers.
constexpr bool HasWorkers(AlphabetGroup group) {
  return group == AlphabetGroup::kWorkers || group == AlphabetGroup::kTogether;
}

struct AlphabetSize {
  std::size_t objects = 3;
  std::uint32_t fields = 1;  // of each object
};

// The size with which to explore a group first.
AlphabetSize DefaultSize(AlphabetGroup group);

// The alphabet of a group. Objects are named from 0, and entries stand in a fixed order. An entry
// is left out if the set lacks one of its verbs or the discipline forbids one.
Alphabet MakeAlphabet(AlphabetGroup group, const AlphabetSize& size, reference::Locals locals,
                      reference::VerbSet verbs = reference::VerbSet::All());

// How many traces a group should judge to take about as long as others with `traces`: waking the
// thread of a lane or a worker, or making a scheduler for each run, takes longer than judging one.
constexpr std::uint64_t TracesFor(AlphabetGroup group, std::uint64_t traces) {
  if (HasWorkers(group)) return traces / 40;
  if (group == AlphabetGroup::kSections) return traces / 20;
  if (group == AlphabetGroup::kWorlds) return traces / 5;
  // Few operations are possible in each of its states, so that fewer traces go as deep.
  return group == AlphabetGroup::kJoining ? traces / 3 : traces;
}

// Whether the group's runs are those that it has with dead locals. None of its operations makes a
// local, so there is none for the end of a trace to scan again.
bool IsAsWithDeadLocals(AlphabetGroup group, reference::Locals locals);

// The group that is tried first for a fault.
AlphabetGroup GroupOf(gc::Fault fault);

// The heap in which a fault can be noticed; the usual one for most.
reference::Variant HeapOf(gc::Fault fault);

}  // namespace properties
