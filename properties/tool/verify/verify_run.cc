// properties/tool/verify/verify_run.cc -- the merge gate, from the first task to the verdict.

#include "properties/tool/verify/verify_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "properties/coverage/coverage.h"
#include "properties/report/explanation_text.h"
#include "properties/report/matrix_text.h"
#include "properties/report/report.h"
#include "properties/report/report_text.h"
#include "properties/report/suspects_text.h"
#include "properties/report/thread_text.h"
#include "properties/tool/causes/causes.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/failures/failures.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/rules/rule_tasks.h"
#include "properties/tool/rules/thread_rules.h"
#include "properties/tool/verify/coverage_text.h"
#include "properties/tool/verify/plan.h"
#include "properties/tool/verify/publisher.h"
#include "properties/tool/verify/sections.h"
#include "properties/tool/verify/verdict.h"

namespace tool {
namespace {

using properties::Report;
using properties::ReportFailure;
using properties::ReportRow;
using properties::ReportSection;
using properties::Style;
using Clock = std::chrono::steady_clock;

// Only so many kinds of failure are shrunk and explained; a reader would not reach further ones.
constexpr std::size_t kFailuresExplained = 12;
// A subject that hung so often does so in most of what is left, and each time takes seconds.
constexpr std::size_t kHangs = 3;
// A section whose child dies is begun again so often, without the runs that were fatal.
constexpr unsigned kChildrenOfSection = 4;

class Verification {
 public:
  explicit Verification(const VerifyOptions& options) : options_(options), publisher_(options) {
    report_ = EmptyReport(options);
    Plan plan = PlanOf(options);
    sections_ = std::move(plan.sections);
    rules_ = std::move(plan.rules);
    told_ = std::move(plan.told);
  }

  int Run() {
    PrepareFolder(options_.out);
    Begin();
    RunAll();
    if (options_.seconds && hangs_ < kHangs) RunRandomUntilTime();
    if (hangs_ >= kHangs) report_.remarks.push_back("it hung too often: the rest was not tried");
    ExplainFailures();
    TakeCoverage();
    std::ranges::stable_sort(report_.failures, properties::TellsMore);
    FindCausesIn(TRICOLOUR_SOURCE_DIR, options_.since, report_);
    GiveVerdict(options_, report_);
    const std::string left_out = LeftOut(options_, report_);
    if (!left_out.empty()) report_.remarks.push_back(left_out);
    report_.seconds = Seconds();
    WriteFailures();
    for (std::size_t i = 0; report_.failures.empty() && i < report_.sections.size(); ++i) Say(i);
    publisher_.Say([&](const Style& style) {
      return EndText(report_, CoverageShown(style), publisher_.Page(), options_.verbose,
                     !said_.empty(), style);
    });
    publisher_.Finish(report_);
    return report_.exit_code;
  }

 private:
  double Seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
  bool TimeIsUp() const { return options_.seconds && Seconds() >= *options_.seconds; }
  bool Stop() const {
    return Interrupted() || TimeIsUp() || hangs_ >= kHangs || (options_.first && Failed());
  }
  // Whether something that was tried so far did not agree.
  bool Failed() const {
    const auto disagrees = [](const ReportSection& section) {
      return section.status == properties::kDisagree;
    };
    return !raw_.empty() || !report_.failures.empty() ||
           std::ranges::any_of(report_.sections, disagrees) ||
           !std::ranges::all_of(report_.rules, IsWhole);
  }

  void Begin() {
    publisher_.Say([&](const Style& style) {
      return style.Bold("tricolour " + report_.version) +
             fmt::format("  judges {}, seed {:#x}, {} at a time\n\n", JudgedText(report_),
                         options_.seed, options_.jobs);
    });
    if (!told_.empty()) publisher_.Say([&](const Style&) { return told_; });
  }

  // Runs the corpus, small heaps, directed random and the rules.
  void RunAll() {
    std::vector<Task> tasks;
    for (const Section& section : sections_) tasks.push_back(TaskOf(section));
    const RuleSearches searches = options_.quick ? RuleSearches::kByTurns : RuleSearches::kEach;
    for (const RuleCase& rule : rules_) {
      tasks.push_back(MeasureRule(rule, options_, searches, known_));
    }
    if (HasThreads()) tasks.push_back(ThreadRulesTask());
    TaskHooks hooks = Hooks(tasks);
    hooks.stop = [this] { return Stop() || (WasJudged() && FailsItself(report_)); };
    hooks.on_end = [&](std::size_t index, const TaskEnd& end) {
      if (index < sections_.size()) {
        TakeSection(sections_[index], end);
      } else if (FailsItself(report_)) {
        return;
      } else if (index < sections_.size() + rules_.size()) {
        TakeRule(index - sections_.size(), end);
      } else {
        TakeThreads(end);
      }
    };
    RunTasks(tasks, {.jobs = options_.jobs}, hooks);
    LeaveOut(tasks.size() > sections_.size(), sections_.front().brief != nullptr, report_);
  }

