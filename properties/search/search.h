// properties/search/search.h -- what every search for a disagreement has in common.
//
// Small heaps and directed random both try many traces on many threads, and yet a report such as
// "the 1,204th trace caught it" must hold on any machine. So traces have a fixed order and are cut
// into blocks; threads judge the traces of a block, and then its results are taken in order. What a
// search reports depends on its options, never on the number of jobs.
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
  std::uint64_t traces = 0;  // traces judged until then, with this one
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
  // The search ends as soon as one of these checkers has caught something; without any, only at its
  // limits. To wait for a checker that does not see the failure first, judge.stop_at_first must be
  // false.
  CheckerSet until = {.outcome = true, .invariant = true, .verifier = true, .conformance = true};
  // Asked between blocks; if it returns true, the search ends. Nothing else in a search may depend
  // on time.
  std::function<bool()> stop;
  // Called between blocks, from the calling thread.
  std::function<void(const SearchProgress&)> progress;
  // Called with each trace that disagrees or is inconclusive, in order, from the calling thread. If
  // it returns false, the search ends.
  std::function<bool(const Catch&)> on_finding;
};

// How many traces were judged on a heap with a setting that is not the usual one, and of these, how
// many with each value of each setting.
struct VariantCounts {
  std::uint64_t unusual = 0;
  std::array<std::array<std::uint64_t, reference::SettingEntry::kMostValues>,
             reference::kSettingCount>
      values{};

  void Add(const reference::Variant& heap);
};

struct SearchResult {
  std::uint64_t traces = 0;      // judged
  std::uint64_t operations = 0;  // operations judged in these traces
  std::uint64_t compared = 0;    // operations and units that were compared with the model
  std::uint64_t replayed = 0;    // operations judged before, to come back to a state
  VariantCounts variants;
  std::uint64_t inconclusive = 0;  // traces without a verdict, which pass no gate
  bool stopped = false;            // `stop` ended the search
  std::array<std::optional<Catch>, kCheckerCount> caught;  // the first catch of each checker

  const std::optional<Catch>& By(Checker checker) const {
    return caught[static_cast<std::size_t>(checker)];
  }
  // The catch to show: the first checker's that has one; null if there is none.
  const Catch* First() const;
};

// For the searches: runs work(job) on `jobs` threads, of which the calling one is the first, and
// returns when all have ended.
void RunJobs(unsigned jobs, const std::function<void(unsigned)>& work);

// For the searches: adds a verdict to the result; must be called in the fixed order. Returns false
// if the search is over. Only if the verdict has something new, `trace` is called for the trace,
// and `session` judges it again, with all checkers.
bool TakeVerdict(const SearchOptions& options, const Verdict& verdict,
                 const std::function<reference::Trace()>& trace, JudgeSession& session,
                 SearchResult& result);

// For the searches: the checkers that the next block needs. A checker that has caught a trace is
// left out, unless every finding is wanted or a finding of any checker ends a run.
JudgeOptions CheckersStillNeeded(const SearchOptions& options, const SearchResult& result);

}  // namespace properties
