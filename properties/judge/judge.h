// properties/judge/judge.h -- judges one run: does the subject do what the oracle says it must?
//
// Judging is a pure function of a trace and a subject: no clock, no I/O, no test framework. Tests,
// fuzzers and the program share it. After every operation up to four independent checkers compare
// the subject with the oracle, and the first finding of each checker is kept:
//
//   outcome    what a mutator could notice: a loss, a wrong answer, a wrong order, a wrong count
//              (census.h), a wrong answer about the whole heap (questions.h), or that an
//              unreachable object is not freed
//   invariant  the tri-colour invariants, from the subject's published colours and the oracle's
//              edges
//   verifier   the subject's own verifier, and its own checks
//   conformance  (if asked) whether the proved model allows each unit that the subject publishes;
//              ticks are then applied one unit at a time
//
// Thread rules: a JudgeSession is used by one thread at a time and holds no global state.
// Read next: reference/oracle/oracle.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/conformance/recorder.h"
#include "properties/judge/census.h"
#include "reference/oracle/oracle.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

enum class Outcome : std::uint8_t { kAgree, kDisagree, kInconclusive };
enum class Checker : std::uint8_t { kOutcome, kInvariant, kVerifier, kConformance };
inline constexpr std::size_t kCheckerCount = 4;
inline constexpr std::array<std::string_view, kCheckerCount> kCheckerWords = {
    "outcome", "invariant", "verifier", "conformance"};

struct Finding {
  Checker checker = Checker::kOutcome;
  reference::Property property = reference::Property::kSafety;
  std::size_t step = 0;  // index into trace.operations: the operation before the finding
  reference::Name object = reference::kNull;  // the object that the finding is about, or kNull
  std::string rule;                           // verifier only: the rule that it names
  std::string message;                        // one sentence
};

struct Verdict {
  Outcome outcome = Outcome::kAgree;
  std::array<std::optional<Finding>, kCheckerCount> findings;  // by checker
  std::string inconclusive_because;                            // kInconclusive only
  reference::Variant heap;       // that of the run: of the header, what the subject has
  std::uint64_t applied = 0;     // operations applied, a tick counting as one
  std::uint64_t skipped = 0;     // operations that the mutator could not do
  std::uint64_t undeclared = 0;  // operations whose verb the subject does not have
  std::uint64_t units = 0;       // units that the subject published
  std::uint64_t compared = 0;    // those of the units that were compared with the model

  // The finding to show: that of the first checker that has one. Null on agreement.
  const Finding* First() const;
  const std::optional<Finding>& Of(Checker checker) const {
    return findings[static_cast<std::size_t>(checker)];
  }
};

struct JudgeOptions {
  bool invariant = true;     // use the invariant checker
  bool verifier = true;      // use the verifier checker
  bool conformance = false;  // ask the model, if the subject's units are the model's
  // Stop at the first finding of any checker (true), or go on until the outcome checker finds
  // something, a self-check stops the subject, or the trace ends (false).
  bool stop_at_first = true;
  // Up to so many objects the whole heap is compared after every operation. Above, only the touched
  // objects and the events are; the whole heap is compared at the end of each cycle.
  std::size_t compare_all_up_to = 64;
  // The subject is asked about its whole heap behind each operation whose number divides by this,
  // while there are few objects; 0: never.
  std::size_t survey_every = 1;
  // What the subject has no memory for is left out, and the run goes on (true), or has no verdict.
  // What a list had no room for is found by its mark then, and may be scanned again.
  bool goes_on_without_memory = false;
  // At the end of a run without a finding the heap is dropped, and each of its objects must end.
  bool closes = true;
  // Up to so many names the oracle walks its heap to learn what is reachable; above, it keeps
  // reachability up to date.
  std::size_t plain_up_to = reference::Heap::kPlainUpTo;
  // With `conformance`: where the classes of the steps that were compared are added. One thread at
  // a time.
  model::StepClasses* classes = nullptr;
};

class JudgeSession;

// A state of a run to which a session can go back (kept_run.cc). It is void once the session begins
// another run, or goes back to an earlier state.
class KeptState {
 private:
  friend class JudgeSession;
  std::uint64_t run = 0;  // 0: void
  std::unique_ptr<reference::Subject::Image> image;
  bool has_image = false;  // if not, the subject repeats its operations
  reference::Oracle oracle;
  Census census;
  model::ConformanceRecorder conformance;  // with conformance only
  Verdict verdict;
  std::size_t step = 0;
  std::size_t operations = 0;  // of what was replayed until then: so many of each
  std::size_t events = 0;
};

// Judges traces one after the other on one subject; its buffers are used again.
class JudgeSession {
 public:
  explicit JudgeSession(reference::Subject& subject) : subject_(subject) {}

