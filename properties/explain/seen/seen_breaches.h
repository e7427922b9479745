// properties/explain/seen/seen_breaches.h -- the steps that can be seen to do less than a rule
// says.
//
// After an edit by hand nothing says which rule was broken, and the tri-colour invariant may fail
// long after the step that broke it: a weak read that does not shade leaves a white local, which is
// no edge from black to white. But what a barrier is for can be seen at once. A step that stores,
// reads or roots an object while marking leaves that object grey or black, whatever held it; if it
// is white afterwards, that step's own rule was not upheld.
//
//     > 5  mutator    weak-read w0    answers a; a stays white      weak-read-barrier, by its
//     sentence
//       6  mutator    hold a
//     ! 7  collector  tick 2          a DOOMED                      where the invariant fails
//
// Which of several such steps matters is tried: the run is repeated with the object shaded right
// behind one of them.
//
// Read next: properties/explain/blame.h.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rules.h"
#include "properties/explain/seen/watch.h"

namespace properties {

// A step of the mutator behind which something is white that its rule has it shade.
struct SeenBreach {
  std::size_t step = 0;
  gc::Rule rule = gc::Rule::kInsertionBarrier;
  std::vector<reference::Name> white;
  bool saves = false;  // with these shaded right behind the step, the run agrees
  // A strong pointer, by which that is tried, does not shade either; so it is not known.
  bool untried = false;
};

// All of them up to the finding, in order; none for a subject without colours or strong pointers.
// `max_runs` bounds the experiments: of later steps it is not known whether they save the run.
std::vector<SeenBreach> SeenBreaches(const reference::Trace& trace, reference::Subject& subject,
                                     const Watched& watched, const Finding& finding,
                                     std::size_t max_runs);

// The rule by which a step of the mutator shades what it stores, reads or roots; none if it shades
// nothing.
std::optional<gc::Rule> BarrierOf(reference::Verb verb);

// The rule of a barrier that the operation goes through, and what it shades: nothing for others.
std::vector<reference::Name> MustShade(const reference::Operation& operation, const Sight& before,
                                       const Sight& after, gc::Rule& rule);

}  // namespace properties
