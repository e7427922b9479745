// properties/explain/explain.h -- explains to a person why a trace makes subject and oracle
// disagree.
//
// "d was freed" is not enough to mend a barrier. A person needs three things: the step at which the
// run went wrong, which comes before the step at which that was noticed; the line of code, if it is
// known; and what would have saved the object. None of this is guessed from the trace. The trace is
// run again, colours and edges are watched after every step, and experiments change one thing at a
// time.
//
//     >  9  mutator    store a.1 d     -                  black to white, d not shaded
//     > 10  mutator    store b.0 null  -                  the last way of marking to d is cut
//     ! 11  collector  tick 9          b BLACK, d DOOMED  reachable: root -> a.1 -> d
//
// Read next: properties/explain/blame.h (which steps are guilty), properties/report/report_text.h
// (how it prints).

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/explain/claims.h"
#include "properties/judge/judge.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

enum class Mark : std::uint8_t { kNone, kGuilty, kLoss };

// One operation of a trace, as a line of a table.
struct StepRow {
  Mark mark = Mark::kNone;
  std::size_t number = 0;  // from 1
  std::string lane;        // mutator, mutator 1, collector or expectation
  std::string operation;
  std::string colours;  // the colours that changed; "-" if one should have changed
  std::string note;
  std::string where;  // file:line, if a broken rule is known
};

// A rule that may be the broken one.
struct Suspect {
  std::string rule;    // its name
  bool saves = false;  // to make up for it makes the run agree
};

struct Explanation {
  Outcome outcome = Outcome::kAgree;
  std::string heading;        // "DISAGREE safety: a reachable object was gathered: root -> d"
  std::string blame;          // "MISSED BARRIER (insertion-barrier)", or empty
  std::vector<StepRow> rows;  // up to the finding
  std::size_t unreached = 0;  // operations after the finding
  std::vector<std::string> why;
  std::vector<std::string> saves;
  std::vector<Suspect> suspects;  // the likeliest first
  // The sentences above, the blame and the notes of marked rows, each with what it claims
  // (check_claims.h). Reports leave it out.
  std::vector<Sentence> said;
  JudgeOptions judged;  // the checkers of the run that is explained
};

struct ExplainOptions {
  std::size_t max_runs = 2000;  // experiments at most
  bool conformance =
      // If no checker finds anything, ask whether the model allows the run (conforming.h).
      false;
  std::size_t max_operations = 10'000;  // longer traces get no table: shrink them first
};

// Runs the trace once for each checker, and again for each experiment, to learn what would have
// saved the object and which steps matter. It explains the outcome's finding if there is one, else
// the invariant's, else the verifier's.
Explanation Explain(const reference::Trace& trace, reference::Subject& subject,
                    const ExplainOptions& options = {});

}  // namespace properties
