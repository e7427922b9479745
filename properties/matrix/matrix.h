// properties/matrix/matrix.h -- the rule matrix: what each rule is worth, and how good each search
// is.
//
// A property suite that passes means nothing until it has been seen to fail. So every rule is
// broken, one fault at a time, and each search must notice. The number of traces that a search
// needs is the measure of the search; the smallest trace is the best explanation of the rule.
//
// Read next: properties/matrix/redundancy.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/fault_set.h"
#include "core/faults.h"
#include "properties/matrix/redundancy.h"
#include "properties/search/exhaustive/alphabets.h"
#include "properties/search/search.h"
#include "properties/shrink/shrink.h"
#include "reference/trace/trace.h"

namespace properties {

// What one search showed of one fault.
struct SearchColumn {
  // For each checker, the traces judged until it caught the fault, over all alphabets; empty if it
  // never did.
  std::array<std::optional<std::uint64_t>, kCheckerCount> traces_until;
  std::uint64_t traces = 0;  // judged in all
  const std::optional<std::uint64_t>& By(Checker checker) const {
    return traces_until[static_cast<std::size_t>(checker)];
  }
};

enum class RowVerdict : std::uint8_t {
  kCaught,         // a mutator notices it, as must be
  kRedundant,      // no mutator can notice it, and none did
  kMissed,         // not noticed, though no argument says why
  kContradiction,  // noticed, though the redundancy table argues that it cannot be
};

struct MatrixRow {
  gc::Fault fault = gc::Fault::kStoreWithoutShading;
  SearchColumn small_heaps;
  SearchColumn random;
  // The best trace that catches the fault, shrunk: the outcome checker's if there is one, else the
  // invariant's, else the verifier's. It replays on MakeFaultyCoreSubject(FaultSet(fault)), judged
  // with `judge`.
  std::optional<ShrinkResult> caught;
  JudgeOptions judge;
  std::optional<Redundancy> redundancy;
  RowVerdict verdict = RowVerdict::kMissed;

  bool CaughtBy(Checker checker) const { return small_heaps.By(checker) || random.By(checker); }
};

struct MatrixOptions {
  reference::Locals locals = reference::Locals::kDead;
  std::vector<gc::Fault> faults;  // empty: all
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  // The limits of each search: traces of small heaps, and cases of directed random.
  std::uint64_t max_small_traces = 400'000;
  std::uint64_t max_random_cases = 40'000;
  ShrinkBudget shrink;
  // Makes the subjects of a fault; empty: MakeFaultyCoreSubject. Called from several threads.
  std::function<std::unique_ptr<reference::Subject>(gc::FaultSet)> make_subject;
  // Asked often; if it returns true, the work ends with the rows so far.
  std::function<bool()> stop;
  // Called with each finished row, in order, from the calling thread.
  std::function<void(const MatrixRow& row, std::size_t done, std::size_t total)> on_row;
};

// One row for each fault, in the order of the options. Some rows are missing only if `stop` ended
// the work.
std::vector<MatrixRow> ComputeMatrix(const MatrixOptions& options);

// One row, for `verify --quick` and `verify --without RULE`. Both searches take turns until the
// outcome checker has caught the fault; so the columns hold only what was tried by then.
MatrixRow CatchFault(gc::Fault fault, const MatrixOptions& options);

}  // namespace properties
