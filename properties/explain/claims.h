// properties/explain/claims.h -- what a sentence of an explanation says, so that a run can refute
// it.
//
// "b is black after 4" reads well, and for a while it named a step of an earlier cycle: nothing but
// a reader could notice. So each sentence carries what it says as data, and check_claims.h runs the
// trace again, or a changed one, and compares. A kind of claim for which there is no check does not
// compile.
//
// Steps are indices into the operations of the trace; `before` and `after` a step are moments.
//
// Read next: properties/explain/check_claims.h.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/faults.h"
#include "reference/oracle/subject.h"
#include "reference/trace/event.h"
#include "reference/trace/trace.h"

namespace properties {

// The object has the colour from this step of its cycle on, until `until`; not before it.
struct ColouredSince {
  reference::Name object;
  reference::Colour colour;
  std::size_t step;
  std::size_t until;  // the step before which it still has it
};
// It is scanned neither by the steps from `step` on, nor until the finding or the next flip.
struct NotScannedAgain {
  reference::Name object;
  std::size_t step;
};
// The step publishes the event; it is the last one that does so before `before`.
struct LastEventAt {
  reference::EventKind kind;
  std::size_t step;
  std::size_t before;
};
// The step publishes this of the object.
struct EventOfAt {
  reference::EventKind kind;
  reference::Name object;
  std::size_t step;
};
// The mutator makes the object in this step, or is answered it.
struct MadeAt {
  reference::Name object;
  std::size_t step;
};
struct ReadAt {
  reference::Name object;
  std::size_t step;
};
// From this step on the object is reachable, or no longer.
struct ReachableFrom {
  reference::Name object;
  bool reachable;
  std::size_t step;
};
// Before the step these objects lead from one to the next.
struct WayBefore {
  std::vector<reference::Name> way;
  std::size_t step;
};
// Before the step there is the path, as PathTo writes it: "root -> a.1 -> d".
struct PathBefore {
  std::string path;
  std::size_t step;
};
// Before the step the referencer reports the object.
struct ReportedBefore {
  std::size_t referencer;
  reference::Name object;
  std::size_t step;
};
// The step takes the edge away, or adds the last edge of the path.
struct EdgeCutAt {
  reference::Name holder;
  reference::Name target;
  std::size_t step;
};
struct PathOpenedAt {
  reference::Name object;
  std::size_t step;
};
struct LastStoreInto {
  reference::Name object;
  std::size_t step;
  std::size_t before;
};
// If from before this step nothing but the collector went on, and obeyed its rules, it would mark
// the object, or miss it.
struct MarkedFrom {
  reference::Name object;
  bool marked;
  std::size_t step;
};
// One of the objects is white after the step that should have shaded it.
struct UnshadedAt {
  std::vector<reference::Name> objects;
  std::size_t step;
};
// A black object refers to a white one after the step, and did not before.
struct BlackToWhiteAt {
  reference::Name holder;
  reference::Name target;
  std::size_t step;
};
// The build breaks the rule in this step.
struct FaultAt {
  gc::Fault fault;
  std::size_t step;
};
// The subject says that it breaks a rule of its own in this step.
struct OwnRuleAt {
  std::size_t step;
};
// The invariant checker's first finding, in these words, is after this step.
struct InvariantBreaksAt {
  std::string message;
  std::size_t step;
};
// The run that is explained ends here, with these words.
struct FoundAt {
  std::string message;
  std::size_t step;
};
// The object is doomed or gone after the step.
struct GoneAt {
  reference::Name object;
  std::size_t step;
};
// A mutator notices nothing in the whole trace.
struct NoMutatorNotices {};
// The subject has stopped itself.
struct StopsItself {};
// If every rule is obeyed in these steps alone, the run agrees, or still does not.
struct ObeyingAt {
  std::vector<std::size_t> steps;
  bool agrees;
};
// No single step of the mutator makes the run agree by obeying.
struct ObeyingNowhereHelps {};
// If the objects are shaded right after the step, in whatever way, the run agrees.
struct ShadingAt {
  std::vector<reference::Name> objects;
  std::size_t step;
};
// Without this operation the run agrees; or does not fail so; or still fails so.
struct WithoutIt {
  enum class Then { kAgrees, kFailsOtherwise, kFailsSo };
  std::size_t step;
  Then then;
};
// Such a cluster exists before the step, or after it.
struct ClusterAt {
  reference::Name root;
  std::vector<reference::Name> members;
  std::vector<reference::Name> outside;
  std::vector<reference::Name> others;
  std::size_t step;
  bool before;
};
// The field holds the value after the step.
struct HoldsAfter {
  reference::Name holder;
  std::size_t field;
  reference::Name value;
  std::size_t step;
};

using Claim =
    std::variant<ColouredSince, NotScannedAgain, LastEventAt, EventOfAt, MadeAt, ReadAt,
                 ReachableFrom, WayBefore, PathBefore, ReportedBefore, EdgeCutAt, PathOpenedAt,
                 LastStoreInto, MarkedFrom, UnshadedAt, BlackToWhiteAt, FaultAt, OwnRuleAt,
                 InvariantBreaksAt, FoundAt, GoneAt, NoMutatorNotices, StopsItself, ObeyingAt,
                 ObeyingNowhereHelps, ShadingAt, WithoutIt, ClusterAt, HoldsAfter>;

// A sentence, or a note, and all that it claims. An empty text says nothing.
struct Sentence {
  std::string text;
  std::vector<Claim> claims;
};

// Both, with the claims of both.
inline Sentence operator+(Sentence first, const Sentence& second) {
  first.text += second.text;
  first.claims.insert(first.claims.end(), second.claims.begin(), second.claims.end());
  return first;
}

}  // namespace properties
