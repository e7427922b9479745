#include "properties/matrix/fault_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "model/bounded/bounded_search.h"
#include "model/explorer/shortest_witness.h"
#include "model/prove.h"
#include "properties/base/fault_names.h"
#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using ModelVerdict = model::FaultProof::Verdict;

const char* WordOf(ModelVerdict verdict) {
  switch (verdict) {
    case ModelVerdict::kNecessary:
      return kNecessary;
    case ModelVerdict::kRedundantProved:
      return kRedundantProved;
    case ModelVerdict::kRedundantButProgress:
      return kProgressOnly;
    case ModelVerdict::kAssumed:
      return kAssumed;
    case ModelVerdict::kUndecided:
      break;
  }
  return kUndecided;
}

// Replays a witness on two cores: one with the fault, and a sound one.
class Replay {
 public:
  explicit Replay(gc::Fault fault)
      : faulty_(MakeFaultyCoreSubject(gc::FaultSet(fault))), sound_(MakeCoreSubject()) {}

  bool Fails(const reference::Trace& trace) {
    verdict_ = Judge(trace, *faulty_, {.stop_at_first = false});
    return verdict_.outcome == Outcome::kDisagree;
  }
  bool Passes(const reference::Trace& trace) {
    return Judge(trace, *sound_).outcome == Outcome::kAgree;
  }
  // The checker that saw the last trace fail; empty if it did not fail.
  std::string Checker() const {
    const Finding* const finding = verdict_.First();
    return finding == nullptr
               ? ""
               : std::string(kCheckerWords[static_cast<std::size_t>(finding->checker)]);
  }

 private:
  std::unique_ptr<reference::Subject> faulty_, sound_;
  Verdict verdict_;
};

// "store / I1: while marking, ..."; what an action owes is named by its sentence.
std::string TextOf(const model::Condition& condition) {
  const std::string claim = condition.action + " / " + condition.claim;
  return condition.claim == condition.sentence ? claim : claim + ": " + condition.sentence;
}

// What the search of one heap showed. Once a witness is known, a heap is searched only as deep as a
// shorter witness could lie.
std::string SearchText(const model::Counterexample::Heap& heap, bool has_witness) {
  const model::Exploration& search = heap.exploration;
  return fmt::format("{}: {} states, {}", Describe(heap.bounds), search.states,
                     search.witness     ? "a witness"
                     : search.exhausted ? "every one, and no witness"
                     : has_witness      ? "none with a shorter witness"
                                        : "and no witness yet");
}

// What the search for the shortest run saw of a heap.
std::string ShortestText(const model::ShortestWitness::Heap& heap, std::size_t length) {
  const model::Exploration& any = heap.any_order;
  const model::Exploration& ordered = heap.in_order;
  std::string text = fmt::format("{}: {} states", Describe(heap.bounds), any.states);
  if (ordered.states > 0) text += fmt::format(", {} with indices in order", ordered.states);
  const std::size_t depth = ordered.states > 0 ? ordered.depth : any.depth;
  const bool through = any.first_finding > 0 || any.exhausted || depth + 1 >= length;
  return text + (any.first_finding > 0 ? ", a finding"
                 : through             ? ", none sooner"
                                       : fmt::format(", none sooner up to depth {}", depth));
}

// Milliseconds for each of two questions. The tests of the bounded search ask with more patience;
// of the five faults for which Z3 needs longer than this, it has no answer to four after 30 s.
constexpr unsigned kPatienceWithZ3 = 8'000;

// Z3's opinion of the machine's first finding.
std::string AskZ3(const model::ShortestWitness& shortest) {
  const model::BoundedSearchOptions options{.faults = gc::FaultSet(shortest.fault),
                                            .locals = shortest.locals,
                                            .bounds = shortest.found_in,
                                            .timeout_ms = kPatienceWithZ3};
  return std::string(WordOf(model::CheckLength(options, shortest.first_finding).verdict));
}

