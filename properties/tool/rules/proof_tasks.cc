#include "properties/tool/rules/proof_tasks.h"

#include <stdexcept>

#include "properties/base/fault_names.h"
#include "properties/report/json.h"
#include "properties/report/proof_text.h"

namespace tool {

using properties::FaultProof;
using properties::ProofTable;

namespace {

constexpr double kProofSilenceSeconds = 1200;

}  // namespace

Task ProveModelTask(reference::Locals locals, unsigned jobs) {
  return {"proof: locals " + std::string(WordOf(locals)),
          [locals, jobs](RunRecorder&) {
            return properties::Packed(properties::ProveModel(locals, jobs));
          },
          1, kProofSilenceSeconds};
}

std::optional<ProofTable> TakeProof(const TaskEnd& end) {
  ThrowAgain(end);
  if (end.how != TaskEnd::How::kDone) return std::nullopt;
  return properties::Unpacked<ProofTable>(end.text);
}

Task ProveFaultTask(const RuleCase& rule, unsigned jobs) {
  return {properties::NameOf(rule.fault),
          [rule, jobs](RunRecorder&) {
            return properties::Packed(properties::ProveWithout(rule.fault, rule.locals, jobs));
          },
          1, kProofSilenceSeconds};
}

FaultProof TakeFaultProof(const RuleCase& rule, const TaskEnd& end) {
  ThrowAgain(end);
  if (end.how == TaskEnd::How::kDone) return properties::Unpacked<FaultProof>(end.text);
  FaultProof proof;
  proof.fault = properties::NameOf(rule.fault);
  proof.locals = std::string(WordOf(rule.locals));
  proof.verdict = properties::kUndecided;
  proof.searched = {end.text.empty() ? "(time was up)" : "(the search ended: " + end.text + ")"};
  proof.seconds = end.seconds;
  return proof;
}

}  // namespace tool