  // Whether every section has ended.
  bool WasJudged() const { return report_.sections.size() == sections_.size(); }

  // Spends the time that is left on directed random, in equal parts for the disciplines.
  void RunRandomUntilTime() {
    std::size_t left = options_.choices.Disciplines().size();
    const std::uint64_t cases = options_.cases.value_or(std::numeric_limits<std::uint64_t>::max());
    for (std::size_t i = 0; left > 0; ++i, --left) {
      const double until = Seconds() + (*options_.seconds - Seconds()) / static_cast<double>(left);
      const auto over = [this, until] { return Seconds() >= until; };
      Section section = RandomSections(options_, cases, options_.jobs, over)[i];
      std::vector<Task> tasks = {TaskOf(section)};
      TaskHooks hooks = Hooks(tasks);
      hooks.stop = [] { return Interrupted(); };
      hooks.on_end = [&](std::size_t, const TaskEnd& end) { TakeSection(section, end); };
      RunTasks(tasks, {.jobs = 1}, hooks);
    }
  }

  Task TaskOf(const Section& section) const {
    const auto run = [this, &section](RunRecorder& recorder) {  // in the child, as it begins
      return Packed(Failed() && section.brief ? section.brief(recorder) : section.run(recorder));
    };
    std::string name = section.head.group + ": " + section.head.name;
    if (!section.head.locals.empty()) name += ", locals " + section.head.locals;
    return {name, run, WeightOf(section.head), section.silence_seconds, kChildrenOfSection};
  }

  TaskHooks Hooks(const std::vector<Task>& tasks) {
    TaskHooks hooks;
    hooks.stop = [this] { return Stop(); };
    hooks.on_hang = [this, &tasks](std::size_t index, double seconds) {
      ++hangs_;
      publisher_.Say([&](const Style&) {
        return fmt::format("{}: an operation has not ended for {:.0f} s; its process is ended\n",
                           tasks[index].name, seconds);
      });
    };
    hooks.on_idle = [this, &tasks](std::uint64_t operations, std::size_t ended) {
      const std::size_t at = std::min(ended, tasks.size() - 1);
      publisher_.progress().Show(ended, tasks.size(), tasks[at].name, operations,
                                 ShareOf(tasks, ended));
    };
    return hooks;
  }

  void TakeSection(const Section& section, const TaskEnd& end) {
    ReportSection shown = section.head;
    if (end.how == TaskEnd::How::kDone) {
      SectionResult result = UnpackedSection(end.text);
      shown = std::move(result.section);
      raw_.insert(raw_.end(), result.failures.begin(), result.failures.end());
      coverage_.Add(properties::Coverage::Of(result.coverage));
      for (const RawFailure& failure : result.failures) shown.failed.push_back(failure.property);
    } else {
      TakeBrokenSection(section, end, shown);
    }
    TakeDeaths(section, end, shown);
    report_.sections.push_back(std::move(shown));
    if (options_.verbose || !Failed()) Say(report_.sections.size() - 1);
  }

  // A reader of a failure wants the verdict and its best report. So once something does not agree
  // the sections are not said any more; how many did not is said in the end.
  void Say(std::size_t number) {
    if (!said_.insert(number).second) return;
    const ReportSection& section = report_.sections[number];
    publisher_.Group(section.group);
    publisher_.Say(
        [&](const Style& style) { return SectionText(section, options_.verbose, style); });
  }

  void TakeBrokenSection(const Section& section, const TaskEnd& end, ReportSection& shown) {
    if (end.how == TaskEnd::How::kThrew) ThrowAgain(end);
    shown.seconds = end.seconds;
    if (end.how == TaskEnd::How::kNoRoom) {
      shown.status = properties::kInconclusive;
      shown.remarks.push_back(end.text);
      return;
    }
    shown.status = end.how == TaskEnd::How::kCutShort   ? properties::kCutShort
                   : end.how == TaskEnd::How::kNotTried ? properties::kNotTried
                                                        : properties::kDisagree;
    if (shown.status != properties::kDisagree) return;
    shown.tried = TakeDeath(section, end, shown);
    shown.remarks.push_back("what this section had still to try was not tried");
  }

  // The first death of a kind is shrunk and explained, and those like it are counted. Returns what
  // the report says of it.
  std::string TakeDeath(const Section& section, const TaskEnd& end, ReportSection& shown) {
    const auto same = std::ranges::find_if(report_.failures, [&](const ReportFailure& failure) {
      return IsDeathOf(failure, end, shown.id);
    });
    if (same != report_.failures.end()) {
      same->count += 1;
      return same->explanation.heading;
    }
    const properties::SubjectFactory factory = [this] {
      return MakeSubject(options_.choices.subject, {});
    };
    ReportFailure failure =
        section.on_death ? section.on_death(end) : FailureOf(end, shown.id, factory);
    std::string heading = failure.explanation.heading;
    shown.failed.push_back(failure.property);
    AddFailure(std::move(failure));
    return heading;
  }

