// model/conformance/insides_check.h -- compares what a collector shows of itself with what the run
// so far makes of it.
//
// Three things follow from the run alone, whatever the size of the heap: which indices a gather has
// still to visit, which objects have a serial, and which objects are in which cluster. None of them
// is a colour, so a collector may get one of them wrong for a while and look right:
//
//     the gather      leaves its last index out, because no object is there now
//     a free index    keeps its serial, and the next object at it answers to old weak references
//     a cluster       does not list an object that its members refer to
//
// The first is wrong at once by the rule gather-covers-range; of the others the mutator may notice
// much later, or in no run that is tried. So they are compared after every operation.
//
// Checked by: insides_check_test.cc.
// Read next: model/conformance/recorder.h.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reference/oracle/insides.h"
#include "reference/oracle/oracle.h"
#include "reference/oracle/subject.h"
#include "reference/trace/event.h"
#include "reference/trace/trace.h"

namespace model {

// What is wrong, as a sentence, and the object that it is about.
struct InsidesRefusal {
  std::string reason;
  reference::Name object = reference::kNull;
};

class InsidesCheck {
 public:
  using Refusal = std::optional<InsidesRefusal>;

  void Reset();
  // To be called for every event of a run. The range of a gather is fixed when marking ends.
  void Note(const reference::Event& event, const reference::Subject& subject);
  // Whether the heap may look so after an operation, or a step, before which it looked like
  // `before`. `gathering` is true if a gather is pending now.
  Refusal Check(const reference::Operation& operation, const reference::Insides& before,
                const reference::Insides& after, bool gathering, const reference::Oracle& oracle);

 private:
  Refusal CheckRange(const reference::Insides& after, bool gathering);
  static Refusal CheckSerials(const reference::Operation& operation,
                              const reference::Insides& before, const reference::Insides& after);
  static Refusal CheckClusters(const reference::Insides& after, const reference::Oracle& oracle);

  bool pending_ = false;                // marking has ended, and the gather has not
  std::uint32_t first_ = 1, end_ = 1;   // the indices that existed when marking ended
  std::set<std::uint32_t> visited_;     // by this gather
  std::optional<std::uint32_t> twice_;  // an index that it visited again
  reference::Insides seen_;             // scratch
};

}  // namespace model
