// properties/tool/verify/schedule_section.cc -- corpus, short runs and random runs of a scheduler.

#include "properties/tool/verify/schedule_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "properties/corpus/corpus_folder.h"
#include "properties/report/layout.h"
#include "properties/schedule/schedule_corpus.h"
#include "properties/schedule/schedule_search.h"
#include "properties/tool/schedule/schedule_failures.h"
#include "properties/tool/schedule/schedule_recorder.h"
#include "properties/tool/verify/section_findings.h"
#include "reference/schedule/schedule_text.h"

namespace tool {
namespace {

using properties::Grouped;
using properties::ReportSection;
using properties::schedule::ScheduleCatch;
using properties::schedule::ScheduleSearchOptions;
using properties::schedule::ScheduleSearchResult;
using properties::schedule::ScheduleSubject;

// So many that the quick gate takes a third of a second for all of them.
constexpr std::uint64_t kQuickShort = 30'000;
constexpr std::uint64_t kQuickRandom = 3'000;
constexpr std::uint64_t kShort = 300'000;
constexpr std::uint64_t kRandom = 60'000;

// The simplest run of each kind of difference, and how many there were.
class ScheduleFindings {
 public:
  bool Take(const ScheduleCatch& caught, const std::string& origin) {
    const std::string kind =
        "scheduler, " + properties::schedule::KindOf(caught.trace, caught.difference);
    RawFailure& failure = kinds_[kind];
    const std::uint64_t count = failure.count + 1;
    if (count == 1 || caught.trace.operations.size() < failure.operations) {
      failure = {.section = {},
                 .property = caught.difference.field,
                 .bucket = kind,
                 .count = count,
                 .origin = origin,
                 .trace = Print(caught.trace),
                 .operations = caught.trace.operations.size()};
    }
    failure.count = count;
    return ++count_ < kEnoughFailures;
  }
  void Give(const std::string& section, SectionResult& result) const {
    for (const auto& [kind, failure] : kinds_) {
      result.failures.push_back(failure);
      result.failures.back().section = section;
    }
  }

 private:
  std::map<std::string, RawFailure> kinds_;
  std::uint64_t count_ = 0;
};

void TryCorpus(ScheduleSubject& subject, ScheduleFindings& findings, ReportSection& head) {
  constexpr const char* kCorpus = "properties/schedule/corpus";
  const auto corpus = properties::schedule::LoadScheduleCorpus(
      properties::CorpusFolder(TRICOLOUR_SOURCE_DIR, kCorpus).string());
  head.remarks = corpus.problems;
  const std::string none = properties::WhyNoCorpus(TRICOLOUR_SOURCE_DIR, kCorpus);
  if (!none.empty()) head.remarks = {none};
  for (const auto& entry : corpus.entries) {
    const auto verdict = properties::schedule::JudgeSchedule(entry.trace, subject);
    ++head.traces;
    head.operations += verdict.applied;
    if (verdict.difference) {
      findings.Take({1, entry.trace, *verdict.difference}, "the corpus: " + entry.name);
    }
  }
}

void Enter(const ScheduleSearchResult& found, ReportSection& head) {
  head.traces += found.traces;
  head.operations += found.operations;
  head.states += found.states;
}

SectionResult RunScheduler(ReportSection head, const VerifyOptions& options,
                           ScheduleRecorder& record, RunRecorder& recorder) {
  const auto began = SectionClock::now();
  const auto subject = record.Recorded(properties::schedule::MakeCoreSchedule(), recorder);
  ScheduleFindings findings;
  TryCorpus(*subject, findings, head);
  ScheduleSearchOptions search;
  search.max_traces = options.quick ? kQuickShort : kShort;
  search.on_finding = [&](const ScheduleCatch& caught) {
    return findings.Take(caught, fmt::format("short run {}", Grouped(caught.traces)));
  };
  const ScheduleSearchResult runs = SearchShortRuns(*subject, search);
  Enter(runs, head);
  search.max_traces = options.quick ? kQuickRandom : kRandom;
  search.on_finding = [&](const ScheduleCatch& caught) {
    return findings.Take(caught,
                         fmt::format("random run {}, seed {:#x}", caught.traces - 1, options.seed));
  };
  Enter(SearchRandomRuns(*subject, options.seed, search), head);
  head.tried =
      fmt::format("every run of {} operations, {} random ones, seed {:#x}: {} states", runs.depth,
                  Grouped(search.max_traces), options.seed, Grouped(head.states));
  SectionResult result;
  findings.Give(head.id, result);
  head.seconds = SecondsSince(began);
  head.status = !result.failures.empty() ? properties::kDisagree
                : !head.remarks.empty()  ? properties::kBaseline
                                         : properties::kAgree;
  result.section = std::move(head);
  return result;
}

}  // namespace

std::vector<Section> ScheduleSections(const VerifyOptions& options) {
  if (options.choices.subject != "core") return {};
  const ReportSection head = HeadOf(kScheduler, "decisions and notices", "");
  const auto record = std::make_shared<ScheduleRecorder>();
  Section section;
  section.head = head;
  section.run = [=](RunRecorder& recorder) {
    return RunScheduler(head, options, *record, recorder);
  };
  section.on_death = [=](const TaskEnd& end) {
    return DeathOfSchedule(end, head.id, record->LastRun());
  };
  return {section};
}

}  // namespace tool
