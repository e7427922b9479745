// properties/subjects/pipe/pipe_test.cc -- a collector behind a pipe is judged, and what its
// program says wrong is told with the line that was asked.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "properties/explain/explain.h"
#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/pipe/pipe_subject.h"
#include "properties/subjects/plugin/adapter_check.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kExample = "python3 " TRICOLOUR_EXAMPLE_PIPE;

PipeHello Hello(const std::string& command) { return std::get<PipeHello>(GreetPipe(command)); }

std::string WrongHello(const std::string& answer) {
  const auto hello = ReadHello(answer);
  const auto* wrong = std::get_if<std::string>(&hello);
  return wrong == nullptr ? "" : *wrong;
}

const std::string kVerbs = "verbs create store root unroot collect";

TEST(PipeHelloTest, SaysWhatIsPromised) {
  const auto read = ReadHello("hello mine; version 3.1; " + kVerbs +
                              " weak-read; exact; units; staged; lazy; cycles 2; rules one two;"
                              " objects 9; fields 2; weak-until-freed; shapes; obeys; slow 4;"
                              " fingerprints");
  const PipeHello hello = std::get<PipeHello>(read);
  EXPECT_EQ(hello.name, "mine");
  EXPECT_EQ(hello.version, "3.1");
  EXPECT_THAT(hello.rules, ElementsAre("one", "two"));
  EXPECT_TRUE(hello.promises.verbs.Has(reference::Verb::kWeakRead));
  EXPECT_FALSE(hello.promises.verbs.Has(reference::Verb::kTick));
  EXPECT_TRUE(hello.promises.exact && hello.promises.units && hello.promises.staged_destruction &&
              hello.promises.lazy_sweep);
  EXPECT_FALSE(hello.promises.colours);
  EXPECT_EQ(hello.promises.collects_until_gone, 2u);
  EXPECT_EQ(hello.promises.most_objects, 9u);
  EXPECT_EQ(hello.promises.most_fields, 2u);
  EXPECT_TRUE(hello.promises.weak_until_freed);
  EXPECT_TRUE(hello.promises.shapes && hello.promises.obeys && hello.fingerprints);
  EXPECT_EQ(hello.slowness, 4u);
}

TEST(PipeHelloTest, IsRefusedIfItIsNone) {
  EXPECT_EQ(WrongHello("hello x; " + kVerbs), "");
  EXPECT_THAT(WrongHello(""), HasSubstr("expected \"hello NAME; verbs ...\""));
  EXPECT_THAT(WrongHello("hello x"), HasSubstr("it does not promise create"));
  EXPECT_THAT(WrongHello("hello x; verbs creat"), HasSubstr("there is no verb creat"));
  EXPECT_THAT(WrongHello("hello x; " + kVerbs + "; quick"), HasSubstr("\"quick\" is none"));
  EXPECT_THAT(WrongHello("hello x; " + kVerbs + "; cycles none"), HasSubstr("lacks a number"));
  EXPECT_THAT(WrongHello("hello x; " + kVerbs + "; objects 0"), HasSubstr("lacks a number"));
  EXPECT_THAT(WrongHello("hello x; " + kVerbs + "; lazy"), HasSubstr("`cycles` of 2 or more"));
  EXPECT_THAT(std::get<std::string>(GreetPipe("exit 1")), HasSubstr("did not answer hello"));
}

TEST(PipeExample, AgreesOnDirectedRuns) {
  const PipeHello hello = Hello(kExample);
  SearchOptions search;
  search.max_traces = 150;
  const SearchResult found =
      SearchDirected([&] { return MakePipeSubject(kExample, hello); }, 3, {}, search);
  EXPECT_EQ(found.First(), nullptr) << found.First()->verdict.First()->message;
  EXPECT_GT(found.operations, 1000u);
}

// The sentences and the place that a collector in a library gets.
TEST(PipeExample, IsShownWhereItsRuleIsBrokenAndThatItWouldSaveTheRun) {
  const auto subject = MakePipeSubject(kExample, Hello(kExample), "store-without-shading");
  const auto trace = std::get<reference::Trace>(reference::ParseTrace(
      "tricolour trace 2\ncreate a 0\ncreate b 1\nroot b\nstore b.0 a\nstart\ncreate c 1\n"
      "store c.0 a\nroot c\nstore b.0 null\ncollect\n"));
  const Explanation told = Explain(trace, *subject);
  EXPECT_THAT(told.blame, HasSubstr("store-without-shading"));
  EXPECT_THAT(told.rows.at(6).where, testing::StartsWith("mark_sweep.py:"));
  EXPECT_THAT(told.saves,
              Contains(HasSubstr("Obeying store-without-shading at 7 makes the run agree")));
}

