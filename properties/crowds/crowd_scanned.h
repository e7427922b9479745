// properties/crowds/crowd_scanned.h -- what a marking has done, by its own account.
//
// How much was scanned decides when a slice ends, and which object is named for a long one. What
// lives is known on paper, and each object counts itself and its slots. So the sums of a whole
// marking are known too, whichever way its objects went: by words that say all slots or only some,
// by calls, on one thread or on several.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

struct ScannedOnPaper {
  std::uint64_t units = 0, weight = 0, sure = 0, larges = 0;

  // An object of which the words say all slots; these may be too many to be loaded, and then it is
  // scanned by itself.
  void Add(std::uint64_t slots) {
    const std::uint64_t one = 1 + slots;
    units += 1;
    weight += one;
    sure += one < gc::kManySlots ? one : 1;
    larges += slots > gc::MarkBatch::kSlots;
  }
  // One of which calls show the slots, or some of them.
  void AddCalled() {
    units += 1;
    weight += gc::kManySlots;
    sure += 1;
    larges += 1;
  }
  // A list that is taken as a whole.
  void AddList() {
    constexpr std::uint64_t kOfAList = 256;
    units += 1;
    weight += kOfAList;
    sure += kOfAList;
  }
};

inline ScannedOnPaper ScannedOf(const CrowdHeap& crowd) {
  ScannedOnPaper scanned;
  scanned.AddList();  // what referencers and locals refer to
  scanned.AddList();  // what is looked at again when nothing is left
  for (const Id id : crowd.paper.Living()) {
    const PaperCrowd::One& one = crowd.paper.At(id);
    if (id < crowd.permanent) continue;
    if (one.kind == CrowdHeap::Number(Kind::kShower) || one.kind == CrowdHeap::Number(Kind::kRaw)) {
      scanned.AddCalled();
    } else {
      scanned.Add(one.fields.size());
    }
  }
  return scanned;
}

// After a whole collection, of a heap without clusters. One more is made.
inline void CompareScanned(CrowdHeap& crowd) {
  if (crowd.heap->collector().population.colours.HasClusters()) return;
  const gc::MarkProgress before = crowd.heap->collector().marker.scanner().progress();
  const ScannedOnPaper should = ScannedOf(crowd);
  crowd.Settle();
  const gc::MarkProgress& after = crowd.heap->collector().marker.scanner().progress();
  const std::uint64_t more = crowd.Lies(CrowdLie::kScansOneMore);
  crowd.Same("units of a marking", after.units - before.units + more, should.units);
  crowd.Same("weight of what was scanned", after.weight - before.weight, should.weight);
  crowd.Same("weight of what was sure before it was scanned", after.sure - before.sure,
             should.sure);
  // Workers that hand one to each other note it more than once.
  if (crowd.heap->collector().population.sharing.workers() != nullptr) return;
  crowd.Same("objects that may take long", after.larges - before.larges, should.larges);
  const auto large = static_cast<gc::Index>(after.large);
  if (should.larges == 0) return;
  const gc::Object* const last = crowd.heap->collector().population.table[large].Occupant();
  crowd.Same("the last of them is one", last != nullptr && gc::WeightOf(*last) >= gc::kManySlots,
             true);
}

}  // namespace
}  // namespace properties::crowds