  // Resets the subject and judges a whole trace. Settings of the header that the subject does not
  // have are the usual ones for it and for the oracle.
  Verdict Judge(const reference::Trace& trace, const JudgeOptions& options = {});

  // The same, one step at a time, for callers that look at the run in between (explain, replay,
  // small heaps).
  void Begin(const reference::TraceHeader& header, const JudgeOptions& options = {});
  // Returns false when the run is over: a finding ended it, or the subject has stopped itself.
  bool Step(const reference::Operation& operation);
  // The same, but of the state that the operation leads to, only the counts are compared. What is
  // wrong with a state does not depend on how the run came to it, so a caller that knows the state
  // by its fingerprint need not have it compared again. One that does not calls CheckState next.
  bool StepOnly(const reference::Operation& operation);
  // Compares the state that StepOnly has left, as Step does; false as Step.
  bool CheckState();
  // Repeats a step that was judged before, at the same place of the same run: it is applied, but
  // neither compared nor counted.
  void Replay(const reference::Operation& operation);
  // Notes the state of the run, all of which was replayed. Return goes back to it, by the subject's
  // image of it, or else at the cost of the subject's operations alone. False if the state is void,
  // or if the subject did not publish and answer the same again; then the caller begins anew.
  void Keep(KeptState& state);
  bool Return(const KeptState& state);
  // The same if the run has come back to the noted state by itself: its fingerprint is the same and
  // nothing was found. Then no operation is needed. False with conformance, where what an operation
  // left behind without effect would be compared.
  bool Stay(const KeptState& state);
  // Ends the run and gives the verdict.
  Verdict End();

  // What is known now, after Begin. `last_events` are the events of the last step; `last_applied`
  // says whether that step was applied, rather than skipped or undeclared.
  const reference::Oracle& oracle() const { return oracle_; }
  reference::Subject& subject() { return subject_; }
  const std::vector<reference::Event>& last_events() const { return events_; }
  const reference::Answer& last_answer() const { return answer_; }
  bool last_applied() const { return last_applied_; }
  const Verdict& so_far() const { return verdict_; }

  // A fingerprint of the whole state, subject and oracle; empty if the subject has none.
  std::optional<std::uint64_t> Fingerprint() const;

 private:
  // The run, and what was replayed since it began.
  struct Replayed {
    std::uint64_t run = 0;  // runs begun so far
    reference::TraceHeader header;
    std::vector<reference::Operation> operations;  // those that the subject was given
    std::vector<reference::Answer> answers;        // one for each of them
    std::vector<reference::Event> events;          // of all of them
  };

  // How the present step is judged.
  struct Present {
    // The state that is to be compared: behind which operation, and whether all of it is.
    struct Due {
      reference::Name object = reference::kNull;
      reference::Name target = reference::kNull;
      bool whole = false;
    };
    bool replays = false;       // it was judged before
    bool leaves_state = false;  // StepOnly
    std::optional<Due> due = {};
  };

  void Find(Checker checker, reference::Property property, reference::Name object,
            std::string message, std::string rule = {});
  void Do(const reference::Operation& operation);
  void NoteReplayed(const reference::Operation& operation);
  bool TakeBack(const KeptState& state);
  void GoOnFrom(const KeptState& state);
  void DoUnitByUnit(reference::Operation tick);
  void Compare(const reference::Operation& operation);
  void CompareState();
  void CheckConformance(bool compare);
  void CompareObject(reference::Name name);
  void FindField(reference::Name name, const std::vector<reference::Name>& expected);
  void CompareCounts();
  void TakeRefusal(const reference::Operation& operation);
  void CompareAfterRefusal(const reference::Operation& operation);
  void CheckTricolour();
  bool CheckObjectColour(reference::Name name);
  void CheckVerifier();
  // The whole heap, and its end (whole_heap.cc).
  void AskAboutAll();
  void CloseHeap();
  reference::Colour ColourOf(reference::Name name) const;
  bool Over() const;

  reference::Subject& subject_;
  reference::Oracle oracle_;
  JudgeOptions options_;
  Verdict verdict_;
  model::ConformanceRecorder conformance_;
  std::vector<reference::Event> events_;
  reference::Answer answer_;
  bool last_applied_ = false;
  bool stopped_ = false;
  Present present_;
  std::size_t step_ = 0;
  Replayed replayed_;
  Census census_;
  std::vector<reference::Name> fields_;  // scratch
  reference::Observation observation_;   // scratch
};

// Judges one trace, with a session of its own.
Verdict Judge(const reference::Trace& trace, reference::Subject& subject,
              const JudgeOptions& options = {});

}  // namespace properties
