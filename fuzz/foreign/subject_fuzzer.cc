#include "fuzz/foreign/subject_fuzzer.h"

#include <algorithm>

#include "fuzz/foreign/novelty.h"
#include "fuzz/mutation/trace_mutator.h"
#include "properties/base/random.h"

namespace fuzz {
namespace {

using properties::Outcome;
using reference::Trace;

class Fuzzer {
 public:
  Fuzzer(const properties::SubjectFactory& factory, const SubjectFuzzOptions& options)
      : options_(options),
        subject_(factory(), novelty_),
        session_(subject_),
        random_(options.seed),
        mutator_(options.seed, options.max_operations) {}

  SubjectFuzzResult Run() {
    for (const Trace& seed : options_.seeds) {
      if (!GoesOn()) break;
      Try(seed);
    }
    if (kept_.empty()) kept_.emplace_back();
    while (GoesOn()) Try(Changed());
    result_.kept = kept_.size();
    result_.features = novelty_.features();
    return std::move(result_);
  }

 private:
  bool GoesOn() const {
    return !result_.caught && result_.runs < options_.max_runs &&
           !(options_.stop && options_.stop());
  }

  // What was kept last is changed more often than what has been changed often.
  const Trace& Kept() {
    const std::span<const Trace> all(kept_);
    const std::size_t recent = std::min<std::size_t>(all.size(), 16);
    return random_.Pick(random_.Chance(1, 2) ? all.last(recent) : all);
  }

  Trace Changed() {
    Trace trace = Kept();
    if (random_.Chance(1, 8)) mutator_.Splice(trace, Kept());
    mutator_.Mutate(trace);
    return trace;
  }

  void Try(Trace trace) {
    const auto& locals = options_.locals;
    if (std::ranges::find(locals, trace.header.locals) == locals.end()) {
      trace.header.locals = locals.front();
    }
    trace.header.version = reference::kVersion;  // a seed of version 1 gets later verbs
    properties::Verdict verdict = session_.Judge(trace, {});
    result_.runs += 1;
    result_.applied += verdict.applied;
    // A trace of which the subject has no verb has no verdict, and is no finding.
    if (verdict.outcome == Outcome::kInconclusive && verdict.applied > 0) {
      result_.inconclusive += 1;
    }
    novelty_.NoteBranches(options_.branches);
    if (novelty_.EndRun()) kept_.push_back(trace);
    if (verdict.outcome != Outcome::kDisagree) return;
    result_.caught = {
        .traces = result_.runs, .trace = std::move(trace), .verdict = std::move(verdict)};
  }

  const SubjectFuzzOptions& options_;
  Novelty novelty_;
  NotedSubject subject_;
  properties::JudgeSession session_;
  properties::Random random_;
  TraceMutator mutator_;
  std::vector<Trace> kept_;
  SubjectFuzzResult result_;
};

}  // namespace

SubjectFuzzResult FuzzSubject(const properties::SubjectFactory& factory,
                              const SubjectFuzzOptions& options) {
  return Fuzzer(factory, options).Run();
}

Trace WithoutExpectations(Trace trace) {
  std::erase_if(trace.operations, [](const reference::Operation& operation) {
    return reference::IsExpectation(operation.verb);
  });
  return trace;
}

}  // namespace fuzz
