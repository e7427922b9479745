// properties/suites/recording_main.cc -- prints what runs show, to be compared with the output of
// another day.
//
//     recording CORPUS_FOLDER CASES
//
// A change that only moves or renames code must not change what any run shows. This program prints
// one line for each trace: its origin, its outcome, its length, and a digest of everything that the
// run published (events, answers, colours after each operation, the fingerprint of the whole
// state). The traces are the corpus, on the sound core and, if the trace names a fault, on the
// faulty one; and CASES directed random cases in each discipline, again on both. Save the output
// before the change, and compare it afterwards.

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "properties/base/fault_names.h"
#include "properties/base/random.h"
#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

// A further verb would change what the generator draws. So the verbs that are newer than the
// recordings still in use are left out.
constexpr reference::VerbSet kVerbs = reference::VerbSet::All()
                                          .Remove(reference::Verb::kRename)
                                          .Remove(reference::Verb::kPurge)
                                          .Remove(reference::Verb::kAbandon)
                                          .Remove(reference::Verb::kFinishPurge)
                                          .Remove(reference::Verb::kTrim)
                                          .Remove(reference::kOfIdentities);

// Collects numbers, and gives one number for all of them.
class Digest {
 public:
  template <class... Numbers>
  void Add(Numbers... numbers) {
    (words_.push_back(static_cast<std::uint64_t>(numbers)), ...);
  }
  std::uint64_t Value() const {
    return XXH3_64bits(words_.data(), words_.size() * sizeof(words_[0]));
  }

 private:
  std::vector<std::uint64_t> words_;
};

void AddState(const JudgeSession& session, reference::Subject& subject, Digest& digest) {
  for (const reference::Event& event : session.last_events()) {
    digest.Add(event.kind, event.flag, event.object, event.detail, event.where != nullptr);
  }
  digest.Add(session.last_answer().kind, session.last_answer().object, session.last_applied());
  reference::Observation observation;
  subject.Observe(observation);
  digest.Add(observation.phase, observation.initial_references_taken, observation.purge_pending);
  for (const reference::Colour colour : observation.colours) digest.Add(colour);
  digest.Add(session.Fingerprint().value_or(0));
}

// Judges the trace one step at a time, and prints its line.
void Record(std::string_view origin, const reference::Trace& trace, reference::Subject& subject) {
  JudgeSession session(subject);
  session.Begin(trace.header, {.stop_at_first = false});
  Digest digest;
  for (const reference::Operation& operation : trace.operations) {
    const bool goes_on = session.Step(operation);
    AddState(session, subject, digest);
    if (!goes_on) break;
  }
  const Verdict verdict = session.End();
  for (const auto& finding : verdict.findings) {
    digest.Add(finding.has_value());
    if (finding) digest.Add(finding->property, finding->step, finding->object);
  }
  fmt::print("{} outcome {} operations {} applied {} units {} digest {:016x}\n", origin,
             static_cast<int>(verdict.outcome), trace.operations.size(), verdict.applied,
             verdict.units, digest.Value());
}

void RecordCorpus(const Corpus& corpus) {
  for (const std::string& problem : corpus.problems) fmt::print("problem {}\n", problem);
  const std::unique_ptr<reference::Subject> sound = MakeCoreSubject();
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.subject != "core") continue;
    Record("corpus " + entry.name, entry.trace, *sound);
    if (!entry.fault) continue;
    Record("corpus " + entry.name + " faulty", entry.trace,
           *MakeFaultyCoreSubject(gc::FaultSet(*entry.fault)));
  }
}

// What the generator draws depends on what it sees, so the traces themselves are compared too.
void RecordDirected(reference::Subject& subject, std::string_view build, std::uint64_t cases) {
  for (const auto locals :
       {reference::Locals::kDead, reference::Locals::kRescanned, reference::Locals::kBlack}) {
    JudgeSession session(subject);
    for (std::uint64_t number = 0; number < cases; ++number) {
      reference::Trace trace;
      RunDirected(session, SeedOfCase(1, number), {.locals = locals, .verbs = kVerbs}, trace);
      Record(fmt::format("directed {} {} case {}", build, WordOf(locals), number), trace, subject);
    }
  }
}

}  // namespace
}  // namespace properties

int main(int count, char** arguments) {
  if (count != 3) {
    fmt::print(stderr, "usage: recording CORPUS_FOLDER CASES\n");
    return 2;
  }
  properties::RecordCorpus(properties::LoadCorpus(arguments[1]));
  const std::uint64_t cases = std::strtoull(arguments[2], nullptr, 10);
  properties::RecordDirected(*properties::MakeCoreSubject(), "sound", cases);
  for (std::size_t fault = 0; fault < gc::kFaultCount; ++fault) {
    const auto broken = static_cast<gc::Fault>(fault);
    properties::RecordDirected(*properties::MakeFaultyCoreSubject(gc::FaultSet(broken)),
                               properties::NameOf(broken), cases / 100);
  }
  return 0;
}
