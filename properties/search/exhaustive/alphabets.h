// properties/search/exhaustive/alphabets.h -- what a small heap may do, by groups of rules.
//
// All operations on three objects are some two hundred, and ten of them in a row cannot be tried
// exhaustively. But a rule needs few: move-barrier needs no weak references, and weak references
// need no second field. An alphabet is the list of operations that concern a group of rules. An
// entry of an alphabet is one operation, or a few in a row where that cuts depth ("create and
// root"). A unit of the collector stands alone on every alphabet, so that no interleaving is
// hidden.
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
  kHandles,        // fields that are resolved to what weak references mean
  kNames,          // objects with names, which are looked up
  kWeak,           // weak references against marking, gather and reused serials
  kPurge,          // readiness, waiting and the order of destruction
  kBirths,         // objects created in every gap of a cycle
  kLocals,         // hold and drop; only where the discipline has locals
  kEverything,     // all of the above, tries and frames, to a smaller depth
  kSections,       // another lane in its sections, and tries
  kWorlds,         // frames of a game: cycles that a scheduler begins and goes on with
  kGarbage,        // objects marked as garbage, and references that are never cleared
  kClusters,       // objects that live and die as one, and stores into them
};
inline constexpr std::size_t kAlphabetGroupCount = 21;
inline constexpr std::array<std::string_view, kAlphabetGroupCount> kAlphabetWords = {
    "wavefront",     "moves",        "copies",      "containers", "strong", "keep",    "permanent",
    "resurrections", "construction", "referencers", "handles",    "names",  "weak",    "purge",
    "births",        "locals",       "everything",  "sections",   "worlds", "garbage", "clusters"};
constexpr std::string_view WordOf(AlphabetGroup group) {
  return kAlphabetWords[static_cast<std::size_t>(group)];
}

// Operations that are tried one after the other as one step of an exploration.
using AlphabetEntry = std::vector<reference::Operation>;

struct Alphabet {
  AlphabetGroup group = AlphabetGroup::kEverything;
  reference::TraceHeader header;
  std::vector<AlphabetEntry> entries;
};

struct AlphabetSize {
  std::size_t objects = 3;
  std::uint32_t fields = 1;  // of each object
};

// The size at which a group is worth exploring first.
AlphabetSize DefaultSize(AlphabetGroup group);

// The alphabet of a group. Objects are named from 0, and entries stand in a fixed order; entries
// whose verbs the set lacks, or the discipline forbids, are left out.
Alphabet MakeAlphabet(AlphabetGroup group, const AlphabetSize& size, reference::Locals locals,
                      reference::VerbSet verbs = reference::VerbSet::All());

// Of so many traces, as many as a group can judge in about the time of the others: to wake a lane's
// thread, or to make a scheduler for each run, takes longer than to judge one.
constexpr std::uint64_t TracesFor(AlphabetGroup group, std::uint64_t traces) {
  return group == AlphabetGroup::kSections ? traces / 20
         : group == AlphabetGroup::kWorlds ? traces / 5
                                           : traces;
}

// The group in which a fault is looked for first.
AlphabetGroup GroupOf(gc::Fault fault);

}  // namespace properties
