// model/prove.cc -- runs the proofs, and puts their results together.

#include "model/prove.h"

#include <algorithm>

#include "model/recheck/question_files.h"

namespace model {

namespace {

using Kind = Condition::Kind;

// The numbers of objects, fields, weak references, referencers and serials.
const std::vector<int> kBoundedSizes = {3, 2, 2, 2, 3};

// Whether such a condition only says that a cycle goes on, and ends.
bool IsAboutProgress(Kind kind) {
  return kind == Kind::kProgress || kind == Kind::kEnabled || kind == Kind::kRank;
}

}  // namespace

DisciplineProof ProveDiscipline(reference::Locals locals, const ProveOptions& options) {
  ProofOptions unbounded;
  unbounded.locals = locals;
  unbounded.jobs = options.jobs;
  unbounded.timeout_ms = options.timeout_ms;
  ProofOptions bounded = unbounded;
  bounded.sizes = kBoundedSizes;
  return {locals, Prove(unbounded), Prove(bounded)};
}

FaultProof ProveWithout(gc::Fault fault, reference::Locals locals, const ProveOptions& options,
                        const CounterexampleOptions& search) {
  FaultProof result{.fault = fault, .locals = locals};
  if (IsAssumed(fault)) {
    result.verdict = FaultProof::Verdict::kAssumed;
    return result;
  }
  ProofOptions proof;
  proof.helped = false;  // no line of a trace gives a heap workers
  proof.faults = gc::FaultSet(fault);
  proof.locals = locals;
  proof.jobs = options.jobs;
  proof.timeout_ms = options.timeout_ms;
  proof.vacuity = false;
  proof.known = options.known;
  bool only_progress = true;
  for (Condition& condition : Prove(proof).conditions) {
    if (condition.Holds()) continue;
    only_progress = only_progress && IsAboutProgress(condition.kind);
    result.broken.push_back(std::move(condition));
  }
  result.counterexample = FindCounterexample(fault, locals, search);
  if (result.counterexample.witness) {
    result.verdict = FaultProof::Verdict::kNecessary;
  } else if (result.counterexample.Exhausted() && only_progress) {
    result.verdict = result.broken.empty() ? FaultProof::Verdict::kRedundantProved
                                           : FaultProof::Verdict::kRedundantButProgress;
  }
  return result;
}

Purposes FaultProof::Shown() const {
  const auto& witness = counterexample.witness;
  return witness ? PurposeOf(witness->violation.property) : Purposes();
}

std::optional<std::size_t> ExportSmt2(const std::string& directory, reference::Locals locals,
                                      const ProveOptions& options) {
  ProofOptions proof;
  proof.locals = locals;
  proof.jobs = options.jobs;
  proof.timeout_ms = options.timeout_ms;
  const Questions questions = WriteQuestions(directory, proof);
  if (!questions.written) return std::nullopt;
  return static_cast<std::size_t>(
      std::count_if(questions.all.begin(), questions.all.end(),
                    [](const Question& question) { return !question.file.empty(); }));
}

}  // namespace model
