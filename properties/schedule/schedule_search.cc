// properties/schedule/schedule_search.cc -- breadth first over alphabets, and case by case.

#include "properties/schedule/schedule_search.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "properties/base/random.h"
#include "properties/schedule/schedule_alphabets.h"
#include "properties/schedule/schedule_generator.h"

namespace properties::schedule {

using reference::schedule::Operation;
using reference::schedule::Trace;

namespace {

// The runs over one alphabet, the shortest first.
class ShortRuns {
 public:
  ShortRuns(ScheduleSubject& subject, const ScheduleAlphabet& alphabet,
            const ScheduleSearchOptions& options, std::uint64_t most)
      : subject_(subject), alphabet_(alphabet), options_(options), most_(most) {}

  void Go(ScheduleSearchResult& sum) {
    std::vector<Trace> frontier = {{.operations = alphabet_.before}};
    std::size_t depth = 0;
    while (!frontier.empty() && !sum.stopped && tried_ < most_) {
      frontier = Next(frontier, sum);
      if (tried_ < most_) ++depth;
    }
    sum.depth = std::min(sum.depth, depth);
    sum.states += seen_.size();
  }

 private:
  std::vector<Trace> Next(const std::vector<Trace>& frontier, ScheduleSearchResult& sum) {
    std::vector<Trace> next;
    for (const Trace& trace : frontier) {
      for (const Operation& one : alphabet_.entries) {
        if (tried_ >= most_ || sum.stopped) return next;
        Trace longer = trace;
        longer.operations.push_back(one);
        if (IsNew(longer, sum)) next.push_back(std::move(longer));
      }
    }
    return next;
  }

  // Whether the run agrees, and leads to where no other did.
  bool IsNew(const Trace& trace, ScheduleSearchResult& sum) {
    ++tried_;
    ++sum.traces;
    ScheduleSession session(subject_, options_.left_out);
    const bool agrees = std::ranges::all_of(
        trace.operations, [&](const Operation& one) { return session.Step(one); });
    sum.operations += session.verdict().applied;
    if (agrees) {
      return session.verdict().skipped == 0 && seen_.insert(session.oracle().Fingerprint()).second;
    }
    const ScheduleCatch caught{sum.traces, trace, *session.verdict().difference};
    if (options_.on_finding && !options_.on_finding(caught)) sum.stopped = true;
    return false;
  }

  ScheduleSubject& subject_;
  const ScheduleAlphabet& alphabet_;
  const ScheduleSearchOptions& options_;
  const std::uint64_t most_;
  std::uint64_t tried_ = 0;
  std::unordered_set<std::uint64_t> seen_;
};

constexpr std::size_t kLength = 30;  // of a random run, without its beginning

}  // namespace

ScheduleSearchResult SearchShortRuns(ScheduleSubject& subject,
                                     const ScheduleSearchOptions& options) {
  ScheduleSearchResult sum;
  const std::vector<ScheduleAlphabet>& alphabets = ScheduleAlphabets();
  sum.depth = static_cast<std::size_t>(-1);
  for (const ScheduleAlphabet& alphabet : alphabets) {
    if (sum.stopped) break;
    ShortRuns(subject, alphabet, options, options.max_traces / alphabets.size()).Go(sum);
  }
  return sum;
}

ScheduleSearchResult SearchRandomRuns(ScheduleSubject& subject, std::uint64_t seed,
                                      const ScheduleSearchOptions& options) {
  ScheduleSearchResult sum;
  for (std::uint64_t index = 0; index < options.max_traces && !sum.stopped; ++index) {
    ++sum.traces;
    ScheduleGenerator generator(SeedOfCase(seed, index));
    ScheduleSession session(subject, options.left_out);
    Trace trace;
    bool agrees = true;
    while (agrees && trace.operations.size() < kLength) {
      trace.operations.push_back(generator.Next(session.oracle()));
      agrees = session.Step(trace.operations.back());
    }
    sum.operations += session.verdict().applied;
    if (agrees) continue;
    const ScheduleCatch caught{sum.traces, std::move(trace), *session.verdict().difference};
    if (options.on_finding && !options.on_finding(caught)) sum.stopped = true;
  }
  return sum;
}

}  // namespace properties::schedule
