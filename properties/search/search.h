// properties/search/search.h -- what every search for a disagreement has in common.
//
// Small heaps and directed random both try many traces on many threads and must nevertheless say
// "the 1,204th trace caught it" and mean it on any machine. So traces have a canonical order, work
// is cut into blocks, threads judge the traces of a block, and the block's results are then taken
// in order: what a search reports depends on its options and never on the number of jobs.
//
// Read next: properties/search/exhaustive/small_heaps.h, properties/search/directed/directed.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "properties/judge/judge.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

// Makes a subject for one thread. Called from several threads at once.
using SubjectFactory = std::function<std::unique_ptr<reference::Subject>()>;

// A set of checkers.
struct CheckerSet {
  bool outcome = false;
  bool invariant = false;
  bool verifier = false;
  bool conformance = false;
  bool Has(Checker checker) const {
    return checker == Checker::kOutcome     ? outcome
           : checker == Checker::kInvariant ? invariant
           : checker == Checker::kVerifier  ? verifier
                                            : conformance;
  }
};

// A trace that made the subject and the oracle disagree.
struct Catch {
  std::uint64_t traces = 0;  // the traces judged until then, this one included
  reference::Trace trace;    // the whole trace as it was tried
  Verdict verdict;
};

struct SearchProgress {
  std::uint64_t traces = 0;      // judged so far
  std::uint64_t operations = 0;  // judged in them
  std::size_t depth = 0;         // small heaps: the depth being explored
  std::uint64_t states = 0;      // small heaps: met so far
};

struct SearchOptions {
  JudgeOptions judge;
  unsigned jobs = 1;
  std::uint64_t max_traces = ~std::uint64_t{0};
  // The search ends as soon as one of these checkers has caught something. With none, only the
  // limits end it. A search for a checker other than the first that would see it needs
  // judge.stop_at_first = false.
  CheckerSet until = {.outcome = true, .invariant = true, .verifier = true, .conformance = true};
  // Asked between blocks; true ends the search. The one thing that may depend on time.
  std::function<bool()> stop;
  // Told between blocks, from the calling thread.
  std::function<void(const SearchProgress&)> progress;
  // Told of each trace that disagrees or is inconclusive, in canonical order, from the calling
  // thread. Returning false ends the search.
  std::function<bool(const Catch&)> on_finding;
};

struct SearchResult {
  std::uint64_t traces = 0;        // judged
  std::uint64_t operations = 0;    // judged in them
  std::uint64_t compared = 0;      // of these and their units: compared with the model
  std::uint64_t replayed = 0;      // applied again, judged before, to come to what is judged
  std::uint64_t inconclusive = 0;  // traces without a verdict: these never pass a gate
  bool stopped = false;            // ended by `stop`
  std::array<std::optional<Catch>, kCheckerCount> caught;  // the first catch of each checker

  const std::optional<Catch>& By(Checker checker) const {
    return caught[static_cast<std::size_t>(checker)];
  }
  // The catch to show: that of the first checker that has one; null if none.
  const Catch* First() const;
};

// For the searches: runs work(job) on `jobs` threads, this one included, and returns
// when all have.
void RunJobs(unsigned jobs, const std::function<void(unsigned)>& work);

// For the searches: adds a verdict to the result; to be called in canonical order. Returns
// false if the search is over. `trace` makes the trace, and `session` judges it once more, this
// time with all checkers; neither is asked unless there is something new.
bool TakeVerdict(const SearchOptions& options, const Verdict& verdict,
                 const std::function<reference::Trace()>& trace, JudgeSession& session,
                 SearchResult& result);

// For the searches: what to look for in the next block. A checker that has caught its
// first need not look any more, if not every finding is wanted and no run ends with it.
JudgeOptions CheckersStillNeeded(const SearchOptions& options, const SearchResult& result);

}  // namespace properties