// The two numbers, and the shortest run that fails on core too, if it is shorter than the witness.
// `searched`: what was searched for witnesses that fail on core; null if others were taken too.
void TellShortest(const model::Counterexample* searched, model::FaultProof& found, Replay& replay,
                  FaultProof& proof) {
  model::ShortestOptions options;
  options.searched = searched;
  options.accept = [&](const model::Witness& witness) { return replay.Fails(witness.trace); };
  model::ShortestWitness shortest = model::FindShortest(found.fault, found.locals, options);
  auto& witness = found.counterexample.witness;
  if (!shortest.witness) shortest.witness = witness;
  if (shortest.witness->length < witness->length) witness = shortest.witness;
  proof.shortest.first_finding = shortest.first_finding;
  proof.shortest.longer_because = WhyLonger(shortest);
  proof.shortest.z3 = AskZ3(shortest);
  proof.searched.clear();
  for (const model::ShortestWitness::Heap& heap : shortest.heaps) {
    proof.searched.push_back(ShortestText(heap, witness->length));
  }
}

// The words of purposes.
std::vector<std::string> WordsOf(model::Purposes purposes) {
  std::vector<std::string> words;
  for (const model::Purpose purpose : purposes.All()) words.emplace_back(WordOf(purpose));
  return words;
}

// The purpose that the witness shows. Of several the oracle cannot tell which; then it is the first
// for which a condition breaks.
std::string ShownBy(const model::FaultProof& found) {
  const std::vector<std::string> shown = WordsOf(found.Shown());
  const std::vector<std::string> needed = WordsOf(found.NecessaryFor());
  const auto agreed = std::find_first_of(shown.begin(), shown.end(), needed.begin(), needed.end());
  return shown.empty() ? "" : agreed != shown.end() ? *agreed : shown.front();
}

void TellWitness(const model::Witness& witness, Replay& replay, FaultProof& proof) {
  proof.length = witness.length;
  proof.operations = witness.trace.operations.size();
  proof.trace = reference::PrintTrace(witness.trace);
  proof.message = witness.violation.message;
  proof.fails = replay.Fails(witness.trace);
  proof.checker = replay.Checker();
  proof.passes = replay.Passes(witness.trace);
  proof.purpose.confirmed_by.emplace_back("the model's explorer");
  if (proof.fails && proof.passes) {
    proof.purpose.confirmed_by.push_back("core's replay (" + proof.checker + ")");
  }
}

}  // namespace

std::vector<std::string> PurposeWords() { return WordsOf(model::AllPurposes()); }

bool FaultProof::Undecided() const { return verdict == kUndecided; }

bool FaultProof::Agrees() const {
  const std::vector<std::string>& all = purpose.necessary_for;
  return !Necessary() || std::find(all.begin(), all.end(), purpose.shown) != all.end();
}

// The model's shortest witness may need an order of lists that core does not have. So the search
// first looks for the shortest witness on which core fails too; only if there is none does it take
// the model's shortest.
FaultProof ProveWithout(gc::Fault fault, reference::Locals locals, unsigned jobs,
                        model::KnownQuestions* known, Seek seek) {
  const auto began = std::chrono::steady_clock::now();
  Replay replay(fault);
  const model::ProveOptions options{.jobs = jobs, .known = known};
  model::CounterexampleOptions search;
  search.accept = [&](const model::Witness& witness) { return replay.Fails(witness.trace); };
  model::FaultProof found = model::ProveWithout(fault, locals, options, search);
  const bool all_fail = found.counterexample.witness.has_value();
  if (!all_fail && !found.broken.empty()) {
    found.counterexample = model::FindCounterexample(fault, locals);
    if (found.counterexample.witness) found.verdict = ModelVerdict::kNecessary;
  }
  FaultProof proof;
  proof.fault = NameOf(fault);
  proof.locals = std::string(reference::WordOf(locals));
  proof.verdict = WordOf(found.verdict);
  for (const model::Condition& condition : found.broken) {
    proof.broken.push_back(TextOf(condition));
  }
  for (const model::Counterexample::Heap& heap : found.counterexample.heaps) {
    proof.searched.push_back(SearchText(heap, found.counterexample.witness.has_value()));
  }
  proof.purpose.necessary_for = WordsOf(found.NecessaryFor());
  if (found.counterexample.witness) {
    if (seek == Seek::kShortest) {
      TellShortest(all_fail ? &found.counterexample : nullptr, found, replay, proof);
    }
    TellWitness(*found.counterexample.witness, replay, proof);
  }
  proof.purpose.shown = ShownBy(found);
  proof.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return proof;
}

}  // namespace properties
