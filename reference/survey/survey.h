// reference/survey/survey.h -- what a collector answers to questions about its whole heap.
//
// A collector that frees the right objects may still answer wrong when a tool or a game asks it
// what there is: a visit leaves an object out, a search finds no chain to an object that is alive,
// or a longer one than there is. Nothing that the mutator reads through a reference shows that. So
// a subject that can be asked fills in its answers here, and the judge has its own for each.
//
// Objects are named, never addressed. What is not asked stays as it is made.
//
// Read next: properties/judge/questions.h.

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/trace/trace.h"

namespace reference {

struct Survey {
  // A reference to an object, from an object or, with kNull, from what makes it a root.
  struct Reference {
    Name holder = kNull;
    bool cleared = false;  // it leads to garbage, and a scan will clear it

    friend auto operator<=>(const Reference&, const Reference&) = default;
  };
  struct Object {
    Name name = kNull;
    bool valid = false;  // neither doomed, nor garbage, nor under construction
    bool doomed = false;
    bool garbage = false;
    bool root = false;
    bool kept = false;           // a root, or by a keep flag or a strong count
    Name cluster = kNull;        // the root of its cluster
    std::uint32_t chain = 0;     // edges of the shortest chain from what makes a root; 0: none
    std::uint32_t in_place = 0;  // the same by a search that copies nothing first
    std::uint32_t longest = kNotSought;
    std::uint32_t chains = kNotSought;  // that visit no object twice
    std::vector<Reference> references;  // in any order
  };
  static constexpr std::uint32_t kNotSought = ~std::uint32_t{0};

  // What a cluster has, in the words of a report.
  struct Cluster {
    Name root = kNull;
    std::uint32_t objects = 0;
    std::uint32_t outside = 0;           // objects that it keeps, and that are in no cluster
    std::uint32_t others = 0;            // clusters that it keeps
    std::uint32_t open = 0;              // objects with open fields
    std::uint32_t scans_saved = 0;       // by a marking that reaches it
    std::uint32_t references_saved = 0;  // by such a marking

    friend auto operator<=>(const Cluster&, const Cluster&) = default;
  };

  // What a visit shows; made only while nothing is marked, when a visit changes nothing.
  enum class Visit : std::uint8_t {
    kAll,
    kValid,       // as a selection shows, that asks for nothing
    kContainers,  // of this class
    kNamed,
    kRoots,     // garbage too
    kUnkept,    // neither a root nor with a keep flag, garbage and permanent ones too
    kTogether,  // as kAll, garbage too, by all workers at once
  };
  static constexpr std::size_t kVisits = 7;

  std::vector<Object> objects;    // those that exist, each once
  std::vector<Cluster> clusters;  // in any order; made only while nothing is pending
  // There are edges that a cluster makes. One that is dissolved in a cycle may still have them.
  bool with_clusters = false;
  bool visits_made = false;
  std::array<std::vector<Name>, kVisits> visited;  // in the order of the visit
  bool visits_ascend = true;                       // by index
  // Objects of each class by the collector's count, and their bytes: plain, containers, named.
  std::array<std::uint32_t, 3> of_class{};
  std::uint64_t bytes = 0;
  std::uint32_t doomed = 0;  // among these
  // References to garbage that no scan clears, from what a root reaches or makes one.
  std::uint32_t garbage_holders = 0;
  std::vector<Name> leaks;     // of the referents of weak references, those that a root reaches
  std::uint32_t breaches = 0;  // of what must never be, as its own searches say
  // A damage of the heap, done and undone, that its own verifier did not see; empty: it saw all.
  std::string unseen;
  std::uint64_t damages = 0;  // a bit for each kind of damage that was done
};

}  // namespace reference
