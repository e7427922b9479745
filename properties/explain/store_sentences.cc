#include "properties/explain/store_sentences.h"

#include "reference/oracle/heap.h"

namespace properties {

namespace {

std::string NumberOf(const Blame& blame) { return std::to_string(blame.steps.front().step + 1); }

std::size_t StepOf(const Blame& blame) { return blame.steps.front().step; }

Claim AgreesIfDoneAgain(const Blame& blame) { return ObeyingAt{{StepOf(blame)}, true}; }

}  // namespace

Sentence StoreBlameText(const Blame& blame) {
  if (blame.savers.empty()) return {};
  return {"LOST BY A STORE" + (blame.function.empty() ? "" : " (" + blame.function + ")"),
          {AgreesIfDoneAgain(blame)}};
}

Sentence StoreGuiltText(const Blame& blame, const Finding& finding) {
  if (!blame.savers.empty()) {
    const bool by_another = blame.again == Blame::Again::kByAnotherFunction;
    return {by_another ? "done again by another function, it agrees" : "obeying here, it agrees",
            {AgreesIfDoneAgain(blame)}};
  }
  const bool lost = finding.property == reference::Property::kSafety;
  return {lost ? "opens the losing path" : "the last store into it",
          StoreText(blame, finding).claims};
}

Sentence StoreText(const Blame& blame, const Finding& finding) {
  const std::string object = reference::NameText(finding.object);
  if (finding.property == reference::Property::kSafety) {
    return {NumberOf(blame) + " opens the path by which " + object + " should be kept.",
            {PathOpenedAt{finding.object, StepOf(blame)}}};
  }
  return {NumberOf(blame) + " is the last store into " + object + " before that.",
          {LastStoreInto{finding.object, StepOf(blame), finding.step}}};
}

Sentence StoreSavesText(const Blame& blame) {
  const std::string step = NumberOf(blame);
  if (blame.again == Blame::Again::kNever) return {};
  if (blame.again == Blame::Again::kObeying) {
    if (blame.savers.empty()) return {};
    return {"Obeying its rules at " + step + " makes the run agree.", {AgreesIfDoneAgain(blame)}};
  }
  if (blame.savers.empty()) {
    return {
        "To do a store again by another function does not help, at " + step + " or anywhere else.",
        {ObeyingAt{{StepOf(blame)}, false}, ObeyingNowhereHelps{}}};
  }
  return {"The store at " + step + ", done again at once by another function, makes the run agree" +
              (blame.function.empty() ? "." : ": look at " + blame.function + "."),
          {AgreesIfDoneAgain(blame)}};
}

}  // namespace properties
