// model/prove.cc -- runs the proofs, and makes tables of them.

#include "model/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

#include "reference/trace/trace_printer.h"

namespace model {

namespace {

using Kind = Condition::Kind;

constexpr std::array<std::pair<Kind, std::string_view>, 8> kGroups = {{
    {Kind::kInitial, "the empty heap satisfies the invariants"},
    {Kind::kInvariant, "every action keeps every invariant"},
    {Kind::kObligation, "every action does what the oracle asks"},
    {Kind::kProgress, "no action undoes progress"},
    {Kind::kEnabled, "in every phase the collector can go on"},
    {Kind::kRank, "every unit uses up a ticket"},
    {Kind::kTheorem, "nothing reachable dies; the rest goes"},
    {Kind::kVacuity, "nothing of this is vacuous"},
}};

// The numbers of objects, fields, weak references, referencers and serials.
const std::vector<int> kBoundedSizes = {3, 2, 2, 2, 3};

std::string_view WordOf(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kWords = {"proved", "untouched", "BROKEN",
                                                      "inconclusive"};
  return kWords[static_cast<std::size_t>(verdict)];
}

std::string GroupLine(const Proof& proof, Kind kind, std::string_view sentence) {
  std::array<std::size_t, 4> counts = {};
  double seconds = 0;
  for (const Condition& condition : proof.conditions) {
    if (condition.kind != kind) continue;
    ++counts[static_cast<std::size_t>(condition.verdict)];
    seconds += condition.seconds;
  }
  std::string line =
      fmt::format("  {:<42} {:>4} proved {:>4} untouched", sentence, counts[0], counts[1]);
  if (counts[2] > 0) line += fmt::format(" {} BROKEN", counts[2]);
  if (counts[3] > 0) line += fmt::format(" {} inconclusive", counts[3]);
  return line + fmt::format("  {:.2f} s\n", seconds);
}

std::string Groups(const Proof& proof) {
  std::string text;
  for (const auto& [kind, sentence] : kGroups) text += GroupLine(proof, kind, sentence);
  return text;
}

std::string_view SentenceOf(FaultProof::Verdict verdict) {
  switch (verdict) {
    case FaultProof::Verdict::kNecessary:
      return "necessary";
    case FaultProof::Verdict::kRedundantProved:
      return "redundant, proved";
    case FaultProof::Verdict::kRedundantButProgress:
      return "redundant but for progress, proved";
    case FaultProof::Verdict::kAssumed:
      return "assumed";
    case FaultProof::Verdict::kUndecided:
      break;
  }
  return "undecided";
}

// Whether such a condition only says that a cycle goes on, and ends.
bool IsAboutProgress(Kind kind) {
  return kind == Kind::kProgress || kind == Kind::kEnabled || kind == Kind::kRank;
}

// A file name of letters, digits and dashes, made from the words of a condition.
std::string FileName(std::size_t number, const Condition& condition) {
  std::string name = fmt::format("{:04}-{}-{}", number, condition.action, condition.claim);
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '-';
  }
  name.resize(std::min<std::size_t>(name.size(), 80));
  const bool satisfiable = condition.kind == Kind::kVacuity && condition.sentence != kNeverTaken;
  return name + (satisfiable ? "-sat.smt2" : "-unsat.smt2");
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

std::string GroupTable(const DisciplineProof& proof) {
  const auto title = [&](const Proof& part, std::string_view heaps) {
    return fmt::format("locals {}, {}: {} conditions, {}, {:.2f} s\n",
                       reference::WordOf(proof.locals), heaps, part.conditions.size(),
                       part.Holds() ? "all hold" : "NOT ALL HOLD", part.seconds);
  };
  return title(proof.unbounded, "heaps of any size") + Groups(proof.unbounded) +
         title(proof.bounded, "3 objects x 2 fields") + Groups(proof.bounded);
}

std::string ConditionTable(const Proof& proof) {
  std::string text;
  for (const Condition& condition : proof.conditions) {
    text += fmt::format("{:<22} {:<5} {:<12} {:.3f} s  {}\n", condition.action,
                        condition.kind == Kind::kObligation || condition.kind == Kind::kVacuity
                            ? ""
                            : condition.claim,
                        WordOf(condition.verdict), condition.seconds, condition.sentence);
  }
  return text;
}

FaultProof ProveWithout(gc::Fault fault, reference::Locals locals, const ProveOptions& options,
                        const CounterexampleOptions& search) {
  FaultProof result{.fault = fault, .locals = locals};
  if (IsAssumed(fault)) {
    result.verdict = FaultProof::Verdict::kAssumed;
    return result;
  }
  ProofOptions proof;
  proof.faults = gc::FaultSet(fault);
  proof.locals = locals;
  proof.jobs = options.jobs;
  proof.timeout_ms = options.timeout_ms;
  proof.vacuity = false;
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

std::string Report(const FaultProof& proof) {
  const gc::FaultEntry& entry = gc::EntryOf(proof.fault);
  std::string text =
      fmt::format("{}/{}, locals {}: {}\n", gc::EntryOf(entry.rule).name, entry.variant,
                  reference::WordOf(proof.locals), SentenceOf(proof.verdict));
  for (const Condition& condition : proof.broken) {
    text += fmt::format("  {:<12} {} / {}: {}\n", WordOf(condition.verdict), condition.action,
                        condition.claim, condition.sentence);
  }
  for (const Counterexample::Heap& heap : proof.counterexample.heaps) {
    const Exploration& search = heap.exploration;
    text += fmt::format("  searched {}: {} states, {:.0f} a second, {}\n", Describe(heap.bounds),
                        search.states, search.StatesPerSecond(),
                        search.witness     ? fmt::format("a witness of {}", search.witness->length)
                        : search.exhausted ? "exhausted without a witness"
                                           : "not exhausted");
  }
  if (const auto& witness = proof.counterexample.witness) {
    text +=
        fmt::format("  {}\n{}", witness->violation.message, reference::PrintTrace(witness->trace));
  }
  return text;
}

std::optional<std::size_t> ExportSmt2(const std::string& directory, reference::Locals locals,
                                      const ProveOptions& options) {
  std::size_t written = 0;
  bool failed = false;
  ProofOptions proof;
  proof.locals = locals;
  proof.jobs = options.jobs;
  proof.timeout_ms = options.timeout_ms;
  proof.on_query = [&](const Condition& condition, const std::string& smt2) {
    std::ofstream file(directory + "/" + FileName(written, condition));
    file << smt2;
    file.close();
    failed = failed || !file;
    ++written;
  };
  Prove(proof);
  if (failed) return std::nullopt;
  return written;
}

}  // namespace model
