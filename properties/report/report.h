// properties/report/report.h -- the findings of a `verify` run, as plain data.
//
// The same findings are read by a person in a terminal, by a script as JSON and by a build server
// as JUnit XML. So they are gathered once, without any layout, and each form is a function of this
// data. A trace is kept as its text, which all three need.
//
// Read next: properties/report/report_text.h, properties/report/json.h,
// properties/report/formats/junit.h.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "properties/explain/explain.h"
#include "properties/judge/judge.h"
#include "properties/matrix/fault_proof.h"
#include "properties/matrix/thread_rows.h"

namespace properties {

// The status of a section, or of the whole run.
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
  std::string origin;       // where the trace comes from, and what shrinking did
  std::string trace;        // as text
  std::uint64_t operations = 0;
  Explanation explanation;
  std::string trace_file;
  std::uint64_t first_line = 0;  // of the trace's first operation in that file; 0: not known
  std::string text_file;
  std::string page_file;
  std::string replay;       // the command that replays it
  bool known = false;       // a known bug of the subject, which agrees if that is spared
  std::uint64_t cause = 0;  // failures with the same number have one cause; 0: not asked for
};

// A rule that failures blame.
struct ReportSuspect {
  std::string rule;
  std::uint64_t failures = 0;      // that blame it
  std::uint64_t saved = 0;         // of these, the runs that agree if it is made up for
  std::vector<std::string> sites;  // "core/pointer/object_ptr.h:118": where it is upheld
};
// Lines of core that differ from the commit with which is compared.
struct ReportChange {
  std::string place;               // "core/pointer/barrier.h:97"
  std::string concern;             // what it has to do with the suspected rules
  std::vector<std::string> lines;  // with their signs
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
  // "workers=2": so many traces were on a heap with that setting. Usual values are not counted.
  std::map<std::string, std::uint64_t> variants;
  double seconds = 0;
  std::vector<std::string> failed;  // properties that did not hold
  std::vector<std::string> remarks;
};

// For each checker, in the order of kCheckerWords, the traces until it caught the fault; empty if
// it never did.
struct ReportColumn {
  std::array<std::optional<std::uint64_t>, kCheckerCount> traces_until;
  std::uint64_t traces = 0;  // judged in all; 0: the search was not asked
};

// The runs until the fuzzers caught a fault, as measured beforehand
// (properties/matrix/detection_cost.h).
struct ReportDetectionCost {
  std::optional<std::uint64_t> from_empty;
  std::optional<std::uint64_t> from_seeds;
  std::string reason;  // why a number is missing
};

// One fault of the rule matrix.
struct ReportRow {
  std::string fault;  // "rule/variant"
  std::string rule;
  std::string locals;
  std::string sentence;  // the fault in a sentence
  std::string status;    // "caught", "redundant", "missed", "contradiction", "crash", "not tried"
  ReportColumn small_heaps;
  ReportColumn random;
  FaultProof proof;  // without a verdict if it was not asked for
  ReportDetectionCost fuzzer;
  std::uint64_t operations = 0;  // of the shortest trace that catches it; 0: there is none
  std::string checker;           // the checker that catches it
  std::string trace;             // as text
  std::string argument;          // why the fault is redundant
  double seconds = 0;
};

// How often directed random met what it has to meet (properties/coverage/situations.h).
struct ReportSituation {
  std::string name;
  std::string sentence;
  std::uint64_t count = 0;
};
struct ReportVerb {
  std::string verb;
  std::vector<std::uint64_t> counts;  // by phase, in the order of ReportCoverage::phases
};
struct ReportCoverage {
  std::vector<ReportSituation> situations;
  std::vector<std::string> phases;
  std::vector<ReportVerb> verbs;
  std::vector<std::string> missed;  // what had to be met and was not; empty if nothing had to be
};

// What was asked for, and of which program and library.
struct ReportHead {
  std::string version;  // the program's version
  std::string command;  // the command that repeats this run
  std::string subject;
  std::string judged_library;  // its release and path, of a subject that is a library
  std::vector<std::string> locals;
  std::uint64_t seed = 0;
};

struct Report : ReportHead {
  std::vector<ReportSection> sections;
  std::vector<ReportRow> rules;
  std::vector<ThreadRow> threads;
  std::vector<ReportFailure> failures;
  std::vector<ReportSuspect> suspects;  // the likeliest first
  std::vector<ReportChange> changes;    // those that have to do with the likeliest first
  ReportCoverage coverage;              // empty if the subject shows no colours
  std::vector<std::string> remarks;
  std::string verdict = kInconclusive;
  std::string sentence;  // the verdict in one line
  int exit_code = 3;
  double seconds = 0;
};

}  // namespace properties
