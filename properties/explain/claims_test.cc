// properties/explain/claims_test.cc -- every sentence of an explanation is checked by running.
//
// An explanation that is wrong costs its reader more than none. So of each fault, in each
// discipline, each kept trace, each witness of the model and what a search found is explained, and
// each sentence has to stand up to the runs that could refute it (check_claims.h).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "properties/base/fault_names.h"
#include "properties/corpus/corpus.h"
#include "properties/explain/check_claims.h"
#include "properties/explain/silent_subject.h"
#include "properties/search/directed/directed.h"
#include "properties/shrink/shrink.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/lua/lua_subject.h"
#include "properties/subjects/toy/toy_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Locals;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr JudgeOptions kJudgedToTheEnd{.stop_at_first = false};

Corpus KeptTraces(const std::string& folder) {
  return LoadCorpus(std::string(TRICOLOUR_SOURCE_DIR) + folder);
}

// Explains the run, and has each sentence checked. Returns how many there were.
std::size_t CheckClaims(const reference::Trace& trace, reference::Subject& subject,
                        const std::string& what) {
  const Explanation told = Explain(trace, subject);
  EXPECT_THAT(FalseSentences(trace, subject, told), IsEmpty()) << what << "\n"
                                                               << reference::PrintTrace(trace);
  return told.said.size();
}

class ClaimsUnder : public testing::TestWithParam<Locals> {};

TEST_P(ClaimsUnder, AreTrueOfKeptTracesAndWitnesses) {
  std::size_t sentences = 0;
  for (const char* const folder : {"/properties/corpus", "/fuzz/witnesses"}) {
    for (const CorpusEntry& entry : KeptTraces(folder).entries) {
      if (!entry.fault) continue;
      reference::Trace trace = entry.trace;
      trace.header.locals = GetParam();
      const auto core = MakeFaultyCoreSubject(gc::FaultSet(*entry.fault));
      sentences += CheckClaims(trace, *core, entry.name);
      SilentSubject silent(MakeFaultyCoreSubject(gc::FaultSet(*entry.fault)));
      sentences += CheckClaims(trace, silent, entry.name + ", which says nothing of it");
    }
  }
  EXPECT_GE(sentences, 1000u);
}

TEST_P(ClaimsUnder, AreTrueOfWhatASearchFinds) {
  std::size_t sentences = 0;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    const auto factory = [&entry] { return MakeFaultyCoreSubject(gc::FaultSet(entry.fault)); };
    SearchOptions search{.judge = kJudgedToTheEnd, .max_traces = 200};
    search.until = {.outcome = true};
    const SearchResult result = SearchDirected(factory, 3, {.locals = GetParam()}, search);
    for (const std::optional<Catch>& caught : result.caught) {
      if (!caught) continue;
      const auto core = factory();
      sentences += CheckClaims(caught->trace, *core, NameOf(entry.fault));
      const ShrinkResult shrunk =
          Shrink(caught->trace, *core, caught->verdict, {}, kJudgedToTheEnd);
      sentences += CheckClaims(shrunk.trace, *core, NameOf(entry.fault));
      SilentSubject silent(factory());
      sentences += CheckClaims(shrunk.trace, silent, NameOf(entry.fault) + ", silent");
    }
  }
  EXPECT_GE(sentences, 1000u);
}

INSTANTIATE_TEST_SUITE_P(EachDiscipline, ClaimsUnder,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) { return std::string(WordOf(each.param)); });

