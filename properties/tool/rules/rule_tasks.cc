// properties/tool/rules/rule_tasks.cc -- makes tasks of rows of the matrix, and rows of their
// results.

#include "properties/tool/rules/rule_tasks.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "properties/base/fault_names.h"
#include "properties/explain/explain.h"
#include "properties/matrix/detection_cost.h"
#include "properties/matrix/fault_proof.h"
#include "properties/matrix/matrix.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace tool {

using properties::MatrixRow;
using properties::ReportFailure;
using properties::ReportRow;
using properties::RowVerdict;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CounterexampleResult, row, failure)

namespace {

// Of a rule's task, against an alphabet of small heaps.
constexpr double kWeightWithProof = 3;
// Of the quick run's traces, for a fault that is argued to be redundant.
constexpr std::uint64_t kPartOfRedundant = 12;

std::string StatusOf(RowVerdict verdict) {
  switch (verdict) {
    case RowVerdict::kCaught:
      return "caught";
    case RowVerdict::kRedundant:
      return "redundant";
    case RowVerdict::kMissed:
      return "missed";
    case RowVerdict::kContradiction:
      break;
  }
  return "contradiction";
}

// The fuzzers are measured beforehand, and only in one discipline.
properties::ReportDetectionCost DetectionCostOf(const RuleCase& rule) {
  const properties::FuzzMeasurement& measured = properties::MeasuredDetectionCost();
  if (measured.locals != rule.locals) {
    return {.from_empty = {},
            .from_seeds = {},
            .reason = fmt::format("measured under locals {}", WordOf(measured.locals))};
  }
  const auto cost = properties::DetectionCostOf(rule.fault);
  if (!cost)
    return {.from_empty = {}, .from_seeds = {}, .reason = "not measured since it became a rule"};
  return {cost->from_empty, cost->from_seeds, cost->reason};
}

// The row before anything was tried.
ReportRow RowOf(const RuleCase& rule) {
  const gc::FaultEntry& entry = gc::EntryOf(rule.fault);
  ReportRow row;
  row.fault = properties::NameOf(rule.fault);
  row.rule = std::string(gc::EntryOf(entry.rule).name);
  row.locals = std::string(WordOf(rule.locals));
  row.sentence = std::string(entry.sentence);
  row.status = properties::kNotTried;
  row.fuzzer = DetectionCostOf(rule);
  return row;
}

ReportRow RowOf(const RuleCase& rule, const MatrixRow& found) {
  ReportRow row = RowOf(rule);
  row.status = StatusOf(found.verdict);
  row.small_heaps = {found.small_heaps.traces_until, found.small_heaps.traces};
  row.random = {found.random.traces_until, found.random.traces};
  if (found.redundancy) row.argument = std::string(found.redundancy->argument);
  if (!found.caught) return row;
  row.operations = found.caught->trace.operations.size();
  row.trace = reference::PrintTrace(found.caught->trace);
  if (const properties::Finding* const finding = found.caught->verdict.First()) {
    row.checker =
        std::string(properties::kCheckerWords[static_cast<std::size_t>(finding->checker)]);
  }
  return row;
}

// The status of a row: the searches on core and the proof of the model must not contradict each
// other.
std::string StatusWith(const ReportRow& row) {
  const properties::FaultProof& proof = row.proof;
  if (proof.Undecided()) return "undecided";
  if (proof.Necessary() && !(proof.fails && proof.passes && proof.Agrees())) return "contradiction";
  const bool redundant = proof.verdict == properties::kRedundantProved;
  const bool outcome = row.status == "caught" && row.checker == "outcome";
  if (redundant ? outcome : row.status == "redundant") return "contradiction";
  return row.status;
}

properties::MatrixOptions MatrixOf(const RuleCase& rule, const VerifyOptions& options,
                                   RunRecorder& recorder) {
  const Effort effort = EffortOf(options);
  properties::MatrixOptions matrix;
  matrix.locals = rule.locals;
  matrix.faults = {rule.fault};
  matrix.seed = options.seed;
  // What nothing can notice is looked for to the end: a full run does so as far as for any other.
  const bool argued = properties::RedundancyOf(rule.fault, rule.locals).has_value();
  const std::uint64_t part = options.quick && argued ? kPartOfRedundant : 1;
  matrix.max_small_traces = effort.rule_traces / part;
  matrix.max_random_cases = effort.rule_cases / part;
  matrix.make_subject = [&recorder](gc::FaultSet faults) {
    return recorder.Recorded(properties::MakeFaultyCoreSubject(faults));
  };
  return matrix;
}

std::string OriginOf(const MatrixRow& found, const VerifyOptions& options) {
  const auto& small = found.small_heaps.By(properties::Checker::kOutcome);
  const auto& random = found.random.By(properties::Checker::kOutcome);
  std::string origin;
  if (small) {
    origin = fmt::format("caught by trace {} of small heaps", properties::Grouped(*small));
  } else if (random) {
    origin = fmt::format("caught by case {} of directed random", *random - 1);
  } else {
    origin = "caught by a checker that no mutator has";
  }
  return origin + fmt::format(", seed {:#x}; shrunk to {} operations ({} runs)", options.seed,
                              found.caught->trace.operations.size(), found.caught->runs);
}

ReportFailure FailureOf(const RuleCase& rule, const MatrixRow& found, const VerifyOptions& options,
                        RunRecorder& recorder) {
  ReportFailure failure;
  if (!found.caught) return failure;
  const auto subject =
      recorder.Recorded(properties::MakeFaultyCoreSubject(gc::FaultSet(rule.fault)));
  failure.section = "rules/" + std::string(WordOf(rule.locals));
  failure.bucket = properties::NameOf(rule.fault);
  failure.count = 1;
  failure.origin = OriginOf(found, options);
  failure.trace = reference::PrintTrace(found.caught->trace);
  failure.operations = found.caught->trace.operations.size();
  if (const properties::Finding* const finding = found.caught->verdict.First()) {
    failure.property = std::string(WordOf(finding->property));
  }
  failure.explanation = properties::Explain(found.caught->trace, *subject);
  return failure;
}

// A witness that core bears out shows that a rule is needed. That no shorter one is possible is a
// fact of the model, which no change of core alters: a run of verify finds it once.
properties::Seek SeekOf(const RuleCase& rule, const VerifyOptions& options) {
  const bool first = rule.locals == options.choices.Disciplines().front();
  return options.asked == Asked::kEach || first ? properties::Seek::kShortest
                                                : properties::Seek::kWitness;
}

}  // namespace

