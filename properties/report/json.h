// properties/report/json.h -- a report as JSON, for scripts and for sending it between processes.
//
// The schema has a version: within a version members may be added, but none is renamed or removed.
// What is written can be read back: so a child process sends its findings to its parent.
//
// Read next: properties/report/report.h (what each member means).

#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "properties/report/report.h"

namespace properties {

inline constexpr int kReportSchema = 1;

NLOHMANN_JSON_SERIALIZE_ENUM(Mark,
                             {{Mark::kNone, ""}, {Mark::kGuilty, "guilty"}, {Mark::kLoss, "loss"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Outcome, {{Outcome::kAgree, "agree"},
                                       {Outcome::kDisagree, "disagree"},
                                       {Outcome::kInconclusive, "inconclusive"}})

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StepRow, mark, number, lane, operation, colours, note, where)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Suspect, rule, saves)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Explanation, outcome, heading, blame, rows, unreached, why,
                                   saves, suspects)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportFailure, section, property, bucket, count, origin, trace,
                                   operations, explanation, trace_file, text_file, page_file,
                                   replay, known, cause)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportSuspect, rule, failures, saved, sites)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportChange, place, concern, lines)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportSection, id, group, name, locals, status, tried, traces,
                                   operations, states, inconclusive, variants, seconds, failed,
                                   remarks)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PurposeOfRule, necessary_for, shown, confirmed_by)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ShortestRun, first_finding, longer_because, z3)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FaultProof, fault, locals, verdict, purpose, broken, searched,
                                   length, operations, shortest, trace, message, fails, passes,
                                   checker, seconds)

// {"outcome": 12, "invariant": null, "verifier": 3, "traces": 40}
void to_json(nlohmann::json& json, const ReportColumn& column);
void from_json(const nlohmann::json& json, ReportColumn& column);
// {"empty": 4711, "seeds": null, "reason": "not within 300000 runs"}
void to_json(nlohmann::json& json, const ReportDetectionCost& cost);
void from_json(const nlohmann::json& json, ReportDetectionCost& cost);

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportRow, fault, rule, locals, sentence, status, small_heaps,
                                   random, proof, fuzzer, operations, checker, trace, argument,
                                   seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ThreadRow, fault, rule, sentence, status, machine, sound_states,
                                   sound, states, wrong, memory, length, witness, running,
                                   sanitizer, in_core, reason)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportSituation, name, sentence, count)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportVerb, verb, counts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportCoverage, situations, phases, verbs, missed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report, version, command, subject, judged_library, locals, seed,
                                   sections, rules, threads, failures, suspects, changes, coverage,
                                   remarks, verdict, sentence, exit_code, seconds)

// The report with the version of its schema, indented, with an end of line. Bytes that are not
// UTF-8 are replaced.
std::string JsonText(const Report& report);

// Lists of rows in the same form, as `rules` prints them.
std::string JsonText(const std::vector<ReportRow>& rows, const std::vector<ThreadRow>& threads);

// A value on one line, as one process sends it to another.
template <typename T>
std::string Packed(const T& value) {
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}
template <typename T>
T Unpacked(const std::string& text) {
  return nlohmann::json::parse(text).get<T>();
}

}  // namespace properties