TEST(Claims, AreTrueOfACollectorWithoutRules) {
  for (const ToyFaults faults :
       {ToyFaults{.store_without_shading = true}, ToyFaults{.root_without_shading = true},
        ToyFaults{.keeps_garbage = true}}) {
    const auto factory = [faults] { return std::make_unique<ToySubject>(faults); };
    SearchOptions search{.judge = kJudgedToTheEnd, .max_traces = 5'000};
    search.until = {.outcome = true};
    const SearchResult result = SearchDirected(factory, 1, {}, search);
    ASSERT_TRUE(result.By(Checker::kOutcome).has_value());
    ToySubject toy(faults);
    EXPECT_GT(CheckClaims(result.By(Checker::kOutcome)->trace, toy, "a toy"), 0u);
  }
}

// Nothing shows of Lua, so that the store which opened the losing path is told.
TEST(Claims, AreTrueOfACollectorWithoutColours) {
  std::size_t sentences = 0;
  for (const LuaBreak broken : {LuaBreak::kRawSetWithoutBarrier, LuaBreak::kJoinWithoutBarrier}) {
    const auto lua = MakeLuaSubject({.mended = LuaBugSet::All(), .broken = broken});
    SearchOptions search{.judge = kJudgedToTheEnd, .max_traces = 4'000};
    search.until = {.outcome = true};
    const auto factory = [&]() -> std::unique_ptr<reference::Subject> {
      return MakeLuaSubject({.mended = LuaBugSet::All(), .broken = broken});
    };
    const SearchResult result = SearchDirected(factory, 1, {}, search);
    if (!result.By(Checker::kOutcome)) continue;
    sentences += CheckClaims(result.By(Checker::kOutcome)->trace, *lua, "Lua");
  }
  EXPECT_GE(sentences, 4u);
}

TEST(Claims, AreTrueOfAStoreThatNothingMakesUpFor) {
  const auto lua =
      MakeLuaSubject({.mended = LuaBugSet::All(), .broken = LuaBreak::kJoinWithoutBarrier});
  reference::Trace trace = std::get<reference::Trace>(reference::ParseTrace(
      "tricolour trace 2\ncreate a 2\nroot a\nstart\ntick 8\ncreate b 1\nstore a.0 b\ntick 40\n"));
  while (Judge(trace, *lua).outcome == Outcome::kAgree && trace.header.shape < 20'000) {
    ++trace.header.shape;
  }
  EXPECT_GE(CheckClaims(trace, *lua, "Lua"), 4u);
  EXPECT_THAT(Explain(trace, *lua).why, Contains("6 opens the path by which b should be kept."));
}

// Shading makes a black here, and nothing scans it: that r0 reports it leads no further.
TEST(Claims, SpeakOfNoWayThatABrokenCollectorDoesNotGo) {
  const auto trace = std::get<reference::Trace>(reference::ParseTrace(
      "tricolour trace 2\ncreate a 1\ncreate b 1\ncreate d 0\nstore a.0 b\nstore b.0 d\n"
      "referencer-hold r0 a\nstart\nroot a\ncreate c 1\nroot c\nstore c.0 b\ntick 20\n"));
  SilentSubject silent(MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kShadeWithoutQueueing)));
  EXPECT_GE(CheckClaims(trace, silent, "silent"), 4u);
  const Explanation told = Explain(trace, silent);
  ASSERT_EQ(told.outcome, Outcome::kDisagree);
  EXPECT_THAT(told.why, testing::Not(Contains(HasSubstr("cuts"))));
}

// After an edit by hand nothing says which rule was broken: it is told from what went wrong, and a
// wrong name sends its reader to the wrong file.
class LikelyRules : public testing::TestWithParam<Locals> {};

TEST_P(LikelyRules, AreThoseThatWereBroken) {
  std::size_t right = 0, wrong = 0;
  std::string mistaken;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    const auto factory = [&entry] { return MakeFaultyCoreSubject(gc::FaultSet(entry.fault)); };
    for (const std::uint64_t seed : {1, 3}) {
      SearchOptions search{.judge = kJudgedToTheEnd, .max_traces = 200};
      search.until = {.outcome = true};
      const SearchResult result = SearchDirected(factory, seed, {.locals = GetParam()}, search);
      const std::optional<Catch>& caught = result.By(Checker::kOutcome);
      if (!caught) continue;
      const auto core = factory();
      const ShrinkResult shrunk = Shrink(caught->trace, *core, caught->verdict, {}, search.judge);
      SilentSubject silent(factory());
      const std::string blame = Explain(shrunk.trace, silent).blame;
      if (blame.empty()) continue;  // nothing shows before it is noticed
      const bool is_right = blame.find(gc::EntryOf(entry.rule).name) != std::string::npos;
      (is_right ? right : wrong) += 1;
      if (!is_right) mistaken += NameOf(entry.fault) + ": " + blame + "\n";
    }
  }
  EXPECT_GE(right, GetParam() == Locals::kDead ? 36u : 31u) << mistaken;
  EXPECT_GE(right, 9 * wrong) << mistaken;
}

