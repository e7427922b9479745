#include "properties/explain/store_sentences.h"

#include "reference/oracle/heap.h"

namespace properties {

namespace {

std::string NumberOf(const Blame& blame) { return std::to_string(blame.steps.front().step + 1); }

}  // namespace

std::string StoreBlameText(const Blame& blame) {
  if (blame.savers.empty()) return {};
  return "LOST BY A STORE" + (blame.function.empty() ? "" : " (" + blame.function + ")");
}

std::string StoreGuiltText(const Blame& blame) {
  return blame.savers.empty() ? "opens the losing path"
                              : "done again by another function, it agrees";
}

std::string StoreText(const Blame& blame, const Finding& finding) {
  const std::string object = reference::NameText(finding.object);
  return finding.property == reference::Property::kSafety
             ? NumberOf(blame) + " opens the path by which " + object + " should be kept."
             : NumberOf(blame) + " is the last store into " + object + " before that.";
}

std::string StoreSavesText(const Blame& blame) {
  const std::string step = NumberOf(blame);
  if (blame.savers.empty()) {
    return "To do a store again by another function does not help, at " + step +
           " or anywhere else.";
  }
  return "The store at " + step + ", done again at once by another function, makes the run agree" +
         (blame.function.empty() ? "." : ": look at " + blame.function + ".");
}

}  // namespace properties
