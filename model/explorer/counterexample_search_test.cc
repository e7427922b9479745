// model/explorer/counterexample_search_test.cc -- each fault has a witness, or its discipline makes
// it harmless.

#include "model/explorer/counterexample_search.h"

#include <gtest/gtest.h>

#include <string>

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

// Whether no mutator of this discipline can notice the fault. model/prove_test.cc proves it.
bool IsHarmless(Fault fault, Locals locals) {
  const bool black = locals == Locals::kBlack;
  if (fault == Fault::kSkipLocalsInFinalPass) return locals != Locals::kRescanned;
  if (fault == Fault::kReadWithoutShading || fault == Fault::kFindWithoutShading) return !black;
  return black && (fault == Fault::kRegisterWithoutShading || fault == Fault::kSkipRawInFinalPass);
}

class EveryFault : public testing::TestWithParam<Fault> {};

TEST_P(EveryFault, HasAWitnessUnderDeadLocalsOrIsHarmless) {
  const Counterexample found = FindCounterexample(GetParam(), Locals::kDead);
  if (IsHarmless(GetParam(), Locals::kDead)) {
    EXPECT_TRUE(found.Exhausted());
    return;
  }
  ASSERT_TRUE(found.witness);
  EXPECT_LE(found.witness->length, 20u);
  EXPECT_FALSE(Confirm(found.witness->trace, {})) << "the sound machine does it too";
}

std::string NameOf(const testing::TestParamInfo<Fault>& each) {
  const gc::FaultEntry& entry = gc::EntryOf(each.param);
  std::string name = std::string(gc::EntryOf(entry.rule).name) + "_" + std::string(entry.variant);
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

std::vector<Fault> AllFaults() {
  std::vector<Fault> faults;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (!IsAssumed(entry.fault)) faults.push_back(entry.fault);
  }
  return faults;
}

INSTANTIATE_TEST_SUITE_P(Faults, EveryFault, testing::ValuesIn(AllFaults()), NameOf);

TEST(Counterexample, BirthAndWeakReadsMatterUnderBlackLocals) {
  for (const Fault fault :
       {Fault::kBornWhiteWhileMarking, Fault::kReadWithoutShading, Fault::kFindWithoutShading}) {
    const Counterexample found = FindCounterexample(fault, Locals::kBlack);
    ASSERT_TRUE(found.witness);
    EXPECT_EQ(found.witness->violation.property, reference::Property::kSafety);
  }
}

TEST(Counterexample, LocalsThatAreToBeRescannedAreLostIfTheyAreNot) {
  const Counterexample found =
      FindCounterexample(Fault::kSkipLocalsInFinalPass, Locals::kRescanned);
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->violation.property, reference::Property::kSafety);
  EXPECT_FALSE(Confirm(found.witness->trace, {})) << "the sound machine does it too";
}

TEST(Counterexample, ItsHeapsAreDescribed) {
  Bounds bounds{.entries = 3, .fields = 1};
  bounds.verbs = reference::VerbSet();
  bounds.verbs.Add(reference::Verb::kCreate).Add(reference::Verb::kTick);
  EXPECT_EQ(Describe(bounds), "3 objects x 1 field: create, tick");
}

}  // namespace
}  // namespace model
