#include "properties/search/directed/directed.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "properties/search/directed/generator.h"

namespace properties {

Verdict RunDirected(JudgeSession& session, std::uint64_t seed, const DirectedOptions& options,
                    reference::Trace& out) {
  DirectedRun run(session, seed, options, out);
  return Generate(run);
}

namespace {

struct Judged {
  reference::Trace trace;
  Verdict verdict;
};

// What one thread needs to judge cases: a subject, and a session with its buffers.
struct Bench {
  explicit Bench(const SubjectFactory& factory) : subject(factory()), session(*subject) {}
  std::unique_ptr<reference::Subject> subject;
  JudgeSession session;
  Coverage coverage;
};

// A survey costs much, and a run of a search has many operations: most of them change little.
constexpr std::size_t kSurveyEvery = 24;

// Adds up what the threads have met, however the search ends.
class CoverageSum {
 public:
  CoverageSum(const std::vector<std::unique_ptr<Bench>>& benches, Coverage* into)
      : benches_(benches), into_(into) {}
  ~CoverageSum() {
    if (into_ == nullptr) return;
    for (const auto& bench : benches_) into_->Add(bench->coverage);
  }
  CoverageSum(const CoverageSum&) = delete;
  CoverageSum& operator=(const CoverageSum&) = delete;

 private:
  const std::vector<std::unique_ptr<Bench>>& benches_;
  Coverage* const into_;
};

}  // namespace

SearchResult SearchDirected(const SubjectFactory& factory, std::uint64_t seed,
                            const DirectedOptions& options, const SearchOptions& search) {
  constexpr std::uint64_t kLargestBlock = 4096;
  DirectedOptions of_case = options;
  const unsigned jobs = std::max(1u, search.jobs);
  std::vector<std::unique_ptr<Bench>> benches;
  for (unsigned job = 0; job < jobs; ++job) benches.push_back(std::make_unique<Bench>(factory));

  const CoverageSum sum(benches, options.coverage);

  SearchResult result;
  std::vector<Judged> block(32);
  for (std::uint64_t first = 0; first < search.max_traces; first += block.size()) {
    if (first > 0) block.resize(std::min(2 * block.size(), std::size_t{kLargestBlock}));
    block.resize(std::min<std::uint64_t>(block.size(), search.max_traces - first));
    of_case.judge = CheckersStillNeeded(search, result);
    of_case.judge.survey_every = kSurveyEvery;
    std::atomic<std::size_t> next = 0;
    RunJobs(jobs, [&](unsigned job) {
      DirectedOptions of_job = of_case;
      if (options.coverage != nullptr) of_job.coverage = &benches[job]->coverage;
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < block.size();) {
        block[i].verdict =
            RunDirected(benches[job]->session, SeedOfCase(seed, first + i), of_job, block[i].trace);
      }
    });
    for (const Judged& judged : block) {
      const auto trace = [&judged] { return judged.trace; };
      if (!TakeVerdict(search, judged.verdict, trace, benches[0]->session, result)) return result;
    }
    if (search.progress) {
      search.progress({.traces = result.traces, .operations = result.operations, .depth = 0});
    }
    if (search.stop && search.stop()) {
      result.stopped = true;
      return result;
    }
  }
  return result;
}

}  // namespace properties
