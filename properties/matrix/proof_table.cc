#include "properties/matrix/proof_table.h"

#include <array>
#include <string_view>
#include <utility>

#include "model/prove.h"

namespace properties {
namespace {

using Kind = model::Condition::Kind;

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

std::string_view WordOf(model::Verdict verdict) {
  constexpr std::array<std::string_view, 4> kWords = {"proved", "untouched", "broken",
                                                      "inconclusive"};
  return kWords[static_cast<std::size_t>(verdict)];
}

void Count(model::Verdict verdict, ProofGroup& group) {
  switch (verdict) {
    case model::Verdict::kProved:
      ++group.proved;
      break;
    case model::Verdict::kUntouched:
      ++group.untouched;
      break;
    case model::Verdict::kBroken:
      ++group.broken;
      break;
    case model::Verdict::kInconclusive:
      ++group.inconclusive;
      break;
  }
}

void Add(const model::Proof& proof, const std::string& heaps, ProofTable& table) {
  for (const auto& [kind, sentence] : kGroups) {
    ProofGroup group{.heaps = heaps, .sentence = std::string(sentence)};
    for (const model::Condition& condition : proof.conditions) {
      if (condition.kind != kind) continue;
      Count(condition.verdict, group);
      group.seconds += condition.seconds;
      table.lines.push_back({heaps, condition.action, condition.claim, condition.sentence,
                             std::string(WordOf(condition.verdict)), condition.seconds});
    }
    table.groups.push_back(std::move(group));
  }
}

}  // namespace

std::size_t ProofTable::Broken() const {
  std::size_t broken = 0;
  for (const ProofGroup& group : groups) broken += group.broken;
  return broken;
}

std::size_t ProofTable::Inconclusive() const {
  std::size_t inconclusive = 0;
  for (const ProofGroup& group : groups) inconclusive += group.inconclusive;
  return inconclusive;
}

ProofTable ProveModel(reference::Locals locals, unsigned jobs) {
  const model::DisciplineProof proof = model::ProveDiscipline(locals, {.jobs = jobs});
  ProofTable table;
  table.locals = std::string(reference::WordOf(locals));
  table.seconds = proof.unbounded.seconds + proof.bounded.seconds;
  Add(proof.unbounded, "heaps of any size", table);
  Add(proof.bounded, "3 objects x 2 fields", table);
  return table;
}

}  // namespace properties
