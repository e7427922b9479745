// model/agreement/deeds_agreement_test.cc -- machine and formulas do the same where a step is none
// that a line of a trace says.

#include <gtest/gtest.h>

#include "model/agreement/agreement.h"
#include "model/explorer/deed_topics_test.h"
#include "model/explorer/explorer.h"

namespace model {
namespace {

using reference::Locals;
using reference::Verb;

class DeedsOf : public testing::TestWithParam<Locals> {};

TEST_P(DeedsOf, MachineAndFormulasDoTheSame) {
  std::map<std::string, std::uint64_t> compared;
  for (const DeedTopic& topic : DeedTopics()) {
    AgreementOptions options{.locals = GetParam(), .bounds = WholeLife(2, 1, GetParam())};
    options.bounds.deeds = topic.deeds;
    options.bounds.purge_slices = true;
    for (const Verb verb : topic.verbs) options.bounds.verbs.Add(verb);
    Agreement agreement(options);
    ForEachReachedState(Machine(options.faults, options.locals), options.bounds, 4'000,
                        [&](const State& state) { agreement.See(state); });
    const AgreementResult& result = agreement.Finish();
    EXPECT_EQ(result.disagreeing, 0u) << topic.name;
    for (const Disagreement& each : result.first) {
      ADD_FAILURE() << topic.name << ", " << each.action << ": " << each.sentence;
    }
    for (const auto& [action, count] : result.compared) compared[action] += count;
  }
  if (GetParam() != Locals::kDead) return;  // with locals, fewer deeds are reached so soon
  for (const DeedEntry& entry : kDeeds) {
    if (entry.deed == Deed::kVerb) continue;
    EXPECT_GT(compared[std::string(entry.name)], 0u) << entry.name;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryDiscipline, DeedsOf,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

}  // namespace
}  // namespace model
