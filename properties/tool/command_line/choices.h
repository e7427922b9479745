// properties/tool/command_line/choices.h -- what a command line chooses: a subject, a broken rule,
// a discipline.
//
// These three decide what a trace means, so they are the same for every command, are refused in the
// same words, and stand in every command that is printed for the reader to repeat.
//
// Read next: properties/tool/commands/commands.h.

#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/fault_set.h"
#include "core/faults.h"
#include "model/threads/rules.h"
#include "properties/search/search.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace CLI {
class App;
}

namespace tool {

// A wrong command line: exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A file that is not what it should be: "file:line:column: expected ...", the form that editors
// understand. The exit status is 2 too.
class BadFile : public UsageError {
 public:
  using UsageError::UsageError;
};

struct Choices {
  std::string subject = "core";
  std::string without;  // RULE or RULE/VARIANT; empty: no rule is broken
  std::string locals;   // dead, rescanned or black; empty: not chosen

  // The variants of `without`, one by one. Throws UsageError for a name that is none.
  std::vector<gc::Fault> Faults() const;
  std::optional<reference::Locals> ChosenLocals() const;
  // All disciplines, or the one that was chosen.
  std::vector<reference::Locals> Disciplines() const;
  // The options as they are typed, with a blank before each: " --subject lua".
  std::string Text() const;
};

void AddSubjectOption(CLI::App& command, Choices& choices);
void AddWithoutOption(CLI::App& command, Choices& choices);
void AddLocalsOption(CLI::App& command, Choices& choices, const std::string& help);

// Throws UsageError if the choices do not fit together: only core has rules to break.
void Check(const Choices& choices);

// The subject with this name, obeying every rule but those.
std::unique_ptr<reference::Subject> MakeSubject(const std::string& name, gc::FaultSet faults);

// The subject that is the same but leaves alone what is known to be broken in it; empty if nothing
// is known, or is left alone already.
std::optional<std::string> SparingWhatIsKnown(const std::string& name);

// The faults of "RULE" or "RULE/VARIANT"; none if no rule of core has the name.
std::vector<gc::Fault> FaultsWithName(const std::string& name);
// The same where there must be one: throws UsageError, with what may have been meant.
std::vector<gc::Fault> FaultsNamed(const std::string& name);
// Throws that error: no rule has the name, of core or of its threads.
[[noreturn]] void RefuseRule(const std::string& name);

// The faults of "RULE" or "RULE/VARIANT"; none if no thread rule has the name.
std::vector<model::threads::Fault> ThreadFaultsNamed(const std::string& name);

// The trace of a file. Throws BadFile, which says where and what was expected.
reference::Trace TraceOf(const std::string& path);

// The word as a shell takes it, in quotes if it must be.
std::string Quoted(const std::string& word);

// How the reader calls this program: "./tricolour".
std::string ProgramName();
void SetProgramName(const char* argv0);

// The number of processors that this process may use.
unsigned DefaultJobs();

}  // namespace tool
