#include "properties/explain/white_sentences.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "properties/explain/step_rows.h"
#include "reference/oracle/heap.h"

namespace properties {

namespace {

std::string NumberOf(const GuiltyStep& guilty) { return std::to_string(guilty.step + 1); }

}  // namespace

Sentence WhiteText(const GuiltyStep& guilty, const reference::Operation& operation,
                   const Deed& deed) {
  const reference::Verb verb = operation.verb;
  const std::string how = reference::IsBirth(verb) && verb != reference::Verb::kCopy ? " white."
                          : verb == reference::Verb::kSwap ? " without shading its targets."
                                                           : " without shading it.";
  return {NumberOf(guilty) + " " + deed.text + how, {UnshadedAt{guilty.white, guilty.step}}};
}

Sentence WhiteSavesText(const Blame& blame, const Finding& finding) {
  if (blame.savers.empty()) {
    const GuiltyStep& last = blame.steps.back();
    return {"To shade " + reference::NameText(last.white.front()) + " at " + NumberOf(last) +
                " is the work of " + std::string(gc::EntryOf(*blame.rule).name) + ".",
            {UnshadedAt{last.white, last.step}}};
  }
  std::vector<std::string> numbers;
  std::vector<Claim> claims;
  for (const GuiltyStep& guilty : blame.steps) {
    if (std::ranges::find(blame.savers, guilty.step) == blame.savers.end()) continue;
    numbers.push_back(NumberOf(guilty));
    claims.push_back(ShadingAt{guilty.white, guilty.step});
  }
  const bool lost = finding.property == reference::Property::kSafety;
  return {"A barrier at " + Joined(numbers, " or at ") +
              (lost ? " saves it." : " makes the run agree."),
          std::move(claims)};
}

}  // namespace properties
