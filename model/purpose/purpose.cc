// model/purpose/purpose.cc -- the purposes of each claim, as one table.

#include "model/purpose/purpose.h"

#include <array>

namespace model {

namespace {

struct ClaimPurposes {
  std::string_view claim;
  Purposes purposes;
};

constexpr Purpose kSafety = Purpose::kSafety;
constexpr Purpose kAnswers = Purpose::kAnswers;
constexpr Purpose kCompleteness = Purpose::kCompleteness;
constexpr Purpose kOrder = Purpose::kOrder;
constexpr Purpose kProgress = Purpose::kProgress;
constexpr Purpose kEnabledness = Purpose::kEnabledness;
constexpr Purpose kLiveness = Purpose::kLiveness;

constexpr ClaimPurposes kPurposes[] = {
    // What is live stays: the closed set that contains all that is reachable, and all to which a
    // read that was answered leads.
    {"S1", {kSafety, kAnswers}},
    {"S2", {kSafety, kOrder}},  // what the mutator has in hand is not doomed, nor given up then
    {"S3", {kSafety}},
    {"S4", {kSafety, kAnswers, kOrder}},  // a name is what a read yielded, or what is begun by hand
    {"S5", {kSafety}},
    // The wavefront.
    {"I1", {kSafety}},
    {"I2", {kSafety}},
    {"I2r", {kSafety}},
    {"I2h", {kSafety}},
    {"I2f", {kSafety}},
    {"R1", {kSafety}},
    {"I3", {kSafety, kProgress}},   // a list that lasts beyond marking is never taken from
    {"I8", {kSafety, kProgress}},   // what is scanned and grey is scanned once more
    {"I9", {kProgress}},            // twice listed is twice scanned
    {"I10", {kSafety, kProgress}},  // the slots are not to be read yet, and are read once
    {"I11", {kSafety}},
    {"I12", {kCompleteness}},  // instead of I8 to I11, with a fault
    {"I13", {kProgress}},
    {"I14", {kSafety, kProgress}},
    // What a flip relies on. An object with the wrong bit is never scanned, reads as doomed, or is
    // never gathered.
    {"I5", {kSafety, kAnswers, kCompleteness}},
    {"I6", {kCompleteness}},
    {"I7", {kSafety, kCompleteness, kOrder}},
    {"N1", {kSafety, kAnswers}},
    {"N2", {kSafety}},
    // The phases.
    {"P1", {kSafety, kAnswers, kCompleteness, kProgress}},
    {"P3", {kSafety, kCompleteness}},
    {"P5", {kCompleteness, kOrder, kProgress}},
    // No phase is left with nothing to do.
    {"P6", {kEnabledness}},
    {"P7", {kEnabledness}},
    {"P8", {kEnabledness, kCompleteness}},
    // The table.
    {"T1", {kCompleteness}},  // the gather visits the indices below the mark
    {"T2", {kSafety}},
    {"T3", {kAnswers, kOrder}},
    // The purge. What is doomed and in no list is never asked, and never freed.
    {"D1", {kSafety, kAnswers, kOrder, kProgress}},
    {"D2", {kOrder}},
    {"D3", {kSafety, kOrder}},
    {"D4", {kOrder}},
    {"D5", {kSafety, kOrder}},
    {"D7", {kSafety, kOrder}},
    {"D8", {kLiveness}},
    {"D9", {kOrder}},   // what was begun by hand
    {"D10", {kOrder}},  // a heap's end
    // What was reported beside the flip, and what workers have found and have still to free.
    {"B1", {kSafety}},
    {"B2", {kSafety}},
    {"B3", {kSafety}},
    {"B4", {kSafety, kProgress}},
    {"B5", {kOrder}},
    // Weak references.
    {"W1", {kAnswers}},
    {"W2", {kAnswers}},
    {"W3", {kAnswers}},
    {"W4", {kAnswers}},
    {"W5", {kAnswers, kCompleteness}},
    {"W6", {kAnswers}},
    {"W7", {kAnswers}},
    {"W8", {kAnswers}},
    // Completeness.
    {"C1", {kAnswers, kCompleteness}},
    {"C2", {kCompleteness}},
    {"C3", {kCompleteness}},
    {"K1", {kCompleteness}},
    {"K2", {kCompleteness}},
    {"K3", {kCompleteness}},
    {"K4", {kCompleteness}},
    // Theorems: the first three about what can be reached, the last two about what is freed.
    {"H1", {kSafety}},
    {"H2", {kSafety}},
    {"H3", {kSafety}},
    {"H4", {kCompleteness}},
    {"H5", {kLiveness}},
    {"H6", {kLiveness}},
    {"H7", {kCompleteness}},
    // Clusters. Those of one cluster share their fate, whichever it is.
    {"Q1", {kSafety, kCompleteness}},
    {"Q2", {kSafety, kCompleteness}},
    {"Q3", {kSafety, kCompleteness}},
    {"Q4", {kSafety, kProgress}},
    {"Q5", {kSafety, kOrder}},
    {"Q6", {kSafety}},
    {"Q7", {kSafety}},
    {"Q8", {kSafety}},
    {"Q9", {kSafety}},
    {"Q10", {kSafety}},
    {"Q11", {kSafety}},
    {"Q12", {kSafety}},
    {"Q13", {kCompleteness}},
    // Obligations, by their first word.
    {"safety", {kSafety}},
    {"fields", {kSafety}},
    {"cluster", {kSafety}},
    {"lists", {kSafety}},
    {"weak-answer", {kAnswers}},
    {"completeness", {kCompleteness}},
    {"order", {kOrder}},
    {"progress", {kProgress}},
    // A reference to garbage that is not cleared keeps nothing, and is left to freed memory; one
    // that is cleared without need was given to the object. And what is neither cleared nor
    // followed is left over when the work seems to be done.
    {"garbage", {kSafety, kProgress}},
};

// The lemmas of progress, G1 to G8.
bool IsLemma(std::string_view claim) {
  return claim.size() > 1 && claim[0] == 'G' && claim[1] >= '0' && claim[1] <= '9';
}

}  // namespace

std::string_view WordOf(Purpose purpose) {
  constexpr std::array<std::string_view, kPurposeCount> kWords = {
      "safety", "answers", "completeness", "order", "progress", "enabledness", "liveness"};
  return kWords[static_cast<std::size_t>(purpose)];
}

std::vector<Purpose> Purposes::All() const {
  std::vector<Purpose> all;
  for (std::size_t i = 0; i < kPurposeCount; ++i) {
    if (Has(static_cast<Purpose>(i))) all.push_back(static_cast<Purpose>(i));
  }
  return all;
}

Purposes AllPurposes() {
  Purposes all;
  for (std::size_t i = 0; i < kPurposeCount; ++i) all.Add(static_cast<Purpose>(i));
  return all;
}

Purposes PurposesOfClaim(std::string_view claim) {
  if (IsLemma(claim)) return {kProgress};
  for (const std::string_view name : {claim, claim.substr(0, claim.find(':'))}) {
    for (const ClaimPurposes& entry : kPurposes) {
      if (entry.claim == name) return entry.purposes;
    }
  }
  return {};
}

Purposes PurposesOf(const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::kVacuity:
      return {};
    case Condition::Kind::kEnabled:
      return {kEnabledness};
    case Condition::Kind::kRank:
      return {kLiveness};
    case Condition::Kind::kTheorem:
    case Condition::Kind::kInitial:
    case Condition::Kind::kInvariant:
    case Condition::Kind::kObligation:
    case Condition::Kind::kProgress:
      break;
  }
  return PurposesOfClaim(condition.claim);
}

Purposes NecessaryFor(const std::vector<Condition>& conditions) {
  Purposes purposes;
  for (const Condition& condition : conditions) {
    if (!condition.Holds()) purposes.Add(PurposesOf(condition));
  }
  return purposes;
}

Purposes PurposeOf(reference::Property property) {
  using reference::Property;
  switch (property) {
    case Property::kSafety:
    case Property::kFields:
    case Property::kClusters:
      return {kSafety};
    case Property::kWeakAnswer:
      return {kAnswers};
    case Property::kCompleteness:
      return {kCompleteness};
    case Property::kOrder:
      return {kOrder};
    case Property::kProgress:
      return {kProgress, kEnabledness, kLiveness};
    case Property::kPause:
    case Property::kExpectation:
    case Property::kTricolour:
    case Property::kVerifier:
    case Property::kSelfCheck:
    case Property::kCount:
    case Property::kSurvey:
    case Property::kSimulation:
      break;
  }
  return {};
}

std::string TextOf(Purposes purposes) {
  const std::vector<Purpose> all = purposes.All();
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) text += i + 1 == all.size() ? " and " : ", ";
    text += WordOf(all[i]);
  }
  return all.size() == 1 ? text + " only" : text;
}

}  // namespace model
