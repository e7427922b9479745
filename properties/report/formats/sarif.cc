// properties/report/formats/sarif.cc -- builds the log with nlohmann's library, which does the
// escaping.

#include "properties/report/formats/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules.h"
#include "properties/report/explanation_text.h"
#include "properties/report/formats/formats.h"
#include "properties/report/report_text.h"

namespace properties {
namespace {

using nlohmann::json;

constexpr const char* kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

json Message(const std::string& text) { return {{"text", text}}; }

// A path as part of an address.
std::string AsAddress(const std::string& path) {
  constexpr std::string_view kMeant = "/-._~+=,:@";
  std::string escaped;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || kMeant.find(c) != std::string_view::npos;
    escaped += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return escaped;
}

json LocationAt(const std::string& file, std::uint64_t line) {
  json artifact = {{"uri", "file://" + AsAddress(file)}};
  if (!file.starts_with('/')) artifact = {{"uri", AsAddress(file)}, {"uriBaseId", "%SRCROOT%"}};
  json location = {{"physicalLocation", {{"artifactLocation", artifact}}}};
  if (line > 0) location["physicalLocation"]["region"] = {{"startLine", line}};
  return location;
}

// What the rule says, if it is one of core's.
std::string SentenceOf(const std::string& rule) {
  for (const gc::RuleEntry& entry : gc::kRules) {
    if (entry.name == rule) return std::string(entry.sentence) + ".";
  }
  return "The subject and the oracle disagree about: " + rule + ".";
}

// The rules that results name, each once, in the order of their first result.
class RuleList {
 public:
  std::size_t IndexOf(const std::string& rule) {
    const auto at = std::ranges::find(names_, rule);
    if (at != names_.end()) return static_cast<std::size_t>(at - names_.begin());
    names_.push_back(rule);
    return names_.size() - 1;
  }
  json Descriptors() const {
    json all = json::array();
    for (const std::string& name : names_) {
      all.push_back({{"id", name}, {"shortDescription", Message(SentenceOf(name))}});
    }
    return all;
  }

