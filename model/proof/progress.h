// model/proof/progress.h -- why a cycle ends, whatever the mutator does.
//
// Liveness is a statement about infinite runs, which a solver for one step cannot see. Instead each
// step is shown not to undo the work of others: while marking nothing becomes white, an
// object is listed only when it leaves white, while gathering no index is to be visited again, and
// a purge tells each object once. So the units of a cycle are bounded: scans and end checks by the
// objects white at the flip, gather units by the high-water mark at the end of marking, units of
// a purge by its batch. Under a mutator that lets time pass, and objects that are ready some day,
// everything that is unreachable is freed.
//
// Read next: prover.h.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/proof/system.h"

namespace model {

struct Lemma {
  std::string name;
  std::string sentence;
  // Given the state before an action and after it.
  std::function<Bool(const Relations& before, const Relations& after)> holds;
  // The action at which it starts anew, if there is one.
  std::string except;
};

std::vector<Lemma> ProgressLemmas(const System& system);

// Pictures: states that must exist, or the invariants would be true of nothing.
struct Picture {
  std::string name;
  std::function<Bool(const Relations&)> holds;
};

std::vector<Picture> Pictures(const System& system);

}  // namespace model
