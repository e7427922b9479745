// properties/subjects/pipe/pipe_subject.h -- a collector behind a program that reads and writes
// lines, in any language.
//
// A shared library with a C interface is faster (properties/subjects/plugin/); but a runtime with
// threads and a heap of its own does not want to be loaded into another process. So the program is
// started, and asked by lines on its standard input; to each it writes one line. Words are parted
// by blanks, parts of an answer by "; ". Objects are named as in a trace: a to z, then o26, o27,
// ...
//
//     asked                 answered
//     hello 1               hello NAME; version V; verbs create store root ...; exact; colours
//     reset dead 0 -        ok
//     store a.0 b           done; freed c; freed d
//     weak-read w0          read a
//     look                  marking initial; a black b null; b grey; c white null
//     quit                  (the program ends)
//
// hello: the promises, as tricolour_subject.h says them: `exact`, `colours`, `units`, `staged`,
// `lazy`, `shapes`, `obeys`, `fingerprints`, `weak-until-freed`, each if it is kept; `cycles N`:
// collections until garbage is gone (1); `objects N`, `fields N`: the most that it can have (no
// limit); `slow N`: so many times fewer runs are tried (1); `rules R S ...`: rules that can be
// broken.
// reset: the discipline of locals, the shape, and the rule to break or "-".
// An operation is a line of a trace. It is answered with `done`, `read OBJECT`, `read null`,
// `refused`, `exhausted` or `broken RULE`, which a check of its own found; and then with what was
// published meanwhile: an event's word, the object if it has one, and a number if it has one. Two
// more may stand there: `rule-broken FILE:LINE`, where the rule that it was told to break was
// broken, and `how WORDS`, how it was done.
// look: the phase (idle, marking, sweeping, unknown), `initial` if holders outside were asked,
// `purge` if something is doomed; then each object that is there: its name, its colour (`-` without
// colours), and what its fields hold, an object, `null` or `dangling`.
// Two more questions are asked of those that promise it: `obey 1` and `obey 0` (to obey the rule
// from now on, or to break it again), which are answered with `ok`; and `fingerprint`, with a
// number below 2^64 such that two heaps with equal numbers behave alike for ever.
//
// A program that ends, or answers with anything else, is a finding: the answer is in it.
//
// Read next: properties/subjects/pipe/examples/mark_sweep.py.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reference/oracle/subject.h"

namespace properties {

struct PipeHello {
  std::string name;
  std::string version;  // empty: it says none
  reference::Promises promises;
  std::vector<std::string> rules;  // that can be broken
  std::uint32_t slowness = 1;      // so many times fewer runs are tried
  bool fingerprints = false;       // it answers `fingerprint`
};

// Reads the answer to hello. The alternative is a sentence that says what is wrong with it.
std::variant<PipeHello, std::string> ReadHello(const std::string& answer);

// Starts the command by a shell and asks it. The alternative is the same.
std::variant<PipeHello, std::string> GreetPipe(const std::string& command);

// The collector of a command that was greeted; each subject has a process of its own. `rule`: the
// one to break; empty: none.
std::unique_ptr<reference::Subject> MakePipeSubject(const std::string& command,
                                                    const PipeHello& hello, std::string rule = {});

// A name on the command line: pipe:COMMAND, or pipe:COMMAND@RULE, where the rule has no blank. A
// rule may have a '/' in its name, as core's have; but so has `ssh me@host/run`. So such a rule
// stands behind two of them: pipe:COMMAND@@RULE.
struct PipeChoice {
  std::string command;
  std::string rule;  // empty: none
};
std::optional<PipeChoice> PipeChoiceFrom(const std::string& name);
// The name of the subject with one of its rules broken.
std::string WithRule(const std::string& subject, const std::string& rule);

}  // namespace properties