 private:
  std::vector<std::string> names_;
};

// The line of a step in the file of the trace; 0 if that is not known.
std::uint64_t LineOf(const StepRow& row, const ReportFailure& failure) {
  return failure.first_line == 0 || row.number == 0 ? 0 : failure.first_line + row.number - 1;
}

// The line of the step that shows most: a guilty one, or else the one at which it is found.
std::uint64_t TellingLine(const ReportFailure& failure) {
  std::uint64_t line = failure.first_line;
  for (const StepRow& row : failure.explanation.rows) {
    if (row.mark == Mark::kNone) continue;
    line = LineOf(row, failure);
    if (row.mark == Mark::kGuilty) return line;
  }
  return line;
}

json StepLocation(const StepRow& row, const ReportFailure& failure) {
  const std::string text =
      fmt::format("{}: {}{}{}", row.lane, row.operation, row.note.empty() ? "" : ": ", row.note);
  json location = LocationAt(failure.trace_file, LineOf(row, failure));
  location["message"] = Message(text);
  return {{"location", location},
          {"executionOrder", row.number},
          {"importance", row.mark == Mark::kNone ? "unimportant" : "essential"}};
}

json FlowOf(const ReportFailure& failure) {
  json steps = json::array();
  for (const StepRow& row : failure.explanation.rows) {
    steps.push_back(StepLocation(row, failure));
  }
  return json::array({{{"threadFlows", json::array({{{"locations", steps}}})}}});
}

json ResultOf(const ReportFailure& failure, RuleList& rules) {
  const std::string rule = RuleOf(failure);
  const Place place = PlaceOf(failure);
  std::string text = failure.explanation.heading;
  for (const std::string& sentence : failure.explanation.why) text += " " + sentence;
  json result = {{"ruleId", rule},
                 {"ruleIndex", rules.IndexOf(rule)},
                 {"level", failure.known ? "note" : "error"},
                 {"message", Message(text)},
                 {"partialFingerprints", {{"bucket/v1", failure.bucket}}},
                 {"properties",
                  {{"origin", failure.origin},
                   {"replay", failure.replay},
                   {"trace", failure.trace},
                   {"traces", failure.count}}}};
  result["locations"] = json::array();
  if (!place.file.empty()) {
    result["locations"].push_back(LocationAt(place.file, place.line));
  } else if (!failure.trace_file.empty()) {
    result["locations"].push_back(LocationAt(failure.trace_file, TellingLine(failure)));
  }
  if (!failure.page_file.empty()) {
    result["attachments"] =
        json::array({{{"description", Message("the run as a page, step by step")},
                      {"artifactLocation",
                       LocationAt(failure.page_file, 0)["physicalLocation"]["artifactLocation"]}}});
  }
  if (!failure.trace_file.empty() && !failure.explanation.rows.empty()) {
    result["codeFlows"] = FlowOf(failure);
  }
  return result;
}

bool IsFine(const ReportRow& row) {
  return row.status == "caught" || row.status == "redundant" || row.status == kNotTried ||
         row.status == kCutShort || row.status == kInconclusive;
}

// A fault that was to be caught and was not.
json ResultOf(const ReportRow& row, RuleList& rules) {
  return {{"ruleId", row.rule},
          {"ruleIndex", rules.IndexOf(row.rule)},
          {"level", "error"},
          {"message", Message(fmt::format("{} (locals {}): {}. {}. {}", row.fault, row.locals,
                                          row.status, row.sentence, row.argument))},
          {"locations", json::array()}};
}

// A section that disagrees without a trace that shows it, as those about threads do.
json ResultOf(const ReportSection& section, RuleList& rules) {
  std::string text = section.id + ": " + section.status + ". " + section.tried + ".";
  for (const std::string& remark : section.remarks) text += " " + remark + ".";
  return {{"ruleId", section.group},
          {"ruleIndex", rules.IndexOf(section.group)},
          {"level", "error"},
          {"message", Message(text)},
          {"locations", json::array()}};
}

json NotificationsOf(const Report& report) {
  json all = json::array();
  for (const ReportSection& section : report.sections) {
    if (section.status == kAgree || section.status == kDisagree || section.status == kBaseline) {
      continue;
    }
    all.push_back({{"level", "warning"}, {"message", Message(section.id + ": " + section.status)}});
  }
  for (const std::string& remark : report.remarks) {
    all.push_back({{"level", "note"}, {"message", Message(remark)}});
  }
  return all;
}

json ResultsOf(const Report& report, RuleList& rules) {
  json results = json::array();
  for (const ReportFailure& failure : report.failures) results.push_back(ResultOf(failure, rules));
  for (const ReportSection& section : report.sections) {
    const bool shown = std::ranges::any_of(report.failures, [&](const ReportFailure& failure) {
      return failure.section == section.id ||
             std::ranges::count(section.failed, failure.property) > 0;
    });
    const bool wrong = section.status == kDisagree || section.status == kBaseline;
    if (wrong && !shown) results.push_back(ResultOf(section, rules));
  }
  for (const ReportRow& row : report.rules) {
    if (!IsFine(row)) results.push_back(ResultOf(row, rules));
  }
  return results;
}

}  // namespace

std::string SarifText(const Report& report) {
  RuleList rules;
  const json results = ResultsOf(report, rules);
  const json driver = {
      {"name", "tricolour"}, {"version", report.version}, {"rules", rules.Descriptors()}};
  // An agreement that was not reached is no success of the tool.
  const json invocation = {{"commandLine", report.command},
                           {"executionSuccessful", report.exit_code != 3},
                           {"exitCode", report.exit_code},
                           {"exitCodeDescription", report.verdict + ": " + report.sentence},
                           {"toolExecutionNotifications", NotificationsOf(report)}};
  const json run = {{"tool", {{"driver", driver}}},
                    {"columnKind", "utf16CodeUnits"},
                    {"invocations", json::array({invocation})},
                    {"results", results},
                    {"properties", {{"subject", JudgedText(report)}, {"seed", report.seed}}}};
  const json log = {{"$schema", kSarifSchema}, {"version", "2.1.0"}, {"runs", json::array({run})}};
  return log.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace properties