INSTANTIATE_TEST_SUITE_P(Disciplines, LikelyRules, testing::Values(Locals::kDead, Locals::kBlack),
                         [](const auto& each) { return std::string(WordOf(each.param)); });

// What r0 reports instead is black already, so that nothing leads on from there.
TEST(Claims, TellOfAReferencerThatLetGo) {
  const auto trace = std::get<reference::Trace>(reference::ParseTrace(
      "tricolour trace 2\ncreate a 0\nreferencer-hold r0 a\nstart\ncreate b 1\nstore b.0 a\n"
      "referencer-hold r0 b\ntick 3\n"));
  const auto core = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kStoreWithoutShading));
  CheckClaims(trace, *core, "the README's example");
  const Explanation told = Explain(trace, *core);
  EXPECT_THAT(told.why, Contains("Marking would come to a by r0, which is still to be asked."));
  EXPECT_THAT(told.why, Contains("6 takes a from r0, and that was the last way to it."));
  EXPECT_THAT(told.saves, Contains("A barrier at 5 saves it."));
}

// The end check skipped a referencer: no operation of the mutator lacks a barrier.
TEST(Claims, CallNoStepOfTheCollectorABarrier) {
  for (const CorpusEntry& entry : KeptTraces("/properties/corpus").entries) {
    if (entry.fault != gc::Fault::kSkipRawInFinalPass) continue;
    const auto core = MakeFaultyCoreSubject(gc::FaultSet(*entry.fault));
    const Explanation told = Explain(entry.trace, *core);
    EXPECT_EQ(told.blame, "BROKEN RULE (referencer-barrier/skip-raw-in-final-pass)");
    EXPECT_THAT(told.saves, Contains(HasSubstr("Obeying referencer-barrier at ")));
  }
}

// b was black before this cycle too: a sentence about its colour must not go back beyond the flip.
TEST(Claims, FalseOnesAreRefuted) {
  const auto parsed = reference::ParseTrace(
      "tricolour trace 2\ncreate a 1\ncreate b 1\ncreate c 0\nroot a\nroot b\nstore a.0 c\n"
      "cluster b\nstart\nstore a.0 null\nstore b.0 c\ntick 6\n");
  const auto& trace = std::get<reference::Trace>(parsed);
  const auto core = MakeFaultyCoreSubject(gc::FaultSet(gc::Fault::kStoreWithoutShading));
  Explanation told = Explain(trace, *core);
  ASSERT_THAT(FalseSentences(trace, *core, told), IsEmpty());
  told.said = {
      {"b is black after 2.", {ColouredSince{1, reference::Colour::kBlack, 1, 9}}},
      {"b is black after 8.", {ColouredSince{1, reference::Colour::kBlack, 7, 9}}},
      {"nothing", {}},
      {"c is gone at 12.", {GoneAt{2, 10}}},
      {"10 cuts a -> c.", {EdgeCutAt{0, 2, 9}}},
      {"9 cuts a -> c.", {EdgeCutAt{0, 2, 8}}},
      {"Marking would come to c before 10.", {MarkedFrom{2, true, 9}}},
      {"Obeying at 9 makes the run agree.", {ObeyingAt{{8}, true}}},
      {"To shade a after 10 makes the run agree.", {ShadingAt{{0}, 9}}},
      {"3 is not needed.", {WithoutIt{2, WithoutIt::Then::kFailsSo}}},
      {"reachable: root -> a.0 -> c", {PathBefore{"root -> a.0 -> c", 10}}},
  };
  const std::vector<std::string> refuted = FalseSentences(trace, *core, told);
  EXPECT_EQ(refuted.size(), 9u) << testing::PrintToString(refuted);
  EXPECT_THAT(refuted, Contains(HasSubstr("b is black after 2.")));
  EXPECT_THAT(refuted, Contains("claims nothing: nothing"));
  EXPECT_THAT(refuted, Contains("no claim is about 12: c is gone at 12."));
  EXPECT_THAT(refuted, testing::Not(Contains(HasSubstr("b is black after 8."))));
  EXPECT_THAT(refuted, testing::Not(Contains(HasSubstr("9 cuts a -> c."))));
}

}  // namespace
}  // namespace properties