  // The deaths after which the section was begun again.
  void TakeDeaths(const Section& section, const TaskEnd& end, ReportSection& shown) {
    if (end.earlier.empty()) return;
    for (const TaskEnd& death : end.earlier) TakeDeath(section, death, shown);
    shown.remarks.push_back(
        fmt::format("{} run{} killed the subject; all others were tried without what was fatal",
                    end.earlier.size(), end.earlier.size() == 1 ? "" : "s"));
    if (end.how == TaskEnd::How::kDone) shown.status = properties::kDisagree;
  }

  void TakeRule(std::size_t index, const TaskEnd& end) {
    if (end.how == TaskEnd::How::kThrew) ThrowAgain(end);
    const RuleCase& rule = rules_[index];
    const std::string locals(WordOf(rule.locals));
    const bool first = report_.rules.empty() || report_.rules.back().locals != locals;
    const std::string before = first ? "" : report_.rules.back().rule;
    report_.rules.push_back(TakeRow(rule, end));
    const ReportRow& row = report_.rules.back();
    const bool last = index + 1 == rules_.size() || rules_[index + 1].locals != rule.locals;
    publisher_.Say([&](const Style& style) {
      return (first ? "\n" + RulesHead(locals, style) : "") +
             RuleText(row, row.rule != before, style) +
             (last ? RulesFoot(report_.rules, locals, style) : "");
    });
  }

  // The machines of core's threads take a second, and are left out of the quick gate.
  bool HasThreads() const { return !rules_.empty() && !options_.quick; }

  void TakeThreads(const TaskEnd& end) {
    report_.threads = TakeThreadRows(end);
    publisher_.Say([&](const Style& style) {
      return report_.threads.empty() ? "" : "\n" + ThreadRulesText(report_.threads, style);
    });
  }

  void ExplainFailures() {
    std::vector<RawFailure> merged = Merged(raw_);
    if (merged.size() > kFailuresExplained) {
      report_.remarks.push_back(fmt::format("{} more kinds of failure are not shown",
                                            merged.size() - kFailuresExplained));
      merged.resize(kFailuresExplained);
    }
    std::vector<Task> tasks;
    for (const RawFailure& raw : merged) tasks.push_back(ExplainFailure(raw, options_));
    TaskHooks hooks = Hooks(tasks);
    hooks.stop = [this] { return Interrupted() || options_.first; };
    hooks.on_end = [&](std::size_t index, const TaskEnd& end) {
      AddFailure(TakeFailure(merged[index], end));
    };
    RunTasks(tasks, {.jobs = options_.jobs}, hooks);
  }

  // Adds a failure. Two kinds may shrink to the same trace; then they are one failure. So are two
  // deaths of one kind, of which the shorter is shown.
  void AddFailure(ReportFailure failure) {
    for (ReportFailure& known : report_.failures) {
      if (known.trace != failure.trace && !IsSameDeath(known, failure)) continue;
      const std::uint64_t count = known.count + failure.count;
      if (failure.operations < known.operations) known = std::move(failure);
      known.count = count;
      return;
    }
    report_.failures.push_back(std::move(failure));
  }

  // Each situation has to be met by a run that tries all disciplines, as many cases as `--quick`
  // does, and ends without a finding, which cuts its run short.
  bool MeetsAll() const {
    const std::size_t all = reference::kLocalsWords.size();
    return options_.choices.subject == "core" && report_.failures.empty() && !Stop() &&
           options_.choices.Disciplines().size() == all &&
           EffortOf(options_).random_cases >= QuickEffort().random_cases;
  }

  void TakeCoverage() {
    if (coverage_.Empty()) return;
    report_.coverage = ReportOf(coverage_, MeetsAll());
  }

  std::string CoverageShown(const Style& style) const {
    if (options_.verbose) return CoverageText(report_.coverage, style);
    return options_.choices.subject == "core" ? CoverageLine(report_.coverage, style) : "";
  }

  void WriteFailures() {
    ClearFolder(options_.out);
    const Choices choices{.subject = options_.choices.subject,
                          .lua_library = options_.choices.lua_library};
    for (std::size_t i = 0; i < report_.failures.size(); ++i) {
      WriteFailure(options_.out, i + 1, choices, report_.failures[i]);
    }
  }

  const VerifyOptions& options_;
  const Clock::time_point began_ = Clock::now();
  Publisher publisher_;
  Report report_;
  std::vector<Section> sections_;
  std::vector<RuleCase> rules_;
  std::string told_;             // what was chosen, and why
  std::set<std::size_t> said_;   // sections that were said, by their place in the report
  std::size_t hangs_ = 0;        // children that have hung
  model::KnownQuestions known_;  // of all rules: their tasks share it
  std::vector<RawFailure> raw_;
  properties::Coverage coverage_;  // of directed random in all disciplines
};

}  // namespace

int Verify(const VerifyOptions& options) { return Verification(options).Run(); }

}  // namespace tool
