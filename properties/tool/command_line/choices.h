// properties/tool/command_line/choices.h -- the choices of a command line: a subject, a broken
// rule, a discipline.
//
// These three decide what a trace means. So they are the same for every command, are refused in the
// same words, and are part of every command that is printed for the reader to repeat.
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

// A file with a mistake: "file:line:column: expected ...", in the form that editors understand. The
// exit status is 2 as well.
class BadFile : public UsageError {
 public:
  using UsageError::UsageError;
};

struct Choices {
  std::string subject = "core";
  std::string without;      // RULE or RULE/VARIANT; empty: no rule is broken
  std::string locals;       // dead, rescanned or black; empty: not chosen
  std::string lua_library;  // the file of the Lua to judge; empty: the one that the system loads

  // The variants of `without`. Throws UsageError if no rule has that name.
  std::vector<gc::Fault> Faults() const;
  // For commands that break one rule in one way. Throws UsageError if `without` has several
  // variants.
  gc::FaultSet OneFault() const;
  std::optional<reference::Locals> ChosenLocals() const;
  // The chosen discipline; all that the subject has if none was chosen.
  std::vector<reference::Locals> Disciplines() const;
  // The options as they are typed, with a blank before each: " --subject lua".
  std::string Text() const;
};

void AddSubjectOption(CLI::App& command, Choices& choices);
// The same as an argument that must be given.
void AddSubjectArgument(CLI::App& command, Choices& choices);
void AddWithoutOption(CLI::App& command, Choices& choices);
// The same for a command that asks for OneFault().
void AddOneFaultOption(CLI::App& command, Choices& choices);
void AddLocalsOption(CLI::App& command, Choices& choices, const std::string& help);

// Throws UsageError if the choices do not fit together: only core has rules to break.
void Check(const Choices& choices);

// The subject with this name, which breaks these rules and no others.
std::unique_ptr<reference::Subject> MakeSubject(const std::string& name, gc::FaultSet faults);

// A known bug that a subject may show in the judged release, and the name of the same subject with
// this bug made up for: a failure that agrees there is this bug, and no other is.
struct KnownBug {
  std::string name;
  std::string sentence;
  std::string mended;  // "lua:mend-weak-both-metatable"
};
std::vector<KnownBug> KnownBugsOf(const std::string& subject);

// Which library is judged, if the subject is one: "Lua 5.4.4 of /usr/lib/liblua5.4.so.0".
std::string LibraryOf(const std::string& subject);

// Whether the subject is a library or a program, which breaks its rules itself.
bool BreaksItsOwnRules(const std::string& subject);
// Whether its name says that it breaks one: PATH@RULE.
bool BreaksARuleNow(const std::string& subject);

// What such a subject says of itself beside its promises.
struct OwnWords {
  std::vector<std::string> rules;         // that it can break
  std::vector<reference::Locals> locals;  // the disciplines that it has
  std::uint32_t slowness = 1;             // searches try so many times fewer runs
  bool one_heap = false;                  // one thread at a time may judge it
};
// Throws UsageError if it cannot be used.
OwnWords OwnWordsOf(const std::string& subject);

// The name of such a subject with one of its rules broken: PATH.so@RULE, or pipe:COMMAND@RULE.
std::string SubjectWithRule(const std::string& subject, const std::string& rule);

// The faults of "RULE" or "RULE/VARIANT"; none if no rule of core has the name.
std::vector<gc::Fault> FaultsWithName(const std::string& name);
// The same, but throws UsageError, with a suggestion, if no rule of core has the name.
std::vector<gc::Fault> FaultsNamed(const std::string& name);
// Throws that error; no rule has the name, neither of core nor of its threads.
[[noreturn]] void RefuseRule(const std::string& name);

// The faults of "RULE" or "RULE/VARIANT"; none if no thread rule has the name.
std::vector<model::threads::Fault> ThreadFaultsNamed(const std::string& name);

// Reads the trace of a file. Throws BadFile, which says where it is wrong and what was expected.
reference::Trace TraceOf(const std::string& path);

// The word as one argument of a shell, in quotes if it needs them.
std::string Quoted(const std::string& word);

// The command by which the user called this program, such as "./tricolour".
std::string ProgramName();
void SetProgramName(const char* argv0);

// The number of processors that this process may use.
unsigned DefaultJobs();

}  // namespace tool