std::vector<RuleCase> RuleCases(const VerifyOptions& options) {
  std::vector<RuleCase> cases;
  std::vector<reference::Locals> disciplines = options.choices.Disciplines();
  if (!EffortOf(options).rules_in_all_disciplines) disciplines.resize(1);
  for (const reference::Locals locals : disciplines) {
    for (const gc::FaultEntry& entry : gc::kFaults) cases.push_back({entry.fault, locals});
  }
  return cases;
}

Task MeasureRule(const RuleCase& rule, const VerifyOptions& options, RuleSearches searches,
                 model::KnownQuestions& known) {
  return {properties::NameOf(rule.fault),
          [rule, options, searches, &known](RunRecorder& recorder) {
            ReportRow row = RowOf(rule);
            const properties::MatrixOptions matrix = MatrixOf(rule, options, recorder);
            if (searches == RuleSearches::kByTurns) {
              row = RowOf(rule, properties::CatchFault(rule.fault, matrix));
            } else if (const auto rows = properties::ComputeMatrix(matrix); !rows.empty()) {
              row = RowOf(rule, rows.front());
            }
            if (EffortOf(options).rules_proved) {
              row.proof = properties::ProveWithout(rule.fault, rule.locals, 1, &known,
                                                   SeekOf(rule, options));
              row.status = StatusWith(row);
            }
            return properties::Packed(row);
          },
          EffortOf(options).rules_proved ? kWeightWithProof : 1,
          EffortOf(options).rules_proved ? 120. : 0.};
}

ReportRow TakeRow(const RuleCase& rule, const TaskEnd& end) {
  ReportRow row = RowOf(rule);
  if (end.how == TaskEnd::How::kDone) row = properties::Unpacked<ReportRow>(end.text);
  if (end.how == TaskEnd::How::kCutShort) row.status = properties::kCutShort;
  if (end.how == TaskEnd::How::kNoRoom) {
    row.status = properties::kInconclusive;
    row.argument = "It was not tried to the end: " + end.text + ".";
  }
  if (end.how == TaskEnd::How::kDied || end.how == TaskEnd::How::kHung) {
    row.status = end.how == TaskEnd::How::kDied ? "crash" : "hang";
    row.argument =
        "The faulty core took its process with it (" + end.text + "). " + TellingLine(end.said);
    if (!end.last_runs.empty()) row.trace = reference::PrintTrace(end.last_runs.front().trace);
  }
  row.seconds = end.seconds;
  return row;
}

Task FindCounterexampleOfRule(const RuleCase& rule, const VerifyOptions& options) {
  return {
      properties::NameOf(rule.fault), [rule, options](RunRecorder& recorder) {
        const MatrixRow found =
            properties::CatchFault(rule.fault, MatrixOf(rule, options, recorder));
        CounterexampleResult result{RowOf(rule, found), FailureOf(rule, found, options, recorder)};
        return properties::Packed(result);
      }};
}

CounterexampleResult UnpackedCounterexample(const std::string& text) {
  return properties::Unpacked<CounterexampleResult>(text);
}

bool IsWhole(const ReportRow& row) {
  return row.status == "caught" || row.status == "redundant" ||
         row.status == properties::kNotTried || row.status == properties::kCutShort ||
         row.status == properties::kInconclusive;
}

}  // namespace tool
