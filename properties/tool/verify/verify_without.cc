// properties/tool/verify/verify_without.cc -- `verify --without RULE`: is a collector that breaks
// this rule caught, and by which shortest run?

#include <chrono>
#include <stdexcept>
#include <vector>

#include "properties/report/explanation_text.h"
#include "properties/report/matrix_text.h"
#include "properties/report/report.h"
#include "properties/report/report_text.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/rules/rule_tasks.h"
#include "properties/tool/verify/publisher.h"
#include "properties/tool/verify/verdict.h"
#include "properties/tool/verify/verify_run.h"

namespace tool {
namespace {

using properties::Report;
using properties::ReportFailure;
using properties::ReportRow;
using properties::Style;
using Clock = std::chrono::steady_clock;

class Counterexample {
 public:
  explicit Counterexample(const VerifyOptions& options)
      : options_(options), publisher_(options), report_(EmptyReport(options)) {
    const reference::Locals locals = options.choices.Disciplines().front();
    report_.locals = {std::string(WordOf(locals))};
    for (const gc::Fault fault : options.choices.Faults()) cases_.push_back({fault, locals});
  }

  int Run() {
    PrepareFolder(options_.out);
    ClearFolder(options_.out);
    const auto began = Clock::now();
    RunCounterexampleSearches();
    report_.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    SayRows();
    GiveCounterexampleVerdict(options_, report_);
    publisher_.Say([&](const Style& style) {
      return "\n" + RemarksText(report_, style) + VerdictText(report_, style) +
             "  page: " + publisher_.Page() + "\n";
    });
    publisher_.Finish(report_);
    return report_.exit_code;
  }

 private:
  void RunCounterexampleSearches() {
    std::vector<Task> tasks;
    for (const RuleCase& rule : cases_) tasks.push_back(FindCounterexampleOfRule(rule, options_));
    const auto began = Clock::now();
    TaskHooks hooks;
    hooks.stop = [this, began] {
      const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
      return Interrupted() || (options_.seconds && seconds >= *options_.seconds);
    };
    hooks.on_idle = [&](std::uint64_t operations, std::size_t ended) {
      publisher_.progress().Show(ended, tasks.size(), options_.choices.without, operations);
    };
    hooks.on_end = [&](std::size_t index, const TaskEnd& end) { Take(cases_[index], end); };
    RunTasks(tasks, {.jobs = options_.jobs}, hooks);
  }

  void Take(const RuleCase& rule, const TaskEnd& end) {
    if (end.how == TaskEnd::How::kThrew) ThrowAgain(end);
    if (end.how == TaskEnd::How::kDone) {
      CounterexampleResult found = UnpackedCounterexample(end.text);
      found.row.seconds = end.seconds;
      report_.rules.push_back(found.row);
      if (found.failure.operations > 0) Show(rule, std::move(found.failure));
      return;
    }
    report_.rules.push_back(TakeRow(rule, end));
    if (end.how != TaskEnd::How::kDied && end.how != TaskEnd::How::kHung) return;
    const properties::SubjectFactory factory = [&rule] {
      return MakeSubject("core", gc::FaultSet(rule.fault));
    };
    Show(rule, FailureOf(end, report_.rules.back().fault, factory));
  }

  // The replay command must make this trace fail, so it repeats the given switch; if that named
  // several variants, it names the one that was broken.
  void Show(const RuleCase& rule, ReportFailure failure) {
    Choices choices;
    choices.without =
        cases_.size() == 1 ? options_.choices.without : TakeRow(rule, TaskEnd{}).fault;
    WriteFailure(options_.out, report_.failures.size() + 1, choices, failure);
    publisher_.Say([&](const Style& style) { return FailureText(failure, style) + "\n"; });
    report_.failures.push_back(std::move(failure));
  }

  void SayRows() {
    const std::string locals = report_.locals.front();
    publisher_.Say([&](const Style& style) { return RulesText(report_.rules, locals, style); });
  }

  const VerifyOptions& options_;
  Publisher publisher_;
  Report report_;
  std::vector<RuleCase> cases_;
};

}  // namespace

int VerifyWithout(const VerifyOptions& options) { return Counterexample(options).Run(); }

}  // namespace tool
