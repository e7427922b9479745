// properties/tool/verify/own_rules_section.cc -- searches until a broken rule is noticed, and says
// how short a run shows it.

#include "properties/tool/verify/own_rules_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "properties/report/layout.h"
#include "properties/search/directed/directed.h"
#include "properties/search/exhaustive/distinct_groups.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/shrink/shrink.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/verify/section_findings.h"

namespace tool {

// What the searches found of one broken rule.
struct OwnRuleResult {
  std::string by;        // "trace 412 of small heaps (wavefront)"; empty: it was not noticed
  std::string property;  // as a word
  std::uint64_t operations = 0;
  std::uint64_t traces = 0;  // tried in all
  std::uint64_t applied = 0;
  std::uint64_t undecided = 0;  // traces without a verdict
  double seconds = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OwnRuleResult, by, property, operations, traces, applied,
                                   undecided, seconds)

namespace {

using properties::AlphabetGroup;
using properties::Grouped;
using properties::ReportSection;

// Searches at random go further here than where nothing is broken: they end with the first catch.
constexpr std::uint64_t kCases = 4;
constexpr std::size_t kShrinkRuns = 2000;
constexpr std::size_t kShrinkDeaths = 100;

class OwnRuleSearch {
 public:
  OwnRuleSearch(std::string subject, const VerifyOptions& options, RunRecorder& recorder)
      : subject_(std::move(subject)), options_(options), recorder_(recorder) {}

  OwnRuleResult Run() {
    const std::vector<reference::Locals> all = options_.choices.Disciplines();
    const auto random = [this](reference::Locals locals) { return Random(locals); };
    const auto small = [this](reference::Locals locals) { return Small(locals); };
    const bool noticed = std::ranges::any_of(all, random) || std::ranges::any_of(all, small);
    if (!noticed) result_.by.clear();
    return result_;
  }

 private:
  std::unique_ptr<reference::Subject> Make() const {
    return recorder_.Recorded(MakeSubject(subject_, {}));
  }

  properties::SearchOptions Search(std::uint64_t traces) const {
    properties::SearchOptions search;
    search.max_traces = traces;
    return search;
  }

  bool Small(reference::Locals locals) {
    const auto subject = Make();
    const auto& promises = subject->promises();
    const auto groups = properties::DistinctGroups(
        promises.verbs, locals, promises.settings.Has(reference::Setting::kHands));
    for (const AlphabetGroup group : groups) {
      properties::SmallHeapOptions explore;
      explore.alphabet =
          MakeAlphabet(group, properties::DefaultSize(group), locals, promises.verbs);
      explore.search = Search(TracesFor(group, EffortOf(options_).small_traces));
      const auto found = properties::ExploreSmallHeaps([this] { return Make(); }, explore);
      if (Take(found.search, fmt::format("small heaps ({})", WordOf(group)))) return true;
    }
    return false;
  }

  bool Random(reference::Locals locals) {
    properties::DirectedOptions directed;
    directed.locals = locals;
    const auto found =
        properties::SearchDirected([this] { return Make(); }, options_.seed, directed,
                                   Search(kCases * EffortOf(options_).random_cases));
    return Take(found, "directed random");
  }

  bool Take(const properties::SearchResult& found, const std::string& source) {
    result_.applied += found.operations;
    result_.undecided += found.inconclusive;
    const properties::Catch* const caught = found.First();
    if (caught == nullptr) {
      result_.traces += found.traces;
      return false;
    }
    result_.traces += caught->traces;
    result_.by = fmt::format("trace {} of {}", Grouped(caught->traces), source);
    result_.property = std::string(WordOf(caught->verdict.First()->property));
    const auto subject = Make();
    const auto shrunk = properties::Shrink(caught->trace, *subject, caught->verdict,
                                           {.max_runs = kShrinkRuns, .stop = {}});
    result_.operations = shrunk.trace.operations.size();
    return true;
  }

  const std::string subject_;
  const VerifyOptions& options_;
  RunRecorder& recorder_;
  OwnRuleResult result_;
};

// A death by a broken rule: noticed, and shown by the run that it shrinks to.
OwnRuleResult OfDeath(const TaskEnd& end, const std::string& subject) {
  OwnRuleResult result;
  const bool hung = end.how == TaskEnd::How::kHung;
  result.by = hung ? "a run that did not end" : "a run that died of " + end.text;
  result.property = hung ? "hang" : "crash";
  const auto factory = [&subject] { return MakeSubject(subject, {}); };
  for (const RunRecorder::Run& run : end.last_runs) {
    result.traces += 1;
    result.applied += run.operations;
    const std::optional<Death> again = DeathOf(run.trace, factory);
    if (!again) continue;
    std::size_t runs = 0;
    result.operations =
        ShrunkDeath(run.trace, *again, factory, kShrinkDeaths, runs).operations.size();
    break;
  }
  return result;
}

OwnRuleResult SearchRule(const std::string& subject, const VerifyOptions& options,
                         RunRecorder& recorder) {
  const Task task{subject, [&](RunRecorder& own) {
                    return nlohmann::json(OwnRuleSearch(subject, options, own).Run()).dump();
                  }};
  TaskHooks hooks;
  hooks.on_idle = [&recorder](std::uint64_t, std::size_t) { recorder.Beat(); };
  const TaskEnd end = RunTask(task, {}, hooks);
  if (end.how == TaskEnd::How::kThrew) throw std::runtime_error(end.text);
  if (end.how == TaskEnd::How::kDone) return nlohmann::json::parse(end.text).get<OwnRuleResult>();
  recorder.Beat();
  return OfDeath(end, subject);
}

SectionResult RunRule(ReportSection head, const std::string& subject, const VerifyOptions& options,
                      RunRecorder& recorder) {
  const auto began = SectionClock::now();
  const OwnRuleResult found = SearchRule(subject, options, recorder);
  head.traces = found.traces;
  head.operations = found.applied;
  head.seconds = SecondsSince(began);
  if (found.by.empty() && found.undecided == found.traces) {
    head.status = properties::kInconclusive;
    head.tried = "broken, and no run of it has a verdict";
  } else if (found.by.empty()) {
    head.status = properties::kBaseline;
    head.tried = "broken, and not noticed";
    head.remarks.push_back(
        "no verb of the subject reaches it, or it is no fault: `subject check` says which are "
        "missing");
  } else {
    head.status = properties::kAgree;
    head.tried = fmt::format("broken, and caught in {} operations: {}, by {}", found.operations,
                             found.property, found.by);
  }
  SectionResult result;
  result.section = std::move(head);
  return result;
}

}  // namespace

std::vector<Section> OwnRulesSections(const VerifyOptions& options) {
  const std::string subject = options.choices.subject;
  if (!BreaksItsOwnRules(subject) || BreaksARuleNow(subject)) return {};
  std::vector<Section> sections;
  for (const std::string& rule : OwnWordsOf(subject).rules) {
    const ReportSection head = HeadOf("rules of its own", rule, "");
    sections.push_back({.head = head,
                        .run =
                            [=](RunRecorder& recorder) {
                              return RunRule(head, SubjectWithRule(subject, rule), options,
                                             recorder);
                            },
                        .silence_seconds = 30});
  }
  return sections;
}

}  // namespace tool
