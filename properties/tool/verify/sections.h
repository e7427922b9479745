// properties/tool/verify/sections.h -- the sources of traces that `verify` tries on a subject.
//
// A section is one source of traces in one discipline. It runs in a child process and returns what
// was tried, and one raw trace for each kind of failure. Shrinking and explaining come later, so
// that a crash during those loses no finding.
//
// Read next: properties/tool/failures/failures.h.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "properties/report/report.h"
#include "properties/search/directed/directed.h"
#include "properties/search/exhaustive/alphabets.h"
#include "properties/tool/command_line/verify_options.h"
#include "properties/tool/failures/failures.h"
#include "properties/tool/process/run_recorder.h"
#include "properties/tool/process/worker.h"

namespace tool {

struct SectionResult {
  properties::ReportSection section;
  std::vector<RawFailure> failures;
  std::vector<std::uint64_t> coverage = {};  // Coverage::Numbers, of directed random
};

struct Section {
  properties::ReportSection head;  // the section before it runs
  std::function<SectionResult(RunRecorder&)> run;
  // What its child died of, if it judges no subject of the recorder.
  std::function<properties::ReportFailure(const TaskEnd&)> on_death = {};
  // How long it may apply no operation, if it computes for long without a subject.
  double silence_seconds = 0;
  // The same, as far as the quick run tries it: for once something has disagreed, since a verdict
  // is wanted soon then. Empty if `run` goes no further, or as far as was asked.
  std::function<SectionResult(RunRecorder&)> brief = {};
};

// Whether the run tries this group's runs of the discipline with dead locals as well: then a part
// of them is enough.
bool IsTriedWithDeadLocals(const VerifyOptions& options, properties::AlphabetGroup group,
                           reference::Locals locals);

// How many traces of a group are tried in a discipline, where `traces` are for each: the part of
// them that is enough.
std::uint64_t TracesOf(const VerifyOptions& options, properties::AlphabetGroup group,
                       reference::Locals locals, std::uint64_t traces, std::uint64_t part = 16);

// The corpus, and every alphabet of small heaps in every chosen discipline.
std::vector<Section> FixedSections(const VerifyOptions& options);

// Directed random in every chosen discipline. `stop` is called while it runs, in the child process.
std::vector<Section> RandomSections(const VerifyOptions& options, std::uint64_t cases,
                                    unsigned jobs, const std::function<bool()>& stop,
                                    std::optional<properties::Profile> profile = {});

// How the remark of a section begins that its share of a budget ended.
inline constexpr const char* kShareUsedUp = "its share of --seconds was used up after ";

// How long a section takes, measured as a multiple of the time of an alphabet of small heaps.
double WeightOf(const properties::ReportSection& section);

// A result as text, as one process sends it to another.
std::string Packed(const SectionResult& result);
SectionResult UnpackedSection(const std::string& text);

}  // namespace tool
