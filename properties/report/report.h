// properties/report/report.h -- what a run of `verify` found, as plain data.
//
// The same findings are read by a person in a terminal, by a script as JSON and by a build server
// as JUnit XML. So they are gathered once, without a word of layout, and each form is a function of
// this. Strings hold what both a person and a script may want: a trace is its text.
//
// Read next: properties/report/report_text.h, properties/report/json.h, properties/report/junit.h.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/explain/explain.h"
#include "properties/judge/judge.h"
#include "properties/matrix/fault_proof.h"
#include "properties/matrix/thread_rows.h"

namespace properties {

// How a section, or the whole, came out.
inline constexpr const char* kAgree = "agree";
inline constexpr const char* kDisagree = "disagree";
inline constexpr const char* kInconclusive = "inconclusive";
inline constexpr const char* kNotTried = "not tried";
inline constexpr const char* kCutShort = "cut short";
inline constexpr const char* kBaseline = "baseline broken";

// One way in which the subject and the oracle disagreed.
struct ReportFailure {
  std::string section;      // the id of the section that found it
  std::string property;     // a property's word, or "crash" or "hang"
  std::string bucket;       // "safety, marking, after tick"
  std::uint64_t count = 0;  // traces that failed in this way
  std::string origin;       // where its trace comes from, and what shrinking did
  std::string trace;        // as text
  std::uint64_t operations = 0;
  Explanation explanation;
  std::string trace_file;
  std::string text_file;
  std::string replay;  // the command
  bool known = false;  // the subject is known to be broken so: it agrees if that is left alone
};

// One source of traces, tried in one discipline.
struct ReportSection {
  std::string id;     // "small-heaps/wavefront/dead"
  std::string group;  // "small heaps"
  std::string name;   // "wavefront"
  std::string locals;
  std::string status = kNotTried;
  std::string tried;  // one phrase: what was tried, and how far
  std::uint64_t traces = 0;
  std::uint64_t operations = 0;
  std::uint64_t states = 0;
  std::uint64_t inconclusive = 0;
  double seconds = 0;
  std::vector<std::string> failed;  // properties that did not hold
  std::vector<std::string> remarks;
};

// Traces until each checker caught a fault, in the order of kCheckerWords; empty: it never did.
struct ReportColumn {
  std::array<std::optional<std::uint64_t>, kCheckerCount> traces_until;
  std::uint64_t traces = 0;  // judged in all
};

// Runs until the fuzzers caught a fault, as it was measured (properties/matrix/detection_cost.h).
struct ReportDetectionCost {
  std::optional<std::uint64_t> from_empty;
  std::optional<std::uint64_t> from_seeds;
  std::string reason;  // why one of them is missing
};

// One fault of the rule matrix.
struct ReportRow {
  std::string fault;  // "rule/variant"
  std::string rule;
  std::string locals;
  std::string sentence;  // of the fault
  std::string status;    // "caught", "redundant", "missed", "contradiction", "crash", "not tried"
  ReportColumn small_heaps;
  ReportColumn random;
  FaultProof proof;  // no verdict: it was not asked for
  ReportDetectionCost fuzzer;
  std::uint64_t operations = 0;  // of the shortest trace that catches it; 0: there is none
  std::string checker;           // that catches it
  std::string trace;             // as text
  std::string argument;          // why it is redundant
  double seconds = 0;
};

struct Report {
  std::string version;  // of the program
  std::string command;  // that does the same again
  std::string subject;
  std::vector<std::string> locals;
  std::uint64_t seed = 0;
  std::vector<ReportSection> sections;
  std::vector<ReportRow> rules;
  std::vector<ThreadRow> threads;
  std::vector<ReportFailure> failures;
  std::vector<std::string> remarks;
  std::string verdict = kInconclusive;
  std::string sentence;  // the verdict in one line
  int exit_code = 3;
  double seconds = 0;
};

}  // namespace properties
