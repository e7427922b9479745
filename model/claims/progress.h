// model/claims/progress.h -- why a cycle ends, whatever the mutator does.
//
// That a cycle ends is a statement about whole runs, but a solver decides conditions about one
// step. So the lemmas here show that no step undoes the work of another. While marking, nothing
// becomes white, and an object is listed only when it leaves white. While gathering, no index is to
// be visited again. A purge asks each object once. So the units of a cycle are bounded: scans and
// end checks by the objects that were white at the flip, gather units by the high-water mark at the
// end of marking, units of a purge by its batch. If ticks go on and objects become ready,
// everything unreachable is freed.
//
// Read next: claims.h.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/proof/system.h"

namespace model {

struct Lemma {
  std::string name;
  std::string sentence;
  // Whether the lemma holds for the states before and after an action.
  std::function<Bool(const Relations& before, const Relations& after)> holds;
  // The action to which the lemma does not apply, because it begins a new phase; may be empty.
  std::string except;
};

std::vector<Lemma> ProgressLemmas(const System& system);

// A picture: a state that must be possible. If none such were, the invariants would exclude too
// much.
struct Picture {
  std::string name;
  std::function<Bool(const Relations&)> holds;
};

std::vector<Picture> Pictures(const System& system);

}  // namespace model