TEST(PipeExample, HasFingerprintsThatTellHeapsApart) {
  const PipeHello hello = Hello(kExample);
  for (const AdapterAnswer& answer : CheckAdapter([&] { return MakePipeSubject(kExample, hello); },
                                                  {}, [](const std::string&) {})) {
    EXPECT_EQ(answer.wrong, "") << answer.question;
  }
}

TEST(PipeExample, IsCaughtWithEachOfItsRulesBroken) {
  const PipeHello hello = Hello(kExample);
  ASSERT_EQ(hello.rules.size(), 2u);
  for (const std::string& rule : hello.rules) {
    SearchOptions search;
    search.max_traces = 1000;
    const SearchResult found =
        SearchDirected([&] { return MakePipeSubject(kExample, hello, rule); }, 3, {}, search);
    EXPECT_NE(found.First(), nullptr) << rule;
  }
}

// What the judge says of a run of two operations on a program that answers each question with the
// next of these lines, and then ends.
std::string SaidOf(const std::string& lines) {
  const PipeHello hello = std::get<PipeHello>(ReadHello("hello x; " + kVerbs));
  const auto subject = MakePipeSubject("printf 'hello x\\nok\\n" + lines + "'; sleep 1", hello);
  const auto trace =
      std::get<reference::Trace>(reference::ParseTrace("tricolour trace 2\ncreate a 1\nroot a\n"));
  const Verdict verdict = Judge(trace, *subject);
  return verdict.First() == nullptr ? "" : verdict.First()->rule + ": " + verdict.First()->message;
}

TEST(PipeAnswers, ThatAreWrongAreTheAdaptersMistake) {
  EXPECT_EQ(SaidOf("done\\nidle; a - null\\ndone\\nidle; a - null\\n"), "");
  EXPECT_EQ(SaidOf("fine\\n"), "adapter: \"create a 1\" was answered with \"fine\"");
  EXPECT_EQ(SaidOf("done; exploded a\\n"),
            "adapter: \"create a 1\" was answered with \"done; exploded a\"");
  EXPECT_EQ(SaidOf("broken my-rule\\n"),
            "my-rule: \"create a 1\" was answered with \"broken my-rule\"");
  EXPECT_THAT(SaidOf("done\\nidle; a - null\\n"), HasSubstr("ended when it was asked \"root a\""));
  EXPECT_THAT(SaidOf("done\\nnowhere\\n"), HasSubstr("\"look\" was answered with \"nowhere\""));
  EXPECT_EQ(SaidOf("done; freed a\\nidle\\n"),
            ": a mutator operation did the collector's work: freed");
  EXPECT_EQ(SaidOf("done; rule-broken x.py:3\n"),
            "adapter: \"create a 1\" was answered with \"done; rule-broken x.py:3\"")
      << "it was told to break none";
  EXPECT_EQ(SaidOf("done; how by hand\nidle; a - null\ndone\nidle; a - null\n"), "");
}

TEST(PipeNames, AreCommandsWithOrWithoutARule) {
  EXPECT_FALSE(PipeChoiceFrom("core"));
  EXPECT_EQ(PipeChoiceFrom("pipe:run it")->command, "run it");
  EXPECT_EQ(PipeChoiceFrom("pipe:run it@rule")->command, "run it");
  EXPECT_EQ(PipeChoiceFrom("pipe:run it@rule")->rule, "rule");
  EXPECT_EQ(PipeChoiceFrom("pipe:ssh me@host run")->command, "ssh me@host run");
  EXPECT_EQ(PipeChoiceFrom("pipe:ssh me@host/run")->command, "ssh me@host/run");
}

// What the program makes of a subject and a rule is read back as these.
TEST(PipeNames, TakeARuleWithASlash) {
  for (const char* const rule : {"rule", "barrier/store-without-shading"}) {
    const auto choice = PipeChoiceFrom(WithRule("pipe:run me@host/it", rule));
    EXPECT_EQ(choice->command, "run me@host/it") << rule;
    EXPECT_EQ(choice->rule, rule);
  }
  EXPECT_EQ(WithRule("a/b.so", "barrier/store"), "a/b.so@barrier/store");
}

}  // namespace
}  // namespace properties
