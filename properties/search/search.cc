#include "properties/search/search.h"

#include <exception>
#include <thread>
#include <vector>

namespace properties {

const Catch* SearchResult::First() const {
  for (const std::optional<Catch>& one : caught) {
    if (one) return &*one;
  }
  return nullptr;
}

void VariantCounts::Add(const reference::Variant& heap) {
  if (heap.IsUsual()) return;  // most are, and there are many settings
  ++unusual;
  for (const reference::SettingEntry& entry : reference::kSettings) {
    ++values[static_cast<std::size_t>(entry.setting)][heap.Choice(entry.setting)];
  }
}

void RunJobs(unsigned jobs, const std::function<void(unsigned)>& work) {
  if (jobs <= 1) return work(0);
  std::vector<std::exception_ptr> failures(jobs);
  const auto guarded = [&](unsigned job) {
    try {
      work(job);
    } catch (...) {
      failures[job] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned job = 1; job < jobs; ++job) threads.emplace_back(guarded, job);
  guarded(0);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

bool TakeVerdict(const SearchOptions& options, const Verdict& verdict,
                 const std::function<reference::Trace()>& trace, JudgeSession& session,
                 SearchResult& result) {
  result.traces += 1;
  result.operations += verdict.applied;
  result.compared += verdict.compared;
  result.variants.Add(verdict.heap);
  const bool room = result.traces < options.max_traces;
  if (verdict.outcome == Outcome::kAgree) return room;
  if (verdict.outcome == Outcome::kInconclusive) result.inconclusive += 1;

  bool news = options.on_finding != nullptr;
  for (std::size_t i = 0; i < kCheckerCount; ++i) news |= verdict.findings[i] && !result.caught[i];
  if (!news) return room;

  Catch found{.traces = result.traces, .trace = trace(), .verdict = verdict};
  if (verdict.outcome == Outcome::kDisagree) {
    found.verdict = session.Judge(found.trace, options.judge);
  }
  bool done = false;
  for (std::size_t i = 0; i < kCheckerCount; ++i) {
    if (!found.verdict.findings[i] || result.caught[i]) continue;
    result.caught[i] = found;
    done |= options.until.Has(static_cast<Checker>(i));
  }
  if (options.on_finding && !options.on_finding(found)) done = true;
  return room && !done;
}

JudgeOptions CheckersStillNeeded(const SearchOptions& options, const SearchResult& result) {
  JudgeOptions judge = options.judge;
  if (judge.stop_at_first || options.on_finding) return judge;
  judge.invariant &= !result.By(Checker::kInvariant);
  judge.verifier &= !result.By(Checker::kVerifier);
  judge.conformance &= !result.By(Checker::kConformance);
  return judge;
}

}  // namespace properties
