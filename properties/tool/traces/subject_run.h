// properties/tool/traces/subject_run.h -- a trace file and a choice of subject, for the commands
// that run one trace.
//
// `replay`, `shrink` and `explain` take the same file and the same switches, and must survive the
// same crashes. A rule has several variants, and a trace shows only some of them: the variants are
// tried, and the first under which the trace disagrees is taken. Without several variants nothing
// is tried beforehand: the trace is run once.
//
// Read next: properties/tool/commands/replay.cc.

#pragma once

#include <string>

#include "properties/judge/judge.h"
#include "properties/search/search.h"
#include "properties/tool/command_line/choices.h"
#include "reference/trace/trace.h"

namespace CLI {
class App;
}

namespace tool {

struct TraceOptions {
  std::string file;
  Choices choices;
  bool conformance = false;  // for a subject that breaks rules too
};

// Adds FILE, --subject, --without, --locals and --conformance.
void AddTraceOptions(CLI::App& command, TraceOptions& options);

// The trace, and the subject on which it is run.
struct SubjectRun {
  reference::Trace trace;  // with the chosen discipline
  gc::FaultSet faults;
  std::string name;  // such as "core without insertion-barrier/store-without-shading"
  properties::SubjectFactory factory;
  bool conformance = false;  // ask the model too (properties/judge/conforming.h)
};

// Reads the file and chooses the variant; if there are several, it tries them. Throws UsageError
// for a bad file or choice.
SubjectRun Settle(const TraceOptions& options);

// A child's outcome as text, for its parent.
std::string TextOf(properties::Outcome outcome);
properties::Outcome OutcomeOf(const std::string& text);

int ExitCodeFor(properties::Outcome outcome);

// The value of a comment line "# key: value" of a trace file; empty if there is none.
std::string CommentOf(const std::string& path, const std::string& key);

// The command that replays the file with the same choices.
std::string ReplayCommand(const TraceOptions& options);

}  // namespace tool
